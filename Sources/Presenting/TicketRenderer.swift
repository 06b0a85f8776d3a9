import Foundation
import Management
import Store
package import TicketToken
package import Ticketing

/// An event's tickets in JSON, with their tokens written anew.
package struct TicketRenderer {
    /// What is shown of a ticket's sale.
    package enum Sale {
        case whole
        /// What is to be paid at the door: a gate needs no more.
        case dueOnly
    }

    package let event: Event
    package let sale: Sale
    private let signer: TicketSigner?
    private let types: [TicketTypeNumber: String]
    private let usable: Set<UInt8>
    private let ringNumbers: Set<UInt8>
    private let ringSigns: Bool

    /// - Parameter ring: nil leaves the tokens out.
    package init(event: Event, types: [TicketType], ring: KeyRing?, sale: Sale = .whole) {
        self.event = event
        self.sale = sale
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.number, $0.name) })
        signer = ring.map { TicketSigner($0) }
        usable = Set(ring?.keys.filter { $0.state != .retired }.map(\.number) ?? [])
        ringNumbers = Set(ring?.keys.map(\.number) ?? [])
        ringSigns = ring?.signingKey != nil
    }

    /// Whether tokens are shown at all.
    package var hasKeys: Bool { signer != nil }

    /// The ticket's token; nil when its key is retired or not on the ring: then only a re-issue helps. Nil also for who
    /// may not have it.
    package func token(of ticket: Ticket) throws -> String? {
        guard let signer, usable.contains(ticket.key) else { return nil }
        return try signer.text(ofIssued: ticket.claims(of: event))
    }

    /// Whether the key ring lacks the ticket's key, even as a retired one.
    package func lacksKey(of ticket: Ticket) -> Bool { !ringNumbers.contains(ticket.key) }

    /// How a ticket whose key is retired or missing gets a token again.
    package func remedy(for ticket: Ticket) -> String {
        let one = "\(event.slug) \(ticket.code)"
        guard !lacksKey(of: ticket) else {
            return KeyRemedy(
                bringing: ticket.key, used: ringNumbers, ringSigns: ringSigns,
                reissuing: ringSigns ? one : "\(event.slug) --all"
            ).description
        }
        return "\(ringSigns ? "" : "eventpass key generate makes a key; then run ")eventpass ticket reissue \(one)"
    }

    /// The key of the ticket's live codes; nil where it has no token.
    package func liveKey(of ticket: Ticket) throws -> LiveKey? {
        guard let signer, usable.contains(ticket.key) else { return nil }
        return try signer.liveKey(of: ticket.claims(of: event))
    }

    package func typeName(of ticket: Ticket) -> String { types[ticket.type] ?? "\(ticket.type)" }

    /// - Parameter guests: the names of the guests whom the ticket lets in; nil leaves them out.
    package func json(_ ticket: Ticket, guests: [String]? = nil) throws -> JSON {
        let json = try json(of: ticket)
        return guests.map { json.adding([("guests", .array($0.map(JSON.string)))]) } ?? json
    }

    private func json(of ticket: Ticket) throws -> JSON {
        let shown = sale == .whole ? ticket.sale : nil
        return .object([
            ("code", .string(ticket.code.description)), ("serial", .int(ticket.serial.rawValue)),
            ("type", .string(typeName(of: ticket))), ("status", .string(ticket.status.rawValue)),
            ("holder", .optional(ticket.holder)), ("email", .optional(ticket.email?.rawValue)),
            ("note", .optional(ticket.note)),
            ("admits", .int(ticket.admits.rawValue)), ("issue", .int(ticket.issue)), ("key", .int(ticket.key)),
            ("order", .optional(shown?.order.rawValue)),
            ("price", .optional(shown?.price?.description)), ("due", .optional(ticket.sale?.due?.description)),
            ("issued", .string(ticket.issuedAt.iso8601(in: event.zone))), ("token", .optional(try token(of: ticket))),
        ])
    }
}
