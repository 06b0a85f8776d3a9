import Foundation
import Gate
import Presenting
import Ticketing

extension AuditRecordJSON {
    /// The change, followed by a line for each field with its old and new value.
    func lines(_ record: AuditRecord) -> [String] {
        let moment = VerdictSentences(timeZone: zone).moment(record.at)
        let heading =
            "\(moment)  \(record.action)  \(record.subject.kind.rawValue) \(record.subject.id.visible)  by \(record.userName?.visible ?? "\(record.user)")"
        let names = Set(record.before.keys).union(record.after.keys).sorted()
        return [heading]
            + names.map { name in
                let (before, after) = (record.before[name].map(shown), record.after[name].map(shown))
                return "    \(name.visible): \([before, after ?? "–"].compactMap(\.self).joined(separator: " → "))"
            }
    }

    /// A field's value. Times are shown in the time zone.
    private func shown(_ text: String) -> String {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil else {
            return text.visible
        }
        do {
            return try Moment(argument: text).instant(in: .gmt).iso8601(in: zone)
        } catch {
            // The value only looks like a time.
            return text.visible
        }
    }
}
