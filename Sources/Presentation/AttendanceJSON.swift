package import Management
package import Ticketing

/// The numbers of people admitted and inside, and the number of refusals for each gate and reason, as JSON.
package struct AttendanceJSON {
    private let event: Event
    private let attendance: Attendance

    package init(event: Event, attendance: Attendance) {
        self.event = event
        self.attendance = attendance
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("expected", .int(attendance.expected)),
            ("admitted", .optional(attendance.admitted)), ("inside", .optional(attendance.inside)),
            ("refusals", .array(attendance.refusals.map(\.json))),
            ("sub_events", .array(attendance.subEvents.map(\.json))),
        ])
    }
}

extension Attendance.SubEventTotals {
    package var json: JSON {
        .object([
            ("number", .int(subEvent.number)), ("name", .string(subEvent.name)), ("expected", .int(expected)),
            ("admitted", .int(admitted)), ("inside", .int(inside)), ("no_shows", .int(noShows)),
        ])
    }
}

extension Attendance.Refusals {
    package var json: JSON {
        .object([("gate", .string(gate)), ("reason", .string(reason)), ("count", .int(count))])
    }
}
