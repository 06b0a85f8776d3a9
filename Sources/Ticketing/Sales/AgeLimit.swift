import Languages

/// The minimum age of the people whom certain tickets of an event admit, and the day on which they must have this age.
public struct AgeLimit: Hashable, Sendable {
    /// The greatest age that the program accepts, in years. A date of birth that gives a greater age is treated as a
    /// typing error.
    public static let greatestAge = 130

    /// The minimum age, in full years.
    public let years: Int
    /// The title of the event.
    public let event: String
    /// The day on which the event starts, in the event's time zone. If the event has no start, this is the day of the
    /// purchase.
    public let day: CalendarDay

    /// The strictest of the limits of an event and of the given ticket types. Nil if neither the event nor a type has a
    /// limit.
    ///
    /// - Parameter today: the day of the purchase, in the event's time zone.
    public init?(of event: Event, types: [TicketType], today: CalendarDay) {
        let limits = [event.details.minimumAge] + types.map { $0.details.minimumAge }
        guard let years = limits.compactMap({ $0?.rawValue }).max() else { return nil }
        self.years = years
        self.event = event.details.title
        day = event.details.start.map { CalendarDay($0, in: event.zone) } ?? today
    }

    /// Whether a person with this date of birth is old enough. A person reaches an age on the birthday itself. In years
    /// without 29 February, the birthday of a person who was born on that day is 1 March.
    public func allows(born day: CalendarDay) -> Bool { day.age(on: self.day) >= years }

    /// The fault of a date of birth that a buyer entered; nil if the date is valid and the buyer is old enough.
    ///
    /// - Parameters:
    ///   - typed: the date as typed; nil if the buyer entered no date. Without a date, no fault is reported, because
    ///     gate staff check the age of the people.
    ///   - types: the types of the tickets to buy.
    public static func fault(
        ofBirth typed: String?, for types: [TicketType], at event: Event, now: Instant
    ) -> OrderFault? {
        guard let typed else { return nil }
        let today = CalendarDay(now, in: event.zone)
        guard let day = CalendarDay(rawValue: typed), day <= today, day.age(on: today) <= greatestAge else {
            return .field(FieldFault(fieldName, FaultSentence.birthDate, ["years": .number(greatestAge)]))
        }
        guard let limit = AgeLimit(of: event, types: types, today: today), !limit.allows(born: day) else { return nil }
        return .tooYoung(limit)
    }

    /// The name of the field with the date of birth, in forms, options and requests.
    public static let fieldName = "born"
}
