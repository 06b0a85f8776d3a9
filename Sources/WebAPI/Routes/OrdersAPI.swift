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
                let event = try call.event(among: .any)
                let types = try call.services.ticketTypes.ticketTypes(of: event)
                return try call.services.orders.orders(
                    of: event, after: last.flatMap { UInt32($0) }.flatMap { OrderNumber(rawValue: $0) }, limit: limit
                ).map { ("\($0.number)", OrderJSON($0, event: event, types: types, now: call.now).json) }
            },
            API.action("/events/:event/orders", .sell, NewOrderBody.self, .created) { call, body in
                let event = try call.event()
                let payment = try body.payment.map { try $0.entity() }
                let order = try call.services.orders.createOrder(
                    body.draft(types: call.services.ticketTypes.ticketTypes(of: event), payment), of: event,
                    signingWith: payment == nil ? nil : call.keyRing(), request: call.request)
                return try call.json(order, of: event).adding([("conflicts", try call.conflicts(of: order, of: event))])
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
                return try call.json(order, of: event)
            },
        ]
    }

    private static var orderChanges: [Route] {
        [
            API.action("/events/:event/orders/:order/cancel", .sell, NoteBody.self) { call, body in
                let event = try call.event()
                return try call.json(
                    try call.services.orders.cancelOrder(call.order(), of: event, note: body.note), of: event)
            },
            API.action("/events/:event/orders/:order/pay-back", .changeTickets, PayBackBody.self) { call, body in
                let event = try call.event(among: .any)
                let order = try call.services.orders.recordRefundPayment(
                    body.money(), ofOrder: call.order(), of: event, reference: body.reference, request: call.request)
                return OrderJSON(
                    order, event: event, types: try call.services.ticketTypes.ticketTypes(of: event), now: call.now
                ).json
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
                return InvalidatedTicketsJSON(
                    invalidated: try call.services.orders.refund(
                        scope ?? .all, ofOrder: call.order(), of: call.event(), note: body.note)
                ).json
            },
        ]
    }
}

extension APIRequest {
    fileprivate func json(_ order: Order, of event: Event) throws -> JSON {
        let orderJSON = OrderJSON(order, event: event, types: try services.ticketTypes.ticketTypes(of: event), now: now)
        return orderJSON.json(
            codes: try issuedTickets(of: services.orders.soldTickets(of: order, of: event), at: event))
    }

    /// The conflicts of this event with other events of the organizer: the buyer has tickets for both events, but one
    /// person can hardly attend both. Null for a token that may sell tickets but not read events.
    fileprivate func conflicts(of order: Order, of event: Event) throws -> JSON {
        do {
            return .array(try services.orders.conflicts(of: order, of: event).map { TicketConflictJSON($0).json })
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

    /// Makes the input for the order. The ticket types are found by their names.
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

/// A body with an optional reason.
struct NoteBody: JSONBody, Sendable {
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case note }
}
