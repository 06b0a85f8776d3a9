import Foundation
import Ticketing
import WebHost

/// The fields of an event in forms. The raw values are also the field names in the faults of an event.
enum EventField: String, EditField {
    case title, about, kind, category
    case minimumAge = "minimum-age"
    case venue, address, city, position
    // The time zone precedes the times, because the times are parsed in this zone.
    case timezone, doors, start, end
    case capacity
    case limitInside = "limit-inside"
    case poster, contact

    var field: FormField {
        switch self {
        case .title: .init(rawValue, "Title", requirement: .required)
        case .about: .init(rawValue, "Description", .text, hint: "At most 5,000 characters.")
        case .kind: .init(rawValue, "Kind", .choice(EventField.kinds))
        case .category:
            .init(
                rawValue, "Category",
                .choice(EventDetails.Category.allCases.map { .init($0.rawValue, $0.rawValue) }))
        case .minimumAge: .init(rawValue, "Minimum age", .choice(EventField.ages))
        case .venue: .init(rawValue, "Venue")
        case .address: .init(rawValue, "Address")
        case .city: .init(rawValue, "City")
        case .position: .init(rawValue, "Coordinates", hint: "Latitude and longitude, such as 0.0512,32.4637.")
        case .timezone:
            .init(
                rawValue, "Time zone", .suggestions(EventField.zones), hint: "Such as Africa/Kampala.",
                requirement: .required)
        case .doors: .init(rawValue, "Doors open", .dateTime)
        case .start: .init(rawValue, "Start", .dateTime)
        case .end: .init(rawValue, "End", .dateTime)
        case .capacity: .init(rawValue, "Capacity", .number, hint: "Number of people. Leave empty for no limit.")
        case .limitInside:
            .init(
                rawValue, "Maximum inside at once", .number,
                hint: "Number of people. Gates enforce this limit; it does not limit sales. Leave empty for no limit.")
        case .poster: .init(rawValue, "Poster", hint: "Address of a picture, with http:// or https://.")
        case .contact: .init(rawValue, "Contact")
        }
    }

    static let kinds: [FormField.Choice] = [
        .init("public", "public: open to everyone"), .init("private", "private: invited people only"),
        .init("celebration", "celebration: guests with invitations"),
    ]

    static let zones = (["UTC"] + TimeZone.knownTimeZoneIdentifiers).sorted()

    static let ages: [FormField.Choice] =
        [.init("", "any age")] + EventDetails.MinimumAge.allCases.map { .init("\($0.rawValue)", "\($0.rawValue)") }

    func text(in details: EventDetails) -> String {
        let zone = TimeZones.named(details.timeZone) ?? .gmt
        return switch self {
        case .title: details.title
        case .about: details.about ?? ""
        case .kind: details.kind.rawValue
        case .category: details.category.rawValue
        case .minimumAge: details.minimumAge.map { "\($0.rawValue)" } ?? ""
        case .venue: details.venue ?? ""
        case .address: details.address ?? ""
        case .city: details.city ?? ""
        case .position: details.position?.description ?? ""
        case .timezone: details.timeZone
        case .doors: FormTime.text(details.doors, in: zone)
        case .start: FormTime.text(details.start, in: zone)
        case .end: FormTime.text(details.end, in: zone)
        case .capacity: details.capacity.map { "\($0)" } ?? ""
        case .limitInside: details.insideLimit.map { "\($0)" } ?? ""
        case .poster: details.poster ?? ""
        case .contact: details.contact ?? ""
        }
    }

    func set(_ text: String, into details: inout EventDetails) throws(FieldFault) {
        let some = text.isEmpty ? nil : text
        let zone = TimeZones.named(details.timeZone) ?? .gmt
        switch self {
        case .title: details.title = text
        case .about: details.about = some
        case .kind: details.kind = try choice(text)
        case .category: details.category = try choice(text)
        case .minimumAge: details.minimumAge = try age(text)
        case .venue: details.venue = some
        case .address: details.address = some
        case .city: details.city = some
        case .position: details.position = try position(some)
        case .timezone: details.timeZone = text
        case .doors: details.doors = try FormTime.instant(text, in: zone, field: rawValue)
        case .start: details.start = try FormTime.instant(text, in: zone, field: rawValue)
        case .end: details.end = try FormTime.instant(text, in: zone, field: rawValue)
        case .capacity: details.capacity = try number(some)
        case .limitInside: details.insideLimit = try number(some)
        case .poster: details.poster = some
        case .contact: details.contact = some
        }
    }

    func needsReparsing(after others: Set<EventField>) -> Bool {
        [.doors, .start, .end].contains(self) && others.contains(.timezone)
    }

    /// The faults that prevent saving. A draft is allowed to be incomplete, but its times must be in order.
    static func faults(in details: EventDetails) -> [FieldFault] {
        details.faults + details.reversedTimes
    }

    private func position(_ text: String?) throws(FieldFault) -> Coordinates? {
        guard let text else { return nil }
        guard let position = Coordinates(text) else {
            throw FieldFault(rawValue, "a latitude and a longitude in degrees, such as 0.0512,32.4637")
        }
        return position
    }
}

extension EditField {
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws(FieldFault) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw FieldFault(rawValue, "choose one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    func age(_ text: String) throws(FieldFault) -> EventDetails.MinimumAge? {
        if text.isEmpty { return nil }
        guard let age = Int(text).flatMap({ EventDetails.MinimumAge(rawValue: $0) }) else {
            throw FieldFault(rawValue, "13, 16, 18 or 21")
        }
        return age
    }

    /// Reads a whole number. Spaces and commas between digits are ignored.
    func number(_ text: String?) throws(FieldFault) -> Int? {
        guard let text else { return nil }
        let digits = text.filter { $0 != "," && !$0.isWhitespace }
        guard digits.wholeMatch(of: /[0-9]{1,12}/) != nil, let number = Int(digits) else {
            throw FieldFault(rawValue, "a whole number, such as 500")
        }
        return number
    }
}
