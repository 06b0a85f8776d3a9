import Management
import Presenting
import Ticketing

extension Routes {
    static var functionsAPI: [Route] {
        [
            API.list("/events/:event/functions", .read) { call in
                let event = try call.event()
                return try call.office.functions(of: event).map {
                    ("\($0.number)", FunctionView(function: $0, zone: event.zone).json)
                }
            },
            API.act("/events/:event/functions", .manageEvents, NewFunctionBody.self, .created) { call, body in
                let event = try call.event()
                let function = try call.office.addFunction(try body.details(), to: event)
                return FunctionView(function: function, zone: event.zone).json
            },
            API.act("/events/:event/functions/:function", .manageEvents, FunctionBody.self, method: .patch) {
                call, body in
                let event = try call.event()
                let function = try call.office.editFunction(call.function(of: event), body.change(), of: event)
                return FunctionView(function: function, zone: event.zone).json
            },
            API.act("/events/:event/functions/:function/remove", .manageEvents) { call in
                let event = try call.event()
                let function = try call.function(of: event)
                try call.office.removeFunction(function, of: event)
                return FunctionView.removed(function)
            },
        ]
    }
}

/// What a program says of a function: what is not there stays.
private struct FunctionBody: JSONBody, Sendable {
    private let type: Given<String>
    private let name: Given<String>
    private let note: Given<String>
    private let venue: Given<String>
    private let start: Given<String>
    private let end: Given<String>
    private let capacity: Given<Int>

    enum CodingKeys: String, CodingKey, CaseIterable { case type, name, note, venue, start, end, capacity }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        type = try fields.given(.type)
        name = try fields.given(.name)
        note = try fields.given(.note)
        venue = try fields.given(.venue)
        start = try fields.given(.start)
        end = try fields.given(.end)
        capacity = try fields.given(.capacity)
    }

    /// - Throws: `ManagementError.invalid` with everything that can't be read.
    func change() throws -> FunctionChange {
        var (faults, change) = (FieldFaults(), FunctionChange())
        let kinds = FunctionKind.allCases.map(\.rawValue).joined(separator: ", ")
        type.read("type", kinds, &faults) { FunctionKind(rawValue: $0) }.map { change.kind = $0 }
        name.read("name", "a text, never null", &faults) { $0 }.map { change.name = $0 }
        // An empty text takes it away.
        if case .null = note { change.note = "" } else { note.put(into: &change.note) }
        if case .null = venue { change.venue = "" } else { venue.put(into: &change.venue) }
        start.read("start", Instant.example, &faults) { Instant(internet: $0) }.map { change.start = $0 }
        end.read("end", Instant.example, &faults) { Instant(internet: $0) }.map { change.end = $0 }
        switch capacity {
        case .absent: break
        case .null: change.capacity = .some(nil)
        case .value(let most): change.capacity = most
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return change
    }
}

/// What a program says of a new function.
private struct NewFunctionBody: JSONBody, Sendable {
    private let rest: FunctionBody

    typealias CodingKeys = FunctionBody.CodingKeys

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
        rest = try FunctionBody(from: decoder)
    }

    /// - Throws: as `FunctionBody.change`.
    func details() throws -> FunctionDetails {
        let change = try rest.change()
        return change.applied(to: FunctionDetails(kind: change.kind ?? .other))
    }
}
