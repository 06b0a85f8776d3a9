import AttendeePack
import Languages
import Management
import PrintShop
import Ticketing
import WebHost

/// The tickets of an order on the order's page: one card for each ticket, with its symbol, its state and its links.
struct OrderTickets {
    private let found: LinkedOrder
    private let signers: WalletCredentials
    private let language: Language

    init(_ found: LinkedOrder, _ signers: WalletCredentials, in language: Language) {
        self.found = found
        self.signers = signers
        self.language = language
    }

    var contexts: [TemplateContext] {
        zip(1..., found.tickets).map { TemplateContext(context(of: $1, number: $0)) }
    }

    /// The path of a calendar entry for the event; nil if no ticket has a link, or if the event has no start.
    var calendarPath: String? {
        guard found.event.details.start != nil else { return nil }
        return found.tickets.compactMap(\.link).first.map { "/t/\($0.path)/calendar.ics" }
    }

    private func context(of entry: LinkedOrder.Entry, number: Int) -> [String: TemplateContext.Value] {
        let ticket = entry.ticket
        let type = found.types.first { $0.number == ticket.type }
        let remark = found.remark(on: entry)
        var context: [String: TemplateContext.Value] = [
            "anchor": .text("ticket-\(number)"), "code": .text("\(ticket.code)"), "type": .text(type?.name ?? ""),
            "position": .sentence(
                TicketPageSentence.ticketOf, ["number": "\(number)", "total": "\(found.tickets.count)"]),
            "ticket_state": .sentence(found.state(of: ticket, in: language)),
            "tone": .text(remark != nil ? "bad" : ticket.sale?.due == nil ? "good" : "warn"),
        ]
        // The page does not tell the buyer to whom a ticket was passed on.
        if remark == nil, let holder = ticket.holder, holder != found.order.buyer.name {
            context["holder"] = .text(holder)
        }
        if let remark { context["ticket_remark"] = .sentence(remark) }
        guard let link = entry.link else { return context }
        let path = "/t/\(link.path)"
        context["link"] = .text(path)
        // A remark about a ticket with a link means that gates refuse the ticket, so the page shows no symbol.
        guard remark == nil else { return context }
        guard let type, !type.requiresLiveCode else {
            context["live"] = .section(TemplateContext([:]))
            return context
        }
        context["symbol"] = .section(
            TemplateContext([
                "symbol_path": .text("\(path)/symbol.svg"),
                "symbol_text": .sentence(PublicSentence.codeOfTicket, ["code": .text("\(ticket.code)")]),
            ]))
        context["wallets"] = .list(
            TicketDownload.wallets(signers).map {
                TemplateContext([
                    "wallet_path": .text("\(path)/download/\($0.pathComponent)"), "wallet": .sentence($0.name),
                ])
            })
        return context
    }
}

extension LinkedOrder {
    /// A ticket's state in words for the buyer.
    fileprivate func state(of ticket: Ticket, in language: Language) -> Sentence {
        event.status == .cancelled && ticket.status.isActive
            ? Sentence(PublicSentence.cancelled) : ticket.holderState(in: language)
    }

    /// The reason why gates refuse a ticket, or why the buyer gets no link to the ticket; nil without such a reason. An
    /// amount that is still due is not mentioned here, because the ticket's state gives the amount.
    fileprivate func remark(on entry: Entry) -> PublicSentence? {
        let ticket = entry.ticket
        if event.status == .cancelled { return .ticketOfCancelledEvent }
        if !ticket.status.isActive { return ticket.status.refusal }
        if !ticket.belongs(with: order.confirmedBuyer) { return .ticketPassedOn }
        if ticket.status == .blocked { return .ticketBlocked }
        guard entry.link == nil else { return nil }
        return ticket.issue > 0 ? .ticketReissued : .ticketUnsigned
    }
}
