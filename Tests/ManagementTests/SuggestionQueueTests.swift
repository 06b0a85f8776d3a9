import EventFixture
import Management
import Store
import Testing
import Ticketing

private let day: Int64 = 86_400
/// Wednesday 18:00 in Kampala, in seconds after `Festival.start`.
private let wednesday: Int64 = 38_000
private let sunday = wednesday + 4 * day
private let kampala = "Africa/Kampala"
private let grace = "grace@example.org"
private let phone = "+256700123456"

@Suite("Recipients of messages that suggest events", .everyEngine)
struct SuggestionQueueTests {
    private let festival: Festival
    private let concert: Event

    /// Publishes a concert that ends before the first message is due, and another concert that can be suggested.
    init() throws {
        festival = try Festival()
        concert = try festival.published("Concert", at: 7200) {
            ($0.category, $0.city, $0.timeZone) = (.music, "Kampala", "America/New_York")
        }
        try festival.published("Jazz", at: 20 * day) { $0.category = .music }
    }

    private func recipients() throws -> [String] { try festival.suggestionNotices().map(\.recipient).sorted() }

    private func update(_ address: String, _ change: (inout MessageRecipient) -> Void) throws {
        try festival.store.write { connection in
            var recipient = try #require(try connection.recipients.with(address: address))
            change(&recipient)
            try connection.recipients.update(recipient)
        }
    }

    private func subscription(of recipient: String) -> PushSubscription {
        PushSubscription(
            id: "browser", recipient: recipient, endpoint: "https://push.example/browser",
            keys: PushSubscription.Keys(
                publicKey: [UInt8](repeating: 4, count: 65), secret: [UInt8](repeating: 1, count: 16),
                serverKey: [UInt8](repeating: 5, count: 65)),
            browser: "Firefox", created: Festival.start, confirmed: Festival.start)
    }

    @Test("If 201 recipients are due, one call handles 200 of them and says that there are more")
    func many() throws {
        let addresses = (100..<300).map { "a\($0)@example.org" } + [grace]
        try festival.turnOnSuggestions(for: addresses, zone: kampala)
        try festival.issue(to: grace, of: concert)
        let first = try festival.queueSuggestions(at: 0)
        #expect(first.hasMore && first.queued == 0)
        #expect(try !festival.queueSuggestions(at: 0).hasMore)
        #expect(try festival.queueSuggestions(at: wednesday).hasMore && recipients().isEmpty)
        let last = try festival.queueSuggestions(at: wednesday)
        #expect(!last.hasMore && last.queued == 1)
        #expect(try recipients() == [grace])
    }

    @Test("A call while the server is stopping handles no recipients; a later call handles the recipients who were due")
    func stopping() throws {
        try festival.issue(to: grace, of: concert)
        try festival.turnOnSuggestions(for: [grace], zone: kampala)
        _ = try festival.queueSuggestions(at: 0)
        festival.clock.set(Festival.start.advanced(bySeconds: wednesday))
        let scheduler = EventSuggestionScheduler(clock: festival.clock.now)
        #expect(try scheduler.queueDue(festival.store) { true }.queued == 0)
        #expect(try scheduler.queueDue(festival.store).queued == 1)
    }

    @Test(
        "Unreadable preferences, and a kind of message from a newer version, do not stop messages to other recipients")
    func unreadable() throws {
        let ada = "ada@example.org"
        for address in [ada, grace] { try festival.issue(to: address, of: concert) }
        try festival.turnOnSuggestions(for: [ada, grace], zone: kampala)
        _ = try festival.queueSuggestions(at: 0)
        try festival.tamper(
            """
            UPDATE message_recipient SET preferences = '{' WHERE address = '\(ada)';
            INSERT INTO suggestion_time (kind, recipient, due) VALUES ('future', '\(grace)', 1)
            """)
        let progress = try festival.queueSuggestions(at: wednesday)
        #expect(progress.queued == 1 && progress.fault != nil)
        #expect(try recipients() == [grace])
        // The recipient with the fault is handled again when the next message is due, and not before.
        #expect(try festival.queueSuggestions(at: wednesday + 60).fault == nil)
        #expect(try festival.queueSuggestions(at: sunday).fault != nil)
    }

