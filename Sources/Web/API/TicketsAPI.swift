import Management
import Presenting
import Ticketing

extension Routes {
    static var ticketsAPI: [Route] {
        [
            API.list("/events/:event/tickets", .read) { call, last, limit in
                try call.tickets(after: last) {
                    try call.office.tickets(of: $0, matching: .all, after: $1, limit: limit)
                }
            },
            API.search("/events/:event/tickets/search", .read, TextBody.self) { call, body, last, limit in
                try call.tickets(after: last) {
                    try call.office.tickets(of: $0, typed: body.text, after: $1, limit: limit)
                }
            },
            API.act("/events/:event/tickets", .sell, IssueBody.self, .created) { call, body in
                let event = try call.event()
                let type = try call.type(named: body.type, of: event)
                let recipients: Recipients
                switch (body.count, body.holder) {
                case (let count?, nil):
                    // All of it is one transaction, and gates wait for it.
                    guard count <= IssueBody.most else {
                        throw ManagementError.invalid([FieldFault("count", "at most \(IssueBody.most) at once")])
                    }
                    recipients = .unnamed(count)
                case (nil, let holder?): recipients = .person(holder: holder, email: body.email, note: body.note)
                default:
                    throw ManagementError.invalid([FieldFault("count", "a number of tickets, or else a holder")])
                }
                let summary = try call.office.issue(recipients, type: type, of: event, signingWith: call.keys())
                return IssueView(event: event, summary: summary).json(
                    codes: try call.codes(of: summary.first, at: event))
            },
            API.act(
                "/events/:event/tickets/import", .sell, ListIssueBody.self, limit: ListBody.limit, at: .lists, .created
            ) {
                call, body in
                let event = try call.event()
                let type = try body.type.map { try call.type(named: $0, of: event) }
                return try call.importing {
                    let list = try GuestList(body.list.file())
                    let summary = try call.office.issue(
                        .guestList(list), type: type, of: event, signingWith: call.keys(),
                        list: ListPolicy(repeats: body.again ? .issue : .refuse))
                    return IssueView(event: event, summary: summary)
                        .json(codes: try call.codes(of: summary.first, at: event))
                }
            },
            API.get("/events/:event/tickets/:code", .read) { call in
                let event = try call.event()
                return try call.renderer(of: event).json(try call.office.ticket(call.code(), of: event))
            },
            API.act("/events/:event/tickets/:code", .changeTickets, HolderBody.self, method: .patch) { call, body in
                try call.changed { call, event in
                    try call.office.editTicket(call.code(), of: event) { body.apply(to: &$0) }
                }
            },
            API.act("/events/:event/tickets/:code/cancel", .changeTickets, NoteBody.self) { call, body in
                EndedTicketsView(
                    ended: try call.office.cancel(call.code(), of: call.event(), note: body.note)
                ).json
            },
            API.act("/events/:event/tickets/:code/block", .changeTickets, ReasonBody.self) { call, body in
                try call.status { try $0.office.block($0.code(), of: $1, note: body.note) }
            },
            API.act("/events/:event/tickets/:code/unblock", .changeTickets) { call in
                try call.status { try $0.office.unblock($0.code(), of: $1) }
            },
            API.act("/events/:event/tickets/:code/resend", .sell) { call in
                ResentTicketView(resent: try call.office.resend(call.code(), of: call.event())).json
            },
            API.act("/events/:event/tickets/:code/reissue", .changeTickets) { call in
                try call.changed { try $0.office.reissue($0.code(), of: $1, signingWith: $0.keys()) }
            },
            API.act("/events/:event/tickets/:code/transfer", .changeTickets, TransferBody.self) { call, body in
                try call.changed {
                    try $0.office.transfer(
                        $0.code(), of: $1, to: body.holder, email: body.email, signingWith: $0.keys())
                }
            },
        ]
    }
}

extension APICall {
    fileprivate func tickets(
        after last: String?, _ page: (Event, Ticket?) throws -> [Ticket]
    ) throws -> [(key: String, json: JSON)] {
        let event = try event()
        let renderer = try renderer(of: event)
        let last = try last.flatMap { TicketCode(typed: $0) }.map { try office.ticket($0, of: event) }
        return try page(event, last).map {
            ($0.code.description, try renderer.json($0))
        }
    }

    fileprivate func changed(_ work: (APICall, Event) throws -> Ticket) throws -> JSON {
        let event = try event()
        return try renderer(of: event).json(try work(self, event))
    }

    fileprivate func status(_ work: (APICall, Event) throws -> Ticket) throws -> JSON {
        let event = try event()
        let ticket = try work(self, event)
        return TicketStatusView(ticket: ticket, inside: try office.inside(on: ticket, of: event)).json
    }
}

/// What is searched for.
struct TextBody: JSONBody, Sendable {
    let text: String

    enum CodingKeys: String, CodingKey, CaseIterable { case text }
}

private struct IssueBody: JSONBody, Sendable {
    static let most = 10_000

    let type: String
    let count: Int?
    let holder: String?
    let email: String?
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case type, count, holder, email, note }
}

private struct ListIssueBody: JSONBody, Sendable {
    /// Of those that the list gives no type of its own.
    let type: String?
    let list: ListBody
    /// Whether rows that equal tickets that exist are issued once more.
    let again: Bool

    enum CodingKeys: String, CodingKey, CaseIterable { case type, rows, csv, again }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.decodeIfPresent(String.self, forKey: .type)
        again = try fields.decodeIfPresent(Bool.self, forKey: .again) ?? false
        list = try ListBody(from: decoder)
    }
}

private struct ReasonBody: JSONBody, Sendable {
    let note: String

    enum CodingKeys: String, CodingKey, CaseIterable { case note }
}

private struct TransferBody: JSONBody, Sendable {
    let holder: String
    let email: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case holder, email }
}

/// A ticket's holder in a request: a field that is absent stays unchanged, and null empties it.
private struct HolderBody: JSONBody, Sendable {
    private let holder: Given<String>
    private let email: Given<String>
    private let note: Given<String>

    enum CodingKeys: String, CodingKey, CaseIterable { case holder, email, note }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        holder = try fields.given(.holder)
        email = try fields.given(.email)
        note = try fields.given(.note)
    }

    func apply(to details: inout HolderDetails) {
        holder.put(into: &details.holder)
        email.put(into: &details.email)
        note.put(into: &details.note)
    }
}
