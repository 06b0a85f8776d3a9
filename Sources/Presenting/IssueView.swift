package import Management
package import Ticketing

/// The tickets that were issued at once, in JSON and in words.
package struct IssueView {
    /// Tickets that words name one by one.
    private static let mostNamed = 10

    private let event: Event
    private let summary: IssueSummary
    private let effect: Effect
    private let renderer: TicketRenderer?

    /// - Parameter renderer: writes the tickets' tokens; without one they are left out.
    package init(event: Event, summary: IssueSummary, effect: Effect = .write, renderer: TicketRenderer? = nil) {
        self.event = event
        self.summary = summary
        self.effect = effect
        self.renderer = renderer
    }

    /// With its tickets, as the API has them: the first of many.
    package func json(codes: JSON) -> JSON { json.adding([("ticket_codes", codes)]) }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("issued", .int(effect == .write ? summary.tickets : 0)),
            ("people", .int(summary.people)), ("key", .int(summary.key)),
        ])
    }

    /// With the first 1,000 tickets, and what became of the rows of a list. A trial has no tickets.
    package func report() throws -> JSON {
        let told = effect == .write ? summary.first : []
        return json.adding([
            ("ticket_codes", .array(try told.map(json))),
            ("more", .int(effect == .write ? summary.tickets - told.count : 0)),
            ("dry_run", .bool(effect == .tryOnly)),
            ("would_issue", .int(effect == .tryOnly && !summary.isRepeated ? summary.tickets : 0)),
            ("equal_to_tickets", .int(summary.equalToTickets.count)), ("equal_rows", .int(summary.equalToRows.count)),
            ("skipped", .int(summary.skipped)),
        ])
    }

    private func json(_ ticket: Ticket) throws -> JSON {
        .object([
            ("code", .string("\(ticket.code)")), ("holder", .optional(ticket.holder)),
            ("token", .optional(try renderer?.token(of: ticket))),
        ])
    }

    /// The sum, then a line for each of the first tickets.
    package var lines: [String] {
        let sum = "\(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people"))"
        let skipped = summary.skipped > 0 ? "; \(counted(summary.skipped, "row")) skipped" : ""
        guard effect == .write else {
            return [
                summary.isRepeated
                    ? "nothing written: this request issued \(sum) before"
                    : "nothing written: \(sum) to issue\(skipped)"
            ]
        }
        let named = summary.first.prefix(IssueView.mostNamed).map { ticket in
            [ticket.code.description, ticket.holder?.visible].compactMap(\.self).joined(separator: "  ")
        }
        let rest = summary.tickets - named.count
        return ["issued \(sum), signed with key \(summary.key)\(skipped)"] + named
            + (rest > 0 ? ["… and \(rest) more: eventpass ticket list \(event.slug)"] : [])
    }

    /// What people are told beside that.
    package var notes: [String] {
        func lines(_ repeats: RepeatedRows) -> String {
            let more = repeats.count - repeats.lines.count
            return "line \(repeats.lines.map(String.init).joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : "")
        }
        let (tickets, rows) = (summary.equalToTickets, summary.equalToRows)
        return [
            summary.isRepeated && effect == .write
                ? "this request issued these tickets before; nothing was issued now" : nil,
            tickets.count > 0
                ? "\(counted(tickets.count, "row")) equal to tickets that existed: \(lines(tickets))" : nil,
            rows.count > 0 ? "\(counted(rows.count, "row")) equal to a row above: \(lines(rows))" : nil,
        ].compactMap(\.self)
    }
}
