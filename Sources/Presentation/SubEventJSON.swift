package import Foundation
package import Management
package import Ticketing

/// A sub-event in JSON.
package struct SubEventJSON {
    package let function: EventFunction
    package let zone: TimeZone

    package init(function: EventFunction, zone: TimeZone) {
        self.function = function
        self.zone = zone
    }

    /// A sub-event that was removed, in JSON.
    package static func removed(_ function: EventFunction) -> JSON {
        .object([("number", .int(function.number)), ("name", .string(function.name)), ("removed", .bool(true))])
    }

    package var json: JSON {
        let details = function.details
        return .object([
            ("number", .int(function.number)), ("type", .string(details.kind.rawValue)),
            ("type_name", .string(details.kind.displayName)), ("icon", .string(details.kind.icon)),
            ("colour", .string(details.kind.colourName)), ("name", .string(details.name)),
            ("note", .optional(details.note)), ("venue", .optional(details.venue)),
            ("start", .optional(details.start?.iso8601(in: zone))),
            ("end", .optional(details.end?.iso8601(in: zone))), ("capacity", .optional(details.capacity)),
        ])
    }
}

/// The invitations, answers and attendance of a sub-event, in JSON.
package struct SubEventAttendanceJSON {
    package let attendance: FunctionAttendance

    package init(attendance: FunctionAttendance) {
        self.attendance = attendance
    }

    package var json: JSON {
        .object([
            ("number", .int(attendance.function.number)), ("name", .string(attendance.function.name)),
            ("invited", json(attendance.invited)), ("attending", json(attendance.attending)),
            ("declined", json(attendance.declined)), ("no_answer", json(attendance.unanswered)),
            (
                "meals",
                .array(
                    attendance.meals.map {
                        .object([("meal", .optional($0.meal)), ("guests", .int($0.guests))])
                    })
            ),
            ("admitted", .int(attendance.admitted)), ("inside", .int(attendance.inside)),
        ])
    }

    private func json(_ count: FunctionAttendance.Headcount) -> JSON {
        .object([("guests", .int(count.guests)), ("people", .int(count.people))])
    }
}
