import Management
import Ticketing

/// What a program says of an event: what is not there stays, and null takes away.
struct EventBody: JSONBody, Sendable {
    private let title: Given<String>
    private let about: Given<String>
    private let kind: Given<String>
    private let category: Given<String>
    private let venue: Given<String>
    private let address: Given<String>
    private let city: Given<String>
    private let position: Given<String>
    private let timezone: Given<String>
    private let doors: Given<String>
    private let start: Given<String>
    private let end: Given<String>
    private let capacity: Given<Int>
    private let limitInside: Given<Int>
    private let minimumAge: Given<Int>
    private let poster: Given<String>
    private let contact: Given<String>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case title, about, kind, category, venue, address, city, position, timezone, doors, start, end, capacity
        case limitInside = "limit_inside"
        case minimumAge = "minimum_age"
        case poster, contact
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        title = try fields.given(.title)
        about = try fields.given(.about)
        kind = try fields.given(.kind)
        category = try fields.given(.category)
        venue = try fields.given(.venue)
        address = try fields.given(.address)
        city = try fields.given(.city)
        position = try fields.given(.position)
        timezone = try fields.given(.timezone)
        doors = try fields.given(.doors)
        start = try fields.given(.start)
        end = try fields.given(.end)
        capacity = try fields.given(.capacity)
        limitInside = try fields.given(.limitInside)
        minimumAge = try fields.given(.minimumAge)
        poster = try fields.given(.poster)
        contact = try fields.given(.contact)
    }

    /// - Throws: `ManagementError.invalid` with everything that can't be read; the rest is for the office to say.
    func apply(to details: inout EventDetails) throws {
        var faults = FieldFaults()
        title.put(into: &details.title, "title", &faults)
        timezone.put(into: &details.timeZone, "timezone", &faults)
        about.put(into: &details.about)
        venue.put(into: &details.venue)
        address.put(into: &details.address)
        city.put(into: &details.city)
        poster.put(into: &details.poster)
        contact.put(into: &details.contact)
        capacity.put(into: &details.capacity)
        limitInside.put(into: &details.insideLimit)
        kind.put(into: &details.kind, "kind", &faults) { EventDetails.Kind(rawValue: $0) }
        category.put(into: &details.category, "category", &faults) { EventDetails.Category(rawValue: $0) }
        position.put(into: &details.position, "position", "latitude,longitude in degrees", &faults) { Position($0) }
        minimumAge.put(
            into: &details.minimumAge, "minimum_age",
            EventDetails.MinimumAge.allCases.map { "\($0.rawValue)" }.joined(separator: ", "), &faults
        ) { EventDetails.MinimumAge(rawValue: $0) }
        doors.put(into: &details.doors, "doors", Instant.example, &faults) { Instant(internet: $0) }
        start.put(into: &details.start, "start", Instant.example, &faults) { Instant(internet: $0) }
        end.put(into: &details.end, "end", Instant.example, &faults) { Instant(internet: $0) }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}

/// What a program says of a new event.
struct NewEventBody: JSONBody, Sendable {
    /// Slug or number.
    let organizer: String
    let title: String
    let timezone: String
    let suite: String?
    let details: EventBody

    enum CodingKeys: String, CodingKey, CaseIterable {
        case organizer, suite
        case title, about, kind, category, venue, address, city, position, timezone, doors, start, end, capacity
        case limitInside = "limit_inside"
        case minimumAge = "minimum_age"
        case poster, contact
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        organizer = try fields.decode(String.self, forKey: .organizer)
        title = try fields.decode(String.self, forKey: .title)
        timezone = try fields.decode(String.self, forKey: .timezone)
        suite = try fields.decodeIfPresent(String.self, forKey: .suite)
        details = try EventBody(from: decoder)
    }
}
