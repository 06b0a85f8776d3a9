import Languages
import Management
import Presentation
import PrintShop
import QRSymbol
import TicketToken
import Ticketing
import WebHost

/// The section of a ticket’s or order’s page with which members give tickets to their holders: QR codes, the link of
/// the public ticket or order page, and a PDF. Only members who are allowed to see tokens get this section.
///
/// `scripts/share.js` copies the link and prints the page.
struct TicketHandover {
    private static let maxSymbols = 20

    private let event: Event
    private let types: [TicketType]
    private let ring: KeyRing
    /// The origin of the request, such as `https://tickets.example.org`; nil if the browser did not send a host name.
    private let origin: String?
    /// Whether the origin is this machine’s loopback address, which other machines can’t open.
    private let isLoopbackOrigin: Bool

    /// Reads the keys and the ticket types for a handover. Nil if there are no signing keys, if the member is not
    /// allowed to see ticket tokens, or if the event is cancelled or deleted.
    init?(_ event: Event, _ services: ManagementServices, _ request: PageRequest) throws {
        guard event.status != .cancelled, event.deleted == nil, let ring = try request.server.keyRing,
            try services.role(in: event.organizer)?.grants(Management.Operation.showTokens.requiredRight) ?? false
        else { return nil }
        self.event = event
        self.ring = ring
        types = try services.ticketTypes.ticketTypes(of: event)
        (origin, isLoopbackOrigin) = (request.origin, request.isLoopbackHost)
    }

    /// Template values for the page of one ticket; nil if the ticket does not have the status `issued`.
    func context(of ticket: Ticket) throws -> TemplateContext? {
        guard ticket.status == .issued else { return nil }
        return try context([ticket], pdf: "\(event.deskPath)/tickets/\(ticket.code)/ticket.pdf") {
            "/t/\(try TicketLink(to: ticket, of: event, ring).path)"
        }
    }

    /// Template values for the tickets that the buyer of an order still has; nil if the buyer no longer has any tickets
    /// from the order.
    func context(of order: Order, _ services: ManagementServices) throws -> TemplateContext? {
        let tickets: [Ticket]
        do {
            tickets = try services.bundle(ofOrder: order.number, of: event).tickets
        } catch is TicketBundleError {
            return nil
        }
        return try context(tickets, pdf: "\(event.deskPath)/orders/\(order.number)/tickets.pdf") {
            try OrderLink(to: order.number, of: event.number, ring).map { "/o/\($0.path)" }
        }
    }

    /// The same as `context(of:_:)` for scripts; nil if the buyer no longer has any tickets from the order, or if the
    /// signing key is retired.
    ///
    /// - Parameter language: The language of the texts.
    func json(of order: Order, _ services: ManagementServices, in language: Language) throws -> JSON? {
        do {
            let tickets = try services.bundle(ofOrder: order.number, of: event).tickets
            let fixed = tickets.filter { !demandsLiveCode($0) }
            let link = try OrderLink(to: order.number, of: event.number, ring).map { "\(origin ?? "")/o/\($0.path)" }
            return .object([
                ("link", .optional(link)),
                ("pdf", .optional(fixed.isEmpty ? nil : "\(event.deskPath)/orders/\(order.number)/tickets.pdf")),
                ("symbols", .array(try fixed.prefix(TicketHandover.maxSymbols).map { try json(of: $0, in: language) })),
            ])
        } catch is TicketBundleError {
            return nil
        } catch is SigningError {
            return nil
        }
    }

