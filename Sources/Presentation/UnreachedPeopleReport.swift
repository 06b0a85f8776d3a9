package import Foundation
package import Languages
package import Ticketing

/// The people whom no message reaches, in words and as JSON.
package struct UnreachedPeopleReport {
    private let people: UnreachedPeople
    private let zone: TimeZone

    /// - Parameter zone: the time zone of the dates in the report.
    package init(_ people: UnreachedPeople, zone: TimeZone) {
        self.people = people
        self.zone = zone
    }

    /// A text such as “no message reaches 2 people: Ann (no e-mail address or phone number), and 1 more”; nil if
    /// messages reach everybody.
    package var sentence: Sentence? {
        guard !people.isEmpty else { return nil }
        let count = SentenceArgument.number(people.total)
        guard !people.named.isEmpty else {
            return Sentence(people.withAddress == 0 ? ReachSentence.unnamed : .notNamed, ["count": count])
        }
        return Sentence(ReachSentence.unreached, ["count": count, "people": .sentence(names)])
    }

    private var names: Sentence {
        let named = people.named.map { person in
            Sentence(ReachSentence.person, ["name": .text(person.name.visible), "reason": .sentence(reason(person))])
        }
        let list = Sentence.list(named, separator: "; ")
        guard people.unnamed > 0 else { return list }
        return Sentence(ReachSentence.andMore, ["people": .sentence(list), "count": .number(people.unnamed)])
    }

    private func reason(_ person: UnreachedPerson) -> Sentence {
        let address: [String: SentenceArgument] = ["address": .text(person.address?.visible ?? "")]
        switch person.reason {
        case .noAddress: return Sentence(ReachSentence.noAddress)
        case .paused: return Sentence(ReachSentence.paused, address)
        case .turnedOff: return Sentence(ReachSentence.turnedOff, address)
        case .suppressed:
            let date = person.since.map { String($0.iso8601(in: zone).prefix { $0 != "T" }) } ?? ""
            return Sentence(ReachSentence.suppressed, address.merging(["date": .text(date)]) { $1 })
        }
    }

    /// Members of a JSON object: the number of people, the number for each reason, and the first people.
    package var members: [(String, JSON)] {
        [
            ("unreachable", .int(people.total)),
            (
                "unreachable_reasons",
                .object(UnreachedReason.allCases.map { ($0.rawValue, .int(people.counts[$0] ?? 0)) })
            ),
            ("unreachable_people", .array(people.named.map(json))),
        ]
    }

    private func json(_ person: UnreachedPerson) -> JSON {
        .object([
            ("name", .string(person.name)), ("address", .optional(person.address)),
            ("reason", .string(person.reason.rawValue)), ("since", .optional(person.since?.iso8601(in: zone))),
        ])
    }
}
