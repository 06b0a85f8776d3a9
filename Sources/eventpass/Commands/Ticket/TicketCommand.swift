import ArgumentParser
import Languages
import Management
import Presentation
import TicketToken
import Ticketing

struct TicketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: Text.abstract.text,
        subcommands: [
            TicketIssueCommand.self, TicketListCommand.self, TicketSearchCommand.self, TicketShowCommand.self,
            TicketEditCommand.self, TicketResendCommand.self,
            TicketCancelCommand.self, TicketBlockCommand.self, TicketUnblockCommand.self, TicketReissueCommand.self,
            TicketTransferCommand.self,
            TicketExportCommand.self, TicketLinksCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandTicket"

        case abstract = "Issue, find, change and export tickets."
    }
}

struct TicketArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.code))
    var code: ParsedArgument<TicketCode>

    /// - Throws: `CommandFailure` if the argument is not a ticket code.
    func ticketCode() throws -> TicketCode { try FieldParser.read(only: code, "code") }

    enum Text: String, SentenceKey {
        static let subject = "optionsTicketArgument"

        case code = "The ticket's code, such as 4F7K-29QX; upper or lower case, with or without the hyphen."
    }
}

struct SigningOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.allowPublicKey))
    var allowPublicKey = false

    /// Whether a public demonstration key is allowed to sign tickets. If so, and if the key ring signs with such a key,
    /// prints a warning on standard error.
    func publicKeyUse(of ring: KeyRing) -> PublicKeyUse {
        guard allowPublicKey else { return .refused }
        if let key = ring.signingKey, key.isPublic {
            StandardError.warn(Text.publicKey, ["key": "\(key.number)"])
        }
        return .rehearsal
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsSigning"

        case allowPublicKey = "Sign with a public demonstration key, for a rehearsal."
        case publicKey = "key {key} is a public demonstration key: anyone can create these tickets"
    }
}

struct TicketSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket search new-year nakato --json | jq -r .code
                  eventpass ticket search new-year --email grace@
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketSearch"

        case abstract = "Find tickets by name, e-mail address, code or order."
        case discussion =
            """
            The search finds names of holders, guests and buyers by any words or beginnings of words, in any order. It \
            ignores letter case and accents. A text with an @ is read as an e-mail address, and a number as the number \
            of an order or as a code. Use --code, --name or --email to search only codes, names or e-mail addresses. \
            Without --first, at most 50 tickets are shown. The exit status is 1 if no ticket is found.

            {examples}
            """
        case text = "The text to search for."
        case name = "Words of a holder's, guest's or buyer's name."
        case email = "The beginning of an e-mail address."
        case code = "A ticket's code, or the beginning of a code."
        case oneQuery = "give one text to search for, or one of --name, --email and --code"
        case notACode = "“{code}” is not the beginning of a ticket's code"
        case notFound = "no ticket found for “{text}”"
        case notFoundHint = "type a name, the beginning of a code, an e-mail address or the number of an order"
        case moreHint = "there are more tickets; use --first N or a longer text"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.text))
    var text: String?
    @Option(help: ArgumentHelp(Text.name))
    var name: String?
    @Option(help: ArgumentHelp(Text.email))
    var email: String?
    @Option(help: ArgumentHelp(Text.code))
    var code: String?
    @OptionGroup var limit: FirstOption

    func validate() throws {
        guard [text, name, email, code].count(where: { $0 != nil }) == 1 else {
            throw ValidationError(Text.oneQuery)
        }
        if let code, TicketQuery.code(beginning: code) == nil {
            throw ValidationError(Text.notACode, ["code": .text(code)])
        }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let renderer = try folder.ticketRenderer(keys, store, services, event, tokens: output.json)
        var lines = TicketListWriter(renderer: renderer, isJSON: output.json)
        let first = limit.first ?? 50
        // Request one ticket more than the command shows, to find out whether there are more tickets.
        let found =
            if let query { try services.tickets.tickets(of: event, matching: query, limit: first + 1) } else {
                try services.tickets.tickets(of: event, typed: text ?? "", limit: first + 1)
            }
        guard !found.isEmpty else {
            let text = text ?? name ?? email ?? code ?? ""
            throw CommandFailure(
                .refused, Text.notFound, ["text": .text(text.visible)], hint: Sentence(Text.notFoundHint))
        }
        let guests = try services.tickets.guestNames(on: found, of: event)
        for ticket in found.prefix(first) { try lines.add(ticket, guests: guests[ticket.serial] ?? []) }
        try lines.flush()
        if found.count > first { StandardError.hint(Text.moreHint) }
    }

    /// The query from the option `--name`, `--email` or `--code`; nil if the search text is given as an argument.
    private var query: TicketQuery? {
        if let name { return .holder(name) }
        if let email { return .email(email) }
        if let code, let query = TicketQuery.code(beginning: code) { return query }
        return nil
    }
}
