import Foundation
import Ticketing

/// What an organizer says of an event, as forms have it. The names are those by which its faults are known.
enum EventField: String, EditField {
    case title, about, kind, category
    case minimumAge = "minimum-age"
    case venue, address, city, position
    // Before the times: they are read in it.
    case timezone, doors, start, end
    case capacity
    case limitInside = "limit-inside"
    case poster, contact

    var field: FormField {
        switch self {
        case .title: .init(rawValue, "What it is called", need: .needed)
        case .about: .init(rawValue, "About it", .text, hint: "A few sentences, at most 5,000 characters.")
        case .kind: .init(rawValue, "What kind", .choice(EventField.kinds))
        case .category:
            .init(
                rawValue, "What it is about",
                .choice(EventDetails.Category.allCases.map { .init($0.rawValue, $0.rawValue) }))
        case .minimumAge: .init(rawValue, "The youngest who may come", .choice(EventField.ages))
        case .venue: .init(rawValue, "Venue")
        case .address: .init(rawValue, "Its address")
        case .city: .init(rawValue, "City")
        case .position: .init(rawValue, "Where that is", hint: "Latitude and longitude, such as 0.0512,32.4637.")
        case .timezone:
            .init(rawValue, "Time zone", .offered(EventField.zones), hint: "Such as Africa/Kampala.", need: .needed)
        case .doors: .init(rawValue, "Doors open", .moment)
        case .start: .init(rawValue, "Start", .moment)
        case .end: .init(rawValue, "End", .moment)
        case .capacity: .init(rawValue, "How many people the venue holds", .number, hint: "Empty is no limit.")
        case .limitInside:
            .init(
                rawValue, "How many may be inside at once", .number,
                hint: "Gates stop there. Empty is no limit; more may be sold.")
        case .poster: .init(rawValue, "Poster", hint: "The http or https address of a picture.")
        case .contact: .init(rawValue, "Whom to ask")
        }
    }

    static let kinds: [FormField.Choice] = [
        .init("public", "public: for everybody"), .init("private", "private: for those who are asked"),
        .init("celebration", "celebration: guests with invitations"),
    ]

    static let zones = (["UTC"] + TimeZone.knownTimeZoneIdentifiers).sorted()

    static let ages: [FormField.Choice] =
        [.init("", "of any age")] + EventDetails.MinimumAge.allCases.map { .init("\($0.rawValue)", "\($0.rawValue)") }

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

    func put(_ text: String, into details: inout EventDetails) throws(FieldFault) {
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

    func isReadAnew(after others: Set<EventField>) -> Bool {
        [.doors, .start, .end].contains(self) && others.contains(.timezone)
    }

    /// A draft may be incomplete, but its times are in order.
    static func faults(in details: EventDetails) -> [FieldFault] {
        details.faults + details.reversedTimes
    }

    private func position(_ text: String?) throws(FieldFault) -> Position? {
        guard let text else { return nil }
        guard let position = Position(text) else {
            throw FieldFault(rawValue, "a latitude and a longitude in degrees, such as 0.0512,32.4637")
        }
        return position
    }
}

extension EditField {
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ text: String) throws(FieldFault) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw FieldFault(rawValue, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
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

    /// Digits; what people put between them is left out.
    func number(_ text: String?) throws(FieldFault) -> Int? {
        guard let text else { return nil }
        let digits = text.filter { $0 != "," && !$0.isWhitespace }
        guard digits.wholeMatch(of: /[0-9]{1,12}/) != nil, let number = Int(digits) else {
            throw FieldFault(rawValue, "a whole number, such as 500")
        }
        return number
    }
}
