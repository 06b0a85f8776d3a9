import ArgumentParser
import FileAccess
import Presenting
import TicketToken

struct TokenInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Say what a token says of itself; nothing is proven by it.",
        discussion: """
            No key is needed, so anybody can read a token, and anybody can write one that says the same.

              eventpass qr read ticket.png | eventpass token inspect
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The token. (default: one line of standard input)")
    var token: String?

    func run() throws {
        let bytes =
            if let token { Array(token.utf8) } else { try LineReader(standardInputLimit: 4096).next()?.bytes ?? [] }
        switch UnverifiedToken.read(bytes.span) {
        case .failure(let unreadable):
            throw Failure(
                .badInput,
                unreadable.refusal == .malformed
                    ? "this is not a token: \(MalformedText.describe(bytes.span))"
                    : "this token is of a version that this program can't read: \(unreadable.refusal.name)")
        case .success(let token):
            let view = ClaimsView(claims: token.claims)
            if output.json { return try StandardOutput.line(view.json.text) }
            for line in view.lines { try StandardOutput.line(line) }
            try StandardOutput.line("live code  \(token.hasLiveCode ? "yes" : "no")")
            try StandardOutput.line("proof      not checked; eventpass token verify does")
        }
    }
}
