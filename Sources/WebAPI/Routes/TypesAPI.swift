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
            API.action("/events/:event/types", .manageEvents, NewTicketTypeBody.self, .created) { call, body in
                let event = try call.event()
                let type = try call.services.ticketTypes.addTicketType(body.draft(), to: event)
                return TicketTypeJSON(type: type, zone: event.zone).json
            },
            API.action("/events/:event/types/:type", .manageEvents, TicketTypePatchBody.self, method: .patch) {
                call, body in
                let event = try call.event()
                guard let number = UInt16(call.pathParameter("type")).flatMap({ TicketTypeNumber(rawValue: $0) }) else {
                    throw Problem(.notFound)
                }
                let type = try call.services.ticketTypes.editTicketType(number, of: event) { try body.apply(to: &$0) }
                return TicketTypeJSON(type: type, zone: event.zone).json
            },
        ]
    }
}

/// A request to change the fields of a ticket type. A field that is absent from the request stays unchanged. Null
/// clears an optional field.
private struct TicketTypePatchBody: JSONBody, Sendable {
    private let name: OptionalPatch<String>
    private let price: OptionalPatch<String>
    private let quantity: OptionalPatch<Int>
    private let admits: OptionalPatch<Int>
    private let validFrom: OptionalPatch<String>
    private let validUntil: OptionalPatch<String>
    private let opens: OptionalPatch<String>
    private let closes: OptionalPatch<String>
    private let least: OptionalPatch<Int>
    private let most: OptionalPatch<Int>
    private let gates: OptionalPatch<[String]>
    private let minimumAge: OptionalPatch<Int>
    private let reentry: OptionalPatch<String>
    private let hours: OptionalPatch<String>
    private let gateNote: OptionalPatch<String>
    private let hidden: OptionalPatch<Bool>
    private let doorReservations: OptionalPatch<Bool>
    private let liveCode: OptionalPatch<Bool>

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
        name = try fields.patch(.name)
        price = try fields.patch(.price)
        quantity = try fields.patch(.quantity)
        admits = try fields.patch(.admits)
        validFrom = try fields.patch(.validFrom)
        validUntil = try fields.patch(.validUntil)
        opens = try fields.patch(.opens)
        closes = try fields.patch(.closes)
        least = try fields.patch(.least)
        most = try fields.patch(.most)
        gates = try fields.patch(.gates)
        minimumAge = try fields.patch(.minimumAge)
        reentry = try fields.patch(.reentry)
        hours = try fields.patch(.hours)
        gateNote = try fields.patch(.gateNote)
        hidden = try fields.patch(.hidden)
        doorReservations = try fields.patch(.doorReservations)
        liveCode = try fields.patch(.liveCode)
    }

    /// Copies the fields into `draft`. The management services check the copied values later.
    ///
    /// - Throws: `ManagementError.invalid` with every field that can't be parsed.
    func apply(to draft: inout TicketTypeDetails) throws {
        var faults = FieldFaults()
        name.apply(into: &draft.name, "name", &faults)
        quantity.apply(into: &draft.quantity)
        least.apply(into: &draft.perOrder.least, "least", &faults)
        most.apply(into: &draft.perOrder.most)
        gates.apply(into: &draft.gates, "gates", &faults)
        gateNote.apply(into: &draft.gateNote)
        hidden.apply(into: &draft.isHidden, "hidden", &faults)
        doorReservations.apply(into: &draft.allowsDoorReservations, "door_reservations", &faults)
        liveCode.apply(into: &draft.requiresLiveCode, "live_code", &faults)
        price.apply(into: &draft.price, "price", "an amount and a currency, such as 50000 UGX", &faults) { Money($0) }
        admits.parsed("admits", "1 to \(Admits.most)", &faults) { UInt8(exactly: $0).flatMap { Admits(rawValue: $0) } }
            .map { draft.admits = $0 }
        validFrom.apply(into: &draft.window.from, "valid_from", Instant.expectedFormat, &faults) {
            Instant(internet: $0)
        }
        validUntil.apply(into: &draft.window.until, "valid_until", Instant.expectedFormat, &faults) {
            Instant(internet: $0)
        }
        opens.apply(into: &draft.sales.opens, "opens", Instant.expectedFormat, &faults) { Instant(internet: $0) }
        closes.apply(into: &draft.sales.closes, "closes", Instant.expectedFormat, &faults) { Instant(internet: $0) }
        minimumAge.apply(
            into: &draft.minimumAge, "minimum_age",
            EventDetails.MinimumAge.allCases.map { "\($0.rawValue)" }.joined(separator: ", "), &faults
        ) { EventDetails.MinimumAge(rawValue: $0) }
        reentry.parsed(
            "re_entry", "never, after-exit, always, daily, or 1 to \(Reentry.mostEntries)", &faults
        ) { Reentry(rawValue: $0) }.map { draft.reentry = $0 }
        hours.apply(into: &draft.hours, "hours", "such as 10:00-18:00", &faults) { DailyHours(rawValue: $0) }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}

/// The fields of a new ticket type.
private struct NewTicketTypeBody: JSONBody, Sendable {
    private let name: String
    private let rest: TicketTypePatchBody

    typealias CodingKeys = TicketTypePatchBody.CodingKeys

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        rest = try TicketTypePatchBody(from: decoder)
    }

    /// - Throws: the errors of `TicketTypePatchBody.apply`.
    func draft() throws -> TicketTypeDetails {
        var draft = TicketTypeDetails(name: name)
        try rest.apply(to: &draft)
        return draft
    }
}
