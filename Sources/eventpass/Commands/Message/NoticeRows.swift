import Languages
import Presentation
import Spreadsheet
import Ticketing

/// The rows of messages in a CSV file.
struct NoticeRows {
    let events: EventLookup

    var sheet: Worksheet {
        func column(_ heading: String) -> WorksheetColumn { WorksheetColumn(heading, .text) }
        return Worksheet(
            name: "messages",
            columns: ["created", "kind", "recipient", "event", "code", "state", "reason", "channel"].map(column)
                + [WorksheetColumn("tries", .integer)] + ["due", "sent", "answer", "key"].map(column))
    }

    /// The cells of a message, one for each column. Times are in the event's time zone.
    func cells(of notice: Notice) -> [WorksheetCell] {
        let delivery = notice.delivery
        let zone = events.zone(of: notice.event)
        func text(_ text: String?) -> WorksheetCell { text.map { .text($0) } ?? .empty }
        func time(_ time: Instant?) -> WorksheetCell { text(time?.iso8601(in: zone)) }
        return [
            time(notice.created), text(notice.kind.rawValue), text(notice.recipient),
            text(notice.payload["title"] ?? events.title(of: notice.event)), text(notice.confirmationCode),
            text(delivery.state.rawValue), text(delivery.reasonSentence?.english),
            text(delivery.channel?.rawValue), .integer(Int64(delivery.tries)), time(delivery.due),
            time(delivery.sent), text(delivery.answer.map { Sentence(stored: $0).english }), text(notice.key),
        ]
    }
}

extension Notice {
    /// The code with which the recipient confirms an e-mail address; nil for other messages, and if the user is not
    /// allowed to see the code.
    var confirmationCode: String? { kind == .confirmEmail ? payload["code"] : nil }
}
