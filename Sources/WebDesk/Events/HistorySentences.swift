import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// Turns audit records into sentences that say which person changed what, such as `Amina moved the end from 17:00 to
/// 20:00 on Sat 5 Dec 2026.`
struct HistorySentences: Sendable {
    let zone: TimeZone
    /// The events that records can name. The key is the number of the event.
    let events: [EventNumber: Event]
    /// The event whose history the page shows; nil for the audit trail of an organizer.
    let here: EventNumber?

    init(of event: Event) {
        self.init(zone: event.zone, events: [event], here: event.number)
    }

    /// - Parameter zone: The time zone of records without an event.
    init(zone: TimeZone, events: [Event], here: EventNumber? = nil) {
        self.zone = zone
        self.events = Dictionary(events.map { ($0.number, $0) }) { first, _ in first }
        self.here = here
    }

    /// Template values for one record: a sentence, the changed object and the time. The changed values are included
    /// only if the sentence does not contain all of them.
    func context(_ record: AuditRecord) -> TemplateContext {
        let (text, isComplete) = described(record)
        var context: [String: TemplateContext.Value] = [
            "at": .text(record.at.minuteText(in: zone)), "sentence": .sentence(text.asSentence),
        ]
        let isAboutHere = record.subject.kind == .event && record.event == here
        if !isAboutHere { context["change_subject"] = .sentence(record.subject.sentence(named: record.subjectName)) }
        if here == nil, let event = record.event.flatMap({ events[$0] }) {
            context["change_event"] = .text(event.details.title)
            if event.zone != zone {
                context["change_zone"] = .sentence(
                    DeskHistorySentence.eventZone, ["zone": .text(event.zone.label)])
            }
        }
        guard !isComplete else { return TemplateContext(context) }
        context["has_values"] = .section(
            TemplateContext(["changed": .list(changedNames(record).map { values($0, of: record) })]))
        return TemplateContext(context)
    }

    /// The sentence about a record, without a capital letter and a full stop.
    func sentence(_ record: AuditRecord) -> Sentence { described(record).text }

    // MARK: The parts of a record

    private func zone(of record: AuditRecord) -> TimeZone { record.event.flatMap { events[$0]?.zone } ?? zone }

    /// The names of the changed fields, in the order in which forms show the fields. For a pending change that was no
    /// longer possible (`DroppedChange`), only `order` and `ticket`, because its sentence contains all other values.
    private func changedNames(_ record: AuditRecord) -> [String] {
        let names = Set(record.before.keys).union(record.after.keys)
        guard DroppedChange(record) == nil else { return names.filter { ["order", "ticket"].contains($0) }.sorted() }
        let known = AuditValue.declared(in: record.subject.kind).map(\.name)
        return known.filter(names.contains) + names.subtracting(known).sorted()
    }

    private func values(_ name: String, of record: AuditRecord) -> TemplateContext {
        let (kind, zone) = (record.subject.kind, self.zone(of: record))
        var context: [String: TemplateContext.Value] = ["name": .sentence(kind.label(ofField: name))]
        for (key, text) in [("was", record.before[name]), ("now", record.after[name])] {
            guard let text else { continue }
            context[key] = .sentence(AuditValue(text, of: name, in: kind).shown(in: zone))
        }
        return TemplateContext(context)
    }

    private func user(_ record: AuditRecord) -> Sentence {
        record.userName.map { Sentence.verbatim($0) }
            ?? Sentence(DeskOrganizerSentence.userOfNumber, ["number": .text("\(record.user)")])
    }

    /// The changed object inside a sentence, such as `order 12 of Grace`.
    private func object(_ record: AuditRecord) -> Sentence {
        let (kind, id, name) = (record.subject.kind, record.subject.id, record.subjectName)
        let word = kind.word
        let numbered = Sentence(DeskHistorySentence.numbered, ["kind": .sentence(word), "id": .text(id)])
        func named(_ key: DeskHistorySentence, _ arguments: [String: SentenceArgument] = [:]) -> Sentence {
            name.map { Sentence(key, arguments.merging(["kind": .sentence(word), "name": .text($0)]) { $1 }) }
                ?? numbered
        }
        switch kind {
        case .organizer: return Sentence(DeskHistorySentence.theOrganizer)
        case .event:
            if record.event == here, here != nil { return Sentence(DeskHistorySentence.thisEvent) }
            return record.event.flatMap { events[$0] }
                .map { Sentence(DeskHistorySentence.quoted, ["value": .text($0.details.title)]) } ?? numbered
        case .user, .member: return name.map { Sentence.verbatim($0) } ?? numbered
        case .type, .guest, .subEvent, .formerSubEvent: return named(.named)
        case .order, .ticket: return named(.ofPerson, ["id": .text(id)])
        case .headcount: return Sentence(DeskHistorySentence.headcount, ["id": .text(id)])
        case .household, .ledger, .batch, .device, .token, .webhook, .template, .reminder, .gatePack,
            .formerGatePack:
            return numbered
        }
    }

    // MARK: Sentences

