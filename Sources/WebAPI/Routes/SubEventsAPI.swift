import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var functionsAPI: [Route] {
        [
            API.list("/events/:event/sub-events", .read) { call in
                let event = try call.event()
                return try call.services.subEvents.subEvents(of: event).map {
                    ("\($0.number)", SubEventJSON(subEvent: $0, zone: event.zone).json)
                }
            },
            API.action("/events/:event/sub-events", .manageEvents, NewSubEventBody.self, .created) { call, body in
                let event = try call.event()
                let subEvent = try call.services.subEvents.addSubEvent(try body.details(), to: event)
                return SubEventJSON(subEvent: subEvent, zone: event.zone).json
            },
            API.action("/events/:event/sub-events/:sub_event", .manageEvents, SubEventPatchBody.self, method: .patch) {
                call, body in
                let event = try call.event()
                let subEvent = try call.services.subEvents.editSubEvent(
                    call.subEvent(of: event), body.change(), of: event)
                return SubEventJSON(subEvent: subEvent, zone: event.zone).json
            },
            API.action("/events/:event/sub-events/:sub_event/remove", .manageEvents) { call in
                let event = try call.event()
                let subEvent = try call.subEvent(of: event)
                try call.services.subEvents.removeSubEvent(subEvent, of: event)
                return SubEventJSON.removed(subEvent)
            },
        ]
    }
}

/// A request to change the fields of a sub-event. A field that is absent from the request stays unchanged.
private struct SubEventPatchBody: JSONBody, Sendable {
    private let type: OptionalPatch<String>
    private let name: OptionalPatch<String>
    private let note: OptionalPatch<String>
    private let venue: OptionalPatch<String>
    private let start: OptionalPatch<String>
    private let end: OptionalPatch<String>
    private let capacity: OptionalPatch<Int>

    enum CodingKeys: String, CodingKey, CaseIterable { case type, name, note, venue, start, end, capacity }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.patch(.type)
        name = try fields.patch(.name)
        note = try fields.patch(.note)
        venue = try fields.patch(.venue)
        start = try fields.patch(.start)
        end = try fields.patch(.end)
        capacity = try fields.patch(.capacity)
    }

    /// - Throws: `ManagementError.invalid` with every field that can't be parsed.
    func change() throws -> SubEventChange {
        var (faults, change) = (FieldFaults(), SubEventChange())
        let kinds = SubEventKind.allCases.map(\.rawValue).joined(separator: ", ")
        type.parsed("type", kinds, &faults) { SubEventKind(rawValue: $0) }.map { change.kind = $0 }
        name.parsed("name", "a text, never null", &faults) { $0 }.map { change.name = $0 }
        // An empty text clears the field.
        if case .null = note { change.note = "" } else { note.apply(into: &change.note) }
        if case .null = venue { change.venue = "" } else { venue.apply(into: &change.venue) }
        start.parsed("start", Instant.expectedFormat, &faults) { Instant(internet: $0) }.map { change.start = $0 }
        end.parsed("end", Instant.expectedFormat, &faults) { Instant(internet: $0) }.map { change.end = $0 }
        switch capacity {
        case .absent: break
        case .null: change.capacity = .some(nil)
        case .value(let most): change.capacity = most
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return change
    }
}

/// The fields of a new sub-event.
private struct NewSubEventBody: JSONBody, Sendable {
    private let rest: SubEventPatchBody

    typealias CodingKeys = SubEventPatchBody.CodingKeys

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
        rest = try SubEventPatchBody(from: decoder)
    }

    /// - Throws: the errors of `SubEventPatchBody.change`.
    func details() throws -> SubEventDetails {
        let change = try rest.change()
        return change.applied(to: SubEventDetails(kind: change.kind ?? .other))
    }
}
