import Foundation
package import Languages
import Management
import Store
package import TicketToken
package import Ticketing

/// Renders an event's tickets as JSON, with their tokens.
package struct TicketRenderer {
    package let event: Event
    /// The fields of a ticket's sale that the JSON shows; the other fields are null.
    package let saleFields: Set<TicketSaleField>
    private let signer: TicketSigner?
    private let types: [TicketTypeNumber: String]
    private let usableKeys: Set<UInt8>
    private let ringNumbers: Set<UInt8>
    private let canSign: Bool

    /// Creates a renderer for the tickets of an event.
    ///
    /// - Parameter ring: the key ring; if it is nil, the JSON has no tokens.
    package init(
        event: Event, types: [TicketType], ring: KeyRing?,
        saleFields: Set<TicketSaleField> = Set(TicketSaleField.allCases)
    ) {
        self.event = event
        self.saleFields = saleFields
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.number, $0.name) })
        signer = ring.map { TicketSigner($0) }
        usableKeys = Set(ring?.keys.filter { $0.state != .retired }.map(\.number) ?? [])
        ringNumbers = Set(ring?.keys.map(\.number) ?? [])
        canSign = ring?.signingKey != nil
    }

    /// Whether the JSON contains tokens.
    package var hasKeys: Bool { signer != nil }

    /// The ticket's token; nil without a key ring. Also nil if the ticket's key is retired or missing from the ring;
    /// `remedy(for:)` then says what the user can do.
    package func token(of ticket: Ticket) throws -> String? {
        guard let signer, usableKeys.contains(ticket.key) else { return nil }
        return try signer.encodedToken(ofIssued: ticket.claims(of: event))
    }

    /// Whether the ticket's key is missing from the key ring. A retired key is not missing.
    package func lacksKey(of ticket: Ticket) -> Bool { !ringNumbers.contains(ticket.key) }

    enum Text: String, SentenceKey {
        static let subject = "ticketRenderer"

        case reissue = "reissue the ticket with: eventpass ticket reissue {ticket}"
        case generateAndReissue =
            "create a key with: eventpass key generate; then reissue the ticket with: eventpass ticket reissue {ticket}"
    }

    /// A text with the commands to run for a ticket that has no token, because its key is retired or missing.
    package func remedy(for ticket: Ticket) -> Sentence {
        let one = "\(event.slug) \(ticket.code)"
        guard !lacksKey(of: ticket) else {
            return KeyRemedy(
                bringing: ticket.key, used: ringNumbers, ringSigns: canSign,
                reissuing: canSign ? one : "\(event.slug) --all"
            ).sentence
        }
        return Sentence(canSign ? Text.reissue : Text.generateAndReissue, ["ticket": .text(one)])
    }

    /// The key of the ticket's live codes; nil if `token(of:)` is nil. A phone appends a live code to the token, and
    /// replaces the code every 30 seconds.
    package func liveKey(of ticket: Ticket) throws -> LiveKey? {
        guard let signer, usableKeys.contains(ticket.key) else { return nil }
        return try signer.liveKey(of: ticket.claims(of: event))
    }

    package func typeName(of ticket: Ticket) -> String { types[ticket.type] ?? "\(ticket.type)" }

    /// A ticket with its token, as JSON.
    ///
    /// - Parameter guests: the names of the guests on the ticket; if it is nil, the JSON has no member `guests`.
    package func json(_ ticket: Ticket, guests: [String]? = nil) throws -> JSON {
        let json = try json(of: ticket)
        return guests.map { json.adding([("guests", .array($0.map(JSON.string)))]) } ?? json
    }

    private func json(of ticket: Ticket) throws -> JSON {
        func visible(_ field: TicketSaleField, _ text: String?) -> JSON {
            .optional(saleFields.contains(field) ? text : nil)
        }
        let first: [(String, JSON)] = [
            ("code", .string(ticket.code.description)), ("serial", .int(ticket.serial.rawValue)),
            ("type", .string(typeName(of: ticket))), ("status", .string(ticket.status.rawValue)),
        ]
        let rest: [(String, JSON)] = [
            ("admits", .int(ticket.admits.rawValue)), ("issue", .int(ticket.issue)), ("key", .int(ticket.key)),
            ("order", .optional(saleFields.contains(.order) ? ticket.sale?.order.rawValue : nil)),
            ("price", visible(.price, ticket.sale?.price?.description)),
            ("due", visible(.due, ticket.sale?.due?.description)),
            ("issued", .string(ticket.issuedAt.iso8601(in: event.zone))), ("token", .optional(try token(of: ticket))),
        ]
        return .object(first + HolderDetails(ticket).jsonMembers(in: event.zone) + rest)
    }
}
