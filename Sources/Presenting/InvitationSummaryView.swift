package import Management
package import Ticketing

/// What a change of invitations came to.
package struct InvitationSummaryView {
    private let event: Event
    private let summary: InvitationSummary

    package init(event: Event, summary: InvitationSummary) {
        self.event = event
        self.summary = summary
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("invited", .int(summary.invited)),
            ("withdrawn", .int(summary.withdrawn)), ("codes", .int(summary.codes)), ("people", .int(summary.people)),
        ])
    }
}
