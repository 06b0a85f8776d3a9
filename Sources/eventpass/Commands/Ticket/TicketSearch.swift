import ArgumentParser
import Management
import Ticketing

struct TicketSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find tickets by code, or by the beginning of a name or an e-mail address.",
        discussion: """
            A whole code is a code, a text with an @ an address, anything else the beginning of a name; letter case \
            and accents aside. --code, --name and --email say which it is. Without --first, 50 are shown.

              eventpass ticket search new-year nakato --json | jq -r .code
              eventpass ticket search new-year --email grace@
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "What to look for.")
    var text: String?
    @Option(help: "The beginning of the holder's name.")
    var name: String?
    @Option(help: "The beginning of the e-mail address.")
    var email: String?
    @Option(help: "A code, or its beginning.")
    var code: String?
    @OptionGroup var limit: FirstOption

    func validate() throws {
        guard [text, name, email, code].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("say one thing to look for")
        }
        if let code, TicketQuery.code(beginning: code) == nil {
            throw ValidationError("“\(code)” is not the beginning of a ticket's code")
        }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let renderer = try folder.ticketRenderer(keys, office, event, tokens: output.json)
        var lines = TicketLines(renderer: renderer, isJSON: output.json)
        let first = limit.first ?? 50
        // One more than is shown: then there are more.
        var found = try office.tickets(of: event, matching: query, limit: first + 1)
        // Anne-Kate could be a code.
        if found.isEmpty, let text { found = try office.tickets(of: event, matching: .holder(text), limit: first + 1) }
        for ticket in found.prefix(first) { try lines.add(ticket) }
        try lines.flush()
        if found.count > first { StandardError.say("hint: there are more; say --first N, or more of the text") }
    }

    private var query: TicketQuery {
        if let name { return .holder(name) }
        if let email { return .email(email) }
        if let code, let query = TicketQuery.code(beginning: code) { return query }
        return TicketQuery(typed: text ?? "")
    }
}
