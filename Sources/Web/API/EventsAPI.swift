import Management
import Presenting
import Ticketing

extension Routes {
    static var eventsAPI: [Route] {
        [
            API.get("/events", .read) { call in
                let events = try call.office.events(call.query("deleted") == "yes" ? .deleted : .standing)
                return .object([
                    ("items", .array(events.map { EventView(event: $0, now: call.now).json })), ("next", .null),
                ])
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
                EventView(
                    event: try call.office.duplicate(call.event(), titled: body.title, by: nil), now: call.now
                ).json
            },
            API.get("/events/:event/history", .readReports) { call in
                let event = try call.event()
                let view = AuditView(zone: event.zone)
                return .object([
                    ("items", .array(try call.office.history(of: event).map(view.json))), ("next", .null),
                ])
            },
            API.get("/events/:event/functions", .read) { call in
                let event = try call.event()
                return .object([
                    (
                        "items",
                        .array(
                            try call.office.functions(of: event).map {
                                FunctionView(function: $0, zone: event.zone).json
                            })
                    ), ("next", .null),
                ])
            },
        ]
    }
}

private struct DuplicateBody: JSONBody {
    let title: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case title }
}
