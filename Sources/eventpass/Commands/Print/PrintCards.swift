import ArgumentParser
import Management
import Presenting
import PrintShop

struct PrintCards: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "Print cards for the seats or the tables of a function.",
        discussion: """
            A card for each guest who said that they come, and for each companion they bring; with --per table one for \
            each table, with the names of who sits there. Cards open no gate: nothing is remembered of them.

              eventpass print cards wedding --function reception --output cards.pdf
              eventpass print cards wedding --function reception --sort table \\
                  --layout letter-place-cards --output cards.pdf
              eventpass print cards wedding --function reception --per table \\
                  --output tables.pdf
            """)

    /// What has a card.
    enum Per: String, CaseIterable, TypedValue {
        case guest, table
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionOption: FunctionOption
    @Option(help: "guest or table.")
    var per = Per.guest
    @Option(help: "The layout, by name or file. (default: a4-place-cards; of tables: table-card)")
    var layout: String?
    @Option(help: "name or table. (default: name)")
    var sort: Seating.Order?
    @Flag(help: "Everybody who is invited and did not decline.")
    var all = false
    @Option(
        parsing: .unconditional,
        help: "Moves everything by millimetres, as eventpass print calibration shows. (default: 0,0)")
    var offset: PaperOffset?
    @OptionGroup var dates: DateLanguageOption
    @Option(name: .customLong("output"), help: "The new PDF.", completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if per == .table, sort != nil { throw ValidationError("--sort is for --per guest: tables have their order") }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let function = try functionOption.choice(of: event, among: try office.functions(of: event), office)
        let seating = try office.seating(at: function, of: event, all ? .notDeclined : .attending)
        let loaded = try LayoutFolder(of: folder).load(
            typed: layout ?? (per == .guest ? "a4-place-cards" : "table-card"))
        let fields = EventFields(
            event: event, organizer: try office.organizerName(of: event), language: dates.language
        ).ofCards(for: function)
        let cards =
            switch per {
            case .guest: SeatingCards(seating).places(by: sort ?? .name)
            case .table: SeatingCards(seating).tables
            }
        guard !cards.isEmpty else {
            throw CelebrationError.noTables(function: function.name, people: seating.seats.count)
        }
        let printer = CardPrinter(
            layout: loaded, paper: per == .guest ? .placeCards : .tableCards, fields: fields, offset: offset ?? .none,
            watch: PrintProgress().watch)
        let notes = try replacing.making {
            try printer.print(cards, into: file, existing: replacing.existing)
        }
        let run = CardRunView(
            event: event, function: function, per: per.rawValue, layout: loaded.name, seating: seating,
            cards: cards.count, sheets: printer.sheets(of: cards), file: file)
        try StandardOutput.line(output.json ? run.json.text : run.line)
        run.remark(notes, onTables: per == .table)
    }
}

extension Seating.Order: TypedValue {}