    @Test("Nothing is queued for recipients who have paused all messages or whom no message can reach")
    func unreachable() throws {
        let (paused, stopped) = ("paused@example.org", "stopped@example.org")
        for address in [paused, stopped, grace] { try festival.issue(to: address, of: concert) }
        try festival.turnOnSuggestions(for: [paused, stopped, phone, grace], zone: kampala)
        try update(paused) { $0.preferences.isPaused = true }
        try festival.store.write { connection in
            try connection.recipients.suppress(stopped, since: Festival.start, answer: "550")
        }
        _ = try festival.queueSuggestions(at: 0)
        #expect(try festival.queueSuggestions(at: wednesday).queued == 1)
        #expect(try recipients() == [grace])
        // A message goes to the second address if it is an e-mail address, and to a browser if push was chosen. The
        // bookings of the second address count.
        try festival.store.write { try $0.recipients.setOther(grace, of: phone) }
        #expect(try festival.queueSuggestions(at: sunday).queued == 2)
        try festival.store.write { connection in
            try connection.recipients.suppress(grace, since: Festival.start, answer: "550")
            try connection.pushSubscriptions.add(subscription(of: phone))
        }
        #expect(try festival.queueSuggestions(at: sunday + 3 * day).queued == 0)
        try update(phone) { $0.preferences.chosen[Notice.Kind.recommendations.rawValue] = .push }
        #expect(try festival.queueSuggestions(at: sunday + 7 * day).queued == 1)
    }

    @Test("If the last e-mail address or the last browser of a recipient is removed, suggestions are turned off")
    func removed() throws {
        func kinds() throws -> Set<String> {
            try #require(try festival.store.read { try $0.recipients.with(address: phone) }).preferences.on
        }
        func turnOn() throws {
            try festival.turnOnSuggestions(for: [phone], zone: kampala)
            try update(phone) { $0.preferences.chosen[Notice.Kind.recommendations.rawValue] = .push }
            try festival.store.write { try $0.pushSubscriptions.add(subscription(of: phone)) }
        }
        let secret = String(repeating: "ab", count: 16)
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: phone, secret: secret))
            _ = try connection.recipients.add(MessageRecipient(address: grace, secret: "5ecret"))
            try connection.recipients.setOther(grace, of: phone)
        }
        let storefront = try Storefront(to: festival.store, signingWith: festival.ring, clock: festival.clock.now)
        try turnOn()
        try storefront.removeOtherAddress(ofLink: secret)
        #expect(try !kinds().isEmpty)
        try storefront.removePush("browser", ofLink: secret)
        #expect(try kinds().isEmpty)
        try turnOn()
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        try dispatcher.remove([subscription(of: phone)], festival.store)
        #expect(try kinds().isEmpty)
        // A recipient with an e-mail address keeps the suggestions.
        try festival.store.write { try $0.recipients.setOther(grace, of: phone) }
        try turnOn()
        try dispatcher.remove([subscription(of: phone)], festival.store)
        #expect(try !kinds().isEmpty)
        try storefront.removeOtherAddress(ofLink: secret)
        #expect(try kinds().isEmpty)
        #expect(try festival.store.read { try $0.suggestionTimes.due(at: .init(seconds: 1 << 40), limit: 9) }.isEmpty)
    }

    @Test(
        """
        If the recipient has chosen no time zone, the messages come at the usual hour in the zone of the last booked \
        event or, without bookings, in the zone of the policy
        """)
    func zones() throws {
        let ada = "ada@example.org"
        try festival.issue(to: grace, of: concert)
        try festival.turnOnSuggestions(for: [ada, grace], zone: nil)
        _ = try festival.queueSuggestions(at: 0)
        func due(at seconds: Int64) throws -> [String] {
            let moment = Festival.start.advanced(bySeconds: seconds)
            return try festival.store.read { try $0.suggestionTimes.due(at: moment, limit: 9) }.map(\.recipient)
        }
        #expect(try due(at: wednesday - 1).isEmpty && due(at: wednesday) == [ada])
        // At 18:00 in Kampala, it is 10:00 in New York.
        #expect(try due(at: wednesday + 8 * 3600 - 1) == [ada] && due(at: wednesday + 8 * 3600) == [ada, grace])
    }

    @Test(
        "If the day of the messages changes, the next message comes on the old day, and later messages on the new day")
    func newDays() throws {
        try festival.issue(to: grace, of: concert)
        try festival.turnOnSuggestions(for: [grace], zone: kampala)
        _ = try festival.queueSuggestions(at: 0)
        let tuesday = NoticePolicy.standard.with { ($0.recommendationDay, $0.secondRecommendationDay) = (2, 2) }
        #expect(try festival.queueSuggestions(at: wednesday, policy: tuesday).queued == 1)
        let next = wednesday + 6 * day
        #expect(try festival.queueSuggestions(at: next - 1, policy: tuesday).queued == 0)
        #expect(try festival.queueSuggestions(at: next, policy: tuesday).queued == 1)
    }
}
