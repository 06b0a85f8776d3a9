import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The page for sales at a counter. It has a large button for each ticket type and a button for each way to pay, and it
/// shows the sum and the change. A sale is paid at once, and the buyer need not have a name.
///
/// The first button of the form is disabled and hidden. Browsers press the first button of a form when somebody presses
/// Enter in a field. The disabled button prevents an accidental sale.
///
/// `scripts/box-office.js` sends the form without leaving the page, and shows the sold tickets in place. Without this
/// script, the page of the order shows the tickets.
struct BoxOfficePage: Sendable {
    let desk: Desk

    /// The name of the field for the cash that the buyer gave. A parameter with the same name passes the amount to the
    /// order’s page, in minor units of the currency.
    static let givenName = "given"

    private static let fields = [
        FormField("buyer", Sentence(FieldSentence.buyer), hint: Sentence(DeskBoxOfficeSentence.buyerHint)),
        FormField(
            "email", Sentence(DeskSentence.emailAddress), .email, hint: Sentence(DeskBoxOfficeSentence.emailHint)),
        FormField("phone", Sentence(FieldSentence.buyerPhone), .phone),
        FormField("reference", Sentence(FieldSentence.receiptNumber)),
    ]
    static let given = FormField(
        givenName, Sentence(DeskBoxOfficeSentence.given), hint: Sentence(DeskBoxOfficeSentence.givenHint))
    /// The ways to pay at once. Payment at the door is not among them, because it comes later.
    private static let methods = Payment.Method.allCases.filter { $0 != .atTheDoor }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .createOrder)
            return (event, try self.context(event, services))
        }
        return try desk.page(request, "box-office", title: .verbatim(event.details.title), context)
    }

    /// Sells the chosen tickets. If a form is sent twice, the tickets are sold only once. Forms with different ids are
    /// different sales even if all fields are equal, because many buyers at a counter buy the same tickets.
    func sell(_ request: PageRequest) async throws -> RouteResponse {
        let wantsJSON = request.wantsJSON
        return try await desk.performOnce(request, keeping: wantsJSON ? .ok : .seeOther) {
            let form = try await request.form()
            let formID = try form.value(PageRequest.formID).flatMap { $0.isEmpty ? nil : $0 }
            let names =
                (BoxOfficePage.fields + [BoxOfficePage.given, OrderListPage.birthDate]).map(\.name)
                + ["method", SaleConflicts.field]
            let typed = try Dictionary(
                form.values.filter { $0.name.hasPrefix("count-") }.map { ($0.name, $0.value) }
                    + names.map { ($0, try form.typed($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            let answer = try await submit(request, typed, formID)
            guard wantsJSON, let number = BoxOfficePage.order(in: answer) else { return answer }
            return try await request.withServices { services -> RouteResponse in
                let event = try services.event(of: request, for: .createOrder)
                let order = try services.orders.order(number, of: event)
                return RouteResponse.json(try BoxOfficePage.json(order, event, request, services))
            }
        }
    }

    private func submit(
        _ request: PageRequest, _ typed: [String: String], _ formID: String?
    ) async throws -> RouteResponse {
        try await desk.submit(request, "box-office", refusal: Sentence(DeskSaleSentence.noOrderCreated)) { services in
            let event = try services.event(of: request, for: .createOrder)
            let draft = try BoxOfficePage.draft(typed, event, services, at: desk.server.now())
            try SaleConflicts(of: draft, with: event, request: formID, services).requireShown(typed)
            let order = try services.orders.createOrder(
                draft, of: event, signingWith: desk.server.keyRing, request: formID)
            let given = BoxOfficePage.cash(typed, in: order.currency).map { "&\(BoxOfficePage.givenName)=\($0)" }
            return FlashMessage.path("\(event.deskPath)/orders/\(order.number)", .sold) + (given ?? "")
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .createOrder)
            return (.verbatim(event.details.title), try self.context(event, services, typed, refused.faults))
        }
    }

    /// - Throws: `ManagementError.invalid` with all faults of the form. If only the way to pay or the cash is faulty,
    ///   the order is nevertheless checked against the event, and the faults of this check are included.
    private static func draft(
        _ typed: [String: String], _ event: Event, _ services: ManagementServices, at now: Instant
    ) throws -> OrderDraft {
        var faults: [FieldFault] = []
        let types = try services.ticketTypes.ticketTypes(of: event)
        let hasMethod = methods.contains { $0.rawValue == typed["method"] }
        if !hasMethod { faults.append(FieldFault("method", DeskSaleSentence.chooseOption)) }
        if let given = typed[givenName], let fault = cashFault(given, in: currency(of: typed, types)) {
            faults.append(fault)
        }
        let draft: OrderDraft
        do {
            // If no way to pay was chosen, the other fields are checked as if the buyer paid in cash.
            draft = try OrderListPage.draft(
                hasMethod ? typed : typed.merging(["method": Payment.Method.cash.rawValue]) { $1 }, isWalkIn: true)
        } catch ManagementError.invalid(let others) {
            throw ManagementError.invalid(faults + others)
        }
        guard faults.isEmpty else {
            let others = draft.faults(of: event, types: types, at: now)
            throw ManagementError.invalid(faults + others.map(\.fieldFault))
        }
        return draft
    }

    /// The currency of the chosen tickets. If no chosen ticket has a price, it is the currency of the event’s first
    /// price. Nil if all tickets are free of charge.
    private static func currency(of typed: [String: String], _ types: [TicketType]) -> String? {
        func isChosen(_ type: TicketType) -> Bool {
            let count = typed["count-\(type.number)"]?.filter { !$0.isWhitespace } ?? ""
            return !count.isEmpty && count != "0"
        }
        let priced = types.filter { $0.price != nil }
        return (priced.first(where: isChosen) ?? priced.first)?.price?.currency
    }

    /// The fault of the typed cash; nil if it is an amount in the currency, or empty.
    ///
    /// - Parameter currency: nil if the tickets are free of charge. The amount may then have two decimals.
    private static func cashFault(_ text: String, in currency: String?) -> FieldFault? {
        let decimals = Money.decimals(of: currency ?? "")
        guard !text.isEmpty, Money.minorUnits(typed: text, decimals: decimals) == nil else { return nil }
        return switch decimals {
        case 0: FieldFault(givenName, DeskBoxOfficeSentence.amountForm)
        case 1...2: FieldFault(givenName, DeskBoxOfficeSentence.decimalForm)
        default: FieldFault(givenName, DeskBoxOfficeSentence.pointForm)
        }
    }

    /// The cash that the buyer gave, in minor units; nil if the field is empty or not an amount, or if the order has no
    /// currency.
    private static func cash(_ typed: [String: String], in currency: String?) -> Int64? {
        guard let currency, let text = typed[givenName] else { return nil }
        return Money(typed: text, in: currency)?.minorUnits
    }

    /// The number of the order to whose page a response redirects; nil if the sale was refused.
    private static func order(in answer: RouteResponse) -> OrderNumber? {
        guard answer.status == .seeOther, let path = answer.headers[.location]?.prefix(while: { $0 != "?" }) else {
            return nil
        }
        return path.split(separator: "/").last.flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }
    }

    private static func json(
        _ order: Order, _ event: Event, _ request: PageRequest, _ services: ManagementServices
    ) throws -> JSON {
        let language = request.deskLanguage
        let total: Sentence = order.money(order.amountPaid ?? order.total).priceText
        let title = Sentence(
            DeskBoxOfficeSentence.sold, ["order_number": "\(order.number)", "total": .sentence(total)])
        let handover = try TicketHandover(event, services, request)?.json(of: order, services, in: language)
        return .object([
            ("title", .string(title.text(in: language))),
            ("order", .string("\(event.deskPath)/orders/\(order.number)")),
            // The id of the form for the next sale.
            ("form", .string(request.id)), ("handover", handover ?? .null),
        ])
    }

    private func context(
        _ event: Event, _ services: ManagementServices, _ typed: [String: String] = [:], _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        if let fault = SenderState(desk.server).mailFault { context["mail_fault"] = .sentence(fault) }
        let types = try services.ticketTypes.ticketTypesOnSale(of: event)
        context["sale_types"] = .list(types.map { BoxOfficePage.context($0, event, typed, at: desk.server.now()) })
        context["given_fields"] = .list([
            BoxOfficePage.given.context(
                typed[BoxOfficePage.givenName] ?? "", fault: faults.text(of: BoxOfficePage.givenName))
        ])
        let hasAgeLimit = event.details.minimumAge != nil || types.contains { $0.type.details.minimumAge != nil }
        context["buyer_fields"] = .list(
            (BoxOfficePage.fields + (hasAgeLimit ? [OrderListPage.birthDate] : [])).map { field in
                field.context(typed[field.name] ?? "", fault: faults.text(of: field.name))
            })
        context["methods"] = .list(BoxOfficePage.methodContexts)
        context.merge(try SaleConflicts.context(typed, faults, event, services, isWalkIn: true)) { $1 }
        if let fault = faults.text(of: "counts") ?? faults.text(of: "method"), let first = types.first {
            context["counts_fault"] = ErrorSummary.fault(
                fault, of: Sentence(DeskSentence.tickets), at: "count-\(first.type.number)")
        }
        if event.status == .published, !types.isEmpty { context["sells"] = .section(TemplateContext([:])) }
        if faults.contains(where: { fault in BoxOfficePage.fields.contains { $0.name == fault.field } }) {
            context["is_open"] = .section(TemplateContext([:]))
        }
        return context
    }

    static var methodContexts: [TemplateContext] {
        methods.enumerated().map { index, method in
            var context: [String: TemplateContext.Value] = [
                "method": .text(method.rawValue), "method_label": .sentence(method.label),
            ]
            // Only one button has the accent colour: the button of the most frequent way to pay, which comes first.
            if index > 0 { context["method_plain"] = .section(TemplateContext([:])) }
            return TemplateContext(context)
        }
    }

    private static func context(
        _ offer: TicketTypeOnSale, _ event: Event, _ typed: [String: String], at now: Instant
    ) -> TemplateContext {
        let type = offer.type
        let name = "count-\(type.number)"
        let decimals = type.price.map { Money.decimals(of: $0.currency) } ?? 0
        var context: [String: TemplateContext.Value] = [
            "type_name": .text(type.name), "type_price": .sentence(type.price.priceText),
            "type_field": .text(name), "type_units": .text("\(type.price?.minorUnits ?? 0)"),
            "type_currency": .text(type.price?.currency ?? ""),
            "type_decimals": .text("\(decimals)"), "type_amount": .text(Money.typedPattern(decimals: decimals)),
        ]
        if let reason = type.organizerSaleBlock(event: event, now: now) {
            context["type_about"] = .sentence(DeskBoxOfficeSentence.notOnSale, ["reason": .sentence(reason.summary)])
        } else {
            if let left = offer.left {
                context["type_about"] = .sentence(DeskBoxOfficeSentence.ticketsLeft, ["count": .number(left)])
            }
            let label = Sentence(
                PublicSentence.typeAndPrice,
                ["type": .text(type.name), "price": .sentence(type.price.priceText)])
            let field = FormField(name, label, .stepper(0...(type.perOrder.most ?? Order.mostTickets)))
            context["type_fields"] = .list([field.context(typed[name] ?? "0")])
            context["type_sells"] = .section(TemplateContext([:]))
        }
        return TemplateContext(context)
    }
}
