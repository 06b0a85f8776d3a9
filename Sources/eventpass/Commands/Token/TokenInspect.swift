import ArgumentParser
import FileAccess
import Presenting
import TicketToken

struct TokenInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Print a token's content without verifying it.",
        discussion: """
            The command needs no key, so its output proves nothing: anybody can create a token with the same content.

              eventpass qr read ticket.png | eventpass token inspect
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The token. (default: one line of standard input)")
    var token: String?

    func run() throws {
        let bytes =
            if let token { Array(token.utf8) } else { try LineReader(standardInputLimit: 4096).next()?.bytes ?? [] }
        switch UnverifiedToken.decode(bytes.span) {
        case .failure(let unreadable):
            throw CommandFailure(
                .badInput,
                unreadable.refusal == .malformed
                    ? "this is not a token: \(InputDescription.describe(bytes.span))"
                    : "this program cannot read the token's version: \(unreadable.refusal.name)")
        case .success(let token):
            let view = TicketClaimsJSON(claims: token.claims)
            if output.json { return try StandardOutput.line(view.json.text) }
            for line in view.lines { try StandardOutput.line(line) }
            try StandardOutput.line("live code  \(token.hasLiveCode ? "yes" : "no")")
            try StandardOutput.line("proof      not checked; use eventpass token verify")
        }
    }
}
