import ArgumentParser
import Foundation
import Management
import Presenting
import Ticketing

struct TypeAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a ticket type to an event.",
        discussion: """
              eventpass type add new-year --name Regular --price "50000 UGX" --quantity 2500
              eventpass type add new-year --name VIP --price "150000 UGX" --gate South \\
                  --most 4 --opens 2029-11-01T09:00 --closes 2030-01-01T22:00
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "What it is called.")
    var name: String
    @Option(
        parsing: .unconditional,
        help: "Such as “50000 UGX” or “12.50 EUR”; an event has one currency. (default: free of charge)")
    var price: Given<Money>?
    @Option(
        parsing: .unconditional, help: "How many there are. (default: as many as the venue holds)")
    var quantity: Given<Int>?
    @Option(
        parsing: .unconditional, help: "How many people one ticket admits, 1 to 16. (default: 1)")
    var admits: Given<Admits>?
    @Option(help: "Opens a gate from this time on.")
    var validFrom: Moment?
    @Option(help: "Opens a gate until this time.")
    var validUntil: Moment?
    @Option(help: "On sale from this time on. (default: once the event is published)")
    var opens: Moment?
    @Option(help: "On sale until this time. (default: the event's start)")
    var closes: Moment?
    @Option(
        parsing: .unconditional, help: "The fewest in an order. (default: 1)")
    var least: Given<Int>?
    @Option(
        parsing: .unconditional, help: "The most in an order. (default: no limit)")
    var most: Given<Int>?
    @Option(help: "A gate that takes it, by name; may be said several times. (default: every gate)")
    var gate: [String] = []
    @Option(help: "The youngest who may have it.")
    var minimumAge: Given<EventDetails.MinimumAge>?
    @Option(
        help:
            "How often its people may come in: never again, after-exit, always, daily, or at most so many times. (default: after-exit)"
    )
    var reEntry: Given<Reentry>?
    @Option(help: "The hours of each day at which it opens a gate, such as 10:00-18:00. (default: all day)")
    var hours: Given<DailyHours>?
    @Option(help: "What the gate is told of each ticket of it, such as “VIP: north lounge”.")
    var gateNote: String?
    @Flag(help: "Not shown to buyers; the office sells it.")
    var hidden = false
    @Flag(help: "Visitors may reserve it on the public page and pay at the door. Free types they may reserve anyway.")
    var doorReservations = false
    @Flag(help: "The gate demands a live code: no screenshots.")
    var liveCode = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let zone = event.zone
        let draft = try draft(zone) { try office.ticketTypes(of: event) }
        let type = try office.addTicketType(draft, to: event)
        let view = TicketTypeView(type: type, zone: zone)
        try StandardOutput.line(output.json ? view.json.text : "added type \(type.number), \(type.name.visible)")
        if event.status == .draft { StandardError.say("next: eventpass event publish \(event.slug)") }
    }

    private func draft(_ zone: TimeZone, beside types: () throws -> [TicketType]) throws -> TicketTypeDraft {
        var fields = Fields()
        let draft = TicketTypeDraft(
            name: name, price: fields.read(price, "price"), quantity: fields.read(quantity, "quantity"),
            admits: fields.read(admits, "admits") ?? .one,
            window: ValidityWindow(
                from: try fields.read(validFrom, "valid-from", in: zone),
                until: try fields.read(validUntil, "valid-until", in: zone)),
            demandsLiveCode: liveCode,
            sales: SalesWindow(
                opens: try fields.read(opens, "opens", in: zone), closes: try fields.read(closes, "closes", in: zone)),
            perOrder: OrderRange(least: fields.read(least, "least") ?? 1, most: fields.read(most, "most")),
            gates: gate, isHidden: hidden, takesDoorReservations: doorReservations,
            minimumAge: fields.read(minimumAge, "minimum-age"),
            reentry: fields.read(reEntry, "re-entry") ?? .afterExit, hours: fields.read(hours, "hours"),
            gateNote: gateNote)
        try fields.end(besides: draft.faults(among: try types()))
        return draft
    }
}
