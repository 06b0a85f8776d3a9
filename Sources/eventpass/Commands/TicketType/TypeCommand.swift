import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct TypeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: Text.abstract.text,
        subcommands: [
            TypeAddCommand.self, TypeDuplicateCommand.self, TypeEditCommand.self, TypeMoveCommand.self,
            TypeRemoveCommand.self, TypeListCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandType"

        case abstract = "Add, change and list ticket types."
    }
}

struct TypeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass type list new-year --json | jq .issued
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTypeList"

        case abstract = "List the ticket types of an event and their sale status."
    }

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
        try TicketTypeJSON.table(typesJSON, zone: event.zone).write(global.terminal())
    }
}

extension TicketTypeJSON {
    /// The fields that the table of ticket types shows in columns with their own headings.
    private static let fieldsWithOwnColumn: Set = ["name", "price", "quantity", "admits", "door_reservations"]

    /// The fields that the table leaves out, so that a line is not too long. `type list --json` prints them, and the
    /// desk shows them in the form of the type. A field that is in neither list has a column as soon as a type has a
    /// value for it.
    static let fieldsOutsideTable: Set = [
        "opens", "closes", "least", "most", "hidden", "minimum_age", "valid_from", "valid_until", "hours", "gates",
        "gate_note", "re_entry", "live_code",
    ]

    static func table(_ typesJSON: [TicketTypeJSON], zone: TimeZone) -> Table {
        let others = OtherFields(
            of: typesJSON.map(\.type.details), except: fieldsWithOwnColumn.union(fieldsOutsideTable), in: zone)
        let headings = [
            "number", "name", "price", "issued", "reserved", "quantity", "admits", "door reservations", "on sale",
        ]
        var table = Table(headings: headings + others.headings, empty: "There are no ticket types.")
        for typeJSON in typesJSON {
            let type = typeJSON.type
            let cells: [String] = [
                "\(type.number)", type.name, type.price?.description ?? "free", "\(type.issued)", "\(type.reserved)",
                type.quantity.map(String.init) ?? "–", "\(type.admits)",
                type.allowsDoorReservations ? "yes" : "no", typeJSON.saleText,
            ]
            table.add(cells + others.cells(of: type.details))
        }
        return table
    }
}

struct TypeAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Text.abstract.text,
        discussion: """
              eventpass type add new-year --name Regular --price "50000 UGX" --quantity 2500
              eventpass type add new-year --name VIP --price "150000 UGX" --gate South \\
                  --most 4 --opens 2029-11-01T09:00 --closes 2030-01-01T22:00
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTypeAdd"

        case abstract = "Add a ticket type to an event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @OptionGroup var given: TicketTypeOptions

    func validate() throws { try given.requireName() }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        try given.add(.blank, to: event, services, output)
        if event.status == .draft { StandardError.next("eventpass event publish \(event.slug)") }
    }
}

/// The options for the details of a ticket type, which `type add`, `type edit` and `type duplicate` share.
struct TicketTypeOptions: FieldOptions {
    typealias Entity = TicketTypeDetails

    @Option("name", of: Entity.self) var name: String?
    @Option("price", of: Entity.self) var price: String?
    @Option("quantity", of: Entity.self) var quantity: String?
    @Option("admits", of: Entity.self) var admits: String?
    @Option("valid_from", of: Entity.self) var validFrom: String?
    @Option("valid_until", of: Entity.self) var validUntil: String?
    @Option("opens", of: Entity.self) var opens: String?
    @Option("closes", of: Entity.self) var closes: String?
    @Option("least", of: Entity.self) var least: String?
    @Option("most", of: Entity.self) var most: String?
    @Option("gates", of: Entity.self, option: "gate") var gates: [String]
    @Option("minimum_age", of: Entity.self) var minimumAge: String?
    @Option("re_entry", of: Entity.self) var reEntry: String?
    @Option("hours", of: Entity.self) var hours: String?
    @Option("gate_note", of: Entity.self) var gateNote: String?
    @Flag("hidden", of: Entity.self) var hidden: Bool?
    @Flag("door_reservations", of: Entity.self) var doorReservations: Bool?
    @Flag("live_code", of: Entity.self) var liveCode: Bool?
}

extension TicketTypeOptions {
    func requireName() throws {
        if name == nil { throw ValidationError(ParserFault.Text.missingOption, ["option": "--name <name>"]) }
    }

    /// - Parameter standard: the details before the options are applied.
    func add(
        _ standard: TicketTypeDetails, to event: Event, _ services: ManagementServices, _ output: JSONOption
    ) throws {
        var details = standard
        var fields = FieldParser()
        apply(to: &details, in: { _ in event.zone }, &fields)
        try fields.finish(adding: details.faults(among: try services.ticketTypes.ticketTypes(of: event)))
        let type = try services.ticketTypes.addTicketType(details, to: event)
        let typeJSON = TicketTypeJSON(type: type, zone: event.zone)
        try StandardOutput.line(output.json ? typeJSON.json.text : "added type \(type.number), \(type.name.visible)")
    }
}
