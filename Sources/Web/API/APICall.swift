import Foundation
import HTTPTypes
import Management
import Presenting
import TicketToken
import Ticketing

/// What a program asks for, on a thread that may wait for the store.
struct APICall: Sendable {
    let office: Office
    let now: Instant
    private let ring: KeyRing?
    private let visit: Visit
    private let token: APITokenID

    init(_ office: Office, _ visit: Visit, of token: APITokenID, ring: KeyRing?, now: Instant) {
        self.office = office
        self.token = token
        self.visit = visit
        self.ring = ring
        self.now = now
    }

    func part(_ name: String) -> String { visit.part(name) ?? "" }
    func query(_ name: String) -> String? { visit.query(name) }
    /// What the request is called by who can send it again; those of two programs never meet.
    var request: String? { visit.requestKey.map { "api \(token) \($0)" } }

    /// The event of the path, or that of a name, by number or slug.
    func event(named name: String? = nil, among which: EventSelection = .standing) throws -> Event {
        let name = name ?? part("event")
        let event = try office.event(named: name, among: which)
        // A part of a name may be another's tomorrow.
        guard event.slug == name || "\(event.number)" == name else {
            throw ManagementError.unknownEvent(name, known: [])
        }
        return event
    }

    func organizer(named name: String? = nil) throws -> Organizer {
        let name = name ?? part("organizer")
        let organizer = try office.organizer(named: name)
        guard organizer.slug == name || "\(organizer.number)" == name else {
            throw ManagementError.unknownOrganizer(name, known: [])
        }
        return organizer
    }

    /// - Throws: `Problem` 404.
    func code() throws -> TicketCode {
        guard let code = TicketCode(typed: part("code")) else { throw Problem(.notFound) }
        return code
    }

    /// The function of the path, by its number.
    func function(of event: Event) throws -> EventFunction {
        try function(numbered: part("function"), of: event)
    }

    func function(numbered text: String, of event: Event) throws -> EventFunction {
        let functions = try office.functions(of: event)
        guard let function = functions.first(where: { "\($0.number)" == text }) else {
            throw CelebrationError.unknownFunction(text, known: functions.map(\.name))
        }
        return function
    }

    /// A ticket type by its name, letter case aside.
    func type(named name: String, of event: Event) throws -> TicketType {
        let types = try office.ticketTypes(of: event)
        guard let type = types.first(where: { $0.name.folded == name.folded }) else {
            throw ManagementError.unknownType(name, known: types.map(\.name))
        }
        return type
    }

    /// Links by the address that the program asks by.
    ///
    /// - Throws: `ManagementError`: `notGranted`, `forbidden` for who may not have what opens a gate.
    func links(of event: Event) throws -> LinkView {
        try office.authorizeTokens(of: event)
        return LinkView(event: event, ring: try keys(), base: visit.origin ?? "")
    }

    /// - Throws: `Problem` 404.
    func order() throws -> OrderNumber {
        guard let number = UInt32(part("order")).flatMap({ OrderNumber(rawValue: $0) }) else {
            throw Problem(.notFound)
        }
        return number
    }

    /// What signs.
    ///
    /// - Throws: `ManagementError.noSigningKey` without keys.
    func keys() throws -> KeyRing {
        guard let ring else { throw ManagementError.noSigningKey }
        return ring
    }

    /// Tickets as the token may see them: without what opens a gate, or what they were sold for, where it may not.
    func renderer(of event: Event) throws -> TicketRenderer {
        TicketRenderer(
            event: event, types: try office.ticketTypes(of: event),
            ring: try isAllowed { try office.authorizeTokens(of: event) } ? ring : nil,
            sale: try isAllowed { try office.authorizeOrders(of: event) } ? .whole : .dueOnly)
    }

    /// Tickets by their codes, with what the token may have of each: what opens a gate, and the link of its page.
    func codes(of tickets: [Ticket], at event: Event) throws -> JSON {
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
