package import Management
package import Ticketing

/// How many tickets were issued at once, in JSON.
package struct IssueView {
    private let event: Event
    private let summary: IssueSummary

    package init(event: Event, summary: IssueSummary) {
        self.event = event
        self.summary = summary
    }

    /// With its tickets, as `TicketRenderer.codes` has them: the first of many.
    package func json(codes: JSON) -> JSON { json.adding([("ticket_codes", codes)]) }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("issued", .int(summary.tickets)), ("people", .int(summary.people)),
            ("key", .int(summary.key)),
        ])
    }
}
