import Languages

extension TicketTypeDetails: FieldEntity {
    public static let fields: [EntityField<TicketTypeDetails>] = [
        EntityField("name", .name, \.name, .text()),
        EntityField(
            "price", .price, \.price, .money, empty: .freeTicket, hint: .field(.priceHint),
            columns: ["price", "currency"]),
        EntityField("quantity", .quantity, \.quantity, .number(0...largestQuantity), empty: .venueLimit),
        EntityField(
            "admits", .admits, \.admits, .number(1...Int(Admits.most)),
            hint: .field(.admitsHint, ["most": .number(Int(Admits.most))])),
        EntityField("opens", .saleStart, \.sales.opens, .time, empty: .publication, traits: [.inGatePacks]),
        EntityField(
            "closes", .saleEnd, \.sales.closes, .time, empty: .eventStart, traits: [.inGatePacks, .endOfPeriod]),
        EntityField(
            "least", .fewestPerOrder, \.perOrder.least, .number(perOrderCounts), fallback: (1, .verbatim("1"))),
        EntityField(
            "most", .mostPerOrder, \.perOrder.most, .number(perOrderCounts), empty: .noLimit, traits: [.inGatePacks]),
        EntityField("hidden", .hidden, \.isHidden, .flag, hint: .field(.hiddenHint)),
        EntityField(
            "door_reservations", .doorReservations, \.allowsDoorReservations, .flag,
            hint: .field(.doorReservationsHint)),
        EntityField("minimum_age", .minimumAge, \.minimumAge, .numberChoice(), empty: .anyAge, traits: [.inGatePacks]),
        EntityField("valid_from", .validFrom, \.window.from, .time, empty: .noLimit, traits: [.inGatePacks]),
        EntityField(
            "valid_until", .validUntil, \.window.until, .time, empty: .noLimit, traits: [.inGatePacks, .endOfPeriod]),
        EntityField(
            "hours", .hours, \.hours, .raw(DailyHours.syntax), empty: .allDay, hint: .field(.hoursHint),
            traits: [.inGatePacks]),
        EntityField("gates", .gates, \.gates, .names, fallback: ([], .field(.everyGate)), hint: .field(.gatesHint)),
        EntityField(
            "gate_note", .gateNote, \.gateNote, .text(), hint: .field(.gateNoteHint), traits: [.inGatePacks]),
        EntityField(
            "re_entry", .reentry, \.reentry, .raw(Reentry.syntax), hint: .field(.reentryHint), columns: ["reentry"]),
        EntityField("live_code", .liveCode, \.requiresLiveCode, .flag, hint: .field(.liveCodeHint)),
    ]

    public static let requiredFields = ["name"]
    public static let blank = TicketTypeDetails(name: "")

    private static let perOrderCounts = 1...Order.mostTickets
}

extension DailyHours {
    static let syntax = FieldSyntax(
        .field(.hoursForm), pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")
}

extension Reentry {
    static let syntax = FieldSyntax(
        .field(.reentryForm, ["most": .number(Reentry.mostEntries)]),
        pattern: "^(never|after-exit|always|daily|[1-9][0-9]?)$",
        suggestions: ["after-exit", "never", "always", "daily", "3"])
}