    /// - Returns: The sentence, and whether it contains all values of the record.
    private func described(_ record: AuditRecord) -> (text: Sentence, isComplete: Bool) {
        if let dropped = DroppedChange(record) { return (dropped.sentence(in: zone(of: record)), false) }
        guard let operation = Management.Operation(rawValue: record.action) else {
            return (other(record), changedNames(record).isEmpty)
        }
        switch HistoryForm(of: operation) {
        case .fields: return fields(record)
        case .shift: return (shifted(record), false)
        case .membership: return (membership(record), true)
        case .seats: return record.subject.kind == .guest ? fields(record) : (filled(.seated, record), false)
        case .acts(let sentences):
            guard let key = sentences[record.subject.kind] else { return (effect(record), false) }
            return (key == .issued ? issued(record) : filled(key, record), false)
        case .other: return (other(record), false)
        }
    }

    private func filled(
        _ key: DeskHistorySentence, _ record: AuditRecord, _ more: [String: SentenceArgument] = [:]
    ) -> Sentence {
        let all: [String: SentenceArgument] = [
            "user": .sentence(user(record)), "subject": .sentence(object(record)),
        ].merging(more) { $1 }
        return Sentence(key, all.filter { key.arguments.contains($0.key) })
    }

    /// The sentence about a change that an operation made in addition to its main change. For example, the cancellation
    /// of an event also changes the event's orders.
    private func effect(_ record: AuditRecord) -> Sentence {
        filled(.effect, record, ["action": .sentence(action(record).insideSentence)])
    }

    private func other(_ record: AuditRecord) -> Sentence {
        filled(.other, record, ["action": .sentence(action(record).insideSentence)])
    }

    private func action(_ record: AuditRecord) -> Sentence {
        ActionSentence(operation: record.action).map { Sentence($0) } ?? .verbatim(record.action.spaced)
    }

    private func issued(_ record: AuditRecord) -> Sentence {
        record.after["tickets"].flatMap { Int($0) }
            .map { filled(.issuedCount, record, ["count": .number($0)]) } ?? filled(.issued, record)
    }

    private func shifted(_ record: AuditRecord) -> Sentence {
        guard let (old, new) = both("start", record) else { return filled(.shifted, record) }
        return filled(.shiftedStart, record, ["old": .sentence(old), "new": .sentence(new)])
    }

    /// The values of a field before and after the change; nil if one of them is empty or hidden.
    private func both(_ name: String, _ record: AuditRecord) -> (old: Sentence, new: Sentence)? {
        guard let old = record.before[name], let new = record.after[name],
            ![old, new].contains(AuditRecord.hiddenValue)
        else { return nil }
        let (kind, zone) = (record.subject.kind, self.zone(of: record))
        return (
            AuditValue(old, of: name, in: kind).shown(in: zone), AuditValue(new, of: name, in: kind).shown(in: zone)
        )
    }

    /// The sentence about a new, changed or removed member, or about an invitation to the team.
    private func membership(_ record: AuditRecord) -> Sentence {
        let (old, new) = (record.before["role"], record.after["role"])
        func label(_ role: String?) -> SentenceArgument {
            .sentence(role.flatMap { Role(rawValue: $0)?.label } ?? .verbatim(role ?? ""))
        }
        let roles = ["old": label(old), "new": label(new)]
        if let email = record.after["email"] {
            return filled(.invitedMember, record, roles.merging(["email": .text(email)]) { $1 })
        }
        if let email = record.before["email"] { return filled(.withdrewMember, record, ["email": .text(email)]) }
        if record.action == Management.Operation.joinTeam.rawValue { return filled(.joined, record, roles) }
        return filled(old == nil ? .gaveRole : new == nil ? .removedMember : .changedRole, record, roles)
    }

    // MARK: Fields

    /// The greatest number of fields whose old and new values a sentence has.
    private static let mostClauses = 2
    private static let mostNames = 3

    /// The sentence about changed fields, with their values if few fields have changed.
    private func fields(_ record: AuditRecord) -> (text: Sentence, isComplete: Bool) {
        let names = changedNames(record)
        guard names.count <= HistorySentences.mostClauses else {
            let shown = names.prefix(names.count > HistorySentences.mostNames ? 2 : HistorySentences.mostNames)
            var list = shown.map { phrase($0, record) }
            if names.count > shown.count {
                list.append(
                    Sentence(DeskHistorySentence.otherDetails, ["count": .number(names.count - shown.count)]))
            }
            let clause = Sentence(
                DeskHistorySentence.changedField,
                ["field": .sentence(ofObject(HistorySentences.joined(list), record))])
            return (filled(.did, record, ["clauses": .sentence(clause)]), false)
        }
        let clauses = names.enumerated().map { index, name in clause(name, record, isFirst: index == 0) }
        let text = filled(.did, record, ["clauses": .sentence(HistorySentences.joined(clauses.map(\.text)))])
        return (text, clauses.allSatisfy(\.isComplete))
    }

