import AttendeePack
import Foundation
import Languages
import Ticketing

/// The changes of the time and the place of an event or a sub-event, read from the values of a notice.
struct EventChange: Hashable {
    private struct TimeChange: Hashable {
        let field: MessagePartSentence
        let old: Instant?
        let new: Instant?
    }

    private let times: [TimeChange]
    /// The old values of the changed parts of the place: venue, address or city. `newPlace` has the new values.
    private let oldPlace: [String]
    private let newPlace: [String]

    /// - Parameter payload: the values of a notice. The values from before the change have names such as `old_start`.
    ///   For example, an empty `old_start` means that the event had no start.
    init(_ payload: [String: String]) {
        let hasOldValues = payload.keys.contains { $0.hasPrefix(Notice.oldValuePrefix) }
        func values(_ name: String) -> (old: String?, new: String?) {
            guard hasOldValues else { return (nil, nil) }
            return (payload["\(Notice.oldValuePrefix)\(name)"]?.nonEmpty, payload[name]?.nonEmpty)
        }
        let fields: [(name: String, MessagePartSentence)] = [("start", .start), ("end", .end), ("doors", .doors)]
        times = fields.compactMap { name, field in
            let (old, new) = values(name)
            guard old != new else { return nil }
            return TimeChange(
                field: field, old: old.flatMap { Instant(iso8601: $0) }, new: new.flatMap { Instant(iso8601: $0) })
        }
        let places = ["venue", "address", "city"].map(values).filter { $0.old != $0.new }
        oldPlace = places.compactMap { $0.old.flatMap { $0.onOneLine.nonEmpty } }
        newPlace = places.compactMap { $0.new.flatMap { $0.onOneLine.nonEmpty } }
    }

    var isEmpty: Bool { times.allSatisfy { $0.old == nil && $0.new == nil } && oldPlace.isEmpty && newPlace.isEmpty }

    /// The changes in words, such as `start Sat 5 Dec 18:00 → 19:00; place Lido → Serena`.
    func text(_ moment: MessageMoment, in language: Language) -> String {
        var changes = times.compactMap { change -> String? in
            switch (change.old, change.new) {
            case (let old?, let new?):
                let texts = moment.change(from: old, to: new)
                return EventChange.text(change.field, texts.old, texts.new, in: language)
            case (let old?, nil): return EventChange.text(change.field, moment.dayAndTime(old), nil, in: language)
            case (nil, let new?): return EventChange.text(change.field, nil, moment.dayAndTime(new), in: language)
            case (nil, nil): return nil
            }
        }
        let (old, new) = (oldPlace.joined(separator: ", "), newPlace.joined(separator: ", "))
        if old != new {
            changes.append(
                EventChange.text(.place, old.nonEmpty?.inMessage, new.nonEmpty?.inMessage, in: language))
        }
        return changes.joined(separator: "; ")
    }

    private static func text(
        _ field: MessagePartSentence, _ old: String?, _ new: String?, in language: Language
    ) -> String {
        let word = SentenceArgument.sentence(field)
        guard let old else {
            return language.text(MessagePartSentence.added, ["field": word, "new": .text(new ?? "")])
        }
        guard let new else { return language.text(MessagePartSentence.removed, ["field": word, "old": .text(old)]) }
        return language.text(
            MessagePartSentence.replaced, ["field": word, "old": .text(old), "new": .text(new)])
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}
