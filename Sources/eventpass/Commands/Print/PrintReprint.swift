import ArgumentParser
import Management
import Presenting
import PrintShop
import Ticketing

struct PrintReprint: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprint", abstract: "Print sheets of a batch again, with the same tickets on them.",
        discussion: """
            Of a sheet that was voided, the new tokens are printed. A lost sheet is to be voided first.

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
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        try office.authorizeTokens(of: event)
        let batch = try office.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets { throw BatchError.unknownSheet(last, sheets: batch.sheets) }
        let layout = try LayoutFolder(of: folder).load(of: batch)
        let printer = try BatchPrinter(
            office, event, batch, layout, try folder.openKeyRing(keys, of: store), .everySymbol, clock: Instant.now,
            watch: PrintProgress(batch).watch)
        let sheets = numbers.map { $0 - 1 }
        var outcome = BatchPrinter.Outcome()
        try replacing.making {
            try printer.draw(sheets, into: DataFolder.absolute(file), existing: replacing.existing) { drawn, _ in
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
        BatchView(event: event).remark(outcome, of: batch)
    }
}
