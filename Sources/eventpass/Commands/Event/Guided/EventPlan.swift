import Foundation
import Gate
import Management
import Presenting
import Ticketing

/// An event as collected by the interview, before anything is stored.
struct EventPlan {
    var organizer: Organizer
    var details: EventDetails
    var types: [TicketTypeDetails] = []
    var functions: [FunctionDetails] = []
    /// The guest list; nil until one was chosen.
    var guestList: GuestListFile?

    /// The lines of the review.
    func lines() throws -> [String] {
        let zone = try EventDetailOptions.zone(named: details.timeZone)
        let sentences = VerdictSentences(timeZone: zone)
        let time = { (instant: Instant?) in instant.map(sentences.moment) ?? "–" }
        let place = [details.venue, details.city].compactMap(\.self).joined(separator: ", ")
        var lines = [
            "event     \(details.title.visible), \(details.kind.rawValue), by \(organizer.name.visible)",
            "venue     \(place.visible)", "start     \(time(details.start))", "end       \(time(details.end))",
        ]
        if let capacity = details.capacity { lines.append("capacity  \(capacity)") }
        lines += types.map {
            "type      \($0.name.visible), \($0.price?.description ?? "free")\($0.quantity.map { ", \($0) of them" } ?? "")"
        }
        lines += functions.map {
            "function  \($0.name.visible), \($0.kind.rawValue), \(time($0.start))\($0.venue.map { ", \($0.visible)" } ?? "")"
        }
        if let guestList { lines.append("guests    from \(guestList.name.visible)") }
        return lines
    }

    /// Creates the draft event with its ticket types, sub-events and guests.
    ///
    /// - Parameter effect: `.tryOnly` for a dry run.
    func create(in services: ManagementServices, suite: Suite, effect: WriteMode = .commit) throws -> CreatedEvent {
        try services.events.createEvent(
            EventCreation(details: details, suite: suite, types: types, functions: functions, guestList: guestList),
            of: organizer, effect: effect)
    }
}
