import EventFixture
import Foundation
import Store
import Testing
import Ticketing

@testable import Management

@Suite("News to past buyers", .everyEngine)
struct NewsTests {
    private let festival: Festival
    private let message = OrganizerMessage(audience: .news, subject: "On sale now", body: "Come and see.")
    private let grace = "grace@example.org"
    /// Thursday 24 December 2026, 18:00 in Kampala. The clock of the festival begins on the Wednesday before, at 07:26.
    private static let thursday = Instant(seconds: 1_798_124_400)
    private static let day: Int64 = 86_400
    private static let secret = String(repeating: "ab", count: 16)

    private var notices: NoticeService { festival.services.notices }
    private var organizer: OrganizerNumber { festival.event.organizer }

    init() throws { festival = try Festival() }

    // MARK: Reservations

    private func storefront(_ channels: Set<Notice.Channel> = [.email]) throws -> Storefront {
        try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { channels.contains($0) })
    }

    /// Reserves a ticket. By default, the visitor ticks the box for news.
    private func reserve(
        by email: String, phone: String? = nil, at event: Event? = nil, newsText: Int? = NewsConsent.textVersion,
        channels: Set<Notice.Channel> = [.email]
    ) throws -> Order {
        let event = event ?? festival.event
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
        var draft = festival.draft(1, type: type)
        draft.buyer.email = email
        draft.buyer.phone = phone
        let storefront = try storefront(channels)
        let link = try storefront.reserve(
            draft, of: event.number, request: "\(email) \(event.number)", newsText: newsText)
        return try #require(try storefront.order(link)).order
    }

    /// The secret in the link that confirms an order.
    private func secret(of order: Order) throws -> ConfirmationSecret {
        let all = try festival.store.read { connection in
            try connection.organizers.numbers().flatMap {
                try connection.notices.page(of: $0, after: nil, limit: 1000)
            }
        }
        let notice = all.first { $0.kind == .reservationToConfirm && $0.payload["order"] == "\(order.number)" }
        let link = try #require(notice?.payload["link"])
        return try #require(try ConfirmationSecret(text: String(link.dropFirst("/confirm/".count))))
    }

    private func confirm(_ order: Order) throws { _ = try storefront().confirmReservation(secret(of: order)) }

    private func consents(of address: String) throws -> [NewsConsent] {
        try festival.store.read { try $0.newsConsents.all(of: address) }
    }

    private func agree(_ addresses: [String]) throws {
        try festival.store.write { connection in
            for address in addresses {
                try connection.newsConsents.set(
                    NewsConsent(
                        organizer: organizer, address: address, textVersion: 1, given: festival.clock.now()))
            }
        }
    }

    private func recipients(_ event: Event? = nil) throws -> Int {
        try notices.preview(message, of: event ?? festival.event).recipients
    }

    private func foreignEvent() throws -> Event {
        let services = festival.services
        let other = try services.organizers.createOrganizer(OrganizerDetails(name: "Lake Shows"))
        let start = Festival.start.advanced(bySeconds: 3600)
        let draft = try services.events.createEvent(
            EventDetails(
                title: "Fair", venue: "Hall", timeZone: "UTC", start: start, end: start.advanced(bySeconds: 3600)),
            suite: .hmac, of: other)
        _ = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        return try services.events.publish(draft)
    }

    // MARK: Sending

    /// Sends everything that is due. Returns the recipients of news.
    private func send() throws -> [String] {
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        var sent: [String] = []
        while true {
            let (leases, decided) = try dispatcher.decide(atMost: 100, channels: [.email], festival.store)
            guard decided > 0 else { return sent.sorted() }
            for lease in leases {
                try dispatcher.record(
                    .accepted(providerID: nil, answer: "250 OK"), of: lease, chance: 0, festival.store)
                if lease.notice.kind == .news { sent.append(lease.notice.recipient) }
            }
        }
    }

    private func deliveries() throws -> [NoticeDelivery] { try festival.notices(.news).map(\.delivery) }

    /// The names of the fields that `work` reports as faulty; empty if `work` succeeds.
    private func faults(_ work: () throws -> Void) throws -> [String] {
        do { try work() } catch ManagementError.invalid(let faults) { return faults.map(\.field) }
        return []
    }

    // MARK: Consent

    @Test("A consent begins when the visitor confirms the reservation, and applies to all events of the organizer")
    func confirmed() throws {
        let order = try reserve(by: grace)
        let found = try #require(try storefront().reservation(secret(of: order)))
        #expect(found.asksForNews)
        #expect(try consents(of: grace).isEmpty && recipients() == 0)
        festival.clock.advance(bySeconds: 60)
        try confirm(order)
        let consent = NewsConsent(
            organizer: organizer, address: grace, textVersion: NewsConsent.textVersion, given: festival.clock.now())
        #expect(try consents(of: grace) == [consent])
        #expect(try storefront().reservation(secret(of: order))?.asksForNews == false)
        let other = try festival.published("Other", at: 10 * Self.day)
        #expect(try recipients() == 1 && recipients(other) == 1)
        #expect(try notices.write(message, of: other) == 1)
        #expect(try festival.notices(.news).map(\.recipient) == [grace])
    }

    @Test("A stranger who ticks the box for news gives no consent, even if the address’s owner confirms another order")
    func forged() throws {
        let forged = try secret(of: reserve(by: grace))
        let own = try reserve(by: grace, at: festival.published("Other"), newsText: nil)
        let found = try #require(try storefront().reservation(secret(of: own)))
        #expect(!found.asksForNews)
        try confirm(own)
        #expect(try consents(of: grace).isEmpty && recipients() == 0)
        #expect(try notices.write(message, of: festival.event) == 0)
        // The forged order lapses, and is cancelled.
        festival.clock.advance(bySeconds: 2 * Self.day)
        _ = try Storefront.lapseExpired(festival.store, at: festival.clock.now())
        #expect(throws: StorefrontError.notFound) { try storefront().confirmReservation(forged) }
        #expect(try consents(of: grace).isEmpty)
    }

    @Test("An unticked box for news, an unknown version of its text, or a confirmation by phone gives no consent")
    func withoutConsent() throws {
        try confirm(reserve(by: "joan@example.org", newsText: nil))
        try confirm(reserve(by: "ann@example.org", newsText: NewsConsent.textVersion + 1))
        try confirm(reserve(by: "ben@example.org", phone: "+256772123456", channels: [.sms]))
        // A server that sends no messages issues the tickets at once; nobody has confirmed the address.
        _ = try reserve(by: "eve@example.org", channels: [])
        let addresses = ["joan@example.org", "ann@example.org", "ben@example.org", "+256772123456", "eve@example.org"]
        for address in addresses { #expect(try consents(of: address).isEmpty, "\(address)") }
        #expect(try recipients() == 0)
    }

    @Test("If the form is sent again before the confirmation, the box in the last form counts")
    func repeated() throws {
        let ticked = try reserve(by: grace)
        #expect(try reserve(by: grace, newsText: nil).number == ticked.number)
        try confirm(ticked)
        #expect(try consents(of: grace).isEmpty)
        let other = try festival.published("Other")
        let unticked = try reserve(by: grace, at: other, newsText: nil)
        #expect(try reserve(by: grace, at: other).number == unticked.number)
        try confirm(unticked)
        #expect(try consents(of: grace).count == 1)
        // A form that is sent after the confirmation changes nothing.
        #expect(try reserve(by: grace, at: other, newsText: nil).number == unticked.number)
        #expect(try consents(of: grace).map(\.isActive) == [true])
    }

    @Test("A consent to one organizer’s news does not permit news of another organizer")
    func scope() throws {
        let foreign = try foreignEvent()
        try confirm(reserve(by: grace))
        try confirm(reserve(by: "joan@example.org", at: foreign))
        #expect(try recipients() == 1 && recipients(foreign) == 1)
        #expect(try notices.write(message, of: foreign) == 1)
        #expect(try festival.notices(.news).isEmpty)
        // A notice that was queued for somebody without consent, for example because of an error, is dropped.
        let stray = Notice(
            organizer: foreign.organizer, event: foreign.number, kind: .news, recipient: grace,
            payload: ["subject": "x", "body": "y"], key: "stray", created: festival.clock.now())
        try festival.store.write { try $0.notices.queue(stray) }
        festival.clock.set(Self.thursday.advanced(bySeconds: 3 * 3600))
        #expect(try send() == ["joan@example.org"])
        let dropped = try festival.store.read { try $0.notices.with(key: "stray") }
        #expect(dropped?.delivery.state == .dropped && dropped?.delivery.reason == .noConsent)
    }

    @Test("After a consent has ended, waiting news is dropped; recipients can renew a consent, but not add a new one")
    func ended() throws {
        let other = try foreignEvent().organizer
        try agree([grace])
        _ = try festival.store.write { try $0.recipients.add(MessageRecipient(address: grace, secret: Self.secret)) }
        #expect(try notices.write(message, of: festival.event) == 1)
        #expect(try send().isEmpty)
        let storefront = try storefront()
        festival.clock.advance(bySeconds: 60)
        for _ in 0..<2 { try storefront.setNews(of: organizer, ended: true, ofLink: Self.secret) }
        #expect(try consents(of: grace).map(\.ended) == [festival.clock.now()] && recipients() == 0)
        let linked = try #require(try storefront.recipient(ofLink: Self.secret))
        #expect(linked.news.map(\.organizer) == ["Nile Nights"] && !linked.optionalKinds.contains(.news))
        festival.clock.set(Self.thursday)
        #expect(try send().isEmpty)
        #expect(try deliveries().map(\.reason) == [.noConsent] && deliveries().map(\.state) == [.dropped])

        for _ in 0..<2 { try storefront.setNews(of: organizer, ended: false, ofLink: Self.secret) }
        #expect(try consents(of: grace).map(\.given) == [Self.thursday] && recipients() == 1)
        #expect(try storefront.recipient(ofLink: Self.secret)?.optionalKinds.contains(.news) == true)
        for isEnded in [true, false] {
            #expect(throws: StorefrontError.notFound) {
                try storefront.setNews(of: other, ended: isEnded, ofLink: Self.secret)
            }
            #expect(throws: StorefrontError.notFound) {
                try storefront.setNews(of: organizer, ended: isEnded, ofLink: String(Self.secret.reversed()))
            }
        }
        #expect(try consents(of: grace).count == 1)
    }

    @Test("A complaint about any message ends all consents of the address; a new consent allows news again")
    func complaint() throws {
        let foreign = try foreignEvent()
        for event in [festival.event, foreign] { try confirm(reserve(by: grace, at: event)) }
        _ = try send()
        let paid = try #require(try festival.notices(.orderPaid).first { $0.recipient == grace })
        let report = BounceReport(
            token: try #require(paid.delivery.token), isPermanent: false, isComplaint: true, answer: "spam")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(try dispatcher.record(report, festival.store) != nil)
        #expect(try consents(of: grace).map(\.isActive) == [false, false])
        #expect(try festival.store.read { try $0.recipients.with(address: grace)?.suppressed } != nil)
        try festival.store.write { try $0.recipients.suppress(grace, since: nil, answer: nil) }
        try confirm(reserve(by: grace, at: festival.published("Other")))
        #expect(try recipients() == 1 && recipients(foreign) == 0)
        _ = try notices.write(message, of: festival.event)
        festival.clock.set(Self.thursday)
        #expect(try send() == [grace])
    }

    @Test("An unconfirmed request for news is removed a week after the reservation; consents stay")
    func pruning() throws {
        let order = try reserve(by: grace)
        try agree(["joan@example.org"])
        func request() throws -> Int? {
            try festival.store.read { try $0.newsConsents.request(with: order.number, of: festival.event.number) }
        }
        let pruner = NoticePruner(clock: festival.clock.now)
        festival.clock.advance(bySeconds: NoticeRetention.proofSeconds - 1)
        _ = try pruner.removeAll(festival.store)
        #expect(try request() == NewsConsent.textVersion)
        festival.clock.advance(bySeconds: 1)
        _ = try pruner.removeAll(festival.store)
        #expect(try request() == nil)
        festival.clock.advance(bySeconds: 1000 * Self.day)
        _ = try pruner.removeAll(festival.store)
        #expect(try consents(of: "joan@example.org").count == 1)
    }

    @Test("Gate packs contain no consents")
    func packs() throws {
        try confirm(reserve(by: grace))
        let pack = try Data(contentsOf: URL(filePath: festival.pack()))
        #expect(pack.range(of: Data("New Year by the Lake".utf8)) != nil)
        #expect(pack.range(of: Data(grace.utf8)) == nil)
    }

    // MARK: Writing

    @Test("News is sent on Thursday at 18:00; a second message in a week waits, and is dropped if it waits too long")
    func weekly() throws {
        try agree([grace])
        _ = try notices.write(message, of: festival.event)
        #expect(try send().isEmpty)
        #expect(try deliveries().map(\.due) == [Self.thursday] && deliveries().map(\.reason) == [.notYet])
        festival.clock.set(Self.thursday)
        #expect(try send() == [grace])
        let friday = Self.thursday.advanced(bySeconds: Self.day)
        var second = message
        second.time = friday
        _ = try notices.write(second, of: festival.event)
        festival.clock.set(friday)
        #expect(try send().isEmpty)
        let waiting = try #require(try deliveries().first { $0.state == .queued })
        #expect(waiting.reason == .weeklyCap && waiting.due == Self.thursday.advanced(bySeconds: 7 * Self.day))
        festival.clock.set(friday.advanced(bySeconds: 30 * Self.day))
        #expect(try send().isEmpty)
        #expect(try deliveries().map(\.reason).contains(.tooOld))
    }

    @Test("If the event is cancelled or is no longer public, waiting news is dropped")
    func outdated() throws {
        try agree([grace])
        let other = try festival.published("Other", at: 10 * Self.day)
        for event in [festival.event, other] { _ = try notices.write(message, of: event) }
        _ = try festival.services.events.cancelEvent(festival.event)
        _ = try festival.services.events.edit(other) { $0.kind = .private }
        festival.clock.set(Self.thursday)
        #expect(try send().isEmpty)
        #expect(try deliveries().map(\.reason) == [.outdated, .outdated])
    }

    @Test("Only members who manage events can write news, and news to 101 recipients needs a confirmation")
    func rights() throws {
        try agree((0..<101).map { "g\($0)@example.org" })
        for role in [Role.seller, .gate, .viewer] {
            let services = try festival.services(as: role).allowingMessages(to: 1000)
            #expect(throws: ManagementError.forbidden(role: role, needs: [.owner, .manager])) {
                try services.notices.preview(message, of: festival.event)
            }
            #expect(throws: ManagementError.forbidden(role: role, needs: [.owner, .manager])) {
                try services.notices.write(message, of: festival.event)
            }
        }
        let preview = try notices.preview(message, of: festival.event)
        #expect(preview.byEmail == 101 && preview.bySMS == 0 && preview.unreached.isEmpty)
        #expect(preview.needsConfirmation)
        let refusal = try #require(throws: ManagementError.self) { try notices.write(message, of: festival.event) }
        guard case .tooManyRecipients(let change) = refusal else { throw refusal }
        #expect(change.people == 101)
        #expect(try festival.notices(.news).isEmpty)
        let confirmed = festival.services.allowingMessages(to: 101).notices
        #expect(try confirmed.write(message, of: festival.event) == 101)
    }

    @Test(
        "News must be about a public event, at a time in the next 60 days; other messages cannot have a sending time")
    func limits() throws {
        let now = festival.clock.now()
        for (seconds, isAllowed) in [(0, false), (-1, false), (1, true), (60 * Self.day, true)] as [(Int64, Bool)] {
            var timed = message
            timed.time = now.advanced(bySeconds: seconds)
            let expected = isAllowed ? [] : ["at"]
            #expect(try faults { _ = try notices.preview(timed, of: festival.event) } == expected, "\(seconds)")
            #expect(try faults { _ = try notices.write(timed, of: festival.event) } == expected, "\(seconds)")
        }
        var late = message
        late.time = now.advanced(bySeconds: 60 * Self.day + 1)
        #expect(try faults { _ = try notices.write(late, of: festival.event) } == ["at"])
        late.audience = .all
        late.time = now.advanced(bySeconds: 60)
        #expect(try faults { _ = try notices.write(late, of: festival.event) } == ["at"])
        let hidden = try festival.published("Hidden") { $0.kind = .private }
        #expect(try faults { _ = try notices.preview(message, of: hidden) } == ["to"])
        #expect(try faults { _ = try notices.write(message, of: hidden) } == ["to"])
        let reminder = ReminderDetails(anchor: .end, minutes: 60, audience: .news)
        #expect(try faults { try notices.addReminder(reminder, to: festival.event) } == ["to"])
    }

    @Test("News to 1100 recipients is queued in parts; people whose consent ends or begins meanwhile are left out")
    func large() throws {
        try agree((1000..<2100).map { "g\($0)@example.org" })
        let now = festival.clock.now()
        let count = try festival.store.write { connection in
            try connection.notices.queue(
                to: .news, of: festival.event.number, organizer: organizer, kind: .news,
                payload: ["subject": "x", "body": "y"], cause: "large", due: now, at: now)
        }
        #expect(try count == 1100 && festival.notices(.news).isEmpty)
        #expect(try festival.store.write { try $0.noticeAudiences.queueNext(limit: 100) } == 100)
        festival.clock.advance(bySeconds: 1)
        try agree(["new@example.org"])
        try festival.store.write { connection in
            for address in ["g1000@example.org", "g2000@example.org"] {
                try connection.newsConsents.end(of: address, for: organizer, at: festival.clock.now())
            }
        }
        var queue = AudienceQueue(clock: festival.clock.now)
        try queue.queueAll(festival.store)
        let queued = try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 2000) }
            .filter { $0.kind == .news }.map(\.recipient)
        let expected = (1000..<2100).map { "g\($0)@example.org" }.filter { $0 != "g2000@example.org" }
        #expect(queued.sorted() == expected.sorted())
        #expect(try festival.store.read { try !$0.noticeAudiences.isPending() })
    }
}
