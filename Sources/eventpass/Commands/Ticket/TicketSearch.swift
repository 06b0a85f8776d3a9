import ArgumentParser
import Management
import Ticketing

struct TicketSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find tickets by name, e-mail address, code or order.",
        discussion: """
            Names are those of holders, of the guests on a ticket, and of buyers. Type any words of a name, or their \
            beginnings, in any order; letter case and accents do not count. A text with an @ is an e-mail address, a \
            number is an order or a code. --code, --name and --email say which it is. Without --first, 50 are shown. \
            Exits with status 1 if no ticket is found.

              eventpass ticket search new-year nakato --json | jq -r .code
              eventpass ticket search new-year --email grace@
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "What to look for.")
    var text: String?
    @Option(help: "Words of a holder's, guest's or buyer's name.")
    var name: String?
    @Option(help: "The beginning of an e-mail address.")
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
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let renderer = try folder.ticketRenderer(keys, store, office, event, tokens: output.json)
        var lines = TicketLines(renderer: renderer, isJSON: output.json)
        let first = limit.first ?? 50
        // One more than is shown: then there are more.
        let found =
            if let query { try office.tickets(of: event, matching: query, limit: first + 1) } else {
                try office.tickets(of: event, typed: text ?? "", limit: first + 1)
            }
        guard !found.isEmpty else {
            let text = text ?? name ?? email ?? code ?? ""
            throw Failure(
                .refused, "No ticket found for “\(text.visible)”",
                hint: "type a name, the beginning of a code, an e-mail address or the number of an order")
        }
        let guests = try office.guestNames(on: found, of: event)
        for ticket in found.prefix(first) { try lines.add(ticket, guests: guests[ticket.serial] ?? []) }
        try lines.flush()
        if found.count > first { StandardError.say("hint: there are more; say --first N, or more of the text") }
    }

    /// Nil for a text that may be anything.
    private var query: TicketQuery? {
        if let name { return .holder(name) }
        if let email { return .email(email) }
        if let code, let query = TicketQuery.code(beginning: code) { return query }
        return nil
    }
}
