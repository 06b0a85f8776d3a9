import Foundation
import Gate
import Management
import Presentation
import Ticketing

/// The answers that `event create` has collected by asking the user. Nothing is stored yet.
struct EventPlan {
    var organizer: Organizer
    var details: EventDetails
    var types: [TicketTypeDetails] = []
    var subEvents: [SubEventDetails] = []
    /// The guest list; nil if no guest list was chosen.
    var guestList: GuestListFile?

    /// The lines that the review shows.
    func lines() throws -> [String] {
        let zone = try EventDetailOptions.zone(named: details.timeZone)
        let sentences = VerdictSentences(timeZone: zone)
        let time = { (instant: Instant?) in instant.map(sentences.moment) ?? "–" }
        let venue = [details.venue, details.city].compactMap(\.self).joined(separator: ", ")
        var lines = [
            "event     \(details.title.visible), \(details.kind.rawValue), by \(organizer.name.visible)",
            "venue     \(venue.visible)", "start     \(time(details.start))", "end       \(time(details.end))",
        ]
        if let capacity = details.capacity { lines.append("capacity  \(capacity)") }
        lines += types.map {
            "type      \($0.name.visible), \($0.price?.description ?? "free")\($0.quantity.map { ", \($0) of them" } ?? "")"
        }
        lines += subEvents.map {
            "sub-event  \($0.name.visible), \($0.kind.rawValue), \(time($0.start))\($0.venue.map { ", \($0.visible)" } ?? "")"
        }
        if let guestList { lines.append("guests    from \(guestList.name.visible)") }
        return lines
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
struct AnswerParsing: Error, CustomStringConvertible {
    let description: String

    init(_ allowed: String) { description = "enter \(allowed)" }

    init(_ fault: TextFault) { description = "\(fault)" }

    /// Lists the first faulty rows of a guest list.
    ///
    /// - Parameter total: the number of all faulty rows.
    init(faults: [GuestListFault], of total: Int) {
        let listed = faults.prefix(5)
        let unlisted = total - Set(listed.map(\.line)).count
        let rest = (unlisted > 0 ? ["… and \(unlisted) more"] : [])
        let list = (listed.map(\.description) + rest).joined(separator: "; ")
        description = "\(counted(total, "faulty row")): \(list); correct them, or press Enter to import a list later"
    }

    static func future(_ answer: String, in zone: TimeZone) throws -> Instant {
        let instant = try Moment(argument: answer).instant(in: zone)
        guard instant > .now() else { throw AnswerParsing("a time in the future") }
        return instant
    }

    static func text(_ answer: String, needed: Bool) throws -> String? {
        if answer.isEmpty {
            guard !needed else { throw AnswerParsing("a text") }
            return nil
        }
        if let fault = TextFault.of(answer) { throw AnswerParsing(fault) }
        return answer
    }

    static func number(_ answer: String, from least: Int) throws -> Int? {
        if answer.isEmpty { return nil }
        guard let number = Int(answer), number >= least else {
            throw AnswerParsing("a number, \(least) or more, or press Enter")
        }
        return number
    }

    static func choice<Value: RawRepresentable & CaseIterable>(_ answer: String) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: answer.lowercased()) else {
            throw AnswerParsing(Value.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }
}
