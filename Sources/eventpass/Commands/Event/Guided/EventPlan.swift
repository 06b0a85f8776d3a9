import Foundation
import Gate
import Management
import Presenting
import Ticketing

/// An event as an interview gathers it, before anything of it is written.
struct EventPlan {
    var organizer: Organizer
    var details: EventDetails
    var types: [TicketTypeDraft] = []
    var functions: [FunctionDetails] = []
    /// A guest list; nil is none yet.
    var guestList: ListFile?

    /// What will be made, for the review.
    func lines() throws -> [String] {
        let zone = try EventDetailOptions.zone(named: details.timeZone)
        let sentences = Sentences(timeZone: zone)
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

    /// Makes the event, a draft, and what belongs to it, or tries whether that can be done.
    func create(in office: Office, suite: Suite, effect: Effect = .write) throws -> CreatedEvent {
        try office.createEvent(
            NewEvent(details: details, suite: suite, types: types, functions: functions, guestList: guestList),
            of: organizer, effect: effect)
    }
}
