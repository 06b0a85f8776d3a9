import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var ordersAPI: [Route] { orderEntry + orderChanges }

    private static var orderEntry: [Route] {
        [
            API.list("/events/:event/orders", .readOrders) { call, last, limit in
                try call.orders(after: last) { try call.services.orders.orders(of: $0, after: $1, limit: limit) }
            },
            // A search reads all orders of the event, so it must not delay other requests.
            API.search("/events/:event/orders/search", .readOrders, SearchTextBody.self, at: .figures) {
                call, body, last, limit in
                try call.orders(after: last) {
                    try call.services.orders.orders(of: $0, typed: body.text, after: $1, limit: limit)
                }
            },
            API.action("/events/:event/orders", .sell, NewOrderBody.self, .created) { call, body in
                let event = try call.event()
                let payment = try body.payment.map { try $0.entity() }
                let order = try call.services.orders.createOrder(
                    body.draft(types: call.services.ticketTypes.ticketTypes(of: event), payment), of: event,
                    signingWith: call.availableKeyRing, request: call.request)
                return try call.json(order, of: event).adding(
                    [("conflicts", try call.conflicts(of: order.buyer, with: event))]
                        + call.unreached(order, by: order.status == .pending ? .orderPending : .orderPaid, of: event))
            },
            API.preview("/events/:event/orders/preview", .sell, NewOrderBody.self) { request, body in
                try await request.withAPIRequest { call, _ in
                    let event = try call.event()
                    try call.services.authorize(.createOrder, on: event)
                    let types = try call.services.ticketTypes.ticketTypes(of: event)
                    let draft = try body.draft(types: types, body.payment.map { try $0.entity() })
                    let faults = draft.faults(of: event, types: types, at: call.now)
                    guard faults.isEmpty else { throw SalesError.orderFaults(faults) }
                    return .object([("conflicts", try call.conflicts(of: draft.buyer, with: event))])
                }
            },
            API.get("/events/:event/orders/:order", .readOrders) { call in
                let event = try call.event()
                let order = try call.services.orders.order(call.order(), of: event)
                let orderJSON = OrderJSON(
                    order, event: event, types: try call.services.ticketTypes.ticketTypes(of: event), now: call.now)
                return orderJSON.json(
                    codes: try call.issuedTickets(of: call.services.orders.tickets(of: order, of: event), at: event))
            },
            API.action("/events/:event/orders/:order/pay", .sell, NewEntityBody<Payment>.self) { call, body in
                let event = try call.event()
                let order = try call.services.orders.pay(
                    call.order(), of: event, body.entity(), signingWith: call.keyRing(), request: call.request)
                return try call.json(order, of: event).adding(call.unreached(order, by: .orderPaid, of: event))
            },
        ]
    }

    private static var orderChanges: [Route] {
        [
            API.action("/events/:event/orders/:order/cancel", .sell, NoteBody.self) { call, body in
                let event = try call.event()
                let order = try call.services.orders.cancelOrder(call.order(), of: event, note: body.note)
                let unreached = try call.services.notices.unreached(afterCancelling: order, of: event)
                return try call.json(order, of: event).adding(
                    UnreachedPeopleReport(unreached, zone: event.zone).members)
            },
            API.action("/events/:event/orders/:order/pay-back", .changeTickets, PayBackBody.self) { call, body in
                let event = try call.event(among: .any)
                let order = try call.services.orders.recordRefundPayment(
                    body.money(), ofOrder: call.order(), of: event, reference: body.reference, request: call.request)
                return OrderJSON(
                    order, event: event, types: try call.services.ticketTypes.ticketTypes(of: event), now: call.now
                ).json.adding(try call.unreached(order, by: .refundProcessed, of: event))
            },
            API.action("/events/:event/orders/:order/refund", .changeTickets, RefundBody.self) { call, body in
                let scope = try body.tickets.map { codes in
                    RefundScope.tickets(
                        try codes.map { text in
                            guard let code = TicketCode(typed: text) else {
                                throw ManagementError.invalid([FieldFault("tickets", FaultSentence.ticketCodes)])
                            }
                            return code
                        })
                }
                let event = try call.event()
                return try call.json(
                    ended: call.services.orders.refund(
                        scope ?? .all, ofOrder: call.order(), of: event, note: body.note), of: event)
            },
        ]
    }
}

