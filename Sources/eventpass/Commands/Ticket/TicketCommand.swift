import ArgumentParser
import Management
import TicketToken
import Ticketing

struct TicketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: "Issue, find, change and export tickets.",
        subcommands: [
            TicketIssueCommand.self, TicketListCommand.self, TicketSearchCommand.self, TicketShowCommand.self,
            TicketEditCommand.self, TicketResendCommand.self,
            TicketCancelCommand.self, TicketBlockCommand.self, TicketUnblockCommand.self, TicketReissueCommand.self,
            TicketTransferCommand.self,
            TicketExportCommand.self, TicketLinksCommand.self,
        ])
}

/// The ticket argument of a command.
struct TicketArgument: ParsableArguments {
    @Argument(help: "The ticket's code, such as 4F7K-29QX; any case, with or without the hyphen.")
    var code: ParsedArgument<TicketCode>

    /// - Throws: `CommandFailure` if the argument is not a ticket code.
    func ticketCode() throws -> TicketCode { try FieldParser.read(only: code, "code") }
}

/// The options of commands that sign tickets.
struct SigningOptions: ParsableArguments {
    @Flag(help: "Sign with a public demonstration key, for a rehearsal.")
    var allowPublicKey = false

    /// Whether a public key may sign. Warns on standard error if one will.
    func publicKeyUse(of ring: KeyRing) -> PublicKeyUse {
        guard allowPublicKey else { return .refused }
        if let key = ring.signingKey, key.isPublic {
            StandardError.say(
                "warning: key \(key.number) is a public demonstration key: anyone can create these tickets")
        }
        return .rehearsal
    }
}
