import ArgumentParser
import Foundation
import Management
import Presenting
import Ticketing

struct TypeEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a ticket type; what is sold keeps its price.",
        discussion: """
            “none” takes a value away: --price none is free of charge, --quantity none as many as the venue holds.

              eventpass type edit new-year Regular --price "60000 UGX" --quantity 3000
              eventpass type edit new-year VIP --gate South --gate East --most none --json |
                  jq .gates
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The type, by name or number.")
    var type: String

    @Option(help: "What it is called.")
    var name: String?
    @Option(
        parsing: .unconditional, help: "Of new sales, such as “50000 UGX”, or none.")
    var price: Given<Setting<Money>>?
    @Option(
        parsing: .unconditional, help: "How many there are, or none; not fewer than are sold.")
    var quantity: Given<Setting<Int>>?
    @Option(
        parsing: .unconditional, help: "How many people one new ticket admits, 1 to 16.")
    var admits: Given<Admits>?
    @Option(help: "Opens a gate from this time on, or none.")
    var validFrom: Given<Setting<Moment>>?
    @Option(help: "Opens a gate until this time, or none.")
    var validUntil: Given<Setting<Moment>>?
    @Option(help: "On sale from this time on, or none.")
    var opens: Given<Setting<Moment>>?
    @Option(help: "On sale until this time, or none: until the event's start.")
    var closes: Given<Setting<Moment>>?
    @Option(
        parsing: .unconditional, help: "The fewest in an order.")
    var least: Given<Int>?
    @Option(
        parsing: .unconditional, help: "The most in an order, or none.")
    var most: Given<Setting<Int>>?
    @Option(help: "A gate that takes it, in place of those before; may be said several times. none is every gate.")
    var gate: [String] = []
    @Option(help: "The youngest who may have it, or none.")
    var minimumAge: Given<Setting<EventDetails.MinimumAge>>?
    @Option(
        help: "How often its people may come in: never again, after-exit, always, daily, or at most so many times.")
    var reEntry: Given<Reentry>?
    @Option(help: "The hours of each day at which it opens a gate, such as 10:00-18:00, or none: all day.")
    var hours: Given<Setting<DailyHours>>?
    @Option(help: "What the gate is told of each ticket of it, or none.")
    var gateNote: String?
    @Flag(inversion: .prefixedNo, help: "Not shown to buyers.")
    var hidden: Bool?
    @Flag(inversion: .prefixedNo, help: "Visitors may reserve it on the public page and pay at the door.")
    var doorReservations: Bool?
    @Flag(inversion: .prefixedNo, help: "The gate demands a live code.")
    var liveCode: Bool?

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let found = try office.ticketType(named: type, of: event)
        let others = try office.ticketTypes(of: event).filter { $0.number != found.number }
        let edited = try office.editTicketType(found.number, of: event) { draft in
            var fields = Fields()
            try apply(to: &draft, &fields, event.zone)
            try fields.end(besides: draft.faults(among: others, edited: found))
        }
        let view = TicketTypeView(type: edited, zone: event.zone)
        guard edited != found else {
            return try StandardOutput.line(output.json ? view.json.text : "nothing changed")
        }
        try StandardOutput.line(output.json ? view.json.text : "edited type \(edited.number), \(edited.name.visible)")
        if edited.price != found.price, edited.issued > 0 {
            let keep = edited.issued == 1 ? "keeps its" : "keep their"
            StandardError.say("\(counted(edited.issued, "ticket")) already sold \(keep) old price")
        }
    }

    private func apply(to draft: inout TicketTypeDraft, _ fields: inout Fields, _ zone: TimeZone) throws {
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
        if let doorReservations { draft.takesDoorReservations = doorReservations }
        if let liveCode { draft.demandsLiveCode = liveCode }
    }
}
