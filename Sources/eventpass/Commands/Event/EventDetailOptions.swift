import ArgumentParser
import Foundation
import Ticketing

/// The options that `event create` and `event edit` share. Each option that is given replaces the event's value.
struct EventDetailOptions: ParsableArguments {
    @Option(help: "A short description.")
    var about: String?
    @Option(help: "The kind of event. (default for a new event: public)")
    var kind: ParsedArgument<EventDetails.Kind>?
    @Option(help: "The category. (default for a new event: other)")
    var category: ParsedArgument<EventDetails.Category>?
    @Option(help: "The venue's name.")
    var venue: String?
    @Option(help: "The venue's address.")
    var address: String?
    @Option(help: "The venue's city.")
    var city: String?
    @Option(
        parsing: .unconditional, help: "The venue's latitude and longitude in degrees, such as 0.0512,32.4637.")
    var position: ParsedArgument<Coordinates>?
    @Option(help: "The IANA time zone of the venue, such as Africa/Kampala. (default for a new event: this machine's)")
    var timezone: String?
    @Option(help: "When the doors open, such as 2030-01-01T17:00; in the event's time zone unless you give an offset.")
    var doors: Moment?
    @Option(help: "When the event starts.")
    var start: Moment?
    @Option(help: "When the event ends.")
    var end: Moment?
    @Option(
        parsing: .unconditional, help: "How many people the venue holds. (default for a new event: no limit)")
    var capacity: ParsedArgument<Int>?
    @Option(
        parsing: .unconditional, help: "How many people may be inside at once. (default for a new event: no limit)")
    var limitInside: ParsedArgument<Int>?
    @Option(help: "The minimum age.")
    var minimumAge: ParsedArgument<EventDetails.MinimumAge>?
    @Option(help: "The poster image: an http or https URL.")
    var poster: String?
    @Option(help: "The contact for questions.")
    var contact: String?

    /// - Throws: `CommandFailure` if the name is not an IANA time zone.
    static func zone(named name: String) throws -> TimeZone {
        guard let zone = TimeZones.named(name) else {
            throw CommandFailure(
                .usage, "“\(name)” is not an IANA time zone", hint: "write Africa/Kampala, Europe/Paris, UTC …")
        }
        return zone
    }

    /// Applies the given options to an event's details. Times without an offset are local times in the time zone that
    /// the event has after the change.
    func apply(to details: inout EventDetails, _ fields: inout FieldParser) throws {
        if let timezone { details.timeZone = timezone }
        // If the time zone is unknown, the later check of the details reports that fault.
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

/// The event fields that `--clear` can empty.
enum ClearableEventField: String, CaseIterable, ArgumentValue {
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
