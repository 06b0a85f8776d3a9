import ArgumentParser
import PrintShop
import Printing
import Ticketing

struct PrintSheetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheets", abstract: "Print tickets on sheets, or for label and receipt printers.",
        discussion: """
            The command prints all valid tickets of an event. It makes the file available only after it has read back \
            every symbol from the finished pages.

              eventpass print sheets new-year --layout a4-10 --impose cut-stack \\
                  --output tickets.pdf
              eventpass print sheets new-year --unprinted --output late.pdf
              eventpass print sheets new-year --format zpl --layout roll-62 \\
                  --output labels.zpl --printer Zebra
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(
        help: """
            The layout: a .json file, or a name from Samples/Layouts or from the data folder's folder “layouts”. \
            (default: a4-10; with --format zpl: roll-62; with --format escpos: roll-80)
            """)
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
        commandName: "labels", abstract: "Print tickets on label sheets.",
        discussion: """
            A template contains a label sheet's measurements. Measure your printer's offset first, with “eventpass \
            print calibration”.

              eventpass print labels new-year --template avery-l7160 --output labels.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The label sheet: a name from Samples/Layouts/Labels, or a .json file.")
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
        commandName: "badges", abstract: "Print name badges, sorted by holder.",
        discussion: """
            A badge is folded in the middle and shows the name and the symbol on both sides.

              eventpass print badges new-year --output badges.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: "The layout, as for “print sheets”.")
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
    @Option(
        name: .customLong("output"), help: "The new file; for several files, the beginning of their names.",
        completion: .file())
    var file: String?
    @Option(help: "Sort by code, holder, order or type. (default: code; for badges: holder)")
    var sort: PrintOrder?
    @Option(help: "Print only tickets of this type, by name or number.")
    var type: String?
    @Flag(help: "Print only tickets whose current token was not printed yet.")
    var unprinted = false
    @Option(help: "The first ticket to print, counted from 1 in the order of --sort.")
    var from = 1
    @Option(help: "The last ticket to print, counted like --from.")
    var to: Int?
    @Option(
        help: """
            How to arrange tickets. With “rows”, one sheet is filled after the other. With “cut-stack”, the tickets \
            are in order after the sheets are cut as a stack.
            """)
    var impose = Imposition.Order.rows
    @Flag(help: "Add a back page to each page, turned over the long edge.")
    var duplex = false
    @Option(
        parsing: .unconditional,
        help: """
            Move everything to the right and down by these millimetres. Measure the offset with “eventpass print \
            calibration”. (default: 0,0)
            """)
    var offset: PaperOffset?
    @Option(
        parsing: .unconditional,
        help: "The back's offset, seen with the back facing you. (default: the front's offset)")
    var backOffset: PaperOffset?
    @OptionGroup var dates: DateLanguageOption
    @Option(help: "The maximum number of sheets per file.")
    var sheetsPerFile = 1000
    @Option(help: "The format of the files: pdf, zpl (labels) or escpos (receipts).")
    var format = PrintFormat.pdf
    @Option(
        help: """
            How symbols are printed. With “graphic”, the file contains each symbol as a picture. With “printer”, the \
            printer draws the symbols, so they are not read back.
            """)
    var symbols = RollTicketWriter.SymbolRendering.graphic
    @Option(help: "Also send the files to this CUPS queue.")
    var printer: String?
    @Flag(help: "Don't read the symbols back before making a file available.")
    var noCheck = false
    @Option(help: "Continue this interrupted batch.")
    var resume: Int?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if resume != nil, hasPlanOptions {
            throw ValidationError("--resume uses the batch's original options; leave out the others")
        }
        if resume == nil, file == nil { throw ValidationError("--output FILE is required") }
        if format != .pdf, duplex || noCheck {
            throw ValidationError("--duplex and --no-check need --format pdf")
        }
        if backOffset != nil, !duplex { throw ValidationError("--back-offset needs --duplex") }
        if format == .pdf, symbols != .graphic { throw ValidationError("--symbols needs --format zpl or escpos") }
        if from < 1 { throw ValidationError("--from must be 1 or more") }
        if let to, to < from { throw ValidationError("--to must not be less than --from") }
        if !(1...100_000).contains(sheetsPerFile) { throw ValidationError("--sheets-per-file must be 1 to 100000") }
    }

    var settings: PrintSettings {
        var settings = PrintSettings()
        settings.sides = duplex ? .both : .front
        settings.offset = offset ?? .none
        settings.backOffset = backOffset
        settings.language = dates.language
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
}
