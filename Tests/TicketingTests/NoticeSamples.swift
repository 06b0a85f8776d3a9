import Foundation
import Ticketing

enum NoticeSamples {
    /// The standard policy, but with other categories for three kinds of message, so that all categories occur.
    static let policy = NoticePolicy.standard.with {
        $0.categories = [
            .ticketReissued: .organizer, .invitationWithdrawn: .informational, .organizerMessage: .marketing,
        ]
    }

    /// The kinds that are sent only if the recipient turns on their category, each with its category.
    static let optional: [(Notice.Kind, String)] = [
        (.invitationWithdrawn, "informational"), (.organizerMessage, "marketing"),
    ]

    /// The facts about a notice for an event in ten days. The notice was queued a minute ago, and its recipient has an
    /// e-mail address.
    static func facts(
        _ kind: Notice.Kind, at now: Instant, _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeFacts {
        let start = now.advanced(bySeconds: 10 * 86_400)
        let facts = NoticeFacts(
            kind: kind,
            times: NoticeFacts.Times(
                created: now.advanced(bySeconds: -60),
                event: EventTimes(start: start, end: start.advanced(bySeconds: 6 * 3600), timeZone: "Africa/Kampala")),
            eventNumber: EventNumber(rawValue: 7),
            recipient: NoticeFacts.Recipient(addresses: [.email: "ada@example.org"], preferred: .email),
            channels: [.email])
        return facts.with(change)
    }

    /// Messages about event 7, oldest first.
    static func history(_ kind: Notice.Kind, _ times: [Instant]) -> [SentNotice] {
        times.map { SentNotice(at: $0, kind: kind, event: EventNumber(rawValue: 7)) }
    }
}

extension Instant {
    /// A time in June 2030 in Kampala. 16 June is a Sunday.
    static func june(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
        // 2030-06-01T00:00:00Z; Kampala is three hours ahead of UTC.
        Instant(seconds: 1_906_502_400 + Int64(day - 1) * 86_400 + Int64(hour - 3) * 3600 + Int64(minute) * 60)
    }

    /// A time such as `2030-03-31T01:00:00Z`.
    static func utc(_ text: String) throws -> Instant {
        Instant(seconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970))
    }

    func advanced(byMilliseconds count: Int64) -> Instant { Instant(milliseconds: milliseconds + count) }
}

extension NoticeDecision {
    static func sends(_ reason: NoticeReason, by channel: Notice.Channel = .email) -> NoticeDecision {
        NoticeDecision(.send(channel), because: reason)
    }

    static func waits(_ until: Instant, _ reason: NoticeReason) -> NoticeDecision {
        NoticeDecision(.delay(until: until), because: reason)
    }

    static func drops(_ reason: NoticeReason) -> NoticeDecision { NoticeDecision(.drop, because: reason) }
}

/// The wall clock of a zone, computed by Foundation's calendar and not by the code under test.
struct WallClock {
    private let calendar: Calendar

    init(_ zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    func read(at instant: Instant) -> (isSunday: Bool, minute: Int) {
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        let parts = calendar.dateComponents([.weekday, .hour, .minute], from: date)
        return (parts.weekday == 1, (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }

    /// Whether the clock shows a time in the quiet hours of a recipient.
    func isQuiet(from: Int, until: Int, at instant: Instant) -> Bool {
        let minute = read(at: instant).minute
        return from <= until ? from <= minute && minute < until : from <= minute || minute < until
    }
}
