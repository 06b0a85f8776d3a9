import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Messages to the holders of tickets after entries", .everyEngine)
struct EntryConfirmationTests {
    /// 08:26:00 in Kampala, during the event.
    private static let open = Instant(seconds: (Festival.start.seconds + 3600) / 60 * 60)

    private let festival: Festival

    init() throws {
        festival = try Festival()
        festival.clock.set(EntryConfirmationTests.open)
    }

    private func confirm(_ confirmation: EventDetails.EntryConfirmation) throws {
        _ = try festival.services.events.edit(festival.event) { $0.entryConfirmation = confirmation }
    }

    /// Issues a ticket to each address; nil for a ticket without an address.
    private func issue(_ addresses: [String?]) throws -> [String] {
        let tokens = try festival.issue(addresses.count)
        for (token, address) in zip(tokens, addresses) {
            guard let address else { continue }
            let serial = try festival.ticket(of: token).serial
            try festival.tamper("UPDATE ticket SET email = '\(address)' WHERE serial = \(serial.rawValue)")
        }
        return tokens
    }

    private func after(_ seconds: Int64) {
        festival.clock.set(EntryConfirmationTests.open.advanced(bySeconds: seconds))
    }

    /// Queues messages with a new scheduler, as a server does just after its start.
    private func queue() throws -> Int {
        var scheduler = EntryConfirmationScheduler(clock: festival.clock.now)
        return try scheduler.queueNew(festival.store)
    }

