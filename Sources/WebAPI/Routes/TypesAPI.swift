import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var typesAPI: [Route] {
        [
            API.list("/events/:event/types", .read) { call in
                let event = try call.event()
                return try call.services.ticketTypes.ticketTypesOnSale(of: event).map {
                    ("\($0.type.number)", TicketTypeJSON(type: $0.type, zone: event.zone, sale: $0.sale).json)
                }
            },
            API.action("/events/:event/types", .manageEvents, NewEntityBody<TicketTypeDetails>.self, .created) {
                call, body in
                let event = try call.event()
                let type = try call.services.ticketTypes.addTicketType(body.entity(), to: event)
                return TicketTypeJSON(type: type, zone: event.zone).json
            },
            API.action("/events/:event/types/:type", .manageEvents, FieldsBody<TicketTypeDetails>.self, method: .patch)
            {
                call, body in
                let event = try call.event()
                let type = try call.services.ticketTypes.editTicketType(call.typeNumber(), of: event) {
                    try body.apply(to: &$0)
                }
                return TicketTypeJSON(type: type, zone: event.zone).json
            },
            API.action("/events/:event/types/:type/move", .manageEvents, TypePositionBody.self) { call, body in
                let event = try call.event()
                let types = try call.services.ticketTypes.moveTicketType(
                    call.typeNumber(), of: event, to: body.position)
                return .object([("types", .array(types.map { .int($0.number.rawValue) }))])
            },
            API.action("/events/:event/types/:type/remove", .manageEvents) { call in
                let event = try call.event()
                return TicketTypeJSON.removed(
                    try call.services.ticketTypes.removeTicketType(call.typeNumber(), of: event))
            },
        ]
    }
}

private struct TypePositionBody: JSONBody, Sendable {
    /// The new position in the list, counted from 1.
    let position: Int

    enum CodingKeys: String, CodingKey, CaseIterable { case position }
}

extension APIRequest {
    /// The number of a ticket type, from the path.
    ///
    /// - Throws: `Problem` 404 if the path has no number of a ticket type.
    fileprivate func typeNumber() throws -> TicketTypeNumber {
        guard let number = UInt16(pathParameter("type")).flatMap({ TicketTypeNumber(rawValue: $0) }) else {
            throw Problem(.notFound)
        }
        return number
    }
}
