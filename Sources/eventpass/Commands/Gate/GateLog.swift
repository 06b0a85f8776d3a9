import ArgumentParser
import Gate
import Management
import Presenting
import Ticketing

struct GateLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List the ledger of an event by device, oldest record first.",
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
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(event) { try services.gates.forEachRecord(of: event, $0) }
    }

    private func show(_ event: Event, _ forEachRecord: ((AdmissionRecord) throws -> Void) throws -> Void) throws {
        let view = AdmissionRecordJSON(zone: event.zone)
        let sentences = VerdictSentences(timeZone: event.zone)
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
