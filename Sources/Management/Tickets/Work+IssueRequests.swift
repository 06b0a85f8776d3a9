import Store
import Ticketing

extension Work {
    /// What a request has issued before; nil when it is new.
    ///
    /// - Throws: `SalesError.requestReused` when it asked for something else.
    func issued(
        by request: String, _ recipients: Recipients, _ type: TicketType?, of event: EventNumber
    ) throws -> IssueSummary? {
        guard let made = try connection.issueRequests.with(id: request, of: event) else { return nil }
        guard made.asked == recipients.asked(type) else { throw SalesError.requestReused(request) }
        var summary = IssueSummary(tickets: made.tickets, people: made.people, key: made.key)
        summary.first = try connection.tickets.all(made.serials, of: event)
        summary.isRepeated = true
        return summary
    }

    /// Keeps what a request has issued.
    func keep(
        _ summary: IssueSummary, of request: String, _ recipients: Recipients, _ type: TicketType?,
        at event: EventNumber
    ) throws {
        let issued = IssueRequests.Issued(
            asked: recipients.asked(type), tickets: summary.tickets, people: summary.people, key: summary.key,
            serials: summary.first.map(\.serial))
        // The same request was faster elsewhere: what this one has written is taken back.
        guard try connection.issueRequests.insert(issued, id: request, of: event) else {
            throw SalesError.requestReused(request)
        }
    }
}

extension Recipients {
    /// What is asked for, as a request that comes again is compared. Of a list, its columns.
    fileprivate func asked(_ type: TicketType?) -> String {
        let words: [String] =
            switch self {
            case .unnamed(let count): ["\(count)"]
            case .person(let holder, let email, let note): ["person", holder, email ?? "", note ?? ""]
            case .guestList(let list):
                ["list"] + list.meanings.used.flatMap { [$0.meaning, $0.heading] } + list.meanings.ignored
            }
        return ([type.map { "\($0.number)" } ?? ""] + words).joined(separator: "\n")
    }
}
