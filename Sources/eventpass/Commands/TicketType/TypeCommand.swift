import ArgumentParser
import Foundation
import Management
import Presentation
import Ticketing

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Add, change and list ticket types.",
        subcommands: [TypeAddCommand.self, TypeEditCommand.self, TypeListCommand.self])
}

struct TypeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the ticket types of an event and their sale status.",
        discussion: """
              eventpass type list new-year --json | jq .issued
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let typesJSON = try services.ticketTypes.ticketTypesOnSale(of: event).map { found in
            TicketTypeJSON(type: found.type, zone: event.zone, sale: found.sale)
        }
        if output.json {
            for typeJSON in typesJSON { try StandardOutput.line(typeJSON.json.text) }
            return
        }
        var table = Table(
            "number", "name", "price", "issued", "reserved", "of", "admits", "door reservations", "on sale",
            empty: "There are no ticket types.")
        for typeJSON in typesJSON {
            let type = typeJSON.type
            table.add(
                "\(type.number)", type.name, type.price?.description ?? "free", "\(type.issued)", "\(type.reserved)",
                type.quantity.map(String.init) ?? "–", "\(type.admits)",
                type.allowsDoorReservations ? "yes" : "no", typeJSON.saleText)
        }
        try table.write(global.terminal())
    }
}

struct TypeAddCommand: ParsableCommand {
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

    @Option(help: "The type's name.")
    var name: String
    @Option(
        parsing: .unconditional,
        help: "The price, such as “50000 UGX”, in the currency of the event's other types. (default: free)")
    var price: ParsedArgument<Money>?
    @Option(
        parsing: .unconditional, help: "The number of tickets. (default: limited only by the venue's capacity)")
    var quantity: ParsedArgument<Int>?
    @Option(
        parsing: .unconditional, help: "How many people one ticket admits, 1 to 16. (default: 1)")
    var admits: ParsedArgument<Admits>?
    @Option(help: "The time from which tickets are valid.")
    var validFrom: Moment?
    @Option(help: "The time until which tickets are valid.")
    var validUntil: Moment?
    @Option(help: "The time from which tickets are on sale. (default: when the event is published)")
    var opens: Moment?
    @Option(help: "The time until which tickets are on sale. (default: the event's start)")
    var closes: Moment?
    @Option(
        parsing: .unconditional, help: "The minimum number of tickets in an order. (default: 1)")
    var least: ParsedArgument<Int>?
    @Option(
        parsing: .unconditional, help: "The maximum number of tickets in an order. (default: no limit)")
    var most: ParsedArgument<Int>?
    @Option(help: "A gate that accepts the type, by name; repeat for more. (default: every gate)")
    var gate: [String] = []
    @Option(help: "The minimum age, in years.")
    var minimumAge: ParsedArgument<EventDetails.MinimumAge>?
    @Option(
        help:
            "Re-entry: never, after-exit, always, daily, or a maximum number of entries. (default: after-exit)"
    )
    var reEntry: ParsedArgument<Reentry>?
    @Option(help: "The hours of each day when tickets are valid, such as 10:00-18:00. (default: all day)")
    var hours: ParsedArgument<DailyHours>?
    @Option(help: "A note that gates show with each ticket, such as “VIP: north lounge”.")
    var gateNote: String?
    @Flag(help: "Hide the type from buyers; only organizers sell it.")
    var hidden = false
    @Flag(help: "Visitors may reserve the type online and pay at the door. (Free types can always be reserved.)")
    var doorReservations = false
    @Flag(help: "Gates require a live code, so that screenshots do not work.")
    var liveCode = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let zone = event.zone
        let draft = try draft(zone) { try services.ticketTypes.ticketTypes(of: event) }
        let type = try services.ticketTypes.addTicketType(draft, to: event)
        let typeJSON = TicketTypeJSON(type: type, zone: zone)
        try StandardOutput.line(output.json ? typeJSON.json.text : "added type \(type.number), \(type.name.visible)")
        if event.status == .draft { StandardError.say("next: eventpass event publish \(event.slug)") }
    }

    private func draft(_ zone: TimeZone, among types: () throws -> [TicketType]) throws -> TicketTypeDetails {
        var fields = FieldParser()
        let draft = TicketTypeDetails(
            name: name, price: fields.read(price, "price"), quantity: fields.read(quantity, "quantity"),
            admits: fields.read(admits, "admits") ?? .one,
            window: ValidityWindow(
                from: try fields.read(validFrom, "valid-from", in: zone),
                until: try fields.read(validUntil, "valid-until", in: zone)),
            requiresLiveCode: liveCode,
            sales: SalesWindow(
                opens: try fields.read(opens, "opens", in: zone), closes: try fields.read(closes, "closes", in: zone)),
            isHidden: hidden
        ).with {
            $0.perOrder = OrderRange(least: fields.read(least, "least") ?? 1, most: fields.read(most, "most"))
            $0.gates = gate
            $0.allowsDoorReservations = doorReservations
            $0.minimumAge = fields.read(minimumAge, "minimum-age")
            $0.reentry = fields.read(reEntry, "re-entry") ?? .afterExit
            $0.hours = fields.read(hours, "hours")
            $0.gateNote = gateNote
        }
        try fields.finish(adding: draft.faults(among: try types()))
        return draft
    }
}
