package import Foundation
import Languages
package import Ticketing

/// A notice (a message to a holder, guest or buyer) and its delivery as JSON.
package struct NoticeJSON {
    private let zone: TimeZone

    package init(zone: TimeZone) {
        self.zone = zone
    }

    /// The notice as an object. The values of the members `reason` and `channel` are names that the store also uses.
    /// The member `reason_text` is the reason in English words. If the notice was merged into a later notice,
    /// `merged_into` is the member `key` of that notice; otherwise it is null.
    package func json(_ notice: Notice) -> JSON {
        let delivery = notice.delivery
        return .object([
            ("key", .string(notice.key)), ("kind", .string(notice.kind.rawValue)),
            ("recipient", .string(notice.recipient)), ("event", .optional(notice.event?.rawValue)),
            ("payload", .fields(notice.visiblePayload)),
            ("created", .string(notice.created.iso8601(in: zone))),
            ("sent", time(delivery.sent)), ("state", .string(delivery.state.rawValue)),
            ("reason", .optional(delivery.reason?.code)),
            ("reason_text", .optional(delivery.reasonSentence?.english)),
            ("merged_into", .optional(notice.successor)),
            ("channel", .optional(delivery.channel?.rawValue)),
            ("answer", .optional(delivery.answer.map { Sentence(stored: $0).english })),
            ("tries", .int(delivery.tries)), ("due", time(delivery.due)),
        ])
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: zone)) }
}
