import Management
import Presenting
import Ticketing

extension Routes {
    static var typesAPI: [Route] {
        [
            API.list("/events/:event/types", .read) { call in
                let event = try call.event()
                return try call.office.ticketTypesOnSale(of: event).map {
                    ("\($0.type.number)", TicketTypeView(type: $0.type, zone: event.zone, sale: $0.sale).json)
                }
            },
            API.act("/events/:event/types", .manageEvents, NewTypeBody.self, .created) { call, body in
                let event = try call.event()
                let type = try call.office.addTicketType(body.draft(), to: event)
                return TicketTypeView(type: type, zone: event.zone).json
            },
            API.act("/events/:event/types/:type", .manageEvents, TypeBody.self, method: .patch) { call, body in
                let event = try call.event()
                guard let number = UInt16(call.part("type")).flatMap({ TicketTypeNumber(rawValue: $0) }) else {
                    throw Problem(.notFound)
                }
                let type = try call.office.editTicketType(number, of: event) { try body.apply(to: &$0) }
                return TicketTypeView(type: type, zone: event.zone).json
            },
        ]
    }
}

/// What a program says of a ticket type: what is not there stays, and null takes away.
private struct TypeBody: JSONBody, Sendable {
    private let name: Given<String>
    private let price: Given<String>
    private let quantity: Given<Int>
    private let admits: Given<Int>
    private let validFrom: Given<String>
    private let validUntil: Given<String>
    private let opens: Given<String>
    private let closes: Given<String>
    private let least: Given<Int>
    private let most: Given<Int>
    private let gates: Given<[String]>
    private let minimumAge: Given<Int>
    private let reentry: Given<String>
    private let hours: Given<String>
    private let gateNote: Given<String>
    private let hidden: Given<Bool>
    private let doorReservations: Given<Bool>
    private let liveCode: Given<Bool>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case name, price, quantity, admits
        case validFrom = "valid_from"
        case validUntil = "valid_until"
        case opens, closes, least, most, gates
        case minimumAge = "minimum_age"
        case reentry = "re_entry"
        case hours
        case gateNote = "gate_note"
        case hidden
        case doorReservations = "door_reservations"
        case liveCode = "live_code"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.given(.name)
        price = try fields.given(.price)
        quantity = try fields.given(.quantity)
        admits = try fields.given(.admits)
        validFrom = try fields.given(.validFrom)
        validUntil = try fields.given(.validUntil)
        opens = try fields.given(.opens)
        closes = try fields.given(.closes)
        least = try fields.given(.least)
        most = try fields.given(.most)
        gates = try fields.given(.gates)
        minimumAge = try fields.given(.minimumAge)
        reentry = try fields.given(.reentry)
        hours = try fields.given(.hours)
        gateNote = try fields.given(.gateNote)
        hidden = try fields.given(.hidden)
        doorReservations = try fields.given(.doorReservations)
        liveCode = try fields.given(.liveCode)
    }

    /// - Throws: `ManagementError.invalid` with everything that can't be read; the rest is for the office to say.
    func apply(to draft: inout TicketTypeDraft) throws {
        var faults = FieldFaults()
        name.put(into: &draft.name, "name", &faults)
        quantity.put(into: &draft.quantity)
        least.put(into: &draft.perOrder.least, "least", &faults)
        most.put(into: &draft.perOrder.most)
        gates.put(into: &draft.gates, "gates", &faults)
        gateNote.put(into: &draft.gateNote)
        hidden.put(into: &draft.isHidden, "hidden", &faults)
        doorReservations.put(into: &draft.takesDoorReservations, "door_reservations", &faults)
        liveCode.put(into: &draft.demandsLiveCode, "live_code", &faults)
        price.put(into: &draft.price, "price", "an amount and a currency, such as 50000 UGX", &faults) { Money($0) }
        admits.read("admits", "1 to \(Admits.most)", &faults) { UInt8(exactly: $0).flatMap { Admits(rawValue: $0) } }
            .map { draft.admits = $0 }
        validFrom.put(into: &draft.window.from, "valid_from", Instant.example, &faults) { Instant(internet: $0) }
        validUntil.put(into: &draft.window.until, "valid_until", Instant.example, &faults) { Instant(internet: $0) }
        opens.put(into: &draft.sales.opens, "opens", Instant.example, &faults) { Instant(internet: $0) }
        closes.put(into: &draft.sales.closes, "closes", Instant.example, &faults) { Instant(internet: $0) }
        minimumAge.put(
            into: &draft.minimumAge, "minimum_age",
            EventDetails.MinimumAge.allCases.map { "\($0.rawValue)" }.joined(separator: ", "), &faults
        ) { EventDetails.MinimumAge(rawValue: $0) }
        reentry.read(
            "re_entry", "never, after-exit, always, daily, or 1 to \(Reentry.mostEntries)", &faults
        ) { Reentry(rawValue: $0) }.map { draft.reentry = $0 }
        hours.put(into: &draft.hours, "hours", "such as 10:00-18:00", &faults) { DailyHours(rawValue: $0) }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}

/// What a program says of a new ticket type.
private struct NewTypeBody: JSONBody, Sendable {
    private let name: String
    private let rest: TypeBody

    typealias CodingKeys = TypeBody.CodingKeys

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        rest = try TypeBody(from: decoder)
    }

    /// - Throws: as `TypeBody.apply`.
    func draft() throws -> TicketTypeDraft {
        var draft = TicketTypeDraft(name: name)
        try rest.apply(to: &draft)
        return draft
    }
}
