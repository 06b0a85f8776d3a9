package import Management
package import Ticketing

/// How many came in, are inside, were refused and why, in JSON.
package struct AttendanceView {
    private let event: Event
    private let attendance: Attendance

    package init(event: Event, attendance: Attendance) {
        self.event = event
        self.attendance = attendance
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("expected", .int(attendance.expected)),
            ("admitted", .int(attendance.admitted)), ("inside", .int(attendance.inside)),
            ("refusals", .array(attendance.refusals.map(\.json))),
            ("functions", .array(attendance.functions.map(json))),
        ])
    }

    private func json(_ places: Attendance.FunctionPlaces) -> JSON {
        .object([
            ("number", .int(places.function.number)), ("name", .string(places.function.name)),
            ("expected", .int(places.expected)), ("admitted", .int(places.admitted)), ("inside", .int(places.inside)),
        ])
    }
}

extension Attendance.Refusals {
    package var json: JSON {
        .object([("gate", .string(gate)), ("reason", .string(reason)), ("count", .int(count))])
    }
}
