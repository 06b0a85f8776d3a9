import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The values of the parameter `deleted`, which chooses the events of a list. A list has no deleted events if the
/// parameter is missing.
package enum DeletedEvents: String, CaseIterable {
    /// Only deleted events, as long as they can be restored.
    case yes
    /// Only events that are not deleted.
    case no

    fileprivate var selection: EventSelection {
        switch self {
        case .yes: .restorable
        case .no: .active
        }
    }
}

extension Routes {
    static var eventsAPI: [Route] {
        [
            API.list("/events", .read) { call in
                let deleted = call.query("deleted").flatMap(DeletedEvents.init(rawValue:)) ?? .no
                let events = try call.services.events.events(deleted.selection)
                return try EventJSON.all(events, in: call.services, now: call.now).map {
                    ("\($0.event.number)", $0.json)
                }
            },
            API.action("/events", .manageEvents, NewEventBody.self, .created) { call, body in
                let details = try body.details.entity()
                let suites = Suite.allCases
                guard let suite = suites.first(where: { $0.name == body.suite ?? Suite.hmac.name }) else {
                    throw ManagementError.invalid([
                        FieldFault("suite", FieldSentence.oneOf, ["values": .alternatives(suites.map(\.name))])
                    ])
                }
                let event = try call.services.events.createEvent(
                    details, suite: suite, of: call.organizer(named: body.organizer))
                return try call.json(of: event)
            },
            API.get("/events/:event", .read) { call in
                try EventOverviewJSON(of: call.event(), in: call.services, now: call.now).json
            },
            API.action("/events/:event", .manageEvents, FieldsBody<EventDetails>.self, method: .patch) { call, body in
                let edit = try call.services.events.edit(call.event()) { try body.apply(to: &$0) }
                return try call.json(of: edit.event)
            },
            API.action("/events/:event/publish", .manageEvents) { call in
                try call.json(of: call.services.events.publish(call.event()))
            },
            API.action("/events/:event/cancel", .manageEvents) { call in
                try call.json(of: call.services.events.cancelEvent(call.event()))
            },
            API.action("/events/:event/delete", .manageEvents) { call in
                try call.json(of: call.services.events.deleteEvent(call.event()))
            },
            API.action("/events/:event/restore", .manageEvents) { call in
                let restored = try call.services.events.restoreEvent(call.event(among: .deleted))
                return try call.json(of: restored.event)
            },
            API.action("/events/:event/duplicate", .manageEvents, DuplicateBody.self, .created) { call, body in
                let copy = try call.services.events.duplicate(
                    call.event(), titled: body.title, by: body.shift.map { try TimeShift(field: "shift", $0) })
                return try call.json(of: copy)
            },
            API.action("/events/:event/shift", .manageEvents, ShiftBody.self) { call, body in
                let event = try call.event()
                let edits = try call.services.events.shift([event], by: TimeShift(field: "by", body.by))
                return try call.json(of: edits.first?.event ?? event)
            },
            API.list("/events/:event/history", .readReports) { call, last, limit in
                let event = try call.event()
                let view = AuditRecordJSON(zone: event.zone)
                return try call.services.events.history(
                    of: event, after: last.flatMap { Int64($0) } ?? 0, limit: limit
                ).map { ("\($0.sequence)", view.json($0)) }
            },
        ]
    }
}

extension APIRequest {
    fileprivate func json(of end: EventEndResult) throws -> JSON {
        try EventEndJSON(end: end, in: services, now: now).json
    }

    fileprivate func json(of event: Event) throws -> JSON {
        try EventJSON(of: event, in: services, now: now).json
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
    /// Parses the value of a request's field as a shift of event times, such as `7d`.
    ///
    /// - Throws: `ManagementError.invalid` if the text is not a shift.
    fileprivate init(field: String, _ text: String) throws {
        guard let shift = TimeShift(text) else {
            throw ManagementError.invalid([FieldFault(field, FaultSentence.shiftForm)])
        }
        self = shift
    }
}
