import Management
import PrintShop
import Ticketing

/// One order: its tickets, paying it, taking it back, ending it.
struct DeskOrderPage: Sendable {
    let desk: Desk

    enum Deed: String, CaseIterable {
        case pay, refund, cancel

        var operation: Management.Operation {
            switch self {
            case .pay: .payOrder
            case .refund: .refundOrder
            case .cancel: .cancelOrder
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showOrders)
            return (event, try self.facts(visit, event, office))
        }
        return try desk.page(visit, "desk-order", title: event.details.title, facts)
    }

    func pdf(_ visit: Visit) async throws -> Answer {
        try await desk.paper(visit) { office, event in
            do {
                return try office.bundle(ofOrder: DeskOrderPage.order(of: visit, event, office).number, of: event)
            } catch is TicketBundleError {
                throw Problem(.notFound)
            }
        }
    }

    func act(_ visit: Visit, _ deed: Deed) async throws -> Answer {
        let form = try await visit.form()
        let typed = try Dictionary(
            uniqueKeysWithValues: ["method", "reference", "refund-note", "cancel-note"].map {
                ($0, try form.typed($0) ?? "")
            })
        let codes = form.all("ticket").compactMap { TicketCode(typed: $0) }
        let request = try form.one(Visit.formID).flatMap { $0.isEmpty ? nil : $0 }
        return try await desk.act(visit, "desk-order") { office in
            let event = try office.event(of: visit, for: deed.operation)
            let order = try DeskOrderPage.order(of: visit, event, office)
            let note = try perform(deed, order, event, typed, codes, request, office)
            return DeskNote.path("\(event.deskPath)/orders/\(order.number)", note)
        } again: { office, refused in
            let event = try office.event(of: visit, for: deed.operation)
            return (event.details.title, try self.facts(visit, event, office, deed, typed, refused.faults))
        }
    }

    private func perform(
        _ deed: Deed, _ order: Order, _ event: Event, _ typed: [String: String], _ codes: [TicketCode],
        _ request: String?, _ office: Office
    ) throws -> DeskNote.Deed {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch deed {
        case .pay:
            guard let method = Payment.Method(rawValue: typed["method"] ?? "") else {
                throw FieldFault("method", "one of those offered")
            }
            let ring = order.isPaidAtTheDoor ? nil : try desk.keys()
            _ = try office.pay(
                order.number, of: event, Payment(method, reference: some("reference")), signingWith: ring,
                request: request)
            return .paid
        case .refund:
            guard !codes.isEmpty else { throw FieldFault([FieldFault].whole, "Choose the tickets that come back.") }
            let standing = Set(try office.tickets(of: order, of: event).filter(\.status.stands).map(\.code))
            // Sent a second time, they are back already.
            guard codes.contains(where: standing.contains) else { return .refunded }
            _ = try office.refund(.tickets(codes), ofOrder: order.number, of: event, note: some("refund-note"))
            return .refunded
        case .cancel where order.status == .cancelled: return .cancelled
        case .cancel:
            _ = try office.cancelOrder(order.number, of: event, note: some("cancel-note"))
            return .cancelled
        }
    }

    private static func order(of visit: Visit, _ event: Event, _ office: Office) throws -> Order {
        guard let number = visit.part("order").flatMap({ UInt32($0) }).flatMap({ OrderNumber(rawValue: $0) }) else {
            throw Problem(.notFound)
        }
        return try office.order(number, of: event)
    }

    private func facts(
        _ visit: Visit, _ event: Event, _ office: Office, _ deed: Deed? = nil, _ typed: [String: String] = [:],
        _ faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let order = try DeskOrderPage.order(of: visit, event, office)
        let types = try office.ticketTypes(of: event)
        let tickets = try office.tickets(of: order, of: event)
        var facts = try desk.heading(event, office).merging(order.line(event)) { $1 }
        let said: [(String, String?)] = [
            ("Buyer", order.buyer.name), ("E-mail", order.buyer.email?.rawValue),
            ("Telephone", order.buyer.phone?.rawValue), ("Made", event.shown(order.created)),
            ("Places kept until", order.isHolding ? event.shown(order.expires) : nil),
            ("Total", order.money(order.total)?.description), ("Paid by", order.payment?.method.rawValue),
            ("Receipt", order.payment?.reference), ("Paid", order.amountPaid.flatMap { order.money($0)?.description }),
            ("Paid at", event.shown(order.paid)),
            ("Owed back", order.refundOwed > 0 ? order.money(order.refundOwed)?.description : nil),
        ]
        facts["said"] = Desk.said(said)
        facts["lines"] = .list(
            order.lines.map { line in
                Facts([
                    "line_type": .text(types.first { $0.number == line.type }?.name ?? "\(line.type)"),
                    "line_count": .text("\(line.count)"),
                    "line_price": .text(order.money(line.price)?.description ?? "free"),
                ])
            })
        facts["tickets"] = .list(tickets.map { Facts($0.line(event, types)) })
        if let handover = try Handover(event, office, visit)?.facts(of: order, office) {
            facts["handover"] = .one(handover)
        }
        func field(_ field: FormField, _ fallback: String = "", _ alias: String? = nil) -> Facts {
            field.facts(
                typed[field.name] ?? fallback,
                fault: faults.text(of: field.name) ?? alias.flatMap { faults.text(of: $0) })
        }
        if order.status == .pending {
            let method = FormField("method", "How it is paid", .choice(OrderList.methods))
            facts["can_pay"] = .one(Facts(["deed_fields": .list([field(method, "cash"), field(OrderList.reference)])]))
            let note = FormField("cancel-note", "Why")
            facts["can_cancel"] = .one(Facts(["deed_fields": .list([field(note, "", deed == .cancel ? "note" : nil)])]))
        }
        if order.status == .paid || order.status == .partlyRefunded {
            let note = FormField("refund-note", "Why")
            facts["can_refund"] = .one(
                Facts([
                    "deed_fields": .list([field(note, "", deed == .refund ? "note" : nil)]),
                    "standing": .list(tickets.filter(\.status.stands).map { Facts($0.line(event, types)) }),
                ]))
        }
        return facts
    }
}
