import EventFixture
import Gate
import Testing
import Ticketing

@testable import Management
@testable import Store

@Suite("Messages to large audiences", .everyEngine)
struct NoticeAudienceTests {
    private let wedding: Wedding
    private var festival: Festival { wedding.festival }
    private var clock: TestClock { festival.clock }

    init() throws {
        wedding = try Wedding()
    }

    /// The number of the first added ticket. The e-mail address of each ticket contains the number of the ticket.
    private static let first = 1_000_000

    /// Adds tickets that are issued now, each with a different address.
    private func addTickets(_ count: Int, from first: Int = NoticeAudienceTests.first) throws {
        let (event, type, now) = (wedding.event.number, festival.regular.number.rawValue, clock.now().milliseconds)
        _ = try festival.store.write { connection in
            try connection.execute(
                """
                INSERT INTO ticket (event, serial, type, admits, key, issue, status, issued_at, email)
                VALUES ($1, $2, \(type), 1, 1, 0, 'issued', \(now), $3)
                """,
                rows: (first..<first + count).map {
                    [.int(event.rawValue), .int($0), .text(NoticeAudienceTests.address($0))]
                })
        }
    }

    private static func address(_ number: Int) -> String { "guest\(number)@example.org" }

    /// The recipients of all notices whose keys contain a text, sorted.
    private func recipients(_ cause: String) throws -> [String] {
        try festival.store.read { connection in
            try connection.all("SELECT recipient FROM notice WHERE notice_key LIKE $1", [.text("%\(cause)%")]) {
                $0.text(0)
            }
        }.sorted()
    }

    /// Stores an audience: recipients whose notices are queued later. The keys of these notices contain `cause`.
    private func store(
        _ audience: NoticeAudience?, cause: String, kind: Notice.Kind = .organizerMessage,
        payload: [String: String] = ["subject": "Coats", "body": "It is cold."]
    ) throws {
        let (event, now) = (wedding.event, clock.now())
        try festival.store.write { connection in
            try connection.noticeAudiences.add(
                audience, recipients: 1,
                [
                    .text(Notice.keyPrefix(kind, of: event.number, cause: cause)),
                    .int(event.organizer.rawValue), .int(event.number.rawValue), .text(kind.rawValue),
                    try .fields(payload), .instant(now), .instant(now),
                ])
        }
    }

    private func queueNext(_ limit: Int) throws -> Int? {
        try festival.store.write { try $0.noticeAudiences.queueNext(limit: limit) }
    }

