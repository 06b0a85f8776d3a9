import Store
import Ticketing

extension UnitOfWork {
    /// The result of an earlier request that issued tickets under the same idempotency key; nil if there was no such
    /// request.
    ///
    /// - Throws: `SalesError.requestReused` if the earlier request had different contents.
    func earlierIssue(
        by request: String, _ recipients: Recipients, _ type: TicketType?, of event: EventNumber
    ) throws -> IssueSummary? {
        guard let made = try connection.issueRequests.with(id: request, of: event) else { return nil }
        guard made.requestText == recipients.requestFingerprint(type) else { throw SalesError.requestReused(request) }
        var summary = IssueSummary(tickets: made.tickets, people: made.people, key: made.key)
        summary.first = try connection.tickets.all(made.serials, of: event)
        summary.isReplay = true
        return summary
    }

    /// Stores the result of a request under its idempotency key. If the request is repeated, `earlierIssue` returns
    /// this result.
    func rememberIssue(
        _ summary: IssueSummary, of request: String, _ recipients: Recipients, _ type: TicketType?,
        at event: EventNumber
    ) throws {
        let issued = IssueRequests.IssueResult(
            requestText: recipients.requestFingerprint(type), tickets: summary.tickets, people: summary.people,
            key: summary.key,
            serials: summary.first.map(\.serial))
        // The insertion fails if a concurrent transaction has already stored a result under this key.
        guard try connection.issueRequests.insert(issued, id: request, of: event) else {
            throw SalesError.requestReused(request)
        }
    }
}

extension Recipients {
    /// A text with the contents of the request, for comparison with a later request that has the same key. For a guest
    /// list, the text contains only the headings and meanings of the columns, and not the rows.
    fileprivate func requestFingerprint(_ type: TicketType?) -> String {
        let parts: [String] =
            switch self {
            case .unnamed(let count): ["\(count)"]
            case .person(let holder, let email, let note): ["person", holder, email ?? "", note ?? ""]
            case .guestList(let list):
                ["list"] + list.meanings.used.flatMap { [$0.meaning, $0.heading] } + list.meanings.ignored
            }
        return ([type.map { "\($0.number)" } ?? ""] + parts).joined(separator: "\n")
    }
}
