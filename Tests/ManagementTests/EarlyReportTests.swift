import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Delivery reports that arrive before the ids of their messages are stored", .everyEngine)
struct EarlyReportTests {
    private let festival: Festival
    private var dispatcher: NoticeDispatcher { NoticeDispatcher(clock: festival.clock.now) }

    init() throws {
        festival = try Festival()
    }

    /// Queues messages to phones and leases them.
    private func lease(_ phones: [String]) throws -> [NoticeDispatcher.Lease] {
        let now = festival.clock.now()
        let notices = phones.map { phone in
            Notice(
                organizer: festival.event.organizer, event: nil, kind: .confirmEmail, recipient: phone,
                payload: ["code": "123456"], key: "confirm-email//\(phone)/\(now.milliseconds)", created: now)
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
        return try dispatcher.decide(atMost: 20, channels: [.sms], festival.store).leases
    }

    private func accept(_ lease: NoticeDispatcher.Lease, as id: String) throws {
        try dispatcher.record(.accepted(providerID: id, answer: "101 Sent"), of: lease, chance: 0, festival.store)
    }

    private func delivery(of lease: NoticeDispatcher.Lease) throws -> NoticeDelivery {
        try #require(try festival.store.read { try $0.notices.with(key: lease.notice.key) }).delivery
    }

    private func hasEarlyReports() throws -> Bool {
        try festival.store.read { try $0.earlyReports.hasAny(until: festival.clock.now()) }
    }

    @Test(
        """
        A delivery report that arrives before the provider’s answer has the same effects as a later report; for \
        example, a nonexistent number gets no more messages
        """)
    func effect() throws {
        let leases = try lease(["+256700000001", "+256700000002", "+256700000003"])
        func report(_ index: Int, arrived: Bool, endsNumber: Bool = false, _ answer: String) throws {
            let changed = try dispatcher.recordReport(
                id: "ATXid_\(index)", arrived: arrived, endsNumber: endsNumber, answer: answer, festival.store)
            #expect(!changed)
        }
        try report(0, arrived: true, "Success")
        try report(0, arrived: false, "Failed")
        try report(1, arrived: false, endsNumber: true, "Failed UserDoesNotExist")
        try report(2, arrived: false, "Rejected")
        #expect(try leases.allSatisfy { try delivery(of: $0).state == .leased })
        for (index, lease) in leases.enumerated() { try accept(lease, as: "ATXid_\(index)") }
        let stored = try leases.map { try delivery(of: $0) }
        #expect(stored.map(\.state) == [.delivered, .bounced, .failed])
        #expect(stored.map(\.answer) == ["Success", "Failed UserDoesNotExist", "Rejected"])
        #expect(stored.allSatisfy { $0.sent == Festival.start && $0.due == nil })
        let suppressed = try leases.map { lease in
            try festival.store.read { try $0.recipients.with(address: lease.notice.recipient)?.suppressed } != nil
        }
        #expect(suppressed == [false, true, false])
        #expect(try !hasEarlyReports())
    }

    @Test("Reports with unknown ids are stored only while an SMS is being sent: at most 1,000, each for an hour")
    func bounds() throws {
        func report(_ id: String) throws {
            #expect(try !dispatcher.recordReport(id: id, arrived: true, answer: "Success", festival.store))
        }
        try report("ATXid_1")
        #expect(try !hasEarlyReports())
        let first = try #require(try lease(["+256700000001"]).first)
        try report(String(repeating: "x", count: 201))
        #expect(try !hasEarlyReports())
        try festival.tamper(
            """
            INSERT INTO early_report (provider_id, arrived, ends_number, answer, received)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(EarlyReports.maximumCount))
            SELECT 'other ' || i, 1, 0, '', \(festival.clock.now().milliseconds) FROM n
            """)
        try report("ATXid_1")
        try accept(first, as: "ATXid_1")
        #expect(try delivery(of: first).state == .sent)
        festival.clock.advance(bySeconds: NoticeRetention.earlyReportSeconds)
        let second = try #require(try lease(["+256700000002"]).first)
        try report("ATXid_2")
        try accept(second, as: "ATXid_2")
        #expect(try delivery(of: second).state == .delivered && !hasEarlyReports())
    }

    @Test("If one process stores a report while another process stores the provider’s answer, the report is never lost")
    func race() throws {
        let leases = try lease((10..<30).map { "+2567000000\($0)" })
        #expect(leases.count == 20)
        _ = try atOnce(2) { [festival] process in
            let store = try Store.open(festival.address)
            let dispatcher = NoticeDispatcher(clock: festival.clock.now)
            for (index, lease) in leases.enumerated() {
                let id = "ATXid_\(index)"
                if process == 0 {
                    try dispatcher.record(.accepted(providerID: id, answer: "101"), of: lease, chance: 0, store)
                } else {
                    _ = try dispatcher.recordReport(id: id, arrived: true, answer: "Success", store)
                }
            }
        }
        let states = try leases.map { try delivery(of: $0).state }
        #expect(states == Array(repeating: .delivered, count: 20), "\(states)")
    }
}
