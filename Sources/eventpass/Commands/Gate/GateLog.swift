import ArgumentParser
import Gate
import Management
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
        if let pack = try argument.openPack() {
            return try show(pack.event, pack.forEachRecord)
        }
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        try show(event) { try office.forEachRecord(of: event, $0) }
    }

    private func show(_ event: Event, _ forEachRecord: ((AdmissionRecord) throws -> Void) throws -> Void) throws {
        let sentences = Sentences(timeZone: event.zone)
        var lines = LineBuffer()
        try forEachRecord { record in
            if output.json { return try lines.line(json(record, event)) }
            let words: [String?] = [
                sentences.moment(record.wallClock), record.gate.visible, record.decision.name,
                record.serial.map { TicketCode($0).description }, record.decision.reason,
            ]
            try lines.line(words.compactMap(\.self).joined(separator: "  "))
        }
        try lines.flush()
    }

    private func json(_ record: AdmissionRecord, _ event: Event) -> JSON {
        .object([
            ("device", .string(record.device.description)), ("sequence", .integer(record.sequence)),
            ("request", .optional(record.request)), ("event", .int(record.event.rawValue)),
            ("serial", .optional(record.serial.map { Int($0.rawValue) })),
            ("code", .optional(record.serial.map { TicketCode($0).description })),
            ("issue", .int(record.issue)), ("type", .int(record.type.rawValue)),
            ("function", .int(record.function)), ("place", .optional(record.place)),
            ("count", .int(record.count)), ("used", .int(record.used)),
            ("allowed", .optional(record.allowed)), ("reentry", .optional(record.reentry?.rawValue)),
            ("direction", .string(record.direction.rawValue)),
            ("verdict", .string(record.decision.name)), ("reason", .optional(record.decision.reason)),
            ("gate", .string(record.gate)), ("operator", .optional(record.operator)),
            ("at", .string(record.wallClock.iso8601(in: event.zone))),
            ("hybrid_clock", .string(record.hybridClock.wallClock.iso8601(in: event.zone))),
            ("about", .optional(record.about.map { $0.iso8601(in: event.zone) })),
            ("reverses", .optional(record.reverses?.description)),
        ])
    }
}