    /// The clause about one field, such as `moved the end from 17:00 to 20:00 on Sat 5 Dec 2026`.
    ///
    /// - Parameter isFirst: Whether the clause is the first clause of its sentence. Only the first clause names the
    ///   object.
    private func clause(
        _ name: String, _ record: AuditRecord, isFirst: Bool
    ) -> (text: Sentence, isComplete: Bool) {
        let (kind, zone) = (record.subject.kind, self.zone(of: record))
        let field = phrase(name, record)
        var arguments: [String: SentenceArgument] = ["field": .sentence(isFirst ? ofObject(field, record) : field)]
        func filled(_ key: DeskHistorySentence) -> Sentence {
            Sentence(key, arguments.filter { key.arguments.contains($0.key) })
        }
        let old = record.before[name].map { AuditValue($0, of: name, in: kind) }
        let new = record.after[name].map { AuditValue($0, of: name, in: kind) }
        guard [old, new].compactMap(\.self).allSatisfy(\.fitsSentence) else { return (filled(.changedField), false) }
        arguments["old"] = old.map { SentenceArgument.sentence($0.inSentence(in: zone)) }
        arguments["new"] = new.map { SentenceArgument.sentence($0.inSentence(in: zone)) }
        guard old != nil else { return (filled(.set), true) }
        guard let new else { return (filled(.cleared), true) }
        guard let before = old?.time, let after = new.time else {
            return (filled(new.isFlag ? .set : .changed), true)
        }
        let days = (CalendarDay(before, in: zone), CalendarDay(after, in: zone))
        guard days.0 == days.1 else { return (filled(.moved), true) }
        arguments["old"] = .text(AuditValue.timeOfDay(before, in: zone))
        arguments["new"] = .text(AuditValue.timeOfDay(after, in: zone))
        arguments["day"] = .day(days.0)
        return (filled(.movedOnDay), true)
    }

    /// Adds the changed object to a field: `the end` becomes `the end of …`. If the object is the event whose history
    /// the page shows, the field stays unchanged.
    private func ofObject(_ field: Sentence, _ record: AuditRecord) -> Sentence {
        if here != nil, record.subject.kind == .event, record.event == here { return field }
        return Sentence(
            DeskHistorySentence.fieldOf, ["field": .sentence(field), "subject": .sentence(object(record))])
    }

    /// A field inside a sentence, such as `the end`.
    private func phrase(_ name: String, _ record: AuditRecord) -> Sentence {
        let kind = record.subject.kind
        let label = kind.label(ofField: name)
        let quoted = Sentence(DeskHistorySentence.quoted, ["value": .sentence(label)])
        let declared = AuditValue.declared(in: kind).first { $0.name == name }
        if declared?.kind == .flag { return quoted }
        if let own = HistorySentences.ownPhrases[kind]?[name] { return Sentence(own) }
        if kind == .guest, declared == nil {
            // The answer to a sub-event, or a field of a companion.
            if name.hasPrefix("companion ") { return quoted }
            if label == .verbatim(name) {
                return Sentence(DeskHistorySentence.answerTo, ["field": .sentence(quoted)])
            }
        }
        return Sentence(DeskHistorySentence.theField, ["field": .sentence(label.insideSentence)])
    }

    /// The phrases for fields whose labels are not nouns.
    private static let ownPhrases: [AuditSubject.Kind: [String: DeskHistorySentence]] = [
        .event: ["doors": .doors], .subEvent: ["venue": .venue], .formerSubEvent: ["venue": .venue],
        .type: ["opens": .saleStart, "closes": .saleEnd, "valid_from": .validFrom, "valid_until": .validUntil],
    ]

    /// Several parts of a sentence: `a, b and c`.
    private static func joined(_ parts: [Sentence]) -> Sentence {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? .verbatim("") }
        return Sentence(
            DeskHistorySentence.and,
            ["list": .sentence(.list(Array(parts.dropLast()), separator: ", ")), "last": .sentence(last)])
    }
}

extension AuditSubject {
    /// The changed object with its number and its current name, such as `guest 12 (Grace)`.
    fileprivate func sentence(named name: String?) -> Sentence {
        let numbered: Sentence =
            switch kind {
            case .subEvent, .formerSubEvent: Sentence(DeskEventSentence.subEventOfNumber, ["number": .text(id)])
            default: .list([kind.word, .verbatim(id)])
            }
        return .list([numbered, name.map { Sentence.verbatim("(\($0))") }].compactMap(\.self))
    }
}

extension AuditSubject.Kind {
    fileprivate var word: Sentence {
        switch self {
        case .type: Sentence(DeskHistorySentence.ticketType)
        case .device: Sentence(DeskHistorySentence.phone)
        case .token: Sentence(DeskHistorySentence.apiToken)
        case .formerSubEvent: AuditSubject.Kind.subEvent.label
        case .formerGatePack: AuditSubject.Kind.gatePack.label
        case .user, .organizer, .member, .event, .ticket, .order, .household, .guest, .ledger, .batch, .webhook,
            .template, .reminder, .headcount, .subEvent, .gatePack:
            label
        }
    }
}