    @Test("After a confirmation, a change of an event with 1100 holders queues a message to each of them")
    func large() throws {
        try addTickets(1100)
        let events = wedding.services.events
        let error = try #require(throws: ManagementError.self) {
            try events.edit(wedding.event) { $0.venue = "Pier" }
        }
        guard case .tooManyRecipients(let change) = error else { throw error }
        #expect(change.people == 1100)
        #expect(try queueNext(100) == nil)
        let confirmed = wedding.services.allowingMessages(to: 1100).events
        #expect(try confirmed.edit(wedding.event) { $0.venue = "Pier" }.notices == 1100)
        // The change itself queues messages for at most two seconds. The other messages are queued later.
        #expect(try !recipients("event-moved").isEmpty)
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let addresses = (0..<1100).map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("event-moved") == addresses.sorted())
        #expect(try queueNext(100) == nil)
    }

    @Test("The messages to a stored audience go to the same addresses as messages that are queued at once")
    func sameRecipients() throws {
        try addTickets(7)
        try wedding.importGuests(
            "name,household,email,phone\nAnn,Lake,ann@x.org,\nBen,Lake,ben@x.org,\nEve,,,0700123456\n")
        try wedding.invite(.named(["Ann", "Ben", "Eve"]), to: [wedding.ceremony, wedding.brunch])
        try wedding.importGuests("name,email\nSam,sam@x.org\n")
        try festival.tamper(
            """
            UPDATE invitation SET answer = 'declined' WHERE guest = 2;
            UPDATE ticket SET due = 1 WHERE serial % 2 = 0;
            UPDATE ticket SET status = 'cancelled' WHERE serial = \(NoticeAudienceTests.first + 3);
            UPDATE ticket SET email = 'ann@x.org' WHERE serial = \(NoticeAudienceTests.first + 4)
            """)
        let audiences: [NoticeAudience?] = [nil, .all, .type(festival.regular.number), .unpaid, .notInside, .silent]
        for (number, audience) in audiences.enumerated() {
            let (event, now) = (wedding.event, clock.now())
            let count = try festival.store.write { connection in
                try connection.notices.queue(
                    to: audience, of: event.number, organizer: event.organizer, kind: .organizerMessage, payload: [:],
                    cause: "direct \(number)", due: now, at: now)
            }
            try store(audience, cause: "stored \(number)")
            var added = 0
            while let more = try queueNext(2) { added += more }
            let (direct, stored) = (try recipients("direct \(number)"), try recipients("stored \(number)"))
            #expect(direct == stored && !direct.isEmpty, "\(String(describing: audience)): \(direct) and \(stored)")
            #expect(count == direct.count && added == count)
        }
    }

    @Test("If four processes queue messages to an audience and one transaction fails, each address gets one message")
    func shared() throws {
        try addTickets(60)
        try store(nil, cause: "shared")
        #expect(try queueNext(10) == 10)
        struct Interruption: Error {}
        #expect(throws: Interruption.self) {
            try festival.store.write { connection in
                _ = try connection.noticeAudiences.queueNext(limit: 10)
                throw Interruption()
            }
        }
        #expect(try recipients("shared").count == 10)
        let counts = try atOnce(4) { [festival] _ in
            let store = try Store.open(festival.address)
            var count = 0
            while let added = try store.write({ try $0.noticeAudiences.queueNext(limit: 3) }) { count += added }
            return count
        }
        #expect(counts.reduce(10, +) == 60)
        let addresses = (0..<60).map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("shared") == addresses.sorted())
        #expect(try queueNext(3) == nil)
    }

    @Test(
        """
        The holder of a ticket that is issued after a change, or is cancelled soon after the change, gets no message \
        about the change
        """)
    func later() throws {
        try addTickets(3)
        try store(nil, cause: "later")
        clock.advance(bySeconds: 1)
        try addTickets(2, from: NoticeAudienceTests.first + 100)
        try festival.tamper("UPDATE ticket SET status = 'cancelled' WHERE serial = \(NoticeAudienceTests.first + 1)")
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let expected = [0, 2].map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("later") == expected)
    }

    @Test(
        "If the event is cancelled while a message to all holders is being queued, all holders still get that message")
    func cancelled() throws {
        try addTickets(30)
        try store(.all, cause: "coats")
        #expect(try queueNext(10) == 10)
        clock.advance(bySeconds: 1)
        _ = try wedding.services.events.cancelEvent(wedding.event)
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let addresses = (0..<30).map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("coats") == addresses.sorted())
    }

    @Test("A message to all holders also reaches holders whose tickets a server with a fast clock has issued")
    func clockAhead() throws {
        clock.advance(bySeconds: 30)
        try addTickets(2, from: NoticeAudienceTests.first + 100)
        clock.advance(bySeconds: -30)
        try addTickets(1)
        try store(nil, cause: "ahead")
        clock.advance(bySeconds: 60)
        try addTickets(1, from: NoticeAudienceTests.first + 200)
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let expected = [0, 100, 101].map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("ahead") == expected)
    }

    @Test(
        """
        If a server with a slow clock cancels the event while a message to all holders is being queued, all holders \
        get that message
        """)
    func clockBehind() throws {
        try addTickets(30)
        try store(.all, cause: "behind")
        #expect(try queueNext(10) == 10)
        clock.advance(bySeconds: -5)
        _ = try wedding.services.events.cancelEvent(wedding.event)
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let addresses = (0..<30).map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("behind") == addresses.sorted())
    }

    @Test("If a server whose clock is behind changes the event again, each holder gets one message with both changes")
    func changedByServerBehind() throws {
        try addTickets(3)
        _ = try wedding.services.events.edit(wedding.event) { $0.venue = "Pier" }
        clock.advance(bySeconds: -30)
        _ = try wedding.services.events.edit(wedding.event) { $0.city = "Jinja" }
        clock.advance(bySeconds: 60)
        let dispatcher = NoticeDispatcher(clock: clock.now)
        let leased = try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.map(\.notice)
        #expect(leased.map(\.kind) == [.eventMoved, .eventMoved, .eventMoved])
        #expect(leased.allSatisfy { $0.payload["old_venue"] == "Lido" && $0.payload["venue"] == "Pier" })
        #expect(leased.allSatisfy { $0.payload["old_city"] == "" && $0.payload["city"] == "Jinja" })
        #expect(try festival.notices(.eventMoved).count { $0.delivery.state == .merged } == 3)
    }

    @Test(
        """
        If an earlier version of the program stores an audience during an upgrade, the messages to this audience are \
        queued
        """)
    func earlierVersion() throws {
        try addTickets(3)
        try store(.all, cause: "earlier")
        // The earlier version does not write the column `joined_until`, so the column has its default value.
        try festival.tamper("UPDATE notice_audience SET joined_until = 0")
        clock.advance(bySeconds: 1)
        try addTickets(1, from: NoticeAudienceTests.first + 100)
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let expected = (0..<3).map { NoticeAudienceTests.address(NoticeAudienceTests.first + $0) }
        #expect(try recipients("earlier") == expected)
    }

    @Test(
        """
        A stored audience that only a newer program version can interpret is kept; messages to other audiences are \
        queued
        """)
    func newerVersion() throws {
        try addTickets(3)
        try store(.all, cause: "newer")
        try festival.tamper("UPDATE notice_audience SET audience = 'household:7'")
        clock.advance(bySeconds: 1)
        try store(.all, cause: "known")
        var queue = AudienceQueue(clock: clock.now)
        #expect(try festival.store.read { try $0.noticeAudiences.unknownCount() } == 1)
        try queue.queueAll(festival.store)
        #expect(try recipients("known").count == 3 && recipients("newer").isEmpty)
        let next = try queue.queueNext(festival.store)
        #expect(next == nil)
        #expect(try festival.store.read { try $0.noticeAudiences.unknownCount() } == 1)
        // The newer version queues the messages to this audience.
        try festival.tamper("UPDATE notice_audience SET audience = 'all'")
        try queue.queueAll(festival.store)
        #expect(try recipients("newer").count == 3)
        #expect(try festival.store.read { try $0.noticeAudiences.unknownCount() } == 0)
    }

    @Test(
        """
        While notices about a second change are still being queued, notices about the first change wait; each holder \
        gets one message
        """)
    func changedAgain() throws {
        try addTickets(3)
        let first = try wedding.services.events.edit(wedding.event) { $0.venue = "Pier" }.event.details
        clock.advance(bySeconds: 1)
        try festival.tamper("UPDATE event SET venue = 'Barn' WHERE number = \(wedding.event.number.rawValue)")
        var second = first
        second.venue = "Barn"
        try store(
            nil, cause: "again", kind: .eventMoved,
            payload: second.noticeFields.merging(first.oldNoticeFields) { $1 })
        let dispatcher = NoticeDispatcher(clock: clock.now)
        func lease() throws -> [Notice] {
            try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.map(\.notice)
        }
        #expect(try lease().isEmpty)
        #expect(try festival.notices(.eventMoved).map(\.delivery.state) == [.queued, .queued, .queued])
        var queue = AudienceQueue(clock: clock.now)
        try queue.queueAll(festival.store)
        let leased = try lease()
        #expect(leased.map { $0.payload["venue"] } == ["Barn", "Barn", "Barn"])
        #expect(leased.map { $0.payload["old_venue"] } == ["Lido", "Lido", "Lido"])
        clock.advance(bySeconds: NoticeFactsReader.replacementSeconds)
        #expect(try lease().isEmpty)
        #expect(try festival.notices(.eventMoved).count { $0.delivery.state == .merged } == 3)
    }

    @Test(
        """
        For ten seconds after a decision of a gate, messages are queued in small parts, because the gate counts as \
        scanning
        """)
    func besideGates() throws {
        try wedding.importGuests("name\nAnn\n")
        try wedding.invite(to: [wedding.ceremony])
        let token = try wedding.token(of: "Ann")
        #expect(try !GatePriority.isGateScanning(festival.store, at: clock.now()))
        #expect(try wedding.gate(at: wedding.ceremony).decide(Scan(token)).outcome.name == "admit")
        #expect(try GatePriority.isGateScanning(festival.store, at: clock.now()))
        try addTickets(200)
        try store(nil, cause: "beside")
        var beside = AudienceQueue(clock: clock.now)
        let part = try beside.queueNext(festival.store)
        #expect(part == 150)
        clock.advance(bySeconds: GatePriority.activeSeconds + 1)
        #expect(try !GatePriority.isGateScanning(festival.store, at: clock.now()))
        var alone = AudienceQueue(clock: clock.now)
        let rest = try alone.queueNext(festival.store)
        #expect(rest == 50)
    }
}
