import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Subscriptions of browsers for push messages", .everyEngine)
struct PushSubscriptionTests {
    private static let email = "grace@example.org"

    private let festival: Festival

    init() throws {
        festival = try Festival()
        try festival.store.write {
            _ = try $0.recipients.add(MessageRecipient(address: PushSubscriptionTests.email, secret: "5ecret"))
        }
    }

    private func subscription(_ name: String, confirmed: Instant? = Festival.start) -> PushSubscription {
        PushSubscription(
            id: name, recipient: PushSubscriptionTests.email, endpoint: "https://push.example/\(name)",
            keys: PushSubscription.Keys(
                publicKey: [UInt8](repeating: 4, count: 65), secret: [UInt8](repeating: 1, count: 16),
                serverKey: [UInt8](repeating: 5, count: 65)),
            browser: "Firefox", created: Festival.start, confirmed: confirmed)
    }

    private func add(_ subscriptions: PushSubscription...) throws {
        try festival.store.write { connection in
            for subscription in subscriptions { try connection.pushSubscriptions.add(subscription) }
        }
    }

    private func all() throws -> [PushSubscription] {
        try festival.store.read { try $0.pushSubscriptions.all(of: PushSubscriptionTests.email) }
    }

    @Test("A subscription is read as it was stored, and is deleted with its recipient")
    func stored() throws {
        let (first, second) = (subscription("a"), subscription("b", confirmed: nil))
        try add(first, second)
        #expect(try all() == [first, second])
        #expect(try festival.store.read { try $0.pushSubscriptions.count() } == 1)
        try festival.tamper("DELETE FROM message_recipient WHERE address = '\(PushSubscriptionTests.email)'")
        #expect(try all().isEmpty)
    }

    @Test("Two confirmed subscriptions cannot have the same endpoint")
    func unique() throws {
        try add(subscription("a"))
        #expect(throws: (any Error).self) {
            try festival.tamper(
                """
                INSERT INTO push_subscription SELECT 'b', recipient, endpoint, public_key, secret, server_key, browser,
                    created, confirmed FROM push_subscription
                """)
        }
        #expect(try all().map(\.id) == ["a"])
    }

    @Test("A subscription that is not confirmed within a week is removed; a confirmed subscription stays")
    func pruned() throws {
        try add(subscription("a"), subscription("b", confirmed: nil))
        let pruner = NoticePruner(clock: festival.clock.now)
        festival.clock.set(Festival.start.advanced(bySeconds: NoticeRetention.proofSeconds - 1))
        _ = try pruner.removeAll(festival.store)
        #expect(try all().count == 2)
        festival.clock.advance(bySeconds: 1)
        _ = try pruner.removeAll(festival.store)
        #expect(try all().map(\.id) == ["a"])
    }

    @Test("An urgent message goes by push; if the push message fails, all further attempts go by e-mail")
    func decisions() throws {
        try add(subscription("a"))
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: PushSubscriptionTests.email, note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        func leases(_ channels: Set<Notice.Channel>) throws -> [NoticeDispatcher.Lease] {
            try dispatcher.decide(atMost: 100, channels: channels, festival.store).leases
        }
        let ticket = try #require(try leases([.email, .push]).first)
        #expect(ticket.channel == .email)
        try dispatcher.record(.accepted(providerID: nil, answer: "250"), of: ticket, chance: 0, festival.store)
        _ = try festival.services.events.cancelEvent(festival.event)
        let urgent = try #require(try leases([.email, .push]).first)
        #expect(urgent.channel == .push && urgent.address == PushSubscriptionTests.email)
        try dispatcher.record(.undeliverable(answer: "HTTP 410"), of: urgent, chance: 0, festival.store)
        // While no sender for e-mail is available, the message waits.
        #expect(try leases([.push]).isEmpty)
        let parked = try #require(try festival.notices(.eventCancelled).first).delivery
        #expect(parked.reason == .noChannel && parked.state == .deferred)
        festival.clock.set(try #require(parked.due))
        let next = try #require(try leases([.email, .push]).first)
        #expect(next.channel == .email && next.token == urgent.token)
        try dispatcher.record(.deferred(answer: "451"), of: next, chance: 0, festival.store)
        let waiting = try #require(try festival.notices(.eventCancelled).first)
        #expect(waiting.delivery.reason == .retry && waiting.delivery.state == .deferred)
        festival.clock.set(try #require(waiting.delivery.due))
        let again = try #require(try leases([.email, .push]).first)
        #expect(again.channel == .email && again.token == urgent.token)
        try dispatcher.record(.notTried(answer: "", pauseSeconds: 60), of: again, chance: 0, festival.store)
        festival.clock.advance(bySeconds: 60)
        #expect(try leases([.email, .push]).map(\.channel) == [.email])
    }

    @Test("If mails to an address are stopped, messages that go by push still count as reaching its owner")
    func reached() throws {
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: PushSubscriptionTests.email, note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        try festival.store.write {
            try $0.recipients.suppress(PushSubscriptionTests.email, since: Festival.start, answer: "550 5.1.1")
        }
        func total(_ kind: Notice.Kind) throws -> Int {
            try festival.services.notices.unreached(.everyone, by: kind, of: festival.event).total
        }
        #expect(try total(.eventCancelled) == 1 && total(.reminder) == 1)
        try add(subscription("a"))
        #expect(try total(.eventCancelled) == 0 && total(.reminder) == 1)
        func choose(_ channel: Notice.Channel, for kind: Notice.Kind) throws {
            try festival.store.write { connection in
                var recipient = try #require(try connection.recipients.with(address: PushSubscriptionTests.email))
                recipient.preferences.chosen[kind.rawValue] = channel
                try connection.recipients.update(recipient)
            }
        }
        try choose(.push, for: .reminder)
        try choose(.email, for: .eventCancelled)
        #expect(try total(.eventCancelled) == 1 && total(.reminder) == 0)
    }
}
