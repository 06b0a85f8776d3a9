import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var ticketsAPI: [Route] { ticketLists + ticketIssuance + ticketChanges }

    private static var ticketLists: [Route] {
        [
            API.list("/events/:event/tickets", .read) { call, last, limit in
                try call.tickets(after: last) {
                    try call.services.tickets.tickets(of: $0, matching: .all, after: $1, limit: limit)
                }
            },
            API.search("/events/:event/tickets/search", .read, SearchTextBody.self) { call, body, last, limit in
                try call.tickets(after: last) {
                    try call.services.tickets.tickets(of: $0, typed: body.text, after: $1, limit: limit)
                }
            },
            API.get("/events/:event/tickets/:code", .read) { call in
                let event = try call.event()
                return try call.renderer(of: event).json(try call.services.tickets.ticket(call.code(), of: event))
            },
        ]
    }

    private static var ticketIssuance: [Route] {
        [
            API.action("/events/:event/tickets", .sell, IssueBody.self, .created) { call, body in
                let event = try call.event()
                let type = try call.services.ticketTypes.ticketType(named: body.type, of: event)
                let recipients: Recipients
                switch (body.count, body.holder) {
                case (let count?, nil):
                    // All tickets are issued in one transaction. Until this transaction ends, gates cannot record
                    // scans, so the number of tickets is limited.
                    guard count <= IssueBody.most else {
                        throw ManagementError.invalid([
                            FieldFault("count", FaultSentence.countInRequest, ["most": .number(IssueBody.most)])
                        ])
                    }
                    recipients = .unnamed(count)
                case (nil, let holder?): recipients = .person(holder: holder, email: body.email, note: body.note)
                default:
                    throw ManagementError.invalid([FieldFault("count", FaultSentence.countOrHolder)])
                }
                let summary = try call.services.tickets.issue(
                    recipients, type: type, of: event, born: body.born, signingWith: call.keyRing())
                return IssueSummaryJSON(event: event, summary: summary).json(
                    codes: try call.issuedTickets(of: summary.first, at: event))
            },
            API.action(
                "/events/:event/tickets/import", .sell, TicketImportBody.self, limit: ListUploadBody.limit, at: .lists,
                .created
            ) {
                call, body in
                let event = try call.event()
                let type = try body.type.map { try call.services.ticketTypes.ticketType(named: $0, of: event) }
                return try call.reportingRowFaults {
                    let list = try TicketHolderList(body.list.file())
                    let summary = try call.services.tickets.issue(
                        .guestList(list), type: type, of: event, signingWith: call.keyRing(),
                        options: TicketIssueOptions(
                            list: TicketListPolicy(duplicates: body.again ? .issue : .refuse)))
                    return IssueSummaryJSON(event: event, summary: summary)
                        .json(codes: try call.issuedTickets(of: summary.first, at: event))
                }
            },
        ]
    }

    private static var ticketChanges: [Route] {
        [
            API.action(
                "/events/:event/tickets/:code", .changeTickets, FieldsBody<HolderDetails>.self, method: .patch
            ) { call, body in
                try call.changing { call, event in
                    try call.services.tickets.editTicket(call.code(), of: event) { try body.apply(to: &$0) }
                }
            },
            API.action("/events/:event/tickets/:code/cancel", .changeTickets, NoteBody.self) { call, body in
                let event = try call.event()
                return try call.json(
                    ended: call.services.tickets.cancel(call.code(), of: event, note: body.note), of: event)
            },
            API.action("/events/:event/tickets/:code/block", .changeTickets, BlockBody.self) { call, body in
                try call.status { try $0.services.tickets.block($0.code(), of: $1, note: body.note) }
            },
            API.action("/events/:event/tickets/:code/unblock", .changeTickets) { call in
                try call.status { try $0.services.tickets.unblock($0.code(), of: $1) }
            },
            API.action("/events/:event/tickets/:code/resend", .sell) { call in
                let event = try call.event()
                let resent = try call.services.tickets.resend(call.code(), of: event)
                let unreached = try call.services.notices.unreached(
                    .tickets([resent.ticket.serial]), by: resent.kind, of: event)
                return ResentTicketJSON(resent: resent, unreached: unreached, zone: event.zone).json
            },
            API.action("/events/:event/tickets/:code/reissue", .changeTickets) { call in
                try call.changing { try $0.services.tickets.reissue($0.code(), of: $1, signingWith: $0.keyRing()) }
            },
            API.action("/events/:event/tickets/:code/transfer", .changeTickets, TransferBody.self) { call, body in
                try call.changing {
                    try $0.services.tickets.transfer(
                        $0.code(), of: $1, to: body.holder, email: body.email, signingWith: $0.keyRing())
                }
            },
        ]
    }
}

extension APIRequest {
    fileprivate func tickets(
        after last: String?, _ page: (Event, Ticket?) throws -> [Ticket]
    ) throws -> [(key: String, json: JSON)] {
        let event = try event()
        let renderer = try renderer(of: event)
        let last = try last.flatMap { TicketCode(typed: $0) }.map { try services.tickets.ticket($0, of: event) }
        return try page(event, last).map {
            ($0.code.description, try renderer.json($0))
        }
    }

    fileprivate func changing(_ work: (APIRequest, Event) throws -> Ticket) throws -> JSON {
        let event = try event()
        return try renderer(of: event).json(try work(self, event))
    }

    fileprivate func status(_ work: (APIRequest, Event) throws -> Ticket) throws -> JSON {
        let event = try event()
        let ticket = try work(self, event)
        return TicketStatusJSON(ticket: ticket, inside: try services.tickets.inside(on: ticket, of: event)).json
    }
}

struct SearchTextBody: JSONBody, Sendable {
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
    /// The holder's date of birth. It is used only to check the minimum age, and is never stored.
    let born: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case type, count, holder, email, note, born }
}

private struct TicketImportBody: JSONBody, Sendable {
    /// The ticket type for rows that name no ticket type.
    let type: String?
    let list: ListUploadBody
    /// Whether a row gets a ticket even if its person already has a ticket.
    let again: Bool

    enum CodingKeys: String, CodingKey, CaseIterable { case type, rows, csv, again }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.decodeIfPresent(String.self, forKey: .type)
        again = try fields.decodeIfPresent(Bool.self, forKey: .again) ?? false
        list = try ListUploadBody(from: decoder)
    }
}

private struct BlockBody: JSONBody, Sendable {
    let note: String

    enum CodingKeys: String, CodingKey, CaseIterable { case note }
}

private struct TransferBody: JSONBody, Sendable {
    let holder: String
    let email: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case holder, email }
}
