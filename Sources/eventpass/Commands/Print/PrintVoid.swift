import ArgumentParser
import Management
import Presenting
import Printing
import PrintShop
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
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let batch = try office.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets { throw BatchError.unknownSheet(last, sheets: batch.sheets) }
        try Confirmation.need(
            yes,
            "Void \(counted(numbers.count, "sheet")) of batch \(batch.number)? What is printed there opens no gate any more.",
            of: "voiding a sheet")
        let messages = try QueuedMessages(office, of: event)
        let imposition = try Imposition(batch)
        for number in numbers {
            let voided = try office.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring, publicKeys: signing.use(of: ring))
            let view = try VoidedSheetView(batch: batch.number, sheet: number, voided) {
                try Imposition($0).sheet(ofPosition: $1)
            }
            try StandardOutput.line(output.json ? view.json.text : text(number, voided))
            for other in view.others {
                StandardError.say(
                    "also on batch \(other.batch), sheet \(other.sheet): \(other.tickets) of these tickets, worthless there now, too"
                )
            }
            for ticket in voided.exhausted {
                StandardError.say(
                    "warning: ticket \(ticket.code) was reissued as often as can be and is still good on that paper: eventpass ticket cancel \(event.slug) \(ticket.code)"
                )
            }
        }
        try messages.say()
        StandardError.say(
            "next: eventpass print reprint \(event.slug) \(batch.number) --sheet \(sheets.sheet.text) --output FILE; eventpass gate refresh for packs"
        )
    }

    private func text(_ sheet: Int, _ voided: VoidedSheet) -> String {
        let others = [
            (voided.superseded.count, "had another token already"), (voided.ended.count, "had ended already"),
        ].filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        let again = voided.wasVoid ? " was void before" : " is void"
        return "sheet \(sheet)\(again): \(counted(voided.reissued.count, "ticket")) reissued\(others)"
    }
}
