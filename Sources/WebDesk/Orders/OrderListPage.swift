import Languages
import Management
import Ticketing
import WebHost

/// The page that lists the orders of an event and creates new orders.
struct OrderListPage: Sendable {
    let desk: Desk

    /// The number of orders on one page.
    private static let pageSize = 50

    private static let payLater = "later"
    private static let method = FormField(
        "method", Sentence(FieldSentence.paymentMethod),
        .choice(
            [.init(payLater, Sentence(DeskSaleSentence.payLater))]
                + Payment.Method.allCases.map { .init($0.rawValue, $0.label) }))
    private static let fields =
        FieldInput<Buyer>.all.map(\.field) + [method] + FieldInput<Payment>.named(["reference"]).map(\.field)

    /// The buyer's date of birth. The form has this field only if the event has a minimum age.
    private static let birthDate = FormField(
        AgeLimit.fieldName, Sentence(DeskSaleSentence.birthDate), .day, hint: Sentence(DeskSaleSentence.birthDateHint))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query("after").flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showOrders)
            return (event, try self.context(event, services, after: after))
        }
        return try desk.page(request, "desk-orders", title: .verbatim(event.details.title), context)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        let begun = request.now
        return try await desk.performSaleOnce(request, repeated: { $0.withFlash(.soldBefore) }) { again in
            let form = try await request.form()
            // The store keeps the form’s id with the order. Thus, the server recognizes a repeated form even if the
            // first response was lost.
            let formID = try form.value(PageRequest.formID).flatMap { $0.isEmpty ? nil : $0 }
            let names = (OrderListPage.fields + [OrderListPage.birthDate]).map(\.name)
            let typed = try Dictionary(
                form.values.filter { $0.name.hasPrefix("count-") }.map { ($0.name, $0.value) }
                    + names.map { ($0, try form.typed($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            return try await desk.submit(
                request, "desk-orders", refusal: Sentence(DeskSaleSentence.noOrderCreated)
            ) { services in
                let event = try services.event(of: request, for: .createOrder)
                if let again { throw again }
                let draft = try OrderListPage.draft(typed)
                let ring = try draft.payment.map { _ in try desk.signingKeys() }
                let order = try services.orders.createOrder(draft, of: event, signingWith: ring, request: formID)
                // The Back button can show a form again that has already created its order. If the form is sent again,
                // `createOrder` returns that order, even after a restart of the server.
                let isNew = order.created >= begun
                return FlashMessage.path(
                    "\(event.deskPath)/orders/\(order.number)", isNew ? .sold : .soldBefore,
                    unreached: isNew
                        ? try services.unreached(
                            .buyer(order.number), by: order.status == .pending ? .orderPending : .orderPaid, of: event)
                        : nil)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .createOrder)
                return (
                    .verbatim(event.details.title),
                    try self.context(event, services, after: nil, typed: typed, faults: refused.faults)
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
                faults.append(FieldFault(name, DeskSaleSentence.countForm))
                continue
            }
            lines.append(OrderDraft.Line(type: type, count: count))
        }
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        let buyer = FieldInput<Buyer>.newEntity(typed, &faults)
        let isPaid = some(method.name).map { $0 != payLater } ?? false
        let payment = isPaid ? FieldInput<Payment>.newEntity(typed, &faults) : nil
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        var draft = OrderDraft(lines: lines, buyer: buyer, payment: payment)
        draft.born = some(AgeLimit.fieldName)
        return draft
    }

    private func context(
        _ event: Event, _ services: ManagementServices, after: OrderNumber?, typed: [String: String] = [:],
        faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let found = try services.orders.orders(of: event, after: after, limit: OrderListPage.pageSize + 1)
        context["orders"] = .list(found.prefix(OrderListPage.pageSize).map { TemplateContext($0.listContext(event)) })
        if found.isEmpty { context["none"] = .section(TemplateContext([:])) }
        if found.count > OrderListPage.pageSize {
            context["next"] = .text("\(found[OrderListPage.pageSize - 1].number)")
        }
        let types = try services.ticketTypes.ticketTypes(of: event)
        let counts = types.map { type in
            FormField(
                "count-\(type.number)",
                Sentence(
                    PublicSentence.typeAndPrice,
                    ["type": .text(type.name), "price": .sentence(type.price.priceText)]),
                .number)
        }
        let hasAgeLimit = event.details.minimumAge != nil || types.contains { $0.details.minimumAge != nil }
        context["fields"] = .list(
            (counts + OrderListPage.fields + (hasAgeLimit ? [OrderListPage.birthDate] : [])).map { field in
                field.context(
                    typed[field.name] ?? (field.name == "method" ? OrderListPage.payLater : ""),
                    fault: faults.text(of: field.name))
            } + [DuplicateSubmission.field(faults)].compactMap(\.self))
        if let fault = faults.text(of: "counts"), let first = counts.first {
            context["counts_fault"] = ErrorSummary.fault(fault, of: Sentence(DeskSentence.tickets), at: first.id)
        }
        if event.status == .published, !counts.isEmpty { context["sells"] = .section(TemplateContext([:])) }
        if !faults.isEmpty { context["is_open"] = .section(TemplateContext([:])) }
        return context
    }
}

extension Money? {
    /// The amount as text, or the word “free” for nil.
    var priceText: Sentence { map { Sentence.verbatim("\($0)") } ?? Sentence(DeskSaleSentence.free) }
}

extension Order {
    func listContext(_ event: Event) -> [String: TemplateContext.Value] {
        [
            "order_number": .text("\(number)"), "order_path": .text("\(event.deskPath)/orders/\(number)"),
            "buyer": .text(buyer.name), "order_tickets": .text("\(tickets)"),
            "total": .sentence(money(total).priceText),
            "status": .sentence(status.label), "status_tone": .text(status.tone.rawValue),
            "made": .text(created.minuteText(in: event.zone)),
        ]
    }
}
