import Management
import Ticketing
import WebHost

/// A request to change the fields of an event. A field that is absent from the request stays unchanged. Null clears an
/// optional field.
struct EventPatchBody: JSONBody, Sendable {
    private let title: OptionalPatch<String>
    private let about: OptionalPatch<String>
    private let kind: OptionalPatch<String>
    private let category: OptionalPatch<String>
    private let venue: OptionalPatch<String>
    private let address: OptionalPatch<String>
    private let city: OptionalPatch<String>
    private let position: OptionalPatch<String>
    private let timezone: OptionalPatch<String>
    private let doors: OptionalPatch<String>
    private let start: OptionalPatch<String>
    private let end: OptionalPatch<String>
    private let capacity: OptionalPatch<Int>
    private let limitInside: OptionalPatch<Int>
    private let minimumAge: OptionalPatch<Int>
    private let poster: OptionalPatch<String>
    private let contact: OptionalPatch<String>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case title, about, kind, category, venue, address, city, position, timezone, doors, start, end, capacity
        case limitInside = "limit_inside"
        case minimumAge = "minimum_age"
        case poster, contact
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        title = try fields.patch(.title)
        about = try fields.patch(.about)
        kind = try fields.patch(.kind)
        category = try fields.patch(.category)
        venue = try fields.patch(.venue)
        address = try fields.patch(.address)
        city = try fields.patch(.city)
        position = try fields.patch(.position)
        timezone = try fields.patch(.timezone)
        doors = try fields.patch(.doors)
        start = try fields.patch(.start)
        end = try fields.patch(.end)
        capacity = try fields.patch(.capacity)
        limitInside = try fields.patch(.limitInside)
        minimumAge = try fields.patch(.minimumAge)
        poster = try fields.patch(.poster)
        contact = try fields.patch(.contact)
    }

    /// Copies the fields into `details`. The management services check the copied values later.
    ///
    /// - Throws: `ManagementError.invalid` with every field that can't be parsed.
    func apply(to details: inout EventDetails) throws {
        var faults = FieldFaults()
        title.apply(into: &details.title, "title", &faults)
        timezone.apply(into: &details.timeZone, "timezone", &faults)
        about.apply(into: &details.about)
        venue.apply(into: &details.venue)
        address.apply(into: &details.address)
        city.apply(into: &details.city)
        poster.apply(into: &details.poster)
        contact.apply(into: &details.contact)
        capacity.apply(into: &details.capacity)
        limitInside.apply(into: &details.insideLimit)
        kind.apply(into: &details.kind, "kind", &faults) { EventDetails.Kind(rawValue: $0) }
        category.apply(into: &details.category, "category", &faults) { EventDetails.Category(rawValue: $0) }
        position.apply(into: &details.position, "position", "latitude,longitude in degrees", &faults) {
            Coordinates($0)
        }
        minimumAge.apply(
            into: &details.minimumAge, "minimum_age",
            EventDetails.MinimumAge.allCases.map { "\($0.rawValue)" }.joined(separator: ", "), &faults
        ) { EventDetails.MinimumAge(rawValue: $0) }
        doors.apply(into: &details.doors, "doors", Instant.expectedFormat, &faults) { Instant(internet: $0) }
        start.apply(into: &details.start, "start", Instant.expectedFormat, &faults) { Instant(internet: $0) }
        end.apply(into: &details.end, "end", Instant.expectedFormat, &faults) { Instant(internet: $0) }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }
}

/// The fields of a new event.
struct NewEventBody: JSONBody, Sendable {
    /// The slug or number of the organizer.
    let organizer: String
    let title: String
    let timezone: String
    let suite: String?
    let details: EventPatchBody

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
        details = try EventPatchBody(from: decoder)
    }
}
