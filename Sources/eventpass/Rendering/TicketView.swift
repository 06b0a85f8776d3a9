import Foundation
import Gate
import Management
import TicketToken
import Ticketing

extension Ticket {
    /// Whose it is, as a question says it.
    var namedHolder: String { holder?.visible ?? "nobody named" }
}

/// An event's tickets on the page and in JSON, with their tokens written anew.
struct TicketRenderer {
    /// What is shown of a ticket's sale.
    enum Sale {
        case whole
        /// What is to be paid at the door: a gate needs no more.
        case dueOnly
    }

    private let event: Event
    private let sale: Sale
    private let signer: TicketSigner?
    private let types: [TicketTypeNumber: String]
    private let usable: Set<UInt8>

    /// - Parameter ring: nil leaves the tokens out.
    init(event: Event, types: [TicketType], ring: KeyRing?, sale: Sale = .whole) {
        self.event = event
        self.sale = sale
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.number, $0.name) })
        signer = ring.map { TicketSigner($0) }
        usable = Set(ring?.keys.filter { $0.state != .retired }.map(\.number) ?? [])
    }

    /// The ticket's token; nil when its key is retired or not on the ring: then only a re-issue helps. Nil also for who
    /// may not have it.
    func token(of ticket: Ticket) throws -> String? {
        guard let signer, usable.contains(ticket.key) else { return nil }
        return try signer.text(ofIssued: ticket.claims(of: event))
    }

    /// The key of the ticket's live codes; nil where it has no token.
    func liveKey(of ticket: Ticket) throws -> LiveKey? {
        guard let signer, usable.contains(ticket.key) else { return nil }
        return try signer.liveKey(of: ticket.claims(of: event))
    }

    func typeName(of ticket: Ticket) -> String { types[ticket.type] ?? "\(ticket.type)" }

    func json(_ ticket: Ticket) throws -> JSON {
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

    func lines(_ ticket: Ticket) throws -> [String] {
        let sentences = Sentences(timeZone: event.zone)
        let since = ticket.statusSince.map { " since \(sentences.moment($0))" } ?? ""
        let due = ticket.sale?.due.map { "\($0) due" }
        let order = ticket.sale.map { "\($0.order), \($0.price?.description ?? "free")" }
        let sold = [sale == .whole ? order : nil, due].compactMap(\.self)
        let email = ticket.email.map { ", \($0.rawValue.visible)" } ?? ""
        return [
            "ticket   \(ticket.code)", "event    \(event.details.title.visible)",
            "type     \(typeName(of: ticket).visible)", "holder   \(ticket.holder?.visible ?? "–")\(email)",
            "admits   \(ticket.admits)",
            "status   \(ticket.status.rawValue)\(since)"
                + (ticket.statusNote.map { ": \($0.visible)" } ?? ""),
            "issue    \(ticket.issue), signed with key \(ticket.key)",
            "token    \(try token(of: ticket) ?? reasonWithout)",
        ] + (sold.isEmpty ? [] : ["order    \(sold.joined(separator: ", "))"])
    }

    private var reasonWithout: String {
        signer == nil
            ? "not for your role" : "its key is retired or not on the ring any more; reissue the ticket"
    }
}
