/// The people who get an organizer's message or a reminder.
public enum NoticeAudience: Hashable, Sendable {
    /// All holders of active tickets, and all invited guests who have not declined.
    case all
    /// The holders of active tickets of one type.
    case type(TicketTypeNumber)
    /// The holders of tickets that must still be paid at the door.
    case unpaid
    /// The holders of active tickets that nobody has used for entry yet.
    case notInside
    /// The invited guests without an answer, and the guests with the answer `maybe`.
    case silent
    /// The people who have bought tickets for any event of the organizer and have agreed to get the organizer's news
    /// (`NewsConsent`).
    case news

    /// The name in the store, in the API and on the command line, such as `type:3`.
    public var code: String {
        switch self {
        case .all: "all"
        case .type(let number): "type:\(number.rawValue)"
        case .unpaid: "unpaid"
        case .notInside: "not-inside"
        case .silent: "silent"
        case .news: "news"
        }
    }

    /// The audience with the name `code`; nil if the name is unknown.
    public init?(code: String) {
        switch code {
        case "all": self = .all
        case "unpaid": self = .unpaid
        case "not-inside": self = .notInside
        case "silent": self = .silent
        case "news": self = .news
        default:
            guard code.hasPrefix("type:"), let raw = UInt16(code.dropFirst("type:".count)),
                let number = TicketTypeNumber(rawValue: raw)
            else { return nil }
            self = .type(number)
        }
    }

    /// Whether the audience contains holders of tickets.
    public var includesHolders: Bool { self != .silent && isOfEvent }
    /// Whether the audience contains invited guests.
    public var includesGuests: Bool { self == .all || self == .silent }
    /// Whether the audience consists of people of one event. Reminders go only to such audiences.
    public var isOfEvent: Bool { self != .news }
}

/// A reminder before, during or after an event.
public struct EventReminder: Hashable, Sendable {
    /// The time to which a reminder is relative.
    public enum Anchor: String, Hashable, Sendable, CaseIterable {
        case doors, start, end
    }

    public let event: EventNumber
    public let number: Int
    public let anchor: Anchor
    /// Minutes after the anchor; negative for minutes before it.
    public let minutes: Int
    public let audience: NoticeAudience
    /// The organizer's text; empty for the standard text.
    public let message: String

    /// The maximum distance from the anchor, in minutes: 60 days.
    public static let longest = 60 * 24 * 60

    public init(
        event: EventNumber, number: Int, anchor: Anchor, minutes: Int, audience: NoticeAudience, message: String
    ) {
        self.event = event
        self.number = number
        self.anchor = anchor
        self.minutes = minutes
        self.audience = audience
        self.message = message
    }

    /// The time at which the reminder is due; nil if the event has no time for the anchor yet.
    public func due(at details: EventDetails) -> Instant? {
        let time =
            switch anchor {
            case .doors: details.doors ?? details.start
            case .start: details.start
            case .end: details.end
            }
        return time?.advanced(bySeconds: Int64(minutes) * 60)
    }
}
