import Foundation
import Gate
import Store
import Ticketing

/// A pack on the page and in JSON.
struct PackView {
    let pack: Pack
    let event: Event

    func json(of contents: PackContents, in path: String) -> JSON {
        .object([
            ("file", .string(path)), ("event", .int(event.number.rawValue)), ("device", .string(pack.name)),
            ("device_id", .string(pack.device.description)), ("number", .int(pack.number)),
            ("proof", .string(pack.proof.rawValue)), ("names", .bool(pack.showsNames)),
            ("gates", .array(pack.gates.map { .string($0) })), ("function", .optional(pack.function)),
            ("made", .string(pack.made.iso8601(in: event.zone))),
            ("expires", .string(pack.expires.iso8601(in: event.zone))), ("tickets", .int(contents.tickets)),
            ("listed", .int(contents.listed)),
        ])
    }

    /// `number 1, 100 tickets, expires Sat 2 Jan 2027 …`
    func summary(_ contents: PackContents) -> String {
        let expires = Sentences(timeZone: event.zone).moment(pack.expires)
        return "number \(pack.number), \(counted(contents.tickets, "ticket")), expires \(expires)"
    }
}
