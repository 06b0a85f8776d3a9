import Languages
import Management
import Presentation
import PrintShop
import Ticketing
import WebHost

/// The page of one order. It shows the tickets, and has forms with which members mark the order as paid, refund it,
/// cancel it, and record repayments to the buyer. A cancellation or refund is made ten seconds after the form was sent,
/// and can be undone until then.
struct DeskOrderPage: Sendable {
    let desk: Desk

    enum Action: String, CaseIterable {
        case pay, refund, cancel
        case recordRefundPayment = "pay-back"

        var operation: Management.Operation {
            switch self {
            case .pay: .payOrder
            case .refund: .refundOrder
            case .cancel: .cancelOrder
            case .recordRefundPayment: .payBackOrder
            }
        }

        fileprivate var noticeKind: Notice.Kind {
            switch self {
            case .pay: .orderPaid
            case .refund: .refundOwed
            case .cancel: .orderCancelled
            case .recordRefundPayment: .refundProcessed
            }
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showOrders)
            return (event, try self.context(request, event, services))
        }
        return try desk.page(request, "desk-order", title: .verbatim(event.details.title), context)
    }

    func pdf(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.ticketsPDF(request) { services, event in
            do {
                return try services.bundle(ofOrder: DeskOrderPage.order(of: request, event, services).number, of: event)
            } catch is TicketBundleError {
                throw Problem(.notFound)
            }
        }
    }

    private static let refundAmount = FormField(
        "back-amount", Sentence(DeskSaleSentence.amount), hint: Sentence(DeskSaleSentence.amountHint))
    private static let refundReference = FormField("back-reference", Sentence(FieldSentence.receiptNumber))

    /// Records a repayment to the buyer. It is recorded only once, even if the user returns to the form with the Back
    /// button and sends the form again.
    func recordRefundPayment(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performSaleOnce(request) { try await submit(request, .recordRefundPayment, again: $0) }
    }

    func submit(_ request: PageRequest, _ action: Action, again same: DuplicateSubmission? = nil) async throws
        -> RouteResponse
    {
        let form = try await request.form()
        let typed = try Dictionary(
            uniqueKeysWithValues: [
                "method", "reference", "refund-note", "cancel-note", "back-amount", "back-reference",
            ].map {
                ($0, try form.typed($0) ?? "")
            })
        let codes = form.values("ticket").compactMap { TicketCode(typed: $0) }
        let formID = try form.value(PageRequest.formID).flatMap { $0.isEmpty ? nil : $0 }
        let answer = try await desk.submit(request, "desk-order") { services in
            let event = try services.event(of: request, for: action.operation)
            if let same { throw same }
            let order = try DeskOrderPage.order(of: request, event, services)
            let note: FlashMessage.Kind
            do {
                note = try perform(action, order, event, typed, codes, formID, services)
            } catch SalesError.requestReused {
                throw FieldFault([FieldFault].wholeForm, DeskSaleSentence.repaidBefore)
            }
            let unreached =
                try note.mayQueueNotices || action == .refund || action == .cancel
                ? services.unreached(.buyer(order.number), by: action.noticeKind, of: event) : nil
            return FlashMessage.path("\(event.deskPath)/orders/\(order.number)", note, unreached: unreached)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: action.operation)
            return (
                .verbatim(event.details.title),
                try self.context(request, event, services, action, typed, refused.faults)
            )
        }
        // `scripts/pending.js` shows the pending change without loading the page again.
        guard request.wantsJSON, answer.status == .seeOther else { return answer }
        return try await request.withServices { services -> RouteResponse in
            let event = try services.event(of: request, for: action.operation)
            let order = try DeskOrderPage.order(of: request, event, services)
            guard let pending = try services.pendingChanges.change(ofOrder: order.number, of: event),
                let effect = try services.pendingChanges.effects(of: [order.number], of: event)[order.number]
            else {
                return answer
            }
            return RouteResponse.json(
                pending.json(
                    as: effect, at: event, on: "orders/\(order.number)", now: desk.server.now(),
                    in: request.deskLanguage))
        }
    }

    private func perform(
        _ action: Action, _ order: Order, _ event: Event, _ typed: [String: String], _ codes: [TicketCode],
        _ formID: String?, _ services: ManagementServices
    ) throws -> FlashMessage.Kind {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch action {
        case .pay:
            guard let method = Payment.Method(rawValue: typed["method"] ?? "") else {
                throw FieldFault("method", DeskSaleSentence.chooseOption)
            }
            let ring = order.isDueAtTheDoor ? nil : try desk.signingKeys()
            _ = try services.orders.pay(
                order.number, of: event, Payment(method, reference: some("reference")), signingWith: ring,
                request: formID)
            return .paid
        case .refund:
            guard !codes.isEmpty else { throw FieldFault("ticket", DeskFormSentence.chooseOne) }
            let chosen = Set(codes)
            let tickets = try services.orders.tickets(of: order, of: event).filter { chosen.contains($0.code) }
            let active = tickets.filter(\.status.isActive)
            // When the form is sent again some seconds later, the tickets are already refunded or cancelled.
            guard !active.isEmpty else { return tickets.contains { $0.status == .refunded } ? .refunded : .cancelled }
            return try services.pendingChanges.scheduleRefund(
                .tickets(codes), ofOrder: order.number, of: event, note: some("refund-note")
            ).action.effect(onActive: active).flash
        case .recordRefundPayment:
            let amount = try some("back-amount").map { text in
                guard let money = Money(text) else { throw FieldFault("back-amount", FaultSentence.amountForm) }
                return money
            }
            _ = try services.orders.recordRefundPayment(
                amount, ofOrder: order.number, of: event, reference: some("back-reference"), request: formID)
            return .paidBack
        case .cancel where order.status == .cancelled: return .cancelled
        case .cancel:
            return try services.pendingChanges.scheduleCancellation(
                ofOrder: order.number, of: event, note: some("cancel-note")
            ).action.flash
        }
    }

    private static func order(of request: PageRequest, _ event: Event, _ services: ManagementServices) throws -> Order {
        guard let number = request.pathParameter("order").flatMap({ UInt32($0) }).flatMap({ OrderNumber(rawValue: $0) })
        else {
            throw Problem(.notFound)
        }
        return try services.orders.order(number, of: event)
    }

    private func context(
        _ request: PageRequest, _ event: Event, _ services: ManagementServices, _ action: Action? = nil,
        _ typed: [String: String] = [:],
        _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let order = try DeskOrderPage.order(of: request, event, services)
        let types = try services.ticketTypes.ticketTypes(of: event)
        let tickets = try services.orders.tickets(of: order, of: event)
        var context = try desk.headerContext(event, services)
        context["order_number"] = .text("\(order.number)")
        context["order_path"] = .text("\(event.deskPath)/orders/\(order.number)")
        context["status"] = .sentence(order.status.label)
        context["status_tone"] = .text(order.status.tone.rawValue)
        var rows = details(of: order, event) + DeskOrderPage.change(of: order, request)
        for payment in try services.orders.refundPayments(of: order, of: event) {
            let parts = [order.money(payment.amount)?.displayText, event.formatted(payment.paid), payment.reference]
            let text = parts.compactMap(\.self).joined(separator: ", ")
            rows.append((Sentence(DeskSaleSentence.paidBack), Sentence.verbatim(text)))
        }
        context["details"] = Desk.labelledValues(rows)
        if order.status != .cancelled, order.status != .refunded {
            context["conflicts"] = .list(
                try services.orders.conflicts(of: order, of: event).map { other in
                    let sentence = TicketConflictJSON(other).sentence { $0.minuteText(in: other.event.zone) }
                    return TemplateContext(["conflict": .sentence(sentence)])
                })
        }
        context["lines"] = .list(
            order.lines.map { line in
                TemplateContext([
                    "line_type": .text(types.first { $0.number == line.type }?.name ?? "\(line.type)"),
                    "line_count": .text("\(line.count)"),
                    "line_price": .sentence(order.money(line.price).priceText),
                ])
            })
        context["tickets"] = .list(tickets.map { TemplateContext($0.listContext(event, types)) })
        if let handover = try TicketHandover(event, services, request)?.context(of: order, services) {
            context["handover"] = .section(handover)
        }
        let active = tickets.filter(\.status.isActive)
        context["back_message"] = .sentence(try messageRemark(order, event, services))
        if let dropped = try services.pendingChanges.lastDrop(ofOrder: order.number, of: event) {
            context["dropped_change"] = .sentence(dropped.sentence(in: event.zone))
        }
        if let pending = try services.pendingChanges.change(ofOrder: order.number, of: event),
            let effect = try services.pendingChanges.effects(of: [order.number], of: event)[order.number]
        {
            // Until the change is made or undone, the order offers no other action.
            context["pending"] = .section(
                try pending.context(
                    as: effect, at: event, on: "orders/\(order.number)", services, now: desk.server.now()))
            return context
        }
        if PendingChange.Action.refundOrder.effect(onActive: active) == .cancelOrder {
            context["nothing_paid"] = .section(TemplateContext([:]))
        }
        let refundable = active.map { TemplateContext($0.listContext(event, types)) }
        let first = active.first.map { "ticket-\($0.code)" }
        return context.merging(actionForms(order, refundable, first: first, action, typed, faults)) { $1 }
    }

    /// A sentence that says whether a message about a repayment reaches the buyer, and gives the reason if it does not.
    private func messageRemark(_ order: Order, _ event: Event, _ services: ManagementServices) throws -> Sentence {
        if let unreached = try services.unreachedRemark(.buyer(order.number), by: .refundProcessed, of: event) {
            return unreached.sentence.asSentence
        }
        let queued = Sentence(DeskSaleSentence.repaymentMessage)
        let fault = try SenderState(desk.server).fault(
            to: .buyer(order.number), by: .refundProcessed, of: event, services)
        guard let fault else { return queued }
        return .list([queued, fault])
    }

    /// The cash that the buyer gave at the box office, and the change to give back. Empty if the URL lacks the amount.
    private static func change(of order: Order, _ request: PageRequest) -> [(Sentence, Sentence?)] {
        guard let given = request.query(BoxOfficePage.givenName).flatMap({ Int64($0) }), given > 0,
            given <= 1 << 53, let paid = order.amountPaid
        else { return [] }
        let label: DeskBoxOfficeSentence = given >= paid ? .change : .missing
        func text(_ units: Int64) -> Sentence? { order.money(units).map { Sentence.verbatim($0.displayText) } }
        return [
            (Sentence(DeskBoxOfficeSentence.given), text(given)), (Sentence(label), text(abs(given - paid))),
        ]
    }

    private func details(of order: Order, _ event: Event) -> [(Sentence, Sentence?)] {
        func row(_ label: some SentenceKey, _ value: String?) -> (Sentence, Sentence?) {
            (Sentence(label), value.map(Sentence.verbatim))
        }
        return [
            (Sentence(FieldSentence.buyer), order.buyer.displayName), row(DeskSaleSentence.email, order.buyer.email),
            row(FieldSentence.buyerPhone, order.buyer.phone),
            row(DeskSentence.created, event.formatted(order.created)),
            row(DeskSaleSentence.reservedUntil, order.holdsReservation ? event.formatted(order.expires) : nil),
            (Sentence(DeskSaleSentence.total), order.money(order.total).priceText),
            (Sentence(FieldSentence.paymentMethod), order.shownMethod?.label),
            row(DeskSaleSentence.receipt, order.payment?.reference),
            row(DeskSaleSentence.amountPaid, order.amountPaid.flatMap { order.money($0)?.displayText }),
            row(DeskSaleSentence.paymentTime, event.formatted(order.paid)),
            row(DeskSaleSentence.owedBack, order.refundLeft > 0 ? order.money(order.refundLeft)?.displayText : nil),
        ]
    }

    /// - Parameters:
    ///   - refundable: The tickets that can be refunded.
    ///   - first: The HTML id of the first checkbox for a ticket.
    ///   - action: The action whose form was refused; nil if no form was refused.
    private func actionForms(
        _ order: Order, _ refundable: [TemplateContext], first: String?, _ action: Action?, _ typed: [String: String],
        _ faults: [FieldFault]
    ) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        func field(_ field: FormField, _ fallback: String = "", _ alias: String? = nil) -> TemplateContext {
            field.context(
                typed[field.name] ?? fallback,
                fault: faults.text(of: field.name) ?? alias.flatMap { faults.text(of: $0) })
        }
        if order.status == .pending {
            let fields = FieldInput<Payment>.all.map {
                field($0.field, $0.text(in: .init(entity: .blank, eventZone: nil)))
            }
            context["can_pay"] = .section(TemplateContext(["action_fields": .list(fields)]))
            let note = FormField("cancel-note", Sentence(DeskSentence.reason))
            var cancel: [String: TemplateContext.Value] = [
                "action_fields": .list([field(note, "", action == .cancel ? "note" : nil)])
            ]
            if action == .cancel { cancel["is_open"] = .section(TemplateContext([:])) }
            context["can_cancel"] = .section(TemplateContext(cancel))
        }
        if order.refundLeft > 0 {
            context["can_pay_back"] = .section(
                TemplateContext([
                    "action_fields": .list(
                        [
                            field(DeskOrderPage.refundAmount, "", "amount"),
                            field(DeskOrderPage.refundReference, "", "reference"),
                        ] + [DuplicateSubmission.field(faults)].compactMap(\.self)),
                    "back_owed": .text(order.money(order.refundLeft)?.displayText ?? ""),
                ]))
        }
        if order.status == .paid || order.status == .partlyRefunded {
            let note = FormField("refund-note", Sentence(DeskSentence.reason))
            var refund: [String: TemplateContext.Value] = [
                "action_fields": .list([field(note, "", action == .refund ? "note" : nil)]),
                "refundable": .list(refundable),
            ]
            if action == .refund { refund["is_open"] = .section(TemplateContext([:])) }
            if let fault = faults.text(of: "ticket"), let first {
                refund["tickets_fault"] = ErrorSummary.fault(fault, of: Sentence(DeskSentence.tickets), at: first)
            }
            context["can_refund"] = .section(TemplateContext(refund))
        }
        return context
    }
}
