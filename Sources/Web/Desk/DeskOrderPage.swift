import Management
import PrintShop
import Ticketing

/// One order: its tickets, paying it, taking it back, ending it.
struct DeskOrderPage: Sendable {
    let desk: Desk

    enum Deed: String, CaseIterable {
        case pay, refund, cancel
        case payBack = "pay-back"

        var operation: Management.Operation {
            switch self {
            case .pay: .payOrder
            case .refund: .refundOrder
            case .cancel: .cancelOrder
            case .payBack: .payBackOrder
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

    private static let amount = FormField("back-amount", "Amount", hint: "Such as 50000 UGX. Empty is all of it.")
    private static let backReference = FormField("back-reference", "Number of the receipt")

    /// Money that was paid back is recorded once, also where Back shows the form again.
    func payBack(_ visit: Visit) async throws -> Answer {
        try await desk.sell(visit) { try await act(visit, .payBack, again: $0) }
    }

    func act(_ visit: Visit, _ deed: Deed, again same: SameAgain? = nil) async throws -> Answer {
        let form = try await visit.form()
        let typed = try Dictionary(
            uniqueKeysWithValues: [
                "method", "reference", "refund-note", "cancel-note", "back-amount", "back-reference",
            ].map {
                ($0, try form.typed($0) ?? "")
            })
        let codes = form.all("ticket").compactMap { TicketCode(typed: $0) }
        let request = try form.one(Visit.formID).flatMap { $0.isEmpty ? nil : $0 }
        return try await desk.act(visit, "desk-order") { office in
            let event = try office.event(of: visit, for: deed.operation)
            if let same { throw same }
            let order = try DeskOrderPage.order(of: visit, event, office)
            let note: DeskNote.Deed
            do {
                note = try perform(deed, order, event, typed, codes, request, office)
            } catch SalesError.requestReused {
                throw FieldFault(
                    [FieldFault].whole,
                    "The payment that this form recorded before is kept. Press the button again to record another.")
            }
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
            guard !codes.isEmpty else { throw FieldFault("ticket", "choose one or more") }
            let standing = Set(try office.tickets(of: order, of: event).filter(\.status.stands).map(\.code))
            // Sent a second time, they are back already.
            guard codes.contains(where: standing.contains) else { return .refunded }
            _ = try office.refund(.tickets(codes), ofOrder: order.number, of: event, note: some("refund-note"))
            return .refunded
        case .payBack:
            let amount = try some("back-amount").map { text in
                guard let money = Money(text) else {
                    throw FieldFault("back-amount", "an amount and a currency, such as 50000 UGX")
                }
                return money
            }
            _ = try office.payBack(
                amount, ofOrder: order.number, of: event, reference: some("back-reference"), request: request)
            return .paidBack
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
        var said: [(String, String?)] = [
            ("Buyer", order.buyer.name), ("E-mail", order.buyer.email?.rawValue),
            ("Telephone", order.buyer.phone?.rawValue), ("Made", event.shown(order.created)),
            ("Places kept until", order.isHolding ? event.shown(order.expires) : nil),
            ("Total", order.money(order.total)?.description), ("Paid by", order.payment?.method.rawValue),
            ("Receipt", order.payment?.reference), ("Paid", order.amountPaid.flatMap { order.money($0)?.description }),
            ("Paid at", event.shown(order.paid)),
            ("Owed back", order.refundLeft > 0 ? order.money(order.refundLeft)?.description : nil),
        ]
        for payment in try office.refundPayments(of: order, of: event) {
            let words = [order.money(payment.amount)?.description, event.shown(payment.paid), payment.reference]
            said.append(("Paid back", words.compactMap(\.self).joined(separator: ", ")))
        }
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
        let standing = tickets.filter(\.status.stands).map { Facts($0.line(event, types)) }
        let first = tickets.first(where: \.status.stands).map { "ticket-\($0.code)" }
        return facts.merging(deeds(order, standing, first: first, deed, typed, faults)) { $1 }
    }

    /// The forms of what can be done with an order.
    ///
    /// - Parameters:
    ///   - standing: the tickets that can be taken back.
    ///   - first: the id of the first of their ticks.
    ///   - deed: whose form was sent and refused.
    private func deeds(
        _ order: Order, _ standing: [Facts], first: String?, _ deed: Deed?, _ typed: [String: String],
        _ faults: [FieldFault]
    ) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [:]
        func field(_ field: FormField, _ fallback: String = "", _ alias: String? = nil) -> Facts {
            field.facts(
                typed[field.name] ?? fallback,
                fault: faults.text(of: field.name) ?? alias.flatMap { faults.text(of: $0) })
        }
        if order.status == .pending {
            let method = FormField("method", "How it is paid", .choice(OrderList.methods))
            facts["can_pay"] = .one(Facts(["deed_fields": .list([field(method, "cash"), field(OrderList.reference)])]))
            let note = FormField("cancel-note", "Why")
            var cancel: [String: Facts.Fact] = [
                "deed_fields": .list([field(note, "", deed == .cancel ? "note" : nil)])
            ]
            if deed == .cancel { cancel["is_open"] = .one(Facts([:])) }
            facts["can_cancel"] = .one(Facts(cancel))
        }
        if order.refundLeft > 0 {
            facts["can_pay_back"] = .one(
                Facts([
                    "deed_fields": .list(
                        [
                            field(DeskOrderPage.amount, "", "amount"),
                            field(DeskOrderPage.backReference, "", "reference"),
                        ] + [SameAgain.field(faults)].compactMap(\.self)),
                    "back_owed": .text(order.money(order.refundLeft)?.description ?? ""),
                ]))
        }
        if order.status == .paid || order.status == .partlyRefunded {
            let note = FormField("refund-note", "Why")
            var refund: [String: Facts.Fact] = [
                "deed_fields": .list([field(note, "", deed == .refund ? "note" : nil)]), "standing": .list(standing),
            ]
            if deed == .refund { refund["is_open"] = .one(Facts([:])) }
            if let fault = faults.text(of: "ticket"), let first {
                refund["tickets_fault"] = ErrorSummary.fault(fault, of: "Tickets", at: first)
            }
            facts["can_refund"] = .one(Facts(refund))
        }
        return facts
    }
}
