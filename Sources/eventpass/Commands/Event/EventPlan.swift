import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing

/// The answers that `event create` has collected by asking the user. Nothing is stored yet.
struct EventPlan {
    var organizer: Organizer
    var details: EventDetails
    var types: [TicketTypeDetails] = []
    var subEvents: [SubEventDetails] = []
    var guestList: GuestListFile?

    /// The lines of the review: the summary that the user accepts or changes at the end.
    func lines() throws -> [String] {
        let zone = try EventDetailOptions.zone(named: details.timeZone)
        let sentences = VerdictSentences(timeZone: zone)
        let time = { (instant: Instant?) in instant.map(sentences.moment) ?? "–" }
        let venue = [details.venue, details.city].compactMap(\.self).joined(separator: ", ")
        let event = Sentence(
            Text.eventValue,
            [
                "title": .text(details.title), "kind": .text(details.kind.rawValue),
                "organizer": .text(organizer.name),
            ])
        var lines = [
            EventPlan.line(.event, event), EventPlan.line(.venue, .verbatim(venue)),
            EventPlan.line(.start, .verbatim(time(details.start))), EventPlan.line(.end, .verbatim(time(details.end))),
        ]
        if let capacity = details.capacity {
            lines.append(EventPlan.line(.capacity, .verbatim(Language.ofCommandLine.text(capacity))))
        }
        lines += types.map { EventPlan.line(.type, EventPlan.value(of: $0)) }
        lines += subEvents.map { subEvent in
            let value: [String?] = [
                subEvent.name, subEvent.kind.rawValue, time(subEvent.start), subEvent.venue,
            ]
            return EventPlan.line(.subEvent, .verbatim(value.compactMap(\.self).joined(separator: ", ")))
        }
        if let guestList {
            lines.append(EventPlan.line(.guests, Sentence(Text.guestsValue, ["list": .text(guestList.name)])))
        }
        return lines
    }

    private static func value(of type: TicketTypeDetails) -> Sentence {
        var values: [String: SentenceArgument] = [
            "name": .text(type.name),
            "price": type.price.map { SentenceArgument.text($0.description) } ?? .sentence(Text.free),
        ]
        if let quantity = type.quantity { values["quantity"] = .number(quantity) }
        return Sentence(type.quantity == nil ? Text.typeValue : .limitedTypeValue, values)
    }

    private static func line(_ label: Text, _ value: Sentence) -> String {
        let name = label.text
        let space = String(repeating: " ", count: max(2, 10 - name.count))
        return "\(name)\(space)\(value.text(in: .ofCommandLine).visible)"
    }

    enum Text: String, SentenceKey {
        static let subject = "eventPlan"

        case event, venue, start, end, capacity, type, guests
        case subEvent = "sub-event"
        case eventValue = "{title}, {kind}, by {organizer}"
        case typeValue = "{name}, {price}"
        case limitedTypeValue = "{name}, {price}, {quantity} of them"
        case free = "free"
        case guestsValue = "from {list}"
    }

    /// Creates the draft event with its ticket types, sub-events and guests.
    ///
    /// - Parameter effect: `.dryRun` to check the plan without storing it.
    func create(in services: ManagementServices, suite: Suite, effect: WriteMode = .commit) throws -> CreatedEvent {
        try services.events.createEvent(
            EventCreation(details: details, suite: suite, types: types, subEvents: subEvents, guestList: guestList),
            of: organizer, effect: effect)
    }
}

/// The error for an invalid answer to a question of `event create`. The error states the allowed values. The static
/// functions of this type parse answers.
struct AnswerParsing: Error, SentenceConvertible {
    let sentence: Sentence

    init(_ text: Text, _ arguments: [String: SentenceArgument] = [:]) { sentence = Sentence(text, arguments) }

    init(_ fault: TextFault) { sentence = fault.sentence }

    /// Lists the first faulty rows of a guest list.
    ///
    /// - Parameter total: the number of all faulty rows.
    init(faults: [GuestListFault], of total: Int) {
        let listed = faults.prefix(5)
        let unlisted = total - Set(listed.map(\.line)).count
        let rest = unlisted > 0 ? [Sentence(Text.furtherRows, ["count": .number(unlisted)])] : []
        let list = Sentence.list(listed.map(\.sentence) + rest, separator: "; ")
        sentence = Sentence(Text.faultyRows, ["count": .number(total), "faults": .sentence(list)])
    }

    /// - Parameter time: the time of day that a date without a time means.
    static func future(
        _ answer: String, in zone: TimeZone, ofDate time: Moment.TimeOfDate = .startOfDay
    ) throws -> Instant {
        let instant = try Moment(argument: answer).instant(in: zone, ofDate: time)
        guard instant > .now() else { throw AnswerParsing(.futureTime) }
        return instant
    }

    static func text(_ answer: String, needed: Bool) throws -> String? {
        if answer.isEmpty {
            guard !needed else { throw AnswerParsing(.text) }
            return nil
        }
        if let fault = TextFault.of(answer) { throw AnswerParsing(fault) }
        return answer
    }

    static func number(_ answer: String, from least: Int) throws -> Int? {
        if answer.isEmpty { return nil }
        guard let number = Int(answer), number >= least else {
            throw AnswerParsing(.number, ["least": .number(least)])
        }
        return number
    }

    static func choice<Value: RawRepresentable & CaseIterable>(_ answer: String) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: answer.lowercased()) else {
            let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw AnswerParsing(.choice, ["values": .text(all)])
        }
        return value
    }

    enum Text: String, SentenceKey {
        static let subject = "answerParsing"

        case futureTime = "enter a time in the future"
        case laterTime = "enter a time after the start"
        case text = "enter a text"
        case unusedName = "enter a name that is not used yet"
        case number = "enter a number, {least} or more, or press Enter"
        case price = "enter a price such as “50000 UGX” or “12.50 EUR”, or “free”"
        case choice = "enter {values}"
        case organizer = "enter one of {organizers}"
        case faultyRows =
            "{count} faulty row: {faults}; correct them, or press Enter to import a list later|{count} faulty rows: {faults}; correct them, or press Enter to import a list later"
        case furtherRows = "… and {count} more"
    }
}
