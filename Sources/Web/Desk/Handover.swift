import Management
import PrintShop
import QRSymbol
import TicketToken
import Ticketing

/// What a member hands to the holder of tickets: symbols for the gate, the link of a page, and paper. It is for members
/// who may have tokens.
struct Handover {
    /// Symbols that one page shows.
    private static let mostSymbols = 20

    private let event: Event
    private let types: [TicketType]
    private let ring: KeyRing
    /// Nil where the browser has not said by which name it asks.
    private let origin: String?
    private let isToThisMachine: Bool

    /// Nil without keys, for members who may not have tokens, and for an event that lets nobody in any more.
    init?(_ event: Event, _ office: Office, _ visit: Visit) throws {
        guard event.status != .cancelled, event.deleted == nil, let ring = try visit.house.keyRing,
            try office.role(in: event.organizer)?.grants(Management.Operation.showTokens.right) ?? false
        else { return nil }
        self.event = event
        self.ring = ring
        types = try office.ticketTypes(of: event)
        (origin, isToThisMachine) = (visit.origin, visit.isToThisMachine)
    }

    /// One ticket, on its page; nil unless it opens a gate.
    func facts(of ticket: Ticket) throws -> Facts? {
        guard ticket.status == .issued else { return nil }
        return try facts([ticket], pdf: "\(event.deskPath)/tickets/\(ticket.code)/ticket.pdf") {
            "/t/\(try TicketLink(to: ticket, of: event, ring).path)"
        }
    }

    /// The tickets of an order that its buyer has; nil when there are none.
    func facts(of order: Order, _ office: Office) throws -> Facts? {
        let tickets: [Ticket]
        do {
            tickets = try office.bundle(ofOrder: order.number, of: event).tickets
        } catch is TicketBundleError {
            return nil
        }
        return try facts(tickets, pdf: "\(event.deskPath)/orders/\(order.number)/tickets.pdf") {
            try OrderLink(to: order.number, of: event.number, ring).map { "/o/\($0.path)" }
        }
    }

    private func facts(_ tickets: [Ticket], pdf: String, link: () throws -> String?) throws -> Facts {
        do {
            let fixed = tickets.filter { !isLive($0) }
            var facts: [String: Facts.Fact] = [
                "symbols": .list(try fixed.prefix(Handover.mostSymbols).map(symbol)), "pdf_path": .text(pdf),
                "handover_title": .text(tickets.count == 1 ? "Hand it over" : "Hand them over"),
            ]
            if let path = try link() { facts.merge(try self.facts(ofLink: path)) { $1 } }
            if !fixed.isEmpty { facts["on_paper"] = .one(Facts([:])) }
            if fixed.count < tickets.count { facts["is_live"] = .one(Facts([:])) }
            if fixed.count > Handover.mostSymbols {
                facts["more_symbols"] = .text("\(fixed.count - Handover.mostSymbols)")
            }
            return Facts(facts)
        } catch is SigningError {
            return Facts(["key_gone": .one(Facts([:])), "handover_title": .text("Hand it over")])
        }
    }

    private func facts(ofLink path: String) throws -> [String: Facts.Fact] {
        let link = "\(origin ?? "")\(path)"
        var facts: [String: Facts.Fact] = ["link": .text(link)]
        if origin == nil || isToThisMachine {
            facts["is_local"] = .one(Facts([:]))
        } else {
            facts["link_symbol"] = .one(Facts(try QRSymbol(link).facts))
        }
        return facts
    }

    private func symbol(of ticket: Ticket) throws -> Facts {
        let token = try TicketSigner(ring).text(ofIssued: ticket.claims(of: event))
        var facts = try QRSymbol(token).facts
        facts["symbol_code"] = .text("\(ticket.code)")
        facts["symbol_type"] = .text(types.first { $0.number == ticket.type }?.name ?? "")
        if ticket.admits.rawValue > 1 { facts["symbol_admits"] = .text("\(ticket.admits)") }
        if let due = ticket.sale?.due { facts["symbol_due"] = .text(due.shown) }
        return Facts(facts)
    }

    /// Whether gates take its live codes alone, which no paper has.
    private func isLive(_ ticket: Ticket) -> Bool {
        types.first { $0.number == ticket.type }?.demandsLiveCode ?? false
    }
}

extension Desk {
    /// Tickets as one PDF, a page each, for members who may have tokens.
    ///
    /// - Parameter choose: the tickets, and the name of the file without its ending.
    /// - Throws: `Problem` 404 when none of them can be on paper.
    func paper(
        _ visit: Visit, _ choose: @escaping @Sendable (Office, Event) throws -> TicketBundle
    ) async throws -> Answer {
        let ring = try keys()
        let (event, organizer, types, edits, bundle) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showTokens)
            let types = try office.ticketTypes(of: event)
            let live = Set(types.filter(\.demandsLiveCode).map(\.number))
            let chosen = try choose(office, event)
            return (
                event, try office.organizers().first { $0.number == event.organizer }?.name ?? "", types,
                try office.edits(of: event),
                TicketBundle(
                    name: chosen.name,
                    tickets: chosen.tickets.filter { $0.status == .issued && !live.contains($0.type) })
            )
        }
        guard !bundle.tickets.isEmpty, event.status != .cancelled else { throw Problem(.notFound) }
        let signers = house.signers(for: event)
        let file = try await DrawingThread.run {
            try TicketFormWriter(
                TicketSubject(event, organizer: organizer, types: types, edits: edits, ring: ring, signers: signers),
                remark: house.logRemark
            ).paper(of: bundle)
        }
        return Answer(headers: [.contentType: file.mediaType], body: .bytes(.init(bytes: file.bytes)))
            .attached(as: file.name)
    }
}
