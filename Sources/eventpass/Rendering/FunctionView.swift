import Foundation
import Gate
import Management
import Ticketing

/// A function on the page and in JSON.
struct FunctionView {
    let function: EventFunction
    let zone: TimeZone

    var json: JSON {
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

    static func table(_ functions: [EventFunction], zone: TimeZone) -> Table {
        let sentences = Sentences(timeZone: zone)
        var table = Table("number", "type", "name", "start", "end", "venue", "note")
        for function in functions {
            let details = function.details
            table.add(
                "\(function.number)", details.kind.displayName, details.name,
                details.start.map(sentences.moment) ?? "–", details.end.map(sentences.moment) ?? "–",
                details.venue ?? "–", details.note ?? "–")
        }
        return table
    }
}

/// How a function stands, in JSON.
struct FunctionAttendanceView {
    let attendance: FunctionAttendance

    var json: JSON {
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
