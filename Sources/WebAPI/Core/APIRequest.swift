import Foundation
import HTTPTypes
import Management
import Presentation
import TicketToken
import Ticketing
import WebHost

/// One API request, on a thread that is allowed to wait for the store.
struct APIRequest: Sendable {
    let services: ManagementServices
    let now: Instant
    /// The signing keys; nil if the server has none.
    let availableKeyRing: KeyRing?
    private let pageRequest: PageRequest
    private let token: APITokenID

    /// - Throws: `ManagementError.invalid` if the query contains an invalid number of recipients.
    init(
        _ services: ManagementServices, _ pageRequest: PageRequest, of token: APITokenID, availableKeyRing: KeyRing?,
        now: Instant
    ) throws {
        self.services = try pageRequest.confirmedRecipients().map { services.allowingMessages(to: $0) } ?? services
        self.token = token
        self.pageRequest = pageRequest
        self.availableKeyRing = availableKeyRing
        self.now = now
    }

    func pathParameter(_ name: String) -> String { pageRequest.pathParameter(name) ?? "" }
    func query(_ name: String) -> String? { pageRequest.query(name) }
    /// The idempotency key in the form that the store uses. It contains the API token's id, so that requests with
    /// different API tokens never have the same key. Nil if the request has no `Idempotency-Key`.
    var request: String? { pageRequest.idempotencyKey.map { "api \(token) \($0)" } }

    /// Finds the event whose exact number or slug (short name in URLs) is `name`. If `name` is nil, the path contains
    /// the number or slug.
    func event(named name: String? = nil, among which: EventSelection = .active) throws -> Event {
        let name = name ?? pathParameter("event")
        let event = try services.events.event(named: name, among: which)
        // The lookup also accepts abbreviations, but the API does not: the same abbreviation could match another event
        // later.
        guard event.slug == name || "\(event.number)" == name else {
            throw ManagementError.unknownEvent(name, known: [])
        }
        return event
    }

    func organizer(named name: String? = nil) throws -> Organizer {
        let name = name ?? pathParameter("organizer")
        let organizer = try services.organizers.organizer(named: name)
        guard organizer.slug == name || "\(organizer.number)" == name else {
            throw ManagementError.unknownOrganizer(name, known: [])
        }
        return organizer
    }

    /// The ticket code in the path.
    ///
    /// - Throws: `Problem` 404 if the path contains no valid code.
    func code() throws -> TicketCode {
        guard let code = TicketCode(typed: pathParameter("code")) else { throw Problem(.notFound) }
        return code
    }

    func subEvent(of event: Event) throws -> SubEvent {
        try subEvent(numbered: pathParameter("sub_event"), of: event)
    }

    func subEvent(numbered text: String, of event: Event) throws -> SubEvent {
        let subEvents = try services.subEvents.subEvents(of: event)
        guard let subEvent = subEvents.first(where: { "\($0.number)" == text }) else {
            throw GuestError.unknownSubEvent(text, known: subEvents.map(\.name))
        }
        return subEvent
    }

    /// Makes links to tickets of the event.
    ///
    /// - Throws: `ManagementError.notGranted` or `.forbidden` if the API token is not allowed to read ticket tokens.
    func links(of event: Event) throws -> TicketLinkJSON {
        try services.tickets.authorizeTokens(of: event)
        return TicketLinkJSON(event: event, ring: try keyRing(), base: pageRequest.origin ?? "")
    }

    /// The order number in the path.
    ///
    /// - Throws: `Problem` 404 if the path contains no valid number.
    func order() throws -> OrderNumber {
        guard let number = UInt32(pathParameter("order")).flatMap({ OrderNumber(rawValue: $0) }) else {
            throw Problem(.notFound)
        }
        return number
    }

    /// The signing keys.
    ///
    /// - Throws: `ManagementError.noSigningKey` if there are no keys.
    func keyRing() throws -> KeyRing {
        guard let availableKeyRing else { throw ManagementError.noSigningKey }
        return availableKeyRing
    }

    /// A renderer that shows only the ticket fields that the API token is allowed to read.
    func renderer(of event: Event) throws -> TicketRenderer {
        TicketRenderer(
            event: event, types: try services.ticketTypes.ticketTypes(of: event),
            ring: try isAllowed { try services.tickets.authorizeTokens(of: event) } ? availableKeyRing : nil,
            saleFields: TicketSaleField.visible(with: try services.rights(in: event.organizer)))
    }

    /// The codes of tickets as JSON, with ticket tokens and links if the API token is allowed to read them.
    func issuedTickets(of tickets: [Ticket], at event: Event) throws -> JSON {
        let renderer = try renderer(of: event)
        let links = try renderer.hasKeys ? links(of: event) : nil
        return .array(
            try tickets.map { ticket in
                let token = try ticket.status == .issued ? renderer.token(of: ticket) : nil
                return .object([
                    ("code", .string(ticket.code.description)), ("status", .string(ticket.status.rawValue)),
                    ("due", .optional(ticket.sale?.due?.description)), ("token", .optional(token)),
                    ("link", .optional(try token.flatMap { _ in try links?.link(to: ticket) })),
                ])
            })
    }

    private func isAllowed(_ authorize: () throws -> Void) throws -> Bool {
        do {
            try authorize()
            return true
        } catch ManagementError.forbidden {
            return false
        } catch ManagementError.notGranted {
            return false
        }
    }
}

extension PageRequest {
    /// The number of people in the query, or nil if the query has no such number. By sending the number, the client
    /// agrees that the request queues messages to that many people.
    ///
    /// - Throws: `ManagementError.invalid` if the number is malformed or out of range.
    fileprivate func confirmedRecipients() throws -> Int? {
        try query(RecipientConfirmation.field).map { text in
            guard let people = RecipientConfirmation.people(text) else {
                throw ManagementError.invalid([
                    FieldFault(
                        RecipientConfirmation.field, FieldKind.number(RecipientConfirmation.allowed).allowed)
                ])
            }
            return people
        }
    }
}