extension APIRequest {
    /// The rows of a list of orders.
    ///
    /// - Parameters:
    ///   - last: the number of the order after which the list continues; nil for the beginning of the list.
    ///   - find: finds the orders of an event after the order with the given number.
    fileprivate func orders(
        after last: String?, _ find: (Event, OrderNumber?) throws -> [Order]
    ) throws -> [(key: String, json: JSON)] {
        let event = try event(among: .any)
        let types = try services.ticketTypes.ticketTypes(of: event)
        return try find(event, last.flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }).map {
            ("\($0.number)", OrderJSON($0, event: event, types: types, now: now).json)
        }
    }

    fileprivate func json(_ order: Order, of event: Event) throws -> JSON {
        let orderJSON = OrderJSON(order, event: event, types: try services.ticketTypes.ticketTypes(of: event), now: now)
        return orderJSON.json(
            codes: try issuedTickets(of: services.orders.soldTickets(of: order, of: event), at: event))
    }

    /// JSON members with the number and the names of the people whom no message about an order reaches. Only the buyer
    /// of the order can be among these people.
    ///
    /// - Parameter kind: the kind of the message to the buyer.
    fileprivate func unreached(
        _ order: Order, by kind: Notice.Kind, of event: Event
    ) throws -> [(String, JSON)] {
        UnreachedPeopleReport(
            try services.notices.unreached(.buyer(order.number), by: kind, of: event), zone: event.zone
        ).members
    }

    func json(ended: EndedTickets, of event: Event) throws -> JSON {
        InvalidatedTicketsJSON(invalidated: ended).json.adding(
            UnreachedPeopleReport(
                try services.notices.unreached(afterEnding: ended, of: event), zone: event.zone
            ).members)
    }

    /// The conflicts of this event with other events of the organizer: the buyer has tickets for both events, but one
    /// person can hardly attend both. Null for an API token that may sell tickets but not read events.
    fileprivate func conflicts(of buyer: Buyer, with event: Event) throws -> JSON {
        do {
            return .array(try services.orders.conflicts(of: buyer, with: event).map { TicketConflictJSON($0).json })
        } catch ManagementError.notGranted {
            return .null
        }
    }
}

private struct NewOrderBody: JSONBody, FieldListing, Sendable {
    let lines: [Line]
    let buyer: NewEntityBody<Buyer>
    let payment: NewEntityBody<Payment>?
    /// The buyer's date of birth. It is compared with the minimum age, and is not stored.
    let born: String?

    struct Line: Decodable, Sendable {
        /// The name of a ticket type. Case and accents are ignored.
        let type: String
        let count: Int
    }

    typealias CodingKeys = BodyKey<NewOrderBody>

    static let fieldNames = ["lines", "payment", AgeLimit.fieldName] + Buyer.fields.map(\.name)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lines = try container.decode([Line].self, forKey: "lines")
        buyer = try NewEntityBody(from: decoder)
        payment = try container.decodeIfPresent(NewEntityBody<Payment>.self, forKey: "payment")
        born = try container.decodeIfPresent(String.self, forKey: "born")
    }

    /// Makes the input for the order.
    ///
    /// - Throws: `ManagementError.unknownType` if the event has no type with a given name; the errors of
    ///   `FieldsBody.apply`.
    func draft(types: [TicketType], _ payment: Payment?) throws -> OrderDraft {
        let lines = try lines.map { line in
            OrderDraft.Line(
                type: try TicketTypeService.type(named: line.type, among: types).number, count: line.count)
        }
        var draft = OrderDraft(lines: lines, buyer: try buyer.entity(), payment: payment)
        draft.born = born
        return draft
    }
}

private struct PayBackBody: JSONBody, Sendable {
    let amount: String?
    let reference: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case amount, reference }

    /// The amount to pay back; nil means everything that is owed.
    ///
    /// - Throws: `ManagementError.invalid`.
    func money() throws -> Money? {
        try amount.map { text in
            guard let money = Money(text) else {
                throw ManagementError.invalid([FieldFault("amount", FaultSentence.amountForm)])
            }
            return money
        }
    }
}

private struct RefundBody: JSONBody, Sendable {
    let tickets: [String]?
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case tickets, note }
}

struct NoteBody: JSONBody, Sendable {
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case note }
}
