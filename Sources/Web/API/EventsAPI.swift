import Management
import Presenting
import Ticketing

extension Routes {
    static var eventsAPI: [Route] {
        [
            API.list("/events", .read) { call in
                try call.office.events(call.query("deleted") == "yes" ? .restorable : .standing).map {
                    ("\($0.number)", EventView(event: $0, now: call.now).json)
                }
            },
            API.act("/events", .manageEvents, NewEventBody.self, .created) { call, body in
                var details = EventDetails(title: body.title, timeZone: body.timezone)
                try body.details.apply(to: &details)
                let suites = Suite.allCases
                guard let suite = suites.first(where: { $0.name == body.suite ?? Suite.hmac.name }) else {
                    throw ManagementError.invalid([
                        FieldFault("suite", suites.map(\.name).joined(separator: " or "))
                    ])
                }
                let event = try call.office.createEvent(
                    details, suite: suite, of: call.organizer(named: body.organizer))
                return EventView(event: event, now: call.now).json
            },
            API.get("/events/:event", .read) { call in
                try EventPage(of: call.event(), in: call.office, now: call.now).json
            },
            API.act("/events/:event", .manageEvents, EventBody.self, method: .patch) { call, body in
                let edit = try call.office.edit(call.event()) { try body.apply(to: &$0) }
                return EventView(event: edit.event, now: call.now).json
            },
            API.act("/events/:event/publish", .manageEvents) { call in
                EventView(event: try call.office.publish(call.event()), now: call.now).json
            },
            API.act("/events/:event/cancel", .manageEvents) { call in
                EventEndView(end: try call.office.cancelEvent(call.event()), now: call.now).json
            },
            API.act("/events/:event/delete", .manageEvents) { call in
                EventEndView(end: try call.office.deleteEvent(call.event()), now: call.now).json
            },
            API.act("/events/:event/restore", .manageEvents) { call in
                EventView(event: try call.office.restoreEvent(call.event(among: .deleted)), now: call.now).json
            },
            API.act("/events/:event/duplicate", .manageEvents, DuplicateBody.self, .created) { call, body in
                let copy = try call.office.duplicate(
                    call.event(), titled: body.title, by: body.shift.map { try TimeShift(field: "shift", $0) })
                return EventView(event: copy, now: call.now).json
            },
            API.act("/events/:event/shift", .manageEvents, ShiftBody.self) { call, body in
                let event = try call.event()
                let edits = try call.office.shift([event], by: TimeShift(field: "by", body.by))
                return EventView(event: edits.first?.event ?? event, now: call.now).json
            },
            API.list("/events/:event/history", .readReports) { call in
                let event = try call.event()
                let view = AuditView(zone: event.zone)
                return try call.office.history(of: event).map { ("\($0.sequence)", view.json($0)) }
            },
        ]
    }
}

private struct DuplicateBody: JSONBody {
    let title: String?
    let shift: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case title, shift }
}

private struct ShiftBody: JSONBody {
    let by: String

    enum CodingKeys: String, CodingKey, CaseIterable { case by }
}

extension TimeShift {
    /// - Throws: `ManagementError.invalid`.
    fileprivate init(field: String, _ text: String) throws {
        guard let shift = TimeShift(text) else {
            throw ManagementError.invalid([FieldFault(field, "a time such as 7d, -2h or 1d30m")])
        }
        self = shift
    }
}
