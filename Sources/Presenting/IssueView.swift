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

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("issued", .int(summary.tickets)), ("people", .int(summary.people)),
            ("key", .int(summary.key)),
        ])
    }
}
