package import Foundation
package import Gate
package import Languages
import Ticketing

/// A verdict (a gate's decision about a scan) as JSON.
package struct VerdictJSON: Sendable {
    package let sentences: VerdictSentences
    package let zone: TimeZone
    package let language: Language

    /// - Parameters:
    ///   - language: the language of the sentences and of the word for the outcome. Names in JSON are in English.
    ///   - countsPeople: whether the sentence about an admission on a ticket for several people says how many of them
    ///     are inside.
    package init(zone: TimeZone, in language: Language = .english, countsPeople: Bool = true) {
        self.zone = zone
        self.language = language
        sentences = VerdictSentences(timeZone: zone, in: language, countsPeople: countsPeople)
    }

    /// The word for an outcome, such as `ADMIT`.
    package func word(_ kind: Verdict.Outcome.Kind) -> String { language.text(kind.label) }

    /// The word for an outcome on a page.
    package func pageWord(_ kind: Verdict.Outcome.Kind) -> String { language.text(kind.pageLabel) }

    /// How many people of a ticket are inside, such as `3 of 5`; nil if `Verdict.party` is nil.
    package func party(_ verdict: Verdict) -> String? {
        verdict.party.map {
            language.text(GateWordSentence.party, ["inside": .number($0.inside), "allowed": .number($0.allowed)])
        }
    }

    /// The word for an outcome, padded to the length of the longest word, for a column of verdicts.
    package func paddedWord(_ kind: Verdict.Outcome.Kind) -> String {
        let length = Verdict.Outcome.Kind.allCases.map { word($0).count }.max() ?? 0
        return word(kind).padding(toLength: length, withPad: " ", startingAt: 0)
    }

    /// The verdict as an object. Only the verdict of a rehearsal has the member `rehearsal`.
    package func json(_ verdict: Verdict) -> JSON {
        let json = members(verdict)
        return verdict.isRehearsal ? json.adding([("rehearsal", .bool(true))]) : json
    }

    private func members(_ verdict: Verdict) -> JSON {
        let reason: JSON = if case .refuse(let refusal) = verdict.outcome { .string(refusal.name) } else { .null }
        return .object([
            ("verdict", .string(verdict.outcome.name)), ("why", .string(sentences.explanation(verdict))),
            ("reason", reason), ("valid_at", validAt(verdict)),
            ("event", .optional(verdict.ticket?.event.rawValue)),
            ("serial", .optional(verdict.ticket?.serial.rawValue)),
            ("code", .optional(verdict.ticket.map { TicketCode($0.serial).description })),
            ("type", .optional(verdict.ticket?.type)), ("holder", .optional(verdict.ticket?.holder)),
            ("attention", .array(verdict.attention.map(json))), ("used", .optional(verdict.used)),
            ("allowed", .optional(verdict.allowed)),
            (
                "first",
                verdict.firstAdmission.map(json) ?? .null
            ),
            ("gate", .string(verdict.gate)), ("sub_event", .optional(verdict.subEvent?.name)),
            ("repaired", .optional(verdict.repairedLayout?.rawValue)), ("at", .string(verdict.at.iso8601(in: zone))),
        ])
    }

    /// The gates or sub-events that accept a ticket that was refused as `wrongGate`; null for other verdicts.
    private func validAt(_ verdict: Verdict) -> JSON {
        guard case .refuse(.wrongGate(let names, let landmarks, _)) = verdict.outcome else { return .null }
        return .array(
            names.map { .object([("name", .string($0)), ("landmark", .optional(landmarks[$0]))]) })
    }

    private func json(_ attention: Attention) -> JSON {
        let members: [(String, JSON)] =
            switch attention {
            case .identity(let age): [("minimum_age", .int(age))]
            case .note(let text): [("note", .string(text))]
            case .doubleAdmission(let first, let second): [("first", json(first)), ("second", json(second))]
            }
        return .object([("kind", .string(attention.kind.rawValue))] + members)
    }

    private func json(_ admission: Admission) -> JSON {
        .object([("at", .string(admission.at.iso8601(in: zone))), ("gate", .string(admission.gate))])
    }

    /// The lines to show to gate staff: the explanation, and one line for each thing that they must check. If the
    /// scanned text was repaired because of a wrong keyboard layout, the last line says so.
    package func lines(_ verdict: Verdict) -> [String] {
        [sentences.explanation(verdict)] + verdict.attention.map(sentences.sentence)
            + [verdict.repairedLayout.map(sentences.repairNotice)].compactMap(\.self)
    }
}
