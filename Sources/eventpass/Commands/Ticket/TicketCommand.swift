import ArgumentParser
import Management
import TicketToken
import Ticketing

struct TicketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: "The tickets of an event.",
        subcommands: [
            TicketIssue.self, TicketList.self, TicketSearch.self, TicketShow.self, TicketEdit.self, TicketResend.self,
            TicketCancel.self, TicketBlock.self, TicketUnblock.self, TicketReissue.self, TicketTransfer.self,
            TicketExport.self, TicketLinks.self,
        ])
}

/// The ticket a command is about.
struct TicketArgument: ParsableArguments {
    @Argument(help: "The ticket's code, such as 4F7K-29QX; any case, with or without the hyphen.")
    var code: Given<TicketCode>

    /// - Throws: `Failure` for anything else than a code.
    func ticketCode() throws -> TicketCode { try Fields.read(only: code, "code") }
}

/// For commands that sign.
struct SigningOptions: ParsableArguments {
    @Flag(help: "Sign with a public demonstration key, for a rehearsal.")
    var allowPublicKey = false

    /// Says so on standard error when a public key will sign.
    func use(of ring: KeyRing) -> PublicKeyUse {
        guard allowPublicKey else { return .refused }
        if let key = ring.signingKey, key.isPublic {
            StandardError.say("warning: key \(key.number) is a public demonstration key: anyone can make these tickets")
        }
        return .rehearsal
    }
}
