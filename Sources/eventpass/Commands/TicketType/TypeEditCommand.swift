import ArgumentParser
import Foundation
import Management
import Presentation
import Ticketing

struct TypeEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a ticket type. Sold tickets keep their price.",
        discussion: """
            “none” clears a value: --price none makes the type free, and --quantity none removes the limit on the \
            number of tickets.

              eventpass type edit new-year Regular --price "60000 UGX" --quantity 3000
              eventpass type edit new-year VIP --gate South --gate East --most none --json |
                  jq .gates
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The type, by name or number.")
    var type: String

    @Option(help: "The type's name.")
    var name: String?
    @Option(
        parsing: .unconditional, help: "The price of new sales, such as “50000 UGX”, or none.")
    var price: ParsedArgument<ClearableArgument<Money>>?
    @Option(
        parsing: .unconditional, help: "The number of tickets, at least the number already sold; or none.")
    var quantity: ParsedArgument<ClearableArgument<Int>>?
    @Option(
        parsing: .unconditional, help: "How many people a new ticket admits, 1 to 16.")
    var admits: ParsedArgument<Admits>?
    @Option(help: "The time from which tickets are valid, or none.")
    var validFrom: ParsedArgument<ClearableArgument<Moment>>?
    @Option(help: "The time until which tickets are valid, or none.")
    var validUntil: ParsedArgument<ClearableArgument<Moment>>?
    @Option(help: "The time from which tickets are on sale, or none.")
    var opens: ParsedArgument<ClearableArgument<Moment>>?
    @Option(help: "The time until which tickets are on sale; none for the event's start.")
    var closes: ParsedArgument<ClearableArgument<Moment>>?
    @Option(
        parsing: .unconditional, help: "The minimum number of tickets in an order.")
    var least: ParsedArgument<Int>?
    @Option(
        parsing: .unconditional, help: "The maximum number of tickets in an order, or none.")
    var most: ParsedArgument<ClearableArgument<Int>>?
    @Option(
        help: """
            A gate that accepts the type; repeat for more. These gates replace the previous gates; none allows every \
            gate.
            """)
    var gate: [String] = []
    @Option(help: "The minimum age in years, or none.")
    var minimumAge: ParsedArgument<ClearableArgument<EventDetails.MinimumAge>>?
    @Option(
        help: "Re-entry: never, after-exit, always, daily, or a maximum number of entries.")
    var reEntry: ParsedArgument<Reentry>?
    @Option(help: "The hours of each day when tickets are valid, such as 10:00-18:00; none for all day.")
    var hours: ParsedArgument<ClearableArgument<DailyHours>>?
    @Option(help: "A note that gates show with each ticket, or none.")
    var gateNote: String?
    @Flag(inversion: .prefixedNo, help: "Hide the type from buyers.")
    var hidden: Bool?
    @Flag(inversion: .prefixedNo, help: "Visitors may reserve the type online and pay at the door.")
    var doorReservations: Bool?
    @Flag(inversion: .prefixedNo, help: "Gates require a live code.")
    var liveCode: Bool?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let found = try services.ticketTypes.ticketType(named: type, of: event)
        let others = try services.ticketTypes.ticketTypes(of: event).filter { $0.number != found.number }
        let edited = try services.ticketTypes.editTicketType(found.number, of: event) { draft in
            var fields = FieldParser()
            try apply(to: &draft, &fields, event.zone)
            try fields.finish(adding: draft.faults(among: others, edited: found))
        }
        let typeJSON = TicketTypeJSON(type: edited, zone: event.zone)
        guard edited != found else {
            return try StandardOutput.line(output.json ? typeJSON.json.text : "nothing changed")
        }
        try StandardOutput.line(
            output.json ? typeJSON.json.text : "edited type \(edited.number), \(edited.name.visible)")
        if edited.price != found.price, edited.issued > 0 {
            let keep = edited.issued == 1 ? "keeps its" : "keep their"
            StandardError.say("\(counted(edited.issued, "ticket")) already sold \(keep) old price")
        }
    }

    private func apply(to draft: inout TicketTypeDetails, _ fields: inout FieldParser, _ zone: TimeZone) throws {
        if let name { draft.name = name }
        if let price = fields.read(price, "price") { draft.price = price.value }
        if let quantity = fields.read(quantity, "quantity") { draft.quantity = quantity.value }
        if let admits = fields.read(admits, "admits") { draft.admits = admits }
        if let validFrom { draft.window.from = try fields.read(validFrom, "valid-from", in: zone) }
        if let validUntil { draft.window.until = try fields.read(validUntil, "valid-until", in: zone) }
        if let opens { draft.sales.opens = try fields.read(opens, "opens", in: zone) }
        if let closes { draft.sales.closes = try fields.read(closes, "closes", in: zone) }
        if let least = fields.read(least, "least") { draft.perOrder.least = least }
        if let most = fields.read(most, "most") { draft.perOrder.most = most.value }
        if !gate.isEmpty { draft.gates = gate == ["none"] ? [] : gate }
        if let age = fields.read(minimumAge, "minimum-age") { draft.minimumAge = age.value }
        if let reentry = fields.read(reEntry, "re-entry") { draft.reentry = reentry }
        if let hours = fields.read(hours, "hours") { draft.hours = hours.value }
        if let gateNote { draft.gateNote = gateNote == "none" ? nil : gateNote }
        if let hidden { draft.isHidden = hidden }
        if let doorReservations { draft.allowsDoorReservations = doorReservations }
        if let liveCode { draft.requiresLiveCode = liveCode }
    }
}
