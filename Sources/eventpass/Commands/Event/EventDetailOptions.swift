import ArgumentParser
import Foundation
import Ticketing

/// What an event's create and edit have in common: everything that is said replaces what stood there.
struct EventDetailOptions: ParsableArguments {
    @Option(help: "A few sentences.")
    var about: String?
    @Option(help: "What kind of event. (default of a new one: public)")
    var kind: Given<EventDetails.Kind>?
    @Option(help: "What it is about. (default of a new one: other)")
    var category: Given<EventDetails.Category>?
    @Option(help: "The venue's name.")
    var venue: String?
    @Option(help: "The venue's address.")
    var address: String?
    @Option(help: "The venue's city.")
    var city: String?
    @Option(
        parsing: .unconditional, help: "Where the venue is: latitude and longitude in degrees, such as 0.0512,32.4637.")
    var position: Given<Position>?
    @Option(help: "The IANA time zone of the venue, such as Africa/Kampala. (default of a new one: this machine's)")
    var timezone: String?
    @Option(help: "When the doors open, such as 2030-01-01T17:00; in the event's zone unless it says an offset.")
    var doors: Moment?
    @Option(help: "When it starts.")
    var start: Moment?
    @Option(help: "When it ends.")
    var end: Moment?
    @Option(
        parsing: .unconditional, help: "How many people the venue holds. (default of a new one: no limit)")
    var capacity: Given<Int>?
    @Option(
        parsing: .unconditional, help: "How many people gates let be inside at once. (default of a new one: no limit)")
    var limitInside: Given<Int>?
    @Option(help: "The youngest who may come.")
    var minimumAge: Given<EventDetails.MinimumAge>?
    @Option(help: "Its poster: the http or https address of a picture.")
    var poster: String?
    @Option(help: "Whom to ask.")
    var contact: String?

    /// - Throws: `Failure` for what is no IANA time zone.
    static func zone(named name: String) throws -> TimeZone {
        guard let zone = TimeZones.named(name) else {
            throw Failure(.usage, "“\(name)” is no IANA time zone", hint: "write Africa/Kampala, Europe/Paris, UTC …")
        }
        return zone
    }

    /// Puts what was said into an event's details; times are read in the zone that then holds.
    func apply(to details: inout EventDetails, _ fields: inout Fields) throws {
        if let timezone { details.timeZone = timezone }
        // Of a zone that there is none of, the details will say so.
        let zone = TimeZones.named(details.timeZone) ?? .gmt
        if let about { details.about = about }
        if let kind = fields.read(kind, "kind") { details.kind = kind }
        if let category = fields.read(category, "category") { details.category = category }
        if let venue { details.venue = venue }
        if let address { details.address = address }
        if let city { details.city = city }
        if let position = fields.read(position, "position") { details.position = position }
        if let doors = try fields.read(doors, "doors", in: zone) { details.doors = doors }
        if let start = try fields.read(start, "start", in: zone) { details.start = start }
        if let end = try fields.read(end, "end", in: zone) { details.end = end }
        if let capacity = fields.read(capacity, "capacity") { details.capacity = capacity }
        if let limit = fields.read(limitInside, "limit-inside") { details.insideLimit = limit }
        if let age = fields.read(minimumAge, "minimum-age") { details.minimumAge = age }
        if let poster { details.poster = poster }
        if let contact { details.contact = contact }
    }
}

/// What an event may be without.
enum EventField: String, CaseIterable, TypedValue {
    case about, venue, address, city, position, doors, start, end, capacity
    case minimumAge = "minimum-age"
    case limitInside = "limit-inside"
    case poster, contact

    func clear(in details: inout EventDetails) {
        switch self {
        case .about: details.about = nil
        case .venue: details.venue = nil
        case .address: details.address = nil
        case .city: details.city = nil
        case .position: details.position = nil
        case .doors: details.doors = nil
        case .start: details.start = nil
        case .end: details.end = nil
        case .capacity: details.capacity = nil
        case .minimumAge: details.minimumAge = nil
        case .limitInside: details.insideLimit = nil
        case .poster: details.poster = nil
        case .contact: details.contact = nil
        }
    }
}
