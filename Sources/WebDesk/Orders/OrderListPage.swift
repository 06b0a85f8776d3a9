import Languages
import Management
import Ticketing
import WebHost

/// The page that lists the orders of an event and creates new orders.
struct OrderListPage: Sendable {
    let desk: Desk

    private static let pageSize = 50

    private static let payLater = "later"
    private static let methods = Payment.Method.allCases.map { FormField.Choice($0.rawValue, $0.label) }
    private static let method = FormField(
        "method", Sentence(FieldSentence.paymentMethod),
        .choice([.init(payLater, Sentence(DeskSaleSentence.payLater))] + methods))
    /// The payment methods for an event without prices. The first choice has the same value as “pay later”. So if a
    /// ticket type gets a price before the form is sent, the order is not recorded as paid.
    private static let methodWithoutPrices = FormField(
        "method", Sentence(FieldSentence.paymentMethod),
        .choice([.init(payLater, Sentence(DeskSaleSentence.nothingToPay))] + methods))
    private static let fields =
        FieldInput<Buyer>.all.map(\.field) + [method] + FieldInput<Payment>.named(["reference"]).map(\.field)

    /// The buyer's date of birth. The form has this field only if the event has a minimum age.
    static let birthDate = FormField(
        AgeLimit.fieldName, Sentence(DeskSaleSentence.birthDate), .day, hint: Sentence(DeskSaleSentence.birthDateHint))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showOrders)
            let list = OrderList(event, actions: try OrderListPage.actions(in: event, services))
            let state = ListState(list.layout) { request.query($0) }
            var context = try self.context(list, services, state)
            let query = list.layout.query(of: state)
            context.merge(try desk.announcedChange(request, event, on: "orders", in: query, services)) { $1 }
            return (event, context)
        }
        return try desk.page(request, "desk-orders", title: .verbatim(event.details.title), context)
    }

    /// The page with the orders that match a text. The search is a POST request, because the URL of a GET request would
    /// contain people’s names.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(ListState.textName) ?? ""
        // A search reads all orders of the event, so it must not delay other requests.
        let (event, context) = try await request.withServices(on: desk.server.reportThreads) { services in
            let event = try services.event(of: request, for: .showOrders)
            let list = OrderList(event, actions: try OrderListPage.actions(in: event, services))
            let state = try ListState(list.layout, text: text) { try form.value($0) }
            return (event, try self.context(list, services, state))
        }
        return try desk.page(request, "desk-orders", title: .verbatim(event.details.title), context)
    }

    static func actions(in event: Event, _ services: ManagementServices) throws -> [ListLayout.BulkAction] {
        let rights = try services.rights(in: event.organizer)
        return ListFormat.buttons
            + BulkPages.OrderAction.allCases.filter { rights.contains($0.operation.requiredRight) }.map(\.button)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        let begun = request.now
        return try await desk.performSaleOnce(request, repeated: { $0.withFlash(.soldBefore) }) { again in
            let form = try await request.form()
            // The store keeps the form’s id with the order. Thus, the server recognizes a repeated form even if the
            // first response was lost.
            let formID = try form.value(PageRequest.formID).flatMap { $0.isEmpty ? nil : $0 }
            let names =
                (OrderListPage.fields + [OrderListPage.birthDate]).map(\.name) + [SaleConflicts.field]
            let typed = try Dictionary(
                form.values.filter { $0.name.hasPrefix("count-") }.map { ($0.name, $0.value) }
                    + names.map { ($0, try form.typed($0) ?? "") }, uniquingKeysWith: { first, _ in first })
            return try await desk.submit(
                request, "desk-orders", refusal: Sentence(DeskSaleSentence.noOrderCreated)
            ) { services in
                let event = try services.event(of: request, for: .createOrder)
                if let again { throw again }
                let draft = try OrderListPage.draft(typed)
                try SaleConflicts(of: draft, with: event, request: formID, services).requireShown(typed)
                let types = try services.ticketTypes.ticketTypes(of: event)
                // A pending order issues no tickets, so it needs no keys.
                let ring = draft.effectivePayment(among: types) == nil ? nil : try desk.server.keyRing
                let order = try services.orders.createOrder(draft, of: event, signingWith: ring, request: formID)
                // With the Back button, a user can return to a form that has already created its order. If the form is
                // sent again, `createOrder` returns that order, even after a restart of the server.
                let isNew = order.created >= begun
                return FlashMessage.path(
                    "\(event.deskPath)/orders/\(order.number)", isNew ? .sold : .soldBefore,
                    unreached: isNew
                        ? try services.unreached(
                            .buyer(order.number), by: order.status == .pending ? .orderPending : .orderPaid, of: event)
                        : nil)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .createOrder)
                let list = OrderList(event, actions: try OrderListPage.actions(in: event, services))
                return (
                    .verbatim(event.details.title),
                    try self.context(
                        list, services, ListState(list.layout) { _ in nil }, typed: typed, faults: refused.faults)
                )
            }
        }
    }

    /// Makes the draft of an order from the fields of the form.
    ///
    /// - Parameter isWalkIn: Whether the order is sold at the box office, where the buyer need not have a name.
    /// - Throws: `ManagementError.invalid`.
    static func draft(_ typed: [String: String], isWalkIn: Bool = false) throws -> OrderDraft {
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
        let isUnnamed = isWalkIn && some("buyer") == nil
        let buyer =
            isUnnamed
            ? Buyer(name: "", email: some("email"), phone: some("phone"))
            : FieldInput<Buyer>.newEntity(typed, &faults)
        let isPaid = some(method.name).map { $0 != payLater } ?? false
        let payment = isPaid ? FieldInput<Payment>.newEntity(typed, &faults) : nil
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        var draft = OrderDraft(lines: lines, buyer: buyer, payment: payment)
        draft.born = some(AgeLimit.fieldName)
        draft.isWalkIn = isWalkIn
        return draft
    }

    private static func context(
        of list: OrderList, _ services: ManagementServices, _ state: ListState, _ selection: BulkSelection?
    ) throws -> [String: TemplateContext.Value] {
        let after = state.after.flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }
        let found = try services.orders.orders(
            of: list.event, in: list.query(state), typed: state.text, after: after, limit: pageSize + 1)
        let shown = Array(found.prefix(pageSize))
        let pending = try services.pendingChanges.effects(of: shown.map(\.number), of: list.event)
        let none =
            if let text = state.text {
                Sentence(DeskSaleSentence.noOrderFound, ["text": .text(text)])
            } else if state.filters.isEmpty {
                Sentence(DeskSaleSentence.noOrders)
            } else {
                Sentence(DeskListSentence.noRows)
            }
        return list.layout.context(
            state, shown.map { list.row($0, pending: pending[$0.number]) }, isMore: found.count > pageSize, none: none,
            selection: selection)
    }

    /// - Parameters:
    ///   - typed: The values of the refused form for a new order.
    ///   - faults: The faults of that form.
    ///   - selection: The rows of a refused form below the list; nil for no such form.
    func context(
        _ list: OrderList, _ services: ManagementServices, _ state: ListState, typed: [String: String] = [:],
        faults: [FieldFault] = [], selection: BulkSelection? = nil
    ) throws -> [String: TemplateContext.Value] {
        let event = list.event
        var context = try desk.headerContext(event, services)
        context.merge(try OrderListPage.context(of: list, services, state, selection)) { $1 }
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
        let hasPrices = types.contains { !$0.isFree }
        let fields = OrderListPage.fields.map {
            $0.name == "method" && !hasPrices ? OrderListPage.methodWithoutPrices : $0
        }
        context["fields"] = .list(
            (counts + fields + (hasAgeLimit ? [OrderListPage.birthDate] : [])).map { field in
                field.context(
                    typed[field.name] ?? (field.name == "method" ? OrderListPage.payLater : ""),
                    fault: faults.text(of: field.name))
            } + [DuplicateSubmission.field(faults)].compactMap(\.self))
        context.merge(try SaleConflicts.context(typed, faults, event, services)) { $1 }
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
    var priceText: Sentence { map { Sentence.verbatim($0.displayText) } ?? Sentence(DeskSaleSentence.free) }
}

extension Order {
    /// The payment method that lists and pages of orders show. Nil before the payment. Also nil for an order of free
    /// tickets that was recorded with a method such as cash, because nobody paid for it.
    var shownMethod: Payment.Method? {
        guard let method = payment?.method, total > 0 || method == .complimentary else { return nil }
        return method
    }
}

extension Buyer {
    /// The buyer’s name, or the words for a buyer without a name.
    var displayName: Sentence { name.isEmpty ? Sentence(DeskBoxOfficeSentence.walkIn) : .verbatim(name) }
}
