import Languages

extension EventDetails: FieldEntity {
    // The time zone comes before the times, because times are parsed in this zone. No field has the column `poster` of
    // the table `event`: earlier versions stored the URL of a picture there, and this version does not use it.
    public static let fields: [EntityField<EventDetails>] = [
        EntityField("title", .title, \.title, .text()),
        EntityField(
            "about", .about, \.about, .text(atMost: longestAbout, lines: .several), hint: .field(.aboutHint)),
        EntityField("kind", .kind, \.kind, .choice { .field($0.choice) }),
        EntityField("category", .category, \.category, .choice(\.label)),
        EntityField("minimum_age", .minimumAge, \.minimumAge, .numberChoice(), empty: .anyAge, traits: [.inGatePacks]),
        EntityField("venue", .venue, \.venue, .text(), traits: [.inGatePacks]),
        EntityField("address", .address, \.address, .text()),
        EntityField("city", .city, \.city, .text(), traits: [.inGatePacks]),
        EntityField(
            "position", .position, \.position, .position, hint: .field(.positionHint),
            columns: ["latitude", "longitude"]),
        EntityField(
            "timezone", .timeZone, \.timeZone, .timeZone, hint: .field(.timeZoneHint), columns: ["time_zone"]),
        EntityField("doors", .doors, \.doors, .time, traits: [.inGatePacks]),
        EntityField("start", .start, \.start, .time, traits: [.inGatePacks]),
        EntityField("end", .end, \.end, .time, columns: ["ends"], traits: [.inGatePacks, .endOfPeriod]),
        EntityField(
            "capacity", .capacity, \.capacity, .number(capacities), empty: .noLimit, hint: .field(.peopleHint),
            traits: [.inGatePacks]),
        EntityField(
            "limit_inside", .insideLimit, \.insideLimit, .number(capacities), empty: .noLimit,
            hint: .field(.insideLimitHint), traits: [.inGatePacks]),
        EntityField("contact", .contact, \.contact, .text()),
        EntityField(
            "answer_by", .answerBy, \.answerBy, .time, empty: .eventEnd, hint: .field(.answerByHint),
            traits: [.endOfPeriod]),
        EntityField(
            "pay_by", .payBy, \.payBy, .time, empty: .afterDoors, hint: .field(.payByHint), traits: [.endOfPeriod]),
        EntityField(
            "entry_confirmation", .entryConfirmation, \.entryConfirmation, .choice { .field($0.choice) },
            hint: .field(.entryConfirmationHint)),
        EntityField("first_partner", .firstPartner, \.firstPartner, .text(), hint: .field(.partnerHint)),
        EntityField("second_partner", .secondPartner, \.secondPartner, .text(), hint: .field(.partnerHint)),
    ]

    public static let requiredFields = ["title", "timezone"]
    public static let blank = EventDetails(title: "", timeZone: "UTC")

    /// The faults of values outside their limits, and of times in the wrong order.
    public var formFaults: [FieldFault] { faults + reversedTimes }

    /// The maximum number of characters of a description. The description of an organizer has the same maximum.
    static let longestAbout = 5000
    private static let capacities = 1...100_000_000
}

extension EventDetails.EntryConfirmation {
    fileprivate var choice: FieldSentence {
        switch self {
        case .off: .noConfirmationChoice
        case .email: .confirmationByEmailChoice
        case .emailOrSMS: .confirmationByAnyChoice
        }
    }
}

extension EventDetails.Kind {
    fileprivate var choice: FieldSentence {
        switch self {
        case .public: .publicChoice
        case .private: .privateChoice
        case .celebration: .celebrationChoice
        }
    }
}
