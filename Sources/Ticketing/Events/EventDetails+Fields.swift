extension EventDetails: FieldEntity {
    // The time zone comes before the times, because times are parsed in this zone.
    public static let fields: [EntityField<EventDetails>] = [
        EntityField("title", "Title", \.title, .text()),
        EntityField(
            "about", "Description", \.about, .text(atMost: longestAbout, lines: .several),
            hint: "At most 5,000 characters."),
        EntityField("kind", "Kind", \.kind, .choice { "\($0.rawValue): \($0.meaning)" }),
        EntityField("category", "Category", \.category, .choice()),
        EntityField("minimum_age", "Minimum age", \.minimumAge, .numberChoice(), empty: "any age", isInGatePacks: true),
        EntityField("venue", "Venue", \.venue, .text(), isInGatePacks: true),
        EntityField("address", "Address", \.address, .text()),
        EntityField("city", "City", \.city, .text(), isInGatePacks: true),
        EntityField(
            "position", "Coordinates", \.position, .position,
            hint: "Latitude and longitude, such as 0.0512,32.4637.", columns: ["latitude", "longitude"]),
        EntityField(
            "timezone", "Time zone", \.timeZone, .timeZone, hint: "Such as Africa/Kampala.", columns: ["time_zone"]),
        EntityField("doors", "Doors open", \.doors, .time, isInGatePacks: true),
        EntityField("start", "Start", \.start, .time, isInGatePacks: true),
        EntityField("end", "End", \.end, .time, columns: ["ends"], isInGatePacks: true),
        EntityField(
            "capacity", "Capacity", \.capacity, .number(capacities), empty: "no limit", hint: "Number of people.",
            isInGatePacks: true),
        EntityField(
            "limit_inside", "Maximum inside at once", \.insideLimit, .number(capacities), empty: "no limit",
            hint: "Number of people. Gates enforce this limit; it does not limit sales.", isInGatePacks: true),
        EntityField(
            "poster", "Poster", \.poster, .text(atMost: longestPoster),
            hint: "Address of a picture, with http:// or https://."),
        EntityField("contact", "Contact", \.contact, .text()),
    ]

    public static let requiredFields = ["title", "timezone"]
    public static let blank = EventDetails(title: "", timeZone: "UTC")

    /// A draft may be incomplete, but its times must be in order.
    public var formFaults: [FieldFault] { faults + reversedTimes }

    private static let longestAbout = 5000
    static let longestPoster = 2000
    private static let capacities = 1...100_000_000
}

extension EventDetails.Kind {
    fileprivate var meaning: String {
        switch self {
        case .public: "open to everyone"
        case .private: "invited people only"
        case .celebration: "guests with invitations"
        }
    }
}
