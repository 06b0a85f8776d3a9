import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@Suite("Removal of old messages", .everyEngine)
struct NoticePruningTests {
    private static let day: Int64 = 86_400

    private let festival: Festival
    private var pruner: NoticePruner { NoticePruner(clock: festival.clock.now) }

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 60))
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 10 * NoticePruningTests.day)
            $0.end = Festival.start.advanced(bySeconds: 11 * NoticePruningTests.day)
        }
    }

    /// Stores a notice about the event, or about no event if `event` is nil.
    private func add(
        _ key: String, _ kind: Notice.Kind = .ticketIssued, of event: EventNumber?, state: NoticeDelivery.State,
        changed: Instant = Festival.start
    ) throws {
        let notice = Notice(
            organizer: festival.event.organizer, event: event, kind: kind, recipient: "grace@example.org", payload: [:],
            key: key, created: changed)
        let delivery = notice.delivery.with {
            $0.state = state
            $0.due = state.isPending ? $0.due : nil
            $0.changed = changed
        }
        try festival.store.write { connection in
            try connection.notices.queue(notice)
            let isStored = try connection.notices.update(notice, to: delivery)
            #expect(isStored)
        }
    }

    private func keys() throws -> Set<String> {
        let organizer = festival.event.organizer
        return try Set(
            festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }.map(\.key))
    }

    @Test(
        """
        A message is removed 400 days after its last change or its event, whichever is later; a message that still \
        waits is kept
        """)
    func ages() throws {
        for state in NoticeDelivery.State.allCases {
            try add("event \(state)", of: festival.event.number, state: state)
            try add("none \(state)", .confirmEmail, of: nil, state: state)
        }
        let all = try keys()
        let waiting = Set(all.filter { key in ["queued", "leased", "deferred"].contains { key.hasSuffix($0) } })
        #expect(all.count == 20 && waiting.count == 6)
        let end = Festival.start.advanced(bySeconds: Int64(NoticeRetention.days) * Self.day)

        festival.clock.set(Instant(milliseconds: end.milliseconds - 1))
        #expect(try pruner.count(festival.store) == 0 && pruner.removeAll(festival.store) == 0)
        festival.clock.set(end)
        #expect(try pruner.count(festival.store) == 7 && pruner.removeAll(festival.store) == 7)
        #expect(try keys() == all.filter { $0.hasPrefix("event") }.union(waiting))
        // The event ends 11 days after `Festival.start`, so the messages about it are removed 11 days after the others.
        festival.clock.advance(bySeconds: 11 * Self.day - 1)
        #expect(try pruner.removeAll(festival.store) == 0)
        festival.clock.advance(bySeconds: 1)
        #expect(try pruner.removeAll(festival.store) == 7)
        #expect(try keys() == waiting)
        festival.clock.advance(bySeconds: 4000 * Self.day)
        #expect(try pruner.removeAll(festival.store) == 0 && keys() == waiting)
    }

    @Test(
        """
        Messages about an event without an end are removed after its start; messages about a deleted event are removed \
        at once
        """)
    func events() throws {
        try festival.tamper("UPDATE event SET ends = NULL WHERE number = \(festival.event.number.rawValue)")
        let draft = try festival.services.events.duplicate(festival.event, titled: "Draft", by: nil)
        try festival.tamper("UPDATE event SET start = NULL, ends = NULL WHERE number = \(draft.number.rawValue)")
        try add("started", of: festival.event.number, state: .sent)
        try add("undated", of: draft.number, state: .sent)
        festival.clock.advance(bySeconds: Int64(NoticeRetention.days + 10) * Self.day)
        #expect(try pruner.removeAll(festival.store) == 1)
        #expect(try keys() == ["undated"])
        try festival.tamper(
            "UPDATE event SET deleted = \(Festival.start.milliseconds) WHERE number = \(draft.number.rawValue)")
        #expect(try pruner.removeAll(festival.store) == 1)
    }

    @Test("After old messages are removed, no second message is queued about the same sales milestone or low inventory")
    func once() throws {
        let mona = try festival.services.users.addUser(
            UserDetails(name: "Mona", email: EmailAddress(rawValue: "mona@example.org")))
        _ = try festival.services.members.setRole(.manager, of: mona, in: festival.organizer())
        let orders = try (0..<5).map { _ in try festival.order(10, .complimentary) }
        #expect(try festival.notices(.salesMilestone).count == 1 && festival.notices(.lowInventory).count == 1)
        #expect(try festival.notices(.newSale).count == orders.count)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        while true {
            let (leases, decided) = try dispatcher.decide(atMost: 100, channels: [.email], festival.store)
            guard decided > 0 else { break }
            for lease in leases {
                try dispatcher.record(.accepted(providerID: nil, answer: ""), of: lease, chance: 0, festival.store)
            }
        }
        #expect(try festival.notices(.salesMilestone).first?.delivery.state == .sent)

        festival.clock.advance(bySeconds: Int64(NoticeRetention.days + 12) * Self.day)
        #expect(try pruner.removeAll(festival.store) > 0)
        #expect(try festival.notices(.newSale).isEmpty)
        // The event gets a date in the future, and the sales reach the same numbers a second time.
        let start = festival.clock.now().advanced(bySeconds: 10 * Self.day).milliseconds
        try festival.tamper(
            "UPDATE event SET start = \(start), ends = \(start + 1) WHERE number = \(festival.event.number.rawValue)")
        for order in orders {
            _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        }
        for _ in orders { _ = try festival.order(10, .complimentary) }
        #expect(try festival.notices(.newSale).count == orders.count)
        for kind in [Notice.Kind.salesMilestone, .lowInventory] {
            #expect(try festival.notices(kind).map(\.delivery.state) == [.sent], "\(kind)")
        }
    }

    @Test(
        """
        Many old messages are removed in several transactions; if a run reaches its limit or is stopped, the \
        remaining messages are kept
        """)
    func batches() throws {
        let count = 2 * NoticePruner.batchSize + 50
        let notices = (1...count).map { number in
            Notice(
                organizer: festival.event.organizer, event: nil, kind: .confirmEmail,
                recipient: "guest\(number)@example.org", payload: [:], key: "old/\(number)", created: Festival.start)
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
        try festival.tamper("UPDATE notice SET state = 'sent', due = NULL, changed = \(Festival.start.milliseconds)")
        // The following messages are older, but their event is not over, so they are kept. They must not delay the
        // removal of the other messages.
        for number in 1...5 {
            try add(
                "early \(number)", of: festival.event.number, state: .sent,
                changed: Festival.start.advanced(bySeconds: -1))
        }
        festival.clock.advance(bySeconds: Int64(NoticeRetention.days) * Self.day)
        #expect(try pruner.count(festival.store) == count)
        #expect(try pruner.removeAll(festival.store, isStopping: { true }) == 0)
        #expect(try pruner.removeAll(festival.store, transactions: 1) == NoticePruner.batchSize - 5)
        #expect(try pruner.removeAll(festival.store) == count - NoticePruner.batchSize + 5)
        #expect(try pruner.count(festival.store) == 0 && keys().count == 5)
    }

    @Test("A process that runs for days removes old messages once a day, a few at a time")
    func daily() throws {
        var pruning = DailyNoticePruning(clock: festival.clock.now)
        /// Calls `pruning.advance` more often than a removal has transactions, so that a due removal is completed.
        func advance() throws { for _ in 0..<20 { try pruning.advance(festival.store) } }
        func add(_ key: String) throws {
            try self.add(
                key, .confirmEmail, of: nil, state: .sent,
                changed: festival.clock.now().advanced(bySeconds: -Int64(NoticeRetention.days) * Self.day))
        }
        try add("first")
        try advance()
        #expect(try keys().isEmpty)
        try add("second")
        festival.clock.advance(bySeconds: Self.day - 1)
        try advance()
        #expect(try keys() == ["second"])
        festival.clock.advance(bySeconds: 1)
        try advance()
        #expect(try keys().isEmpty)
        // After the clock was set back, the next removal does not wait until the clock again shows the time of the last
        // removal.
        festival.clock.advance(bySeconds: -100 * Self.day)
        try add("third")
        try advance()
        #expect(try keys().isEmpty)
    }

    /// The names of the stored records that say which reminders of the event were queued.
    private func records() throws -> Set<String> {
        let number = festival.event.number
        return try festival.store.read { connection in
            try ["", "double ", "pay half "].reduce(into: []) {
                try $0.formUnion(connection.reminders.claimedNames(beginningWith: $1 + "x ", of: number))
            }
        }
    }

    @Test("The records that say which reminders were queued are removed a day later than the messages about the event")
    func recordsOfEvents() throws {
        let number = festival.event.number
        let end = Festival.start.advanced(bySeconds: 11 * Self.day)
        let late = end.advanced(bySeconds: 20 * Self.day)
        try festival.store.write { connection in
            for name in ["x 1", "double x 1", "pay half x 1"] {
                let isNew = try connection.reminders.claim(name, of: number, due: end, at: Festival.start)
                #expect(isNew)
            }
            // This reminder is due long after the event.
            let isNew = try connection.reminders.claim("x 2", of: number, due: late, at: late)
            #expect(isNew)
        }
        let all = try records()
        #expect(all.count == 4)
        let days = Int64(NoticeRetention.days) * Self.day + NoticeRetention.recordMarginSeconds
        festival.clock.set(end.advanced(bySeconds: days - 1))
        #expect(try pruner.removeAll(festival.store) == 0 && records() == all)
        festival.clock.set(end.advanced(bySeconds: days))
        #expect(try pruner.removeAll(festival.store) == 0 && records() == ["x 2"])
        var pruning = DailyNoticePruning(clock: festival.clock.now)
        festival.clock.set(late.advanced(bySeconds: days))
        for _ in 0..<6 { try pruning.advance(festival.store) }
        #expect(try records().isEmpty)
    }

    @Test("The stored count of an hour’s undecided scans is removed after a week, even if the event is not over")
    func undecidedScans() throws {
        let number = festival.event.number
        try festival.store.write {
            try $0.undecidedScans.add(3, gate: "North", subEvent: 0, event: number, hour: Festival.start)
        }
        func count() throws -> Int {
            try festival.store.read { try $0.undecidedScans.all(since: Festival.start) }.count
        }
        festival.clock.set(Festival.start.advanced(bySeconds: NoticeRetention.undecidedScanSeconds - 1))
        _ = try pruner.removeAll(festival.store)
        #expect(try count() == 1)
        festival.clock.advance(bySeconds: 1)
        _ = try pruner.removeAll(festival.store)
        #expect(try count() == 0)
    }

    @Test("The search for the next event with old records begins after the event that was found last")
    func nextEvent() throws {
        let number = festival.event.number
        let isNew = try festival.store.write { connection in
            try connection.reminders.claim("x 1", of: number, due: Festival.start, at: Festival.start)
        }
        #expect(isNew)
        let moment = Festival.start.advanced(bySeconds: 20 * Self.day)
        func found(after last: EventNumber?) throws -> EventNumber? {
            try festival.store.read { try $0.reminders.prunableEvent(after: last, until: moment) }
        }
        #expect(try found(after: nil) == number && found(after: number) == nil)
    }

    @Test(
        """
        For an event without an end, all old records of queued reminders are removed, but records of messages about \
        double admissions are kept
        """)
    func recordsWithoutEnd() throws {
        try festival.tamper("UPDATE event SET ends = NULL WHERE number = \(festival.event.number.rawValue)")
        try festival.tamper(
            """
            INSERT INTO queued_reminder (event, name, due, queued)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(NoticePruner.batchSize + 5))
            SELECT \(festival.event.number.rawValue), 'pay half x ' || i, i, 0 FROM n
            """)
        let number = festival.event.number
        let isNew = try festival.store.write { connection in
            try connection.reminders.claim("double x 1", of: number, due: Festival.start, at: Festival.start)
        }
        #expect(isNew)
        festival.clock.advance(bySeconds: Int64(NoticeRetention.days + 10) * Self.day)
        _ = try pruner.removeAll(festival.store)
        #expect(try records().count == NoticePruner.batchSize + 6)
        festival.clock.advance(bySeconds: NoticeRetention.recordMarginSeconds)
        _ = try pruner.removeAll(festival.store)
        #expect(try records() == ["double x 1"])
    }

    @Test("Every kind of proof that somebody owns an address is removed a week after it expires")
    func proofs() throws {
        let expires = Festival.start.advanced(bySeconds: 1800)
        for (index, purpose) in AddressProof.Purpose.allCases.enumerated() {
            let proof = AddressProof(
                hash: [UInt8](repeating: UInt8(index), count: 32), purpose: purpose, address: "grace@example.org",
                subject: "1", created: Festival.start, expires: expires)
            try festival.store.write { try $0.addressProofs.add(proof) }
        }
        func count() throws -> Int {
            let now = festival.clock.now()
            return try festival.store.read { connection in
                try AddressProof.Purpose.allCases.reduce(0) { sum, purpose in
                    try sum
                        + connection.addressProofs.count(
                            of: "grace@example.org", for: purpose, since: now.advanced(bySeconds: -30 * Self.day))
                }
            }
        }
        festival.clock.set(expires.advanced(bySeconds: NoticeRetention.proofSeconds - 1))
        _ = try pruner.removeAll(festival.store)
        #expect(try count() == AddressProof.Purpose.allCases.count)
        festival.clock.advance(bySeconds: 1)
        _ = try pruner.removeAll(festival.store)
        #expect(try count() == 0)
    }
}