    private func confirmations() throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .entryConfirmed }
    }

    @Test(
        "A minute after an entry, four servers together queue one message per ticket and day; other scans cause none")
    func once() throws {
        try confirm(.email)
        let tokens = try issue(["ada@example.org", "bob@example.org", nil])
        let gate = try festival.gate()
        for token in tokens { #expect(gate.decide(Scan(token)).outcome == .admit(again: false)) }
        after(30)
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "refuse")
        #expect(gate.decide(Scan(tokens[1], direction: .exit)).outcome.name == "exit")
        after(60)
        #expect(try queue() == 0)
        after(61)
        let told = try atOnce(4) { [festival] _ in
            var scheduler = EntryConfirmationScheduler(clock: festival.clock.now)
            return try scheduler.queueNew(Store.open(festival.address))
        }
        #expect(told.reduce(0, +) == 2)
        let notices = try confirmations()
        #expect(notices.map(\.recipient).sorted() == ["ada@example.org", "bob@example.org"])
        let first = try #require(notices.first { $0.recipient == "ada@example.org" })
        #expect(first.payload["ticket"] == "\(try festival.ticket(of: tokens[0]).code)")
        #expect(first.payload["gate"] == "North")
        #expect(first.payload["gate_time"] == "\(EntryConfirmationTests.open.milliseconds)")
        // The message is critical, so it is sent at once.
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.count == 2)

        // The holder of this ticket has left, and enters a second time on the same day.
        after(120)
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "admit")
        after(240)
        #expect(try queue() == 0)
        #expect(try confirmations().count == 2)
    }

    @Test(
        """
        No message is sent about entries on a paper list or with a gate pack, or about entries before messages were \
        enabled
        """)
    func others() throws {
        let tokens = try issue(["a@example.org", "b@example.org", "c@example.org", "d@example.org"])
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome.name == "admit")
        after(70)
        #expect(try queue() == 0)
        try confirm(.email)
        after(20 * 60)
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "admit")
        let path = try festival.pack()
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[2])).outcome.name == "admit")
        _ = try festival.merge(path)
        var sheet = PaperCheckIns(
            of: festival.event, gate: "East", approximateTime: nil, at: festival.clock.now()
        ) { _, _ in nil }
        sheet.read("\(TicketCode(try festival.ticket(of: tokens[3]).serial))", line: 1)
        _ = try festival.services.paperCheckIns.enterPaperCheckIns(sheet, into: festival.event, as: festival.device)
        after(22 * 60)
        #expect(try queue() == 1)
        #expect(try confirmations().map(\.recipient) == ["b@example.org"])
        #expect(gate.decide(Scan(try issue(["e@example.org"])[0])).outcome.name == "admit")
        after(22 * 60 + EntryConfirmationScheduler.latestSeconds + 120)
        #expect(try queue() == 0)
    }

    private func sell(to phone: String) throws -> String {
        // Sales end when the event begins.
        festival.clock.set(Festival.start)
        defer { festival.clock.set(EntryConfirmationTests.open) }
        let before = Set(try festival.tokens())
        let order = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Grace", phone: phone,
            payment: Payment(.complimentary))
        _ = try festival.services.orders.createOrder(order, of: festival.event, signingWith: festival.ring)
        return try #require(try festival.tokens().first { !before.contains($0) })
    }

    @Test("An SMS is sent only if the organizer allows SMS; a phone number that a holder has added is not enough")
    func sms() throws {
        try confirm(.email)
        let tokens = [try issue(["ada@example.org"])[0], try sell(to: "+256700123456")]
        let later = try sell(to: "+256700123457")
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: "ada@example.org", secret: "5ada"))
            try connection.recipients.setOther("+256700999999", of: "ada@example.org")
        }
        let gate = try festival.gate()
        for token in tokens { #expect(gate.decide(Scan(token)).outcome.name == "admit") }
        after(70)
        #expect(try queue() == 1)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        func sent() throws -> [String] {
            try dispatcher.decide(atMost: 20, channels: [.sms], festival.store).leases
                .filter { $0.notice.kind == .entryConfirmed }.map { "\($0.notice.recipient) \($0.channel)" }
        }
        // No sender of e-mail is set up, so the message waits.
        #expect(try sent().isEmpty)
        try confirm(.emailOrSMS)
        after(120)
        #expect(gate.decide(Scan(later)).outcome.name == "admit")
        after(190)
        // The first holder with a phone number was admitted less than 15 minutes ago, so that admission now causes a
        // message, too.
        #expect(try queue() == 2)
        #expect(try sent().sorted() == ["+256700123456 sms", "+256700123457 sms"])
    }

    @Test(
        """
        A holder with only a phone number gets the confirmation as a push message; if the push message fails, no SMS \
        is sent instead
        """)
    func push() throws {
        try confirm(.email)
        let phone = "+256700123456"
        let token = try sell(to: phone)
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: phone, secret: "5ecret"))
            try connection.pushSubscriptions.add(
                PushSubscription(
                    id: "a", recipient: phone, endpoint: "https://push.example/a",
                    keys: PushSubscription.Keys(
                        publicKey: [UInt8](repeating: 4, count: 65), secret: [UInt8](repeating: 1, count: 16),
                        serverKey: [UInt8](repeating: 5, count: 65)),
                    browser: "", created: Festival.start, confirmed: Festival.start))
        }
        let gate = try festival.gate()
        #expect(gate.decide(Scan(token)).outcome.name == "admit")
        after(70)
        #expect(try queue() == 1)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        func leases() throws -> [NoticeDispatcher.Lease] {
            try dispatcher.decide(atMost: 20, channels: [.email, .sms, .push], festival.store).leases
                .filter { $0.notice.kind == .entryConfirmed }
        }
        let lease = try #require(try leases().first)
        #expect(lease.channel == .push && lease.notice.delivery.reason == .entryByPush)
        try dispatcher.record(.undeliverable(answer: "HTTP 410"), of: lease, chance: 0, festival.store)
        #expect(try leases().isEmpty)
    }

    @Test("Each entry causes one message, even if the first attempt to queue it fails, or if the entry is stored late")
    func late() throws {
        try confirm(.email)
        let tokens = try issue((0..<103).map { "guest\($0)@example.org" })
        let gate = try festival.gate()
        for token in tokens[0..<100] { #expect(gate.decide(Scan(token)).outcome.name == "admit") }
        after(61)
        var server = EntryConfirmationScheduler(clock: festival.clock.now)
        try festival.tamper("ALTER TABLE notice RENAME TO elsewhere")
        #expect(throws: (any Error).self) { try server.queueNew(festival.store) }
        try festival.tamper("ALTER TABLE elsewhere RENAME TO notice")
        #expect(try server.queueNew(festival.store, isStopping: { true }) == 0)
        #expect(try server.queueNew(festival.store) == 100)
        // The clock of another machine is about two minutes behind. So its entry is stored after the last call of
        // `queueNew`, but has a time before that call.
        after(150)
        #expect(try server.queueNew(festival.store) == 0)
        festival.clock.set(EntryConfirmationTests.open.advanced(bySeconds: 45))
        let second = try festival.gate("South", device: DeviceID(bytes: [UInt8](repeating: 7, count: 16)))
        #expect(second.decide(Scan(tokens[100])).outcome.name == "admit")
        after(180)
        #expect(try server.queueNew(festival.store) == 1)
        #expect(try confirmations().count == 101)
    }

    @Test(
        "The former holder of a ticket gets no message about the new holder’s entry, and no message is sent hours late")
    func strangers() throws {
        try confirm(.emailOrSMS)
        let (passed, kept) = (try sell(to: "+256700123456"), try issue(["ada@example.org"])[0])
        let ticket = try festival.ticket(of: passed)
        _ = try festival.services.tickets.transfer(
            ticket.code, of: festival.event, to: "Bob", email: nil, signingWith: festival.ring)
        let current = try #require(try festival.tokens().first { try festival.ticket(of: $0).serial == ticket.serial })
        let gate = try festival.gate()
        for token in [current, kept] { #expect(gate.decide(Scan(token)).outcome.name == "admit") }
        after(61)
        #expect(try queue() == 1)
        #expect(try confirmations().map(\.recipient) == ["ada@example.org"])
        after(3700)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.isEmpty)
        #expect(try confirmations().map(\.delivery.reason) == [.outdated])
    }
}
