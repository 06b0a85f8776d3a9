import Management
import Presenting
import Ticketing

extension Routes {
    static var typesAPI: [Route] {
        [
            API.get("/events/:event/types", .read) { call in
                let event = try call.event()
                let types = try call.office.ticketTypes(of: event)
                return .object([
                    ("items", .array(types.map { TicketTypeView(type: $0, zone: event.zone).json })), ("next", .null),
                ])
            },
            API.act("/events/:event/types", .manageEvents, NewTypeBody.self, .created) { call, body in
                let event = try call.event()
                let type = try call.office.addTicketType(body.draft(), to: event)
                return TicketTypeView(type: type, zone: event.zone).json
            },
        ]
    }
}

private struct NewTypeBody: JSONBody, Sendable {
    let name: String
    let price: String?
    let quantity: Int?
    let admits: Int?
    let gates: [String]?
    let hidden: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable { case name, price, quantity, admits, gates, hidden }

    /// - Throws: `ManagementError.invalid`.
    func draft() throws -> TicketTypeDraft {
        var faults = FieldFaults()
        var draft = TicketTypeDraft(
            name: name, quantity: quantity, gates: gates ?? [], isHidden: hidden ?? false)
        if let price {
            draft.price = Money(price)
            faults.demand(draft.price != nil, "price", "an amount and a currency, such as 50000 UGX")
        }
        if let admits {
            let read = UInt8(exactly: admits).flatMap { Admits(rawValue: $0) }
            faults.demand(read != nil, "admits", "1 to \(Admits.most)")
            draft.admits = read ?? .one
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return draft
    }
}
