import EventFixture
import Management
import Store
import Testing
import Ticketing

private let day: Int64 = 86_400
/// Wednesday 18:00, Friday 17:00 and Sunday 18:00 in Kampala, in seconds after `Festival.start`, which is Wednesday
/// 23 December 2026, 07:26:40 in Kampala.
private let wednesday: Int64 = 38_000
private let friday = wednesday - 3600 + 2 * day
private let sunday = wednesday + 4 * day
private let grace = "grace@example.org"

@Suite("Messages that suggest events", .everyEngine)
struct SuggestionNoticeTests {
    private let festival: Festival

    /// Grace gets a ticket for a concert, which ends before the first message is due.
    init() throws {
        festival = try Festival()
        let concert = try festival.published("Concert", at: 7200) { ($0.category, $0.city) = (.music, "Kampala") }
        try festival.issue(to: grace, of: concert)
    }

    private func turnOn(
        _ kinds: [Notice.Kind] = [.recommendations], for address: String = grace, zone: String? = "Africa/Kampala"
    ) throws {
        try festival.turnOnSuggestions(kinds, for: [address], zone: zone)
    }

    /// Runs the scheduler, and returns all queued messages that suggest events.
    private func queue(at seconds: Int64) throws -> [Notice] {
        _ = try festival.queueSuggestions(at: seconds)
        return try notices()
    }

    private func notices() throws -> [Notice] { try festival.suggestionNotices() }

    /// Decides about all due messages, and returns the number of messages with suggestions that would be sent.
    private func send() throws -> Int {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        var sent = 0
        while true {
            let (leases, decided) = try dispatcher.decide(atMost: 100, channels: [.email], festival.store)
            if decided == 0 { return sent }
            for lease in leases {
                try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
            }
            sent += leases.count { $0.notice.kind.suggestsEvents }
        }
    }

    private func events(_ notice: Notice?) -> [EventNumber] { notice?.suggestions.map(\.event) ?? [] }

