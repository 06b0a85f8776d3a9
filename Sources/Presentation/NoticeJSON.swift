package import Foundation
package import Ticketing

/// A notice (a message to a holder, guest or buyer) as JSON.
package struct NoticeJSON {
    private let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    package func json(_ notice: Notice) -> JSON {
        .object([
            ("key", .string(notice.key)), ("kind", .string(notice.kind.rawValue)),
            ("recipient", .string(notice.recipient)), ("event", .optional(notice.event?.rawValue)),
            ("payload", .fields(notice.payload)), ("created", .string(notice.created.iso8601(in: zone))),
            ("sent", .optional(notice.sent?.iso8601(in: zone))),
        ])
    }
}
