import ArgumentParser
import Languages
import PrintShop
import Printing
import Ticketing

struct PrintSheetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheets", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print sheets new-year --layout a4-10 --impose cut-stack \\
                      --output tickets.pdf
                  eventpass print sheets new-year --unprinted --output late.pdf
                  eventpass print sheets new-year --format zpl --layout roll-62 \\
                      --output labels.zpl --printer Zebra
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintSheets"

        case abstract = "Print tickets on sheets, or for label and receipt printers."
        case discussion =
            """
            The command prints all valid tickets of an event. It makes the file available only after it has read back \
            every symbol from the finished pages.

            {examples}
            """
        case layout =
            "The layout: a .json file, or a name from Samples/Layouts, or from the folder “layouts” in the data folder. (default: a4-10; with --format zpl: roll-62; with --format escpos: roll-80)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.layout))
    var layout: String?
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event, layout: layout, options: options
        ).run()
    }
}

struct PrintLabelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print labels new-year --template avery-l7160 --output labels.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintLabels"

        case abstract = "Print tickets on label sheets."
        case discussion =
            """
            A template contains a label sheet's measurements. Measure your printer's offset first, with “eventpass \
            print calibration”.

            {examples}
            """
        case template = "The label sheet: a name from Samples/Layouts/Labels, or a .json file."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.template))
    var template: String
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event,
            layout: template.hasSuffix(".json") ? template : "Labels/\(template)", options: options
        ).run()
    }
}

struct PrintBadgesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badges", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print badges new-year --output badges.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintBadges"

        case abstract = "Print name badges, sorted by holder."
        case discussion =
            """
            A badge is folded in the middle and shows the name and the symbol on both sides.

            {examples}
            """
        case layout = "The layout, as for “print sheets”."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.layout))
    var layout = "badge"
    @OptionGroup var options: PrintRunOptions

    func run() throws {
        try PrintRun(
            global: global, keys: keys, output: output, event: argument.event, layout: layout, options: options,
            order: .holder
        ).run()
    }
}

/// The options of all commands that print tickets.
struct PrintRunOptions: ParsableArguments {
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String?
    @Option(help: ArgumentHelp(Text.sort))
    var sort: PrintOrder?
    @Option(help: ArgumentHelp(Text.type))
    var type: String?
    @Flag(help: ArgumentHelp(Text.unprinted))
    var unprinted = false
    @Option(help: ArgumentHelp(Text.from))
    var from = 1
    @Option(help: ArgumentHelp(Text.to))
    var to: Int?
    @Option(help: ArgumentHelp(Text.impose))
    var impose = Imposition.FillOrder.rows
    @Flag(help: ArgumentHelp(Text.duplex))
    var duplex = false
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.offset))
    var offset: PaperOffset?
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.backOffset))
    var backOffset: PaperOffset?
    @OptionGroup var dates: DateLanguageOption
    @Option(help: ArgumentHelp(Text.sheetsPerFile))
    var sheetsPerFile = 1000
    @Option(help: ArgumentHelp(Text.format, ["formats": .alternatives(PrintFormat.allCases.map(\.rawValue))]))
    var format = PrintFormat.pdf
    @Option(help: ArgumentHelp(Text.symbols))
    var symbols = RollTicketWriter.SymbolRendering.graphic
    @Option(help: ArgumentHelp(Text.printer))
    var printer: String?
    @Flag(help: ArgumentHelp(Text.noCheck))
    var noCheck = false
    @Option(help: ArgumentHelp(Text.resume))
    var resume: Int?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if resume != nil, hasPlanOptions {
            throw ValidationError(Text.resumeWithOptions)
        }
        if resume == nil, file == nil { throw ValidationError(Text.outputRequired) }
        if format != .pdf, duplex || noCheck {
            throw ValidationError(Text.pdfOptions)
        }
        if backOffset != nil, !duplex { throw ValidationError(Text.backOffsetWithoutDuplex) }
        if format == .pdf, symbols != .graphic { throw ValidationError(Text.symbolsOfPDF) }
        if from < 1 { throw ValidationError(Text.fromOutOfRange) }
        if let to, to < from { throw ValidationError(Text.toBeforeFrom) }
        if !(1...100_000).contains(sheetsPerFile) { throw ValidationError(Text.sheetsPerFileOutOfRange) }
    }

    var settings: PrintSettings {
        var settings = PrintSettings()
        settings.sides = duplex ? .both : .front
        settings.offset = offset ?? .none
        settings.backOffset = backOffset
        settings.language = dates.tag
        settings.format = format
        settings.symbols = symbols
        return settings
    }

    var check: PrintedFile.Check { noCheck ? .unchecked : .everySymbolReadBack }

    /// Whether the command line has an option that only a new batch can use. A resumed batch keeps its original
    /// options.
    private var hasPlanOptions: Bool {
        file != nil || sort != nil || type != nil || unprinted || from != 1 || to != nil || duplex || offset != nil
            || backOffset != nil
            || impose != .rows || format != .pdf || symbols != .graphic
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsPrintRun"

        case file = "The new file; for several files, the beginning of their names."
        case sort = "Sort by code, holder, order or type. (default: code; for badges: holder)"
        case type = "Print only tickets of this type, by name or number."
        case unprinted = "Print only tickets whose current token was not printed yet."
        case from = "The first ticket to print, counted from 1 in the order of --sort."
        case to = "The last ticket to print, counted like --from."
        case impose =
            "How to arrange tickets. With “rows”, one sheet is filled after the other. With “cut-stack”, the tickets are in order after the sheets are cut as a stack."
        case duplex = "Add a back page to each page, turned over the long edge."
        case offset =
            "Move everything to the right and down by these millimetres. Measure the offset with “eventpass print calibration”. (default: 0,0)"
        case backOffset = "The back's offset, seen with the back facing you. (default: the front's offset)"
        case sheetsPerFile = "The maximum number of sheets per file."
        case format = "The format of the files: {formats}. zpl is for labels, and escpos is for receipts."
        case symbols =
            "How symbols are printed. With “graphic”, the file contains each symbol as a picture. With “printer”, the printer draws the symbols, so they are not read back."
        case printer = "Also send the files to this CUPS queue."
        case noCheck = "Don't read the symbols back before making a file available."
        case resume = "Continue this interrupted batch."
        case resumeWithOptions = "--resume uses the batch's original options; leave out all other options"
        case outputRequired = "--output FILE is required"
        case pdfOptions = "--duplex and --no-check need --format pdf"
        case backOffsetWithoutDuplex = "--back-offset needs --duplex"
        case symbolsOfPDF = "--symbols needs --format zpl or escpos"
        case fromOutOfRange = "--from must be 1 or more"
        case toBeforeFrom = "--to must not be less than --from"
        case sheetsPerFileOutOfRange = "--sheets-per-file must be 1 to 100000"
    }
}
