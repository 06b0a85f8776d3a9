import ArgumentParser
import Management
import Printing
import Ticketing

struct PrintVoid: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: "Make a spoiled or lost sheet worthless: its tickets are reissued.",
        discussion: """
            Gates refuse whatever is on that paper from now on; packs, from their next refresh on. The tickets themselves \
            stay as they are, with new tokens.

              eventpass print void new-year 1 --sheet 37 --yes
              eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var batchArgument: BatchArgument
    @OptionGroup var sheets: SheetsOption
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let batch = try office.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets { throw BatchError.unknownSheet(last, sheets: batch.sheets) }
        try Confirmation.need(
            yes,
            "Void \(counted(numbers.count, "sheet")) of batch \(batch.number)? What is printed there opens no gate any more.",
            of: "voiding a sheet")
        let imposition = Imposition(batch)
        for number in numbers {
            let voided = try office.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring, publicKeys: signing.use(of: ring))
            try StandardOutput.line(output.json ? json(number, voided).text : text(number, voided))
        }
        StandardError.say(
            "next: eventpass print reprint \(event.slug) \(batch.number) --sheet \(sheets.sheet.text) --output FILE; eventpass gate refresh for packs"
        )
    }

    private func text(_ sheet: Int, _ voided: VoidedSheet) -> String {
        let ended = voided.ended.isEmpty ? "" : "; \(voided.ended.count) had ended already"
        return "sheet \(sheet) is void: \(counted(voided.reissued.count, "ticket")) reissued\(ended)"
    }

    private func json(_ sheet: Int, _ voided: VoidedSheet) -> JSON {
        .object([
            ("batch", .int(batchArgument.batch)), ("sheet", .int(sheet)),
            ("reissued", .array(voided.reissued.map { .string("\($0.code)") })),
            ("ended", .array(voided.ended.map { .string("\($0.code)") })),
        ])
    }
}
