import ArgumentParser
import Management
import Ticketing

struct TicketSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find tickets by name, e-mail address, code or order.",
        discussion: """
            The search finds names of holders, guests and buyers by any words or their beginnings, in any order, \
            ignoring letter case and accents. A text with an @ is an e-mail address; a number is an order or a code. \
            Use --code, --name or --email to search only one of them. Without --first, 50 tickets are shown. Exit \
            status 1 if no ticket is found.

              eventpass ticket search new-year nakato --json | jq -r .code
              eventpass ticket search new-year --email grace@
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The text to search for.")
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
            throw ValidationError("give one text to search for, or one of --name, --email and --code")
        }
        if let code, TicketQuery.code(beginning: code) == nil {
            throw ValidationError("“\(code)” is not the beginning of a ticket's code")
        }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let renderer = try folder.ticketRenderer(keys, store, services, event, tokens: output.json)
        var lines = TicketListWriter(renderer: renderer, isJSON: output.json)
        let first = limit.first ?? 50
        // An extra result means that the search found more than it shows.
        let found =
            if let query { try services.tickets.tickets(of: event, matching: query, limit: first + 1) } else {
                try services.tickets.tickets(of: event, typed: text ?? "", limit: first + 1)
            }
        guard !found.isEmpty else {
            let text = text ?? name ?? email ?? code ?? ""
            throw CommandFailure(
                .refused, "No ticket found for “\(text.visible)”",
                hint: "type a name, the beginning of a code, an e-mail address or the number of an order")
        }
        let guests = try services.tickets.guestNames(on: found, of: event)
        for ticket in found.prefix(first) { try lines.add(ticket, guests: guests[ticket.serial] ?? []) }
        try lines.flush()
        if found.count > first { StandardError.say("hint: there are more; use --first N or a longer text") }
    }

    /// The query of an option; nil for the argument, whose kind is not known.
    private var query: TicketQuery? {
        if let name { return .holder(name) }
        if let email { return .email(email) }
        if let code, let query = TicketQuery.code(beginning: code) { return query }
        return nil
    }
}
