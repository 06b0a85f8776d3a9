package import Management
package import Ticketing

/// The result of inviting guests, as JSON and in words.
package struct InvitationSummaryJSON {
    private static let maximumListed = 20

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

    /// The JSON summary with every new code.
    package var report: JSON {
        json.adding([("codes_issued", .array(summary.codesIssued.map { .string($0.description) }))])
    }

    /// A line with the totals, then one line for each new code, for at most `maximumListed` codes.
    package var lines: [String] {
        let withdrawn = summary.withdrawn > 0 ? ", \(summary.withdrawn) withdrawn" : ""
        let codes = "\(counted(summary.codes, "code")) issued for \(counted(summary.people, "person", "people"))"
        let named = summary.firstTickets.prefix(InvitationSummaryJSON.maximumListed).map { ticket in
            [ticket.code.description, ticket.holder?.visible].compactMap(\.self).joined(separator: "  ")
        }
        let rest = summary.codes - named.count
        return ["\(counted(summary.invited, "new invitation"))\(withdrawn), \(codes)"] + named
            + (rest > 0 ? ["… and \(rest) more: eventpass ticket list \(event.slug)"] : [])
    }
}