    private func json(of ticket: Ticket, in language: Language) throws -> JSON {
        let symbol = try QRSymbol(TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event)))
        let label = Sentence(DeskSaleSentence.symbolOfTicket, ["symbol_code": "\(ticket.code)"])
        let type = types.first { $0.number == ticket.type }?.name ?? ""
        let admits =
            ticket.admits.rawValue > 1
            ? Sentence(DeskSaleSentence.admits, ["symbol_admits": "\(ticket.admits)"]).text(in: language) : ""
        return .object([
            ("side", .int(symbol.sideWithBorder)), ("path", .string(symbol.pathWithBorder)),
            ("label", .string(label.text(in: language))), ("text", .string("\(ticket.code) \(type)\(admits)")),
        ])
    }

    private func context(_ tickets: [Ticket], pdf: String, link: () throws -> String?) throws -> TemplateContext {
        do {
            let fixed = tickets.filter { !demandsLiveCode($0) }
            var context: [String: TemplateContext.Value] = [
                "symbols": .list(try fixed.prefix(TicketHandover.maxSymbols).map(symbol)), "pdf_path": .text(pdf),
                "handover_title": .sentence(
                    tickets.count == 1 ? DeskSaleSentence.ticketToHandOver : DeskSaleSentence.ticketsToHandOver),
            ]
            if let path = try link() { context.merge(try self.context(ofLink: path)) { $1 } }
            if !fixed.isEmpty { context["on_paper"] = .section(TemplateContext([:])) }
            if fixed.count < tickets.count { context["is_live"] = .section(TemplateContext([:])) }
            if fixed.count > TicketHandover.maxSymbols {
                context["more_symbols"] = .text("\(fixed.count - TicketHandover.maxSymbols)")
            }
            return TemplateContext(context)
        } catch is SigningError {
            return TemplateContext([
                "key_gone": .section(TemplateContext([:])),
                "handover_title": .sentence(DeskSaleSentence.ticketToHandOver),
            ])
        }
    }

    private func context(ofLink path: String) throws -> [String: TemplateContext.Value] {
        let link = "\(origin ?? "")\(path)"
        var context: [String: TemplateContext.Value] = ["link": .text(link)]
        if origin == nil || isLoopbackOrigin {
            context["is_local"] = .section(TemplateContext([:]))
        } else {
            context["link_symbol"] = .section(TemplateContext(try QRSymbol(link).context))
        }
        return context
    }

    private func symbol(of ticket: Ticket) throws -> TemplateContext {
        let token = try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event))
        var context = try QRSymbol(token).context
        context["symbol_code"] = .text("\(ticket.code)")
        context["symbol_type"] = .text(types.first { $0.number == ticket.type }?.name ?? "")
        if ticket.admits.rawValue > 1 { context["symbol_admits"] = .text("\(ticket.admits)") }
        if let due = ticket.sale?.due { context["symbol_due"] = .text(due.displayText) }
        return TemplateContext(context)
    }

    /// Whether gates require a live code, which a printed QR code cannot contain.
    private func demandsLiveCode(_ ticket: Ticket) -> Bool {
        types.first { $0.number == ticket.type }?.requiresLiveCode ?? false
    }
}

extension Desk {
    /// Responds with a PDF that has one page per ticket, for members who are allowed to see ticket tokens. The PDF
    /// leaves out tickets that do not have the status `issued`, and tickets for which gates require a live code.
    ///
    /// - Parameter choose: Returns the tickets, and the name of the file without its extension.
    /// - Throws: `Problem` 404 if none of the tickets can be printed.
    func ticketsPDF(
        _ request: PageRequest, _ choose: @escaping @Sendable (ManagementServices, Event) throws -> TicketBundle
    ) async throws -> RouteResponse {
        let ring = try signingKeys()
        let (event, organizer, types, edits, bundle, logo) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showTokens)
            let types = try services.ticketTypes.ticketTypes(of: event)
            let live = Set(types.filter(\.requiresLiveCode).map(\.number))
            let chosen = try choose(services, event)
            return (
                event, try services.organizers.organizers().first { $0.number == event.organizer }?.name ?? "", types,
                try services.events.edits(of: event),
                TicketBundle(
                    name: chosen.name,
                    tickets: chosen.tickets.filter { $0.status == .issued && !live.contains($0.type) }),
                try AttendeePicture(.logo, of: event, in: services)
            )
        }
        guard !bundle.tickets.isEmpty, event.status != .cancelled else { throw Problem(.notFound) }
        let signers = server.signers(for: event)
        let file = try await RenderingThread.run {
            try TicketFormatWriter(
                TicketExportContext(
                    event, organizer: organizer, types: types, edits: edits, ring: ring, credentials: signers,
                    appearance: TicketExportContext.Appearance(logo: logo)),
                warn: server.logRemark
            ).pdf(of: bundle)
        }
        return RouteResponse(headers: [.contentType: file.mediaType], body: .bytes(.init(bytes: file.bytes)))
            .asAttachment(as: file.name)
    }
}
