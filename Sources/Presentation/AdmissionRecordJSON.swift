package import Foundation
import Gate
package import Ticketing

/// A record of the admission ledger (one decision of a gate) as JSON.
package struct AdmissionRecordJSON {
    private let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    package func json(_ record: AdmissionRecord) -> JSON {
        .object([
            ("device", .string(record.device.description)), ("sequence", .integer(record.sequence)),
            ("request", .optional(record.request)), ("event", .int(record.event.rawValue)),
            ("serial", .optional(record.serial.map { Int($0.rawValue) })),
            ("code", .optional(record.serial.map { TicketCode($0).description })),
            ("issue", .int(record.issue)), ("type", .int(record.type.rawValue)),
            ("sub_event", .int(record.subEvent)), ("slot", .optional(record.slot)),
            ("count", .int(record.count)), ("used", .int(record.used)),
            ("allowed", .optional(record.allowed)), ("reentry", .optional(record.reentry?.rawValue)),
            ("direction", .string(record.direction.rawValue)),
            ("verdict", .string(record.decision.name)), ("reason", .optional(record.decision.reason)),
            ("gate", .string(record.gate)), ("operator", .optional(record.operator)),
            ("at", .string(record.wallClock.iso8601(in: zone))),
            ("hybrid_clock", .string(record.hybridClock.wallClock.iso8601(in: zone))),
            ("about", .optional(record.approximateTime.map { $0.iso8601(in: zone) })),
            ("reverses", .optional(record.reverses?.description)),
        ])
    }
}
