package import Foundation
package import Management
package import Ticketing

/// A sub-event as JSON.
package struct SubEventJSON {
    package let subEvent: SubEvent
    package let zone: TimeZone

    package init(subEvent: SubEvent, zone: TimeZone) {
        self.subEvent = subEvent
        self.zone = zone
    }

    /// A sub-event that was removed, as JSON.
    package static func removed(_ subEvent: SubEvent) -> JSON {
        .object([("number", .int(subEvent.number)), ("name", .string(subEvent.name)), ("removed", .bool(true))])
    }

    package var json: JSON {
        let kind = subEvent.details.kind
        let head: [(String, JSON)] = [
            ("number", .int(subEvent.number)), ("type_name", .string(kind.label.english)),
            ("icon", .string(kind.icon)), ("colour", .string(kind.colourName)),
        ]
        return .object(head + subEvent.details.jsonMembers(in: zone))
    }
}

/// The invitations, answers and attendance of a sub-event, as JSON.
package struct SubEventAttendanceJSON {
    package let attendance: SubEventAttendance

    package init(attendance: SubEventAttendance) {
        self.attendance = attendance
    }

    package var json: JSON {
        .object([
            ("number", .int(attendance.subEvent.number)), ("name", .string(attendance.subEvent.name)),
            ("invited", json(attendance.invited)), ("attending", json(attendance.attending)),
            ("maybe", json(attendance.maybe)), ("declined", json(attendance.declined)),
            ("no_answer", json(attendance.unanswered)),
            (
                "meals",
                .array(
                    attendance.meals.map {
                        .object([("meal", .optional($0.meal)), ("guests", .int($0.people))])
                    })
            ),
            ("admitted", .int(attendance.admitted)), ("inside", .int(attendance.inside)),
        ])
    }

    private func json(_ count: SubEventAttendance.Headcount) -> JSON {
        .object([("guests", .int(count.guests)), ("people", .int(count.people))])
    }
}
