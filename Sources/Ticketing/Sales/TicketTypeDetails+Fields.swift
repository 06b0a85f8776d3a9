extension TicketTypeDetails: FieldEntity {
    public static let fields: [EntityField<TicketTypeDetails>] = [
        EntityField("name", "Name", \.name, .text()),
        EntityField(
            "price", "Price", \.price, .money, empty: "a free ticket", hint: "With the currency, such as 50000 UGX.",
            columns: ["price", "currency"]),
        EntityField(
            "quantity", "Quantity", \.quantity, .number(0...largestQuantity),
            empty: "no limit other than the venue's capacity"),
        EntityField(
            "admits", "People per ticket", \.admits, .number(1...Int(Admits.most)), hint: "1 to \(Admits.most)."),
        EntityField(
            "opens", "Sale starts", \.sales.opens, .time, empty: "the publication of the event", isInGatePacks: true),
        EntityField("closes", "Sale ends", \.sales.closes, .time, empty: "the event's start", isInGatePacks: true),
        EntityField("least", "Min per order", \.perOrder.least, .number(perOrderCounts), fallback: (1, "1")),
        EntityField(
            "most", "Max per order", \.perOrder.most, .number(perOrderCounts), empty: "no limit", isInGatePacks: true),
        EntityField("hidden", "Hide from buyers", \.isHidden, .flag, hint: "Only organizers can sell it."),
        EntityField(
            "door_reservations", "Visitors may reserve tickets of this type and pay at the door",
            \.allowsDoorReservations, .flag,
            hint: "At most a quarter of the quantity. Unpaid reservations expire 30 minutes after doors open."),
        EntityField("minimum_age", "Minimum age", \.minimumAge, .numberChoice(), empty: "any age", isInGatePacks: true),
        EntityField("valid_from", "Valid from", \.window.from, .time, empty: "no limit", isInGatePacks: true),
        EntityField("valid_until", "Valid until", \.window.until, .time, empty: "no limit", isInGatePacks: true),
        EntityField(
            "hours", "Daily hours", \.hours, .raw(DailyHours.syntax), empty: "all day",
            hint: "HH:MM-HH:MM, such as 10:00-18:00.", isInGatePacks: true),
        EntityField(
            "gates", "Gates", \.gates, .names, fallback: ([], "every gate"),
            hint: "The names of the gates that accept tickets of this type."),
        EntityField(
            "gate_note", "Note for gate staff", \.gateNote, .text(), hint: "Such as “VIP: north lounge”.",
            isInGatePacks: true),
        EntityField(
            "re_entry", "Re-entry", \.reentry, .raw(Reentry.syntax),
            hint: "never, after-exit, always, daily, or a maximum number of entries.", columns: ["reentry"]),
        EntityField(
            "live_code", "Require a live code (a screenshot of the ticket is not enough)", \.requiresLiveCode, .flag),
    ]

    public static let requiredFields = ["name"]
    public static let blank = TicketTypeDetails(name: "")

    private static let perOrderCounts = 1...Order.mostTickets
}

extension DailyHours {
    static let syntax = FieldSyntax(
        "hours such as 10:00-18:00, or 22:00-04:00 past midnight",
        pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$")
}

extension Reentry {
    static let syntax = FieldSyntax(
        "never, after-exit, always, daily, or a maximum of 1 to \(Reentry.mostEntries) entries",
        pattern: "^(never|after-exit|always|daily|[1-9][0-9]?)$",
        suggestions: ["after-exit", "never", "always", "daily", "3"])
}
