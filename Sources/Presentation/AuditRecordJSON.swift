package import Foundation
package import Store
package import Ticketing

/// A record of the audit trail (one change by a user) as JSON. The old and new values of fields appear as they are
/// stored, with times in UTC.
package struct AuditRecordJSON {
    package let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    package func json(_ record: AuditRecord) -> JSON {
        .object([
            ("sequence", .integer(record.sequence)), ("at", .string(record.at.iso8601(in: zone))),
            ("user", .int(record.user.rawValue)),
            ("user_name", .optional(record.userName)), ("action", .string(record.action)),
            ("event", .optional(record.event?.rawValue)), ("subject", .string(record.subject.kind.rawValue)),
            ("subject_id", .string(record.subject.id)), ("before", .fields(record.before)),
            ("after", .fields(record.after)),
        ])
    }
}

extension JSON {
    /// An object whose values are strings. Its members are sorted by name.
    package static func fields(_ fields: [String: String]) -> JSON {
        .object(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
}

extension AuditVerification {
    package var json: JSON {
        switch self {
        case .intact(let records): .object([("intact", .bool(true)), ("records", .int(records))])
        case .broken(let sequence, let fault):
            .object([("intact", .bool(false)), ("sequence", .integer(sequence)), ("fault", .string(fault.rawValue))])
        }
    }
}
