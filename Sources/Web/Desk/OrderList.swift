import Management
import Ticketing

/// The orders of an event, and new ones.
struct OrderList: Sendable {
    let desk: Desk

    /// Orders on one page.
    private static let most = 50

    private static let later = "later"
    private static let buyer = FormField("buyer", "Who buys", need: .needed)
    private static let email = FormField("email", "Their e-mail address", .email)
    private static let phone = FormField("phone", "Their telephone", .phone, hint: "With the country: +256700123456.")
    static let methods: [FormField.Choice] = [
        .init("cash", "cash"), .init("card", "card"), .init("mobile-money", "mobile money"),
        .init("bank-transfer", "bank transfer"), .init("at-the-door", "at the door"),
        .init("complimentary", "nothing: a present"),
    ]
    static let method = FormField(
        "method", "How it is paid", .choice([.init(later, "later: the places are kept for half an hour")] + methods))
    static let reference = FormField("reference", "Number of the receipt")

    func page(_ visit: Visit) async throws -> Answer {
        let after = visit.query("after").flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showOrders)
            return (event, try self.facts(event, office, after: after))
        }
        return try desk.page(visit, "desk-orders", title: event.details.title, facts)
    }

    func create(_ visit: Visit) async throws -> Answer {
        let begun = visit.now
        return try await desk.sell(visit, repeated: { $0.noting(.soldBefore) }) { again in
            let form = try await visit.form()
            // The form's own id: when the first answer is lost, the store knows the order again.
            let request = try form.one(Visit.formID).flatMap { $0.isEmpty ? nil : $0 }
            let names = ["buyer", "email", "phone", "method", "reference"]
            let typed = try Dictionary(
                form.all.filter { $0.name.hasPrefix("count-") }.map { ($0.name, $0.value) }
                    + names.map { ($0, try form.typed($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            return try await desk.act(visit, "desk-orders", refusal: "No order is made.") { office in
                let event = try office.event(of: visit, for: .createOrder)
                if let again { throw again }
                let draft = try OrderList.draft(typed)
                let ring = try draft.payment.map { _ in try desk.keys() }
                let order = try office.createOrder(draft, of: event, signingWith: ring, request: request)
                // Back leads to a form that has made its order, perhaps before this server began.
                return DeskNote.path(
                    "\(event.deskPath)/orders/\(order.number)", order.created < begun ? .soldBefore : .sold)
            } again: { office, refused in
                let event = try office.event(of: visit, for: .createOrder)
                return (
                    event.details.title,
                    try self.facts(event, office, after: nil, typed: typed, faults: refused.faults)
                )
            }
        }
    }

    private static func draft(_ typed: [String: String]) throws -> OrderDraft {
        var faults: [FieldFault] = []
        var lines: [OrderDraft.Line] = []
        for (name, text) in typed.sorted(by: { $0.key < $1.key }) where name.hasPrefix("count-") {
            let digits = text.filter { !$0.isWhitespace }
            if digits.isEmpty || digits == "0" { continue }
            guard let type = UInt16(name.dropFirst("count-".count)).flatMap({ TicketTypeNumber(rawValue: $0) }) else {
                continue
            }
            guard digits.wholeMatch(of: /[0-9]{1,6}/) != nil, let count = Int(digits) else {
                faults.append(FieldFault(name, "a whole number"))
                continue
            }
            lines.append(OrderDraft.Line(type: type, count: count))
        }
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        var payment: Payment?
        if let text = some("method"), text != later {
            if let method = Payment.Method(rawValue: text) {
                payment = Payment(method, reference: some("reference"))
            } else {
                faults.append(FieldFault("method", "one of those offered"))
            }
        }
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return OrderDraft(
            lines: lines, name: typed["buyer"] ?? "", email: some("email"), phone: some("phone"), payment: payment)
    }

    private func facts(
        _ event: Event, _ office: Office, after: OrderNumber?, typed: [String: String] = [:],
        faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        let found = try office.orders(of: event, after: after, limit: OrderList.most + 1)
        facts["orders"] = .list(found.prefix(OrderList.most).map { Facts($0.line(event)) })
        if found.isEmpty { facts["none"] = .one(Facts([:])) }
        if found.count > OrderList.most { facts["next"] = .text("\(found[OrderList.most - 1].number)") }
        let counts = try office.ticketTypes(of: event).map { type in
            FormField("count-\(type.number)", "\(type.name), \(type.price?.description ?? "free")", .number)
        }
        let fields =
            counts + [OrderList.buyer, OrderList.email, OrderList.phone, OrderList.method, OrderList.reference]
        facts["fields"] = .list(
            fields.map { field in
                field.facts(
                    typed[field.name] ?? (field.name == "method" ? OrderList.later : ""),
                    fault: faults.text(of: field.name))
            } + [SameAgain.field(faults)].compactMap(\.self))
        if let fault = faults.text(of: "counts"), let first = counts.first {
            facts["counts_fault"] = ErrorSummary.fault(fault, of: "Tickets", at: first.id)
        }
        if event.status == .published, !counts.isEmpty { facts["sells"] = .one(Facts([:])) }
        if !faults.isEmpty { facts["is_open"] = .one(Facts([:])) }
        return facts
    }
}

extension Order {
    func line(_ event: Event) -> [String: Facts.Fact] {
        [
            "order_number": .text("\(number)"), "order_path": .text("\(event.deskPath)/orders/\(number)"),
            "buyer": .text(buyer.name), "order_tickets": .text("\(tickets)"),
            "total": .text(money(total)?.description ?? "free"), "status": .text(status.rawValue),
            "status_tone": .text(status == .paid ? "good" : status == .cancelled ? "bad" : ""),
            "made": .text(created.minuteText(in: event.zone)),
        ]
    }
}