    @Test(
        """
        Recommendations are queued on Wednesday and Sunday, and only once, even if four servers queue them together
        """)
    func times() async throws {
        let jazz = try festival.published("Jazz", at: 20 * day) { $0.category = .music }
        let market = try festival.published("Market", at: 20 * day) { $0.category = .food }
        #expect(try queue(at: wednesday).isEmpty)
        try turnOn()
        #expect(try queue(at: wednesday + 60).isEmpty)
        #expect(try queue(at: sunday - 1).isEmpty)
        festival.clock.set(Festival.start.advanced(bySeconds: sunday))
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { [festival] in
                    try EventSuggestionScheduler(clock: festival.clock.now)
                        .queueDue(Store.open(festival.address)).queued
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(counts == 1)
        let first = try #require(try notices().first)
        #expect(first.kind == .recommendations && first.recipient == grace)
        // The market is of the same organizer as the concert.
        #expect(events(first) == [jazz.number, market.number])
        #expect(first.suggestions.map(\.reason) == [.category, .organizer])
        #expect(first.organizer == nil && first.event == nil)
        #expect(try queue(at: sunday + 120).count == 1)
        #expect(try queue(at: sunday + 3 * day).count == 2)
        // After an outage of more than six hours, the message is not queued, but the next one is.
        #expect(try queue(at: sunday + 7 * day + 7 * 3600).count == 2)
        #expect(try queue(at: sunday + 10 * day + 3600).count == 3)
    }

    @Test("A recipient who has not turned the messages on, or has turned them off again, gets none")
    func optIn() throws {
        try festival.published("Jazz", at: 20 * day) { $0.category = .music }
        try turnOn([], for: grace)
        #expect(try queue(at: 0).isEmpty && queue(at: sunday).isEmpty)
        try turnOn()
        try festival.store.write { connection in
            var recipient = try #require(try connection.recipients.with(address: grace))
            recipient.preferences.turnOffOptional()
            try connection.recipients.update(recipient)
        }
        #expect(try queue(at: sunday + day).isEmpty && queue(at: sunday + 3 * day).isEmpty)
        #expect(try festival.store.read { try $0.suggestionTimes.due(at: .init(seconds: 1 << 40), limit: 9) }.isEmpty)
    }

    @Test("If the recipient moves to another time zone, the messages come at the same hour in the new time zone")
    func zones() throws {
        try festival.published("Jazz", at: 20 * day) { $0.category = .music }
        try turnOn()
        #expect(try queue(at: 0).isEmpty)
        try turnOn(zone: "America/New_York")
        // At 18:00 in Kampala, it is 10:00 in New York.
        #expect(try queue(at: 1).isEmpty && queue(at: wednesday).isEmpty)
        #expect(try queue(at: wednesday + 8 * 3600).count == 1)
    }

    @Test(
        "Nothing is queued for a recipient without bookings, or with a ticket for every event that could be suggested")
    func nothing() throws {
        let jazz = try festival.published("Jazz", at: 20 * day) { $0.category = .music }
        try festival.published("Private Jazz", at: 20 * day) { ($0.category, $0.kind) = (.music, .private) }
        try festival.issue(to: grace, of: jazz)
        try turnOn([.recommendations, .popularNearYou])
        try turnOn([.recommendations, .popularNearYou], for: "nora@example.org")
        #expect(try queue(at: 0).isEmpty)
        for seconds in [wednesday, friday, sunday] { #expect(try queue(at: seconds).isEmpty, "\(seconds)") }
    }

    @Test("When a message is sent, cancelled and booked events are left out; a message without events is dropped")
    func relevance() throws {
        let names = ["Jazz", "Blues", "Soul"]
        let published = try names.map { name in
            try festival.published(name, at: 20 * day) { $0.category = .music }
        }
        try turnOn()
        #expect(try queue(at: 0).isEmpty)
        let notice = try #require(try queue(at: wednesday).first)
        #expect(Set(events(notice)) == Set(published.map(\.number)))
        func current() throws -> [EventNumber] {
            try festival.store.read { connection in
                let recipient = try #require(try connection.recipients.with(address: grace))
                return try SuggestedEvents(for: recipient, at: festival.clock.now(), connection).current(notice)
                    .map(\.found.event.number)
            }
        }
        _ = try festival.services.events.cancelEvent(published[0])
        try festival.issue(to: grace, of: published[1])
        #expect(try current() == [published[2].number])
        let plan = try NoticeDispatcher(clock: festival.clock.now).plan(
            limit: 100, channels: [.email], festival.store)
        let planned = plan.first { $0.notice.key == notice.key }
        #expect(planned?.decision.action == .send(.email) && planned?.notice.suggestions.isEmpty == true)
        _ = try festival.services.events.deleteEvent(published[2])
        #expect(try current().isEmpty && send() == 0)
        let dropped = try #require(try notices().first)
        #expect(dropped.delivery.state == .dropped && dropped.delivery.reason == .noEventLeft)
        #expect(dropped.suggestions.isEmpty && dropped.payload["city"] == nil)
    }

    @Test("The outbox forgets the events of a sent message; a message that has waited for a day is not sent")
    func forgotten() throws {
        try festival.published("Jazz", at: 20 * day) { $0.category = .music }
        try turnOn()
        #expect(try queue(at: 0).isEmpty && queue(at: wednesday).count == 1 && send() == 1)
        let sent = try #require(try notices().first)
        #expect(sent.delivery.state == .sent && sent.payload["events"] == nil && sent.payload["city"] == nil)
        #expect(try queue(at: sunday).count == 2)
        festival.clock.advance(bySeconds: day)
        #expect(try send() == 0)
        let late = try #require(try notices().last)
        #expect(late.delivery.reason == .outdated && late.payload["events"] == nil)
    }

    @Test("A full event is not suggested, and neither is an event with only priced tickets after its payment deadline")
    func unbookable() throws {
        let jazz = try festival.published("Jazz", at: 20 * day) { ($0.category, $0.capacity) = (.music, 2) }
        let blues = try festival.published("Blues", at: 20 * day, price: Money("20000 UGX")) {
            $0.category = .music
            $0.payBy = Festival.start.advanced(bySeconds: wednesday + day)
        }
        try turnOn()
        #expect(try queue(at: 0).isEmpty)
        #expect(try Set(events(queue(at: wednesday).first)) == [jazz.number, blues.number])
        _ = try festival.services.tickets.issue(
            .unnamed(2), type: festival.services.ticketTypes.ticketTypes(of: jazz).first, of: jazz,
            signingWith: festival.ring)
        #expect(try queue(at: sunday).count == 1)
        _ = try festival.services.events.edit(jazz) { $0.capacity = 3 }
        #expect(try events(queue(at: wednesday + 7 * day).last) == [jazz.number])
    }

    @Test("An event is suggested to a person of unknown age, but not to a person who is known to be too young")
    func age() throws {
        let club = try festival.published("Club", at: 20 * day) { ($0.category, $0.minimumAge) = (.music, .eighteen) }
        try turnOn()
        #expect(try queue(at: 0).isEmpty)
        try festival.tamper("UPDATE person SET email = '\(grace)', birth_date = '2010-01-01'")
        #expect(try queue(at: wednesday).isEmpty)
        try festival.tamper("UPDATE person SET birth_date = NULL")
        #expect(try events(queue(at: sunday).first) == [club.number])
    }

    @Test("On Friday, popular events in the city of the last booked event are suggested, if tickets are on sale")
    func popular() throws {
        func publish(_ title: String, _ city: String, taken: Int) throws -> Event {
            let event = try festival.published(title, at: 20 * day) { ($0.category, $0.city) = (.food, city) }
            try festival.tamper("UPDATE ticket_type SET quantity = 20 WHERE event = \(event.number.rawValue)")
            _ = try festival.services.tickets.issue(
                .unnamed(taken), type: festival.services.ticketTypes.ticketTypes(of: event).first,
                of: event, signingWith: festival.ring)
            return event
        }
        let popular = try publish("Market", "Kampala", taken: 12)
        _ = try publish("Fair", "Kampala", taken: 2)
        _ = try publish("Sold out", "Kampala", taken: 20)
        _ = try publish("Elsewhere", "Jinja", taken: 12)
        try turnOn([.popularNearYou])
        #expect(try queue(at: 0).isEmpty && queue(at: wednesday).isEmpty)
        let notice = try #require(try queue(at: friday).first)
        #expect(events(notice) == [popular.number] && notice.payload["city"] == "Kampala")
        #expect(notice.kind == .popularNearYou && notice.suggestions.map(\.reason) == [.city])
        // Before the message is sent, the city and the popularity are checked again.
        func current() throws -> [EventSuggestion.Reason] {
            try festival.store.read { connection in
                let recipient = try #require(try connection.recipients.with(address: grace))
                return try SuggestedEvents(for: recipient, at: festival.clock.now(), connection).current(notice)
                    .map(\.reason)
            }
        }
        #expect(try current() == [.city])
        _ = try festival.services.events.edit(popular) { $0.city = "Jinja" }
        #expect(try current().isEmpty)
        _ = try festival.services.events.edit(popular) { $0.city = "KAMPALA" }
        #expect(try current() == [.city])
        try festival.tamper("UPDATE ticket_type SET quantity = 30 WHERE event = \(popular.number.rawValue)")
        #expect(try current().isEmpty)
    }
}

extension Festival {
    func turnOnSuggestions(
        _ kinds: [Notice.Kind] = [.recommendations], for addresses: [String], zone: String?
    ) throws {
        try store.write { connection in
            for address in addresses {
                var recipient = try connection.recipients.add(
                    MessageRecipient(address: address, secret: "secret of \(address)"))
                for kind in kinds { recipient.preferences.turn(kind, off: false) }
                recipient.preferences.timeZone = zone
                try connection.recipients.update(recipient)
            }
        }
    }

    /// Sets the clock, and runs the scheduler of messages that suggest events.
    ///
    /// - Parameter seconds: the time, in seconds after `Festival.start`.
    func queueSuggestions(
        at seconds: Int64, policy: NoticePolicy = .standard
    ) throws -> EventSuggestionScheduler.Progress {
        clock.set(Festival.start.advanced(bySeconds: seconds))
        return try EventSuggestionScheduler(clock: clock.now).queueDue(store, policy: policy)
    }

    func suggestionNotices() throws -> [Notice] {
        try store.read { try $0.notices.page(of: nil, after: nil, limit: 100) }.filter { $0.kind.suggestsEvents }
    }

    func issue(to address: String, of event: Event) throws {
        _ = try services.tickets.issue(
            .person(holder: "Grace", email: address, note: nil),
            type: try services.ticketTypes.ticketTypes(of: event).first, of: event, signingWith: ring)
    }
}
