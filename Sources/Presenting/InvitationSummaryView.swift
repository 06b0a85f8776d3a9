package import Management
package import Ticketing

/// What a change of invitations came to, in JSON and in words.
package struct InvitationSummaryView {
    /// Codes that words name one by one.
    private static let mostNamed = 20

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

    /// With every new code.
    package var report: JSON {
        json.adding([("codes_issued", .array(summary.codesIssued.map { .string($0.description) }))])
    }

    /// The sum, then a line for each of the first new codes.
    package var lines: [String] {
        let withdrawn = summary.withdrawn > 0 ? ", \(summary.withdrawn) taken back" : ""
        let codes = "\(counted(summary.codes, "new code")) for \(counted(summary.people, "person", "people"))"
        let named = summary.first.prefix(InvitationSummaryView.mostNamed).map { ticket in
            [ticket.code.description, ticket.holder?.visible].compactMap(\.self).joined(separator: "  ")
        }
        let rest = summary.codes - named.count
        return ["\(counted(summary.invited, "new invitation"))\(withdrawn), \(codes)"] + named
            + (rest > 0 ? ["… and \(rest) more: eventpass ticket list \(event.slug)"] : [])
    }
}
