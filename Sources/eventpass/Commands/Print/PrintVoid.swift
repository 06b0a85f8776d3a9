import ArgumentParser
import Management
import Presenting
import Printing
import PrintShop
import Ticketing

struct PrintVoidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: "Void a spoiled or lost sheet: its tickets are reissued.",
        discussion: """
            Gates refuse the sheet's printed tokens from now on; gate packs, after their next refresh. The tickets \
            stay valid with new tokens.

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
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let batch = try services.printing.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets {
            throw PrintBatchError.unknownSheet(last, sheets: batch.sheets)
        }
        try Confirmation.require(
            yes,
            "Void \(counted(numbers.count, "sheet")) of batch \(batch.number)? Gates will refuse what is printed there.",
            of: "voiding a sheet")
        let messages = try QueuedMessageReport(services, of: event)
        let imposition = try Imposition(batch)
        for number in numbers {
            let voided = try services.printing.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring, publicKeys: signing.publicKeyUse(of: ring))
            let view = try VoidedSheetJSON(batch: batch.number, sheet: number, voided) {
                try Imposition($0).sheet(ofPosition: $1)
            }
            try StandardOutput.line(output.json ? view.json.text : text(number, voided))
            for other in view.otherCopies {
                StandardError.say(
                    "also void on batch \(other.batch), sheet \(other.sheet): \(other.tickets) of these tickets"
                )
            }
            for ticket in voided.exhausted {
                StandardError.say(
                    "warning: ticket \(ticket.code) cannot be reissued again and stays valid on that paper: eventpass ticket cancel \(event.slug) \(ticket.code)"
                )
            }
        }
        try messages.say()
        StandardError.say(
            "next: eventpass print reprint \(event.slug) \(batch.number) --sheet \(sheets.sheet.text) --output FILE; then refresh gate packs"
        )
    }

    private func text(_ sheet: Int, _ voided: VoidedSheet) -> String {
        let others = [
            (voided.superseded.count, "had a newer token already"), (voided.ended.count, "were cancelled already"),
        ].filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        let again = voided.wasVoid ? " was already void" : " is void"
        return "sheet \(sheet)\(again): \(counted(voided.reissued.count, "ticket")) reissued\(others)"
    }
}
