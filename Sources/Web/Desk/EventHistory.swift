import Foundation
import Management
import Ticketing

/// What was changed in an event itself: who, when, from what to what.
struct EventHistory: Sendable {
    let desk: Desk

    func page(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showHistory, among: .any)
            var facts = try desk.heading(event, office)
            facts["changes"] = .list(try office.history(of: event).reversed().map { $0.facts(in: event.zone) })
            return (event, facts)
        }
        return try desk.page(visit, "desk-history", title: event.details.title, facts)
    }
}

extension AuditRecord {
    /// One change: what was done, and each field before and after.
    func facts(in zone: TimeZone) -> Facts {
        let names = Set(before.keys).union(after.keys).sorted()
        return Facts([
            "sequence": .text("\(sequence)"), "at": .text(at.minuteText(in: zone)),
            "who": .text(userName ?? "user \(user)"), "action": .text(action.spelledOut),
            "subject": .text("\(subject.kind.rawValue) \(subject.id)"),
            "changed": .list(
                names.map { name in
                    var facts: [String: Facts.Fact] = ["name": .text(name.replacing("_", with: " "))]
                    if let was = before[name] { facts["was"] = .text(AuditRecord.shown(was, in: zone)) }
                    if let now = after[name] { facts["now"] = .text(AuditRecord.shown(now, in: zone)) }
                    return Facts(facts)
                }),
        ])
    }

    /// A field's text; one that is a time, on the wall of the zone.
    private static func shown(_ text: String, in zone: TimeZone) -> String {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil else { return text }
        do {
            let date = try Date(text, strategy: .iso8601)
            return Instant(seconds: Int64(date.timeIntervalSince1970)).minuteText(in: zone)
        } catch {
            // It only looks like one.
            return text
        }
    }
}

extension String {
    /// A name of the program's own in words: `editEvent` as `edit event`.
    var spelledOut: String {
        reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : $1 == "_" ? " " : String($1) }
    }
}
