import ArgumentParser
import Printing
import PrintShop
import Ticketing

/// What every command takes that prints an event's tickets.
struct SheetRunOptions: ParsableArguments {
    @Option(
        name: .customLong("output"), help: "The new file; of several, what their names begin with.",
        completion: .file())
    var file: String?
    @Option(help: "code, holder, order or type. (default: code; badges: holder)")
    var sort: PrintOrder?
    @Option(help: "Only tickets of this type, by name or number.")
    var type: String?
    @Flag(help: "Only tickets whose present token is on no paper yet.")
    var unprinted = false
    @Option(help: "The first ticket, counted in that order from 1.")
    var from = 1
    @Option(help: "The last ticket.")
    var to: Int?
    @Option(help: "rows, or cut-stack: the cut stacks lie in order.")
    var impose = Imposition.Order.rows
    @Flag(help: "The other side, too: a page behind each, turned over the long edge.")
    var duplex = false
    @Option(
        parsing: .unconditional,
        help: "Moves everything by millimetres, as eventpass print calibration shows. (default: 0,0)")
    var offset: PaperOffset?
    @Option(
        parsing: .unconditional,
        help: "The same for the other side, as you look at it. (default: that of the front)")
    var backOffset: PaperOffset?
    @OptionGroup var dates: DateLanguageOption
    @Option(help: "Sheets in a file; more make several files.")
    var sheetsPerFile = 1000
    @Option(help: "pdf, zpl (labels) or escpos (receipts).")
    var format = PrintFormat.pdf
    @Option(help: "graphic, or printer: label and receipt printers draw the symbols themselves, and none is read back.")
    var symbols = TicketRoll.Symbols.graphic
    @Option(help: "Send the files to this queue of CUPS, too.")
    var printer: String?
    @Flag(help: "Release the file without reading its symbols back.")
    var noCheck = false
    @Option(help: "Finish this batch, which was interrupted.")
    var resume: Int?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        if resume != nil, isPlanning {
            throw ValidationError("--resume goes on with what was asked for then: leave the rest out")
        }
        if resume == nil, file == nil { throw ValidationError("--output FILE says where the sheets go") }
        if format != .pdf, duplex || noCheck {
            throw ValidationError("--duplex and --no-check are for --format pdf")
        }
        if backOffset != nil, !duplex { throw ValidationError("--back-offset goes with --duplex") }
        if format == .pdf, symbols != .graphic { throw ValidationError("--symbols is for --format zpl and escpos") }
        if from < 1 { throw ValidationError("--from counts from 1") }
        if let to, to < from { throw ValidationError("--to is not below --from") }
        if !(1...100_000).contains(sheetsPerFile) { throw ValidationError("--sheets-per-file is 1 to 100000") }
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

    var check: PrintedFile.Check { noCheck ? .nothing : .everySymbol }

    /// Whether anything is asked for that a batch has kept.
    private var isPlanning: Bool {
        file != nil || sort != nil || type != nil || unprinted || from != 1 || to != nil || duplex || offset != nil
            || backOffset != nil
            || impose != .rows || format != .pdf || symbols != .graphic
    }
}
