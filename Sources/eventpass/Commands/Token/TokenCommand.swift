import ArgumentParser
import FileAccess
import Foundation
import Gate
import Languages
import Presentation
import TicketToken
import Ticketing

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: Text.abstract.text,
        subcommands: [TokenInspectCommand.self, TokenVerifyCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandToken"

        case abstract = "Inspect and verify tokens."
    }
}

struct TokenInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass qr read ticket.png | eventpass token inspect
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTokenInspect"

        case abstract = "Print a token's content without verifying it."
        case discussion =
            """
            The command needs no key, so its output proves nothing: anybody can create a token with the same content.

            {examples}
            """
        case token = "The token. (default: one line of standard input)"
        case notAToken = "this is not a token: {input}"
        case unknownVersion = "this program cannot read the token's version: {refusal}"
    }

    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.token))
    var token: String?

    func run() throws {
        let bytes =
            if let token { Array(token.utf8) } else { try LineReader(standardInputLimit: 4096).next()?.bytes ?? [] }
        switch UnverifiedToken.decode(bytes.span) {
        case .failure(let unreadable):
            throw CommandFailure(
                .badInput,
                unreadable.refusal == .malformed
                    ? Sentence(
                        Text.notAToken, ["input": .text(Language.ofCommandLine.text(UnknownInput(bytes.span)))])
                    : Sentence(Text.unknownVersion, ["refusal": .text(unreadable.refusal.name)]))
        case .success(let token):
            let ticketClaimsJSON = TicketClaimsJSON(claims: token.claims)
            if output.json { return try StandardOutput.line(ticketClaimsJSON.json.text) }
            for line in ticketClaimsJSON.lines { try StandardOutput.line(line) }
            try StandardOutput.line("live code  \(token.hasLiveCode ? "yes" : "no")")
            try StandardOutput.line("proof      not checked; use eventpass token verify")
        }
    }
}

struct TokenVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass qr read ticket.png | eventpass token verify --json
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTokenVerify"

        case abstract = "Verify tokens from standard input, one per line, without a store."
        case discussion =
            """
            The command checks only the signature and the validity window. A gate also checks whether the ticket was \
            used or cancelled. The exit status is 0 if all tokens are valid, and 1 if any token is refused.

            {examples}
            """
        case at = "Check validity at this time: ISO 8601 or @UNIX. (default: now)"
        case event = "The number of the event that the tokens must belong to."
        case eventZero = "--event must not be 0"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.at))
    var at: Moment?
    @Option(help: ArgumentHelp(Text.event))
    var event: UInt32?

    func validate() throws {
        if event == 0 { throw ValidationError(Text.eventZero) }
    }

    func run() throws {
        let ring = try global.dataFolder().openKeyRing(keys)
        let verifier = TokenVerifier(ring)
        let fixed = try at?.instant(in: .current)
        let number = event.flatMap { EventNumber(rawValue: $0) }
        let input = LineReader(standardInputLimit: 4096)
        var lines = LineBuffer()
        var refused = false
        while let line = try input.next() {
            let finding = try verify(line.bytes, verifier, at: fixed ?? .now(), event: number)
            if case .refused = finding { refused = true }
            if output.json { try lines.line(finding.json) } else { try lines.line(finding.line) }
            if isatty(STDIN_FILENO) == 1 { try lines.flush() }
        }
        try lines.flush()
        if refused { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private enum Finding {
        case holds(TicketClaims)
        case refused(TokenRefusal)

        var json: JSON {
            switch self {
            case .holds(let claims): .object([("ok", .bool(true)), ("claims", TicketClaimsJSON(claims: claims).json)])
            case .refused(let refusal): .object([("ok", .bool(false)), ("reason", .string(refusal.name))])
            }
        }

        var line: String {
            switch self {
            case .holds(let claims): "ok  \(TicketClaimsJSON(claims: claims).line)"
            case .refused(let refusal): "refused  \(refusal.name)"
            }
        }
    }

    private func verify(
        _ bytes: [UInt8], _ verifier: TokenVerifier, at moment: Instant, event: EventNumber?
    ) throws -> Finding {
        switch try verifier.verify(bytes: bytes.span, at: moment) {
        case .refused(let refusal): .refused(refusal)
        case .verified(let ticket):
            if let refusal = ticket.refusal(event: event, at: moment) {
                .refused(refusal)
            } else {
                .holds(ticket.claims)
            }
        }
    }
}

extension TicketClaimsJSON {
    var line: String {
        "\(TicketCode(claims.serial))  event \(claims.event)  type \(claims.type)  admits \(claims.admits)  "
            + "issue \(claims.issue)  key \(claims.key)"
    }

    var lines: [String] {
        [
            "suite      \(claims.suite.name)", "key        \(claims.key)", "event      \(claims.event)",
            "code       \(TicketCode(claims.serial))", "type       \(claims.type)", "admits     \(claims.admits)",
            "issue      \(claims.issue)", "valid from \(claims.window.from?.iso8601(in: .gmt) ?? "–")",
            "until      \(claims.window.until?.iso8601(in: .gmt) ?? "–")",
        ]
    }
}
