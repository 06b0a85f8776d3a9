import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var functionsAPI: [Route] {
        [
            API.listIdentity("/events/:event/functions", .read) { call in
                let event = try call.event()
                return try call.services.subEvents.functions(of: event).map {
                    ("\($0.number)", SubEventJSON(function: $0, zone: event.zone).json)
                }
            },
            API.action("/events/:event/functions", .manageEvents, NewSubEventBody.self, .created) { call, body in
                let event = try call.event()
                let function = try call.services.subEvents.addFunction(try body.details(), to: event)
                return SubEventJSON(function: function, zone: event.zone).json
            },
            API.action("/events/:event/functions/:function", .manageEvents, SubEventPatchBody.self, method: .patch) {
                call, body in
                let event = try call.event()
                let function = try call.services.subEvents.editFunction(
                    call.function(of: event), body.change(), of: event)
                return SubEventJSON(function: function, zone: event.zone).json
            },
            API.action("/events/:event/functions/:function/remove", .manageEvents) { call in
                let event = try call.event()
                let function = try call.function(of: event)
                try call.services.subEvents.removeFunction(function, of: event)
                return SubEventJSON.removed(function)
            },
        ]
    }
}

/// The fields of a sub-event to change: an absent field stays unchanged.
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
    func change() throws -> FunctionChange {
        var (faults, change) = (FieldFaults(), FunctionChange())
        let kinds = FunctionKind.allCases.map(\.rawValue).joined(separator: ", ")
        type.parsed("type", kinds, &faults) { FunctionKind(rawValue: $0) }.map { change.kind = $0 }
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

    /// - Throws: as `SubEventPatchBody.change`.
    func details() throws -> FunctionDetails {
        let change = try rest.change()
        return change.applied(to: FunctionDetails(kind: change.kind ?? .other))
    }
}
