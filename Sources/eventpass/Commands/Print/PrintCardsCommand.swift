import ArgumentParser
import Languages
import Management
import Presentation
import PrintShop
import Printing

struct PrintCardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print cards wedding --sub-event reception --output cards.pdf
                  eventpass print cards wedding --sub-event reception --sort table \\
                      --layout letter-place-cards --output cards.pdf
                  eventpass print cards wedding --sub-event reception --per table \\
                      --output tables.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintCards"

        case abstract = "Print place cards or table cards for a sub-event."
        case discussion =
            """
            The command prints a card for each attending guest and companion. With --per table, it prints a card for \
            each table, with the names of the table's guests. Cards are not tickets, and no batch is recorded.

            {examples}
            """
        case per = "One card per guest or per table."
        case layout = "The layout, by name or file. (default: a4-place-cards; for tables: table-card)"
        case sort = "Sort by name or table. (default: name)"
        case all = "Include invited guests who did not answer."
        case offset =
            "Move everything to the right and down by these millimetres. Measure the offset with “eventpass print calibration”. (default: 0,0)"
        case file = "The new PDF."
        case sortedTables = "--sort cannot be combined with --per table"
        case withoutTable =
            "{count} person without a table has no card: {names}|{count} people without a table have no card: {names}"
    }

    /// The choice between one card per guest and one card per table.
    enum CardSubject: String, CaseIterable, ArgumentValue {
        case guest, table
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var subEventOption: SubEventOption
    @Option(help: ArgumentHelp(Text.per))
    var per = CardSubject.guest
    @Option(help: ArgumentHelp(Text.layout))
    var layout: String?
    @Option(help: ArgumentHelp(Text.sort))
    var sort: Seating.CardOrder?
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.offset))
    var offset: PaperOffset?
    @OptionGroup var dates: DateLanguageOption
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if per == .table, sort != nil { throw ValidationError(Text.sortedTables) }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let subEvent = try subEventOption.resolve(
            of: event, among: try services.subEvents.subEvents(of: event), services)
        let seating = try services.guests.seating(at: subEvent, of: event, all ? .notDeclined : .attending)
        let loaded = try LayoutFolder(of: folder).load(
            typed: layout ?? (per == .guest ? "a4-place-cards" : "table-card"))
        let fields = EventFieldValues(
            event: event, organizer: try services.organizerName(of: event), language: dates.tag
        ).cardFields(for: subEvent)
        let language = PaperLanguage(dates.tag)
        let contents = SeatingCards(seating, language: language)
        let cards =
            switch per {
            case .guest: contents.placeCards(by: sort ?? .name)
            case .table: contents.tableCards
            }
        guard !cards.isEmpty else {
            throw GuestError.noTables(subEvent: subEvent.name, people: seating.seats.count)
        }
        let printer = CardPrinter(
            layout: loaded, paper: per == .guest ? .placeCards : .tableCards, fields: fields, language: language,
            offset: offset ?? .none, progress: PrintProgress().watch)
        let notes = try replacing.explainingExistingFile {
            try printer.print(cards, into: file, existing: replacing.existing)
        }
        let run = CardRunJSON(
            event: event, subEvent: subEvent, per: per.rawValue, layout: loaded.name, seating: seating,
            cards: cards.count, sheets: printer.sheets(of: cards), file: file)
        try StandardOutput.line(output.json ? run.json.text : run.line)
        run.remark(notes, onTables: per == .table)
    }
}

extension Seating.CardOrder: ArgumentValue {}

extension CardRunJSON {
    var line: String {
        "\(counted(cards, "card")) for \(subEvent.name.visible) on \(counted(sheets, "sheet")) in \(file.visible)"
    }

    /// Prints the warnings of a print run on standard error.
    func remark(_ notes: RenderingWarnings, onTables: Bool) {
        for sentence in notes.sentences { StandardError.warn(sentence) }
        let rest = seating.withoutTable
        if onTables, !rest.isEmpty {
            let names = CardRunJSON.list(rest.prefix(10).map(\.name), of: rest.count)
            StandardError.warn(
                PrintCardsCommand.Text.withoutTable, ["count": .number(rest.count), "names": .text(names)])
        }
    }

    private static func list(_ names: [String], of count: Int) -> String {
        names.joined(separator: ", ") + (count > names.count ? ", …" : "")
    }
}
