package import Languages
package import Management
package import Ticketing

/// The tickets that one request issued, as JSON and in words.
package struct IssueSummaryJSON {
    private static let maximumListed = 10

    private let event: Event
    private let summary: IssueSummary
    private let effect: WriteMode
    private let renderer: TicketRenderer?

    /// - Parameter renderer: renders the tickets' tokens; if it is nil, the JSON contains no tokens.
    package init(event: Event, summary: IssueSummary, effect: WriteMode = .commit, renderer: TicketRenderer? = nil) {
        self.event = event
        self.summary = summary
        self.effect = effect
        self.renderer = renderer
    }

    /// The JSON summary with one more member, `ticket_codes`, whose value is `codes`.
    package func json(codes: JSON) -> JSON { json.adding([("ticket_codes", codes)]) }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("issued", .int(effect == .commit ? summary.tickets : 0)),
            ("people", .int(summary.people)), ("key", .int(summary.key)),
        ])
    }

    /// The JSON summary with the first 1,000 tickets, and with the numbers of duplicate and skipped rows of an imported
    /// list. After a dry run, it contains no tickets.
    package func report() throws -> JSON {
        let listed = effect == .commit ? summary.first : []
        return json.adding([
            ("ticket_codes", .array(try listed.map(json))),
            ("more", .int(effect == .commit ? summary.tickets - listed.count : 0)),
            ("dry_run", .bool(effect == .dryRun)),
            ("would_issue", .int(effect == .dryRun && !summary.isReplay ? summary.tickets : 0)),
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

    /// A line with the totals, then one line for each ticket, for at most `maximumListed` tickets.
    package var lines: [String] {
        let sum = "\(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people"))"
        let skipped = summary.skipped > 0 ? "; \(counted(summary.skipped, "row")) skipped" : ""
        guard effect == .commit else {
            return [
                summary.isReplay
                    ? "nothing written: this request issued \(sum) before"
                    : "nothing written: \(sum) to issue\(skipped)"
            ]
        }
        let named = summary.first.prefix(IssueSummaryJSON.maximumListed).map { ticket in
            [ticket.code.description, ticket.holder?.visible].compactMap(\.self).joined(separator: "  ")
        }
        let rest = summary.tickets - named.count
        return ["issued \(sum), signed with key \(summary.key)\(skipped)"] + named
            + (rest > 0 ? ["… and \(rest) more: eventpass ticket list \(event.slug)"] : [])
    }

    /// Notes for the user: whether the tickets were already issued for an earlier request with the same id, and which
    /// rows of a list match existing tickets or earlier rows.
    package var notes: [Sentence] {
        let (tickets, rows) = (summary.equalToTickets, summary.equalToRows)
        var notes: [Sentence] = []
        if summary.isReplay, effect == .commit { notes.append(Sentence(ResultSentence.issuedBefore)) }
        if tickets.count > 0 { notes.append(note(.rowsEqualToTickets, tickets)) }
        if rows.count > 0 { notes.append(note(.rowsEqualToRows, rows)) }
        return notes
    }

    private func note(_ key: ResultSentence, _ repeats: DuplicateRows) -> Sentence {
        let listed = SentenceArgument.text(repeats.lines.map(String.init).joined(separator: ", "))
        let more = repeats.count - repeats.lines.count
        let lines =
            if more > 0 {
                Sentence(ResultSentence.linesAndMore, ["lines": listed, "count": .number(more)])
            } else if repeats.count == 1 {
                Sentence(ResultSentence.line, ["line": listed])
            } else {
                Sentence(ResultSentence.lines, ["lines": listed])
            }
        return Sentence(key, ["count": .number(repeats.count), "lines": .sentence(lines)])
    }
}
