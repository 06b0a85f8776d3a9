import ArgumentParser
import Management
import Presenting
import PrintShop
import Ticketing

struct PrintReprintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprint", abstract: "Print sheets of a batch again, with the same tickets.",
        discussion: """
            A voided sheet is printed with the new tokens. Void a lost sheet before reprinting it.

              eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var batchArgument: BatchArgument
    @OptionGroup var sheets: SheetsOption
    @Option(name: .customLong("output"), help: "The new PDF.", completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        try services.tickets.authorizeTokens(of: event)
        let batch = try services.printing.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets {
            throw PrintBatchError.unknownSheet(last, sheets: batch.sheets)
        }
        let layout = try LayoutFolder(of: folder).load(of: batch)
        let printer = try BatchPrinter(
            services, event, batch, layout, try folder.openKeyRing(keys, of: store), .everySymbolReadBack,
            clock: Instant.now,
            progress: PrintProgress(batch).watch)
        let sheets = numbers.map { $0 - 1 }
        var outcome = BatchPrinter.PrintResult()
        try replacing.explainingExistingFile {
            try printer.render(sheets, into: DataFolder.absolute(file), existing: replacing.existing) { drawn, _ in
                outcome = drawn
            }
        }
        let summary = JSON.object([
            ("batch", .int(batch.number)), ("sheets", .array(numbers.map { .int($0) })),
            ("tickets", .int(outcome.tickets)), ("file", .string(file)),
        ])
        try StandardOutput.line(
            output.json
                ? summary.text
                : "batch \(batch.number): \(counted(outcome.tickets, "ticket")) on \(counted(sheets.count, "sheet")) again in \(file.visible); \(printer.check.words)"
        )
        PrintBatchJSON(event: event).remark(outcome, of: batch)
    }
}
