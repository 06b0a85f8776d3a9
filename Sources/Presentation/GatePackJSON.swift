import Gate
package import Management
package import Store
package import Ticketing

/// A gate pack in words and as JSON.
package struct GatePackJSON {
    package let pack: GatePack
    package let event: Event

    package init(pack: GatePack, event: Event) {
        self.pack = pack
        self.event = event
    }

    package func json(of contents: GatePackContents, in path: String) -> JSON {
        .object(members(in: path) + [("tickets", .int(contents.tickets)), ("listed", .int(contents.listed))])
    }

    package func json(of refresh: GatePackRefresh, in path: String) -> JSON {
        let changes = refresh.changes
        return .object(
            members(in: path) + [
                ("new", .int(changes.new)), ("ended", .int(changes.ended)), ("reissued", .int(changes.reissued)),
                ("other", .int(changes.other)), ("clock_ahead_least", .optional(refresh.clock.lowerBound)),
                ("clock_ahead_most", .optional(refresh.clock.upperBound)),
            ])
    }

    private func members(in path: String) -> [(String, JSON)] {
        [
            ("file", .string(path)), ("event", .int(event.number.rawValue)), ("device", .string(pack.name)),
            ("device_id", .string(pack.device.description)), ("number", .int(pack.number)),
            ("proof", .string(pack.verificationMethod.rawValue)), ("names", .bool(pack.includesHolderNames)),
            ("phone_search", .bool(pack.allowsPhoneSearch)), ("gates", .array(pack.gates.map { .string($0) })),
            ("sub_event", .optional(pack.subEvent)),
            ("made", .string(pack.made.iso8601(in: event.zone))),
            ("expires", .string(pack.expires.iso8601(in: event.zone))),
        ]
    }

    /// A line about a new pack: `number 1, 100 tickets, expires Sat 2 Jan 2027 …`.
    package func summary(_ contents: GatePackContents) -> String {
        "number \(pack.number), \(counted(contents.tickets, "ticket")), \(expires)"
    }

    /// A line about a refreshed pack and its changed tickets: `number 2, 3 new, 1 cancelled or blocked, 2 re-issued,
    /// expires Sat 2 Jan 2027 …`.
    package func summary(_ changes: GatePackChanges) -> String {
        let counts = [
            (changes.new, "new"), (changes.ended, "cancelled or blocked"), (changes.reissued, "re-issued"),
            (changes.other, "changed in other ways"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let what = parts.isEmpty ? "no ticket changed" : parts.joined(separator: ", ")
        return "number \(pack.number), \(what), \(expires)"
    }

    private var expires: String { "expires \(VerdictSentences(timeZone: event.zone).moment(pack.expires))" }
}
