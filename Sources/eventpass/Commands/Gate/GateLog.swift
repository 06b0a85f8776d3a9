import ArgumentParser
import Gate
import Management
import Presenting
import Ticketing

struct GateLog: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "The ledger of an event, oldest first, device by device.",
        discussion: """
              eventpass gate log new-year --json | jq 'select(.verdict == "refuse")'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(pack.event, pack.forEachRecord)
        }
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        try show(event) { try office.forEachRecord(of: event, $0) }
    }

    private func show(_ event: Event, _ forEachRecord: ((AdmissionRecord) throws -> Void) throws -> Void) throws {
        let view = RecordView(zone: event.zone)
        let sentences = Sentences(timeZone: event.zone)
        var lines = LineBuffer()
        try forEachRecord { record in
            if output.json { return try lines.line(view.json(record)) }
            let words: [String?] = [
                sentences.moment(record.wallClock), record.gate.visible, record.decision.name,
                record.serial.map { TicketCode($0).description }, record.decision.reason?.visible,
            ]
            try lines.line(words.compactMap(\.self).joined(separator: "  "))
        }
        try lines.flush(orSay: "Nothing was scanned.", output)
    }
}
