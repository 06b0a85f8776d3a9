import Foundation
import Testing
import Ticketing

@Suite("Messages about sales")
struct NoticeSalesTests {
    private func decide(
        _ now: Instant, created: Instant? = nil, _ timing: MessagePreferences.SalesTiming = .realTime,
        after history: [SentNotice] = [], _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeDecision {
        NoticeSamples.facts(.newSale, at: now) { facts in
            if let created { facts.times.created = created }
            facts.recipient.preferences.sales = timing
            facts.recipient.history = history
            change(&facts)
        }.decide(at: now, policy: NoticeSamples.policy)
    }

    private func notice(_ payload: [String: String], created: Instant) -> Notice {
        Notice(
            organizer: nil, event: EventNumber(rawValue: 7), kind: .newSale, recipient: "ada@example.org",
            payload: payload, key: "k", created: created)
    }

    @Test("A sale is reported at once, at the next full hour or at the next 08:00, as the recipient has chosen")
    func timing() {
        let sale = Instant.june(12, 12, 29)
        #expect(decide(.june(12, 12, 30), created: sale) == .sends(.allowed))
        let hour = NoticeDecision.waits(.june(12, 13), .hourlyDigest)
        #expect(decide(.june(12, 12, 30), created: sale, .hourly) == hour)
        #expect(decide(Instant.june(12, 13).advanced(byMilliseconds: -1), created: sale, .hourly) == hour)
        #expect(decide(.june(12, 13), created: sale, .hourly) == .sends(.allowed))
        #expect(decide(.june(12, 12), created: .june(12, 12), .hourly) == hour)
        let morning = NoticeDecision.waits(.june(13, 8), .dailyDigest)
        #expect(decide(.june(12, 12, 30), created: sale, .daily) == morning)
        #expect(decide(.june(12, 8), created: .june(12, 8), .daily) == morning)
        #expect(decide(.june(13, 8), created: sale, .daily) == .sends(.allowed))
        #expect(decide(.june(12, 7, 30), created: .june(12, 2), .daily) == .waits(.june(12, 8), .dailyDigest))
        // Quiet hours take precedence over the hourly message.
        #expect(decide(.june(12, 23), created: sale, .hourly) == .waits(.june(13, 7), .quietHours))
    }

    @Test(
        "Full hours and 08:00 are those of the recipient’s clock, even if the clock changes before the message is due")
    func zones() throws {
        let examples: [(String, String, MessagePreferences.SalesTiming, String)] = [
            ("Asia/Kathmandu", "2030-05-01T10:00:00Z", .hourly, "2030-05-01T10:15:00Z"),
            ("Asia/Kathmandu", "2030-05-01T10:00:00Z", .daily, "2030-05-02T02:15:00Z"),
            ("Europe/Berlin", "2030-03-30T12:00:00Z", .daily, "2030-03-31T06:00:00Z"),
            ("Europe/Berlin", "2030-10-26T12:00:00Z", .daily, "2030-10-27T07:00:00Z"),
            ("America/New_York", "2030-06-01T16:59:59Z", .hourly, "2030-06-01T17:00:00Z"),
        ]
        for (zone, sale, timing, expected) in examples {
            let created = try Instant.utc(sale)
            let decision = decide(created, created: created, timing) { $0.recipient.preferences.timeZone = zone }
            let due = try Instant.utc(expected)
            let reason: NoticeReason = timing == .daily ? .dailyDigest : .hourlyDigest
            #expect(decision == .waits(due, reason), "\(zone) \(sale)")
        }
    }

    @Test(
        """
        Immediate messages about sales are at least a minute apart; beyond their daily limit, sales are reported once \
        an hour
        """)
    func caps() {
        let now = Instant.june(12, 12, 30)
        let last = NoticeSamples.history(.newSale, [now.advanced(bySeconds: -30)])
        #expect(decide(now, after: last) == .waits(now.advanced(bySeconds: 30), .salesSpacing))
        #expect(decide(now.advanced(bySeconds: 30), after: last) == .sends(.allowed))
        let twenty = NoticeSamples.history(.newSale, (0..<20).map { Instant.june(12, 8, 10 * $0) })
        let sale = Instant.june(12, 12, 29)
        #expect(decide(now, created: sale, after: Array(twenty.dropFirst())) == .sends(.allowed))
        #expect(decide(now, created: sale, after: twenty) == .waits(.june(12, 13), .hourlyDigest))
        #expect(decide(.june(12, 13), created: sale, after: twenty) == .sends(.allowed))
        let policy = NoticePolicy.standard.with { $0.realTimeSales.count = 5 }
        let five = NoticeSamples.facts(.newSale, at: now) { facts in
            facts.times.created = sale
            facts.recipient.history = Array(twenty.suffix(5))
        }
        #expect(five.decide(at: now, policy: policy) == .waits(.june(12, 13), .hourlyDigest))
        #expect(five.decide(at: .june(12, 13), policy: policy) == .sends(.allowed))
        // A day later, messages about sales are sent at once again.
        #expect(decide(.june(13, 11, 11), created: .june(13, 11, 10), after: twenty) == .sends(.allowed))
    }

    @Test("The limit on other messages to organizers neither counts nor delays messages about sales")
    func ownCaps() {
        let now = Instant.june(12, 12)
        let others = NoticeSamples.history(.ticketReissued, (0..<20).map { Instant.june(12, 7, 10 * $0) })
        #expect(decide(now, after: others) == .sends(.allowed))
        #expect(decide(.june(13, 8), created: now, .daily, after: others) == .sends(.allowed))
        let sales = NoticeSamples.history(.newSale, (0..<20).map { Instant.june(12, 7, 10 * $0) })
        let other = NoticeSamples.facts(.ticketReissued, at: now) { $0.recipient.history = sales }
        #expect(other.decide(at: now, policy: NoticeSamples.policy) == .sends(.allowed))
        // Messages about sales do not count as updates about an event either.
        let moved = NoticeSamples.facts(.eventMoved, at: now) { $0.recipient.history = sales }
        #expect(moved.decide(at: now, policy: NoticeSamples.policy) == .sends(.update))
    }

    @Test("A message about several sales is sent as early as a message about the first of these sales alone")
    func noStarvation() {
        let now = Instant.june(12, 13).advanced(byMilliseconds: 1000)
        let created = now.advanced(byMilliseconds: -500)
        #expect(decide(now, created: created, .hourly) == .waits(.june(12, 14), .hourlyDigest))
        #expect(decide(now, created: created, .hourly) { $0.times.firstSale = .june(12, 12, 29) } == .sends(.allowed))
        let merged = decide(now, created: .june(12, 12, 29), .hourly) { $0.replacement = "later" }
        #expect(merged == NoticeDecision(.merge(into: "later"), because: .merged))
        // Sales of the next hour are not merged before that hour is over.
        let next = decide(now, created: created, .hourly) { $0.replacement = "later" }
        #expect(next == .waits(.june(12, 14), .hourlyDigest))
    }

    @Test("Merged sales have the sums of orders, tickets and amounts, and the time of the first sale")
    func sums() {
        let first = notice(
            ["order": "1", "count": "1", "tickets": "2", "total": "100000 UGX", "title": "T"], created: .june(12, 9))
        let second = notice(
            ["order": "2", "count": "1", "tickets": "3", "total": "150000 UGX", "title": "T"], created: .june(12, 10))
        let sum = second.payload(afterMerging: first)
        let since = "\(Instant.june(12, 9).milliseconds)"
        #expect(sum == ["count": "2", "tickets": "5", "total": "250000 UGX", "title": "T", "since": since])
        let free = notice(["order": "3", "count": "1", "tickets": "1", "title": "T"], created: .june(12, 11))
        let all = free.payload(afterMerging: second.with { $0.payload = sum })
        #expect(all == ["count": "3", "tickets": "6", "total": "250000 UGX", "title": "T", "since": since])
        // Amounts in several currencies have no sum, even after further sales.
        let foreign = notice(["count": "1", "tickets": "1", "total": "5.00 EUR"], created: .june(12, 12))
        let unknown = foreign.payload(afterMerging: first)
        #expect(unknown["total"]?.isEmpty == true && unknown["count"] == "2")
        #expect(first.payload(afterMerging: foreign.with { $0.payload = unknown })["total"]?.isEmpty == true)
    }

    @Test("Milestones are 50, 100 and every further 100 tickets; one sale reports at most one milestone")
    func milestones() {
        let examples: [(sold: Int, total: Int, milestone: Int?)] = [
            (1, 49, nil), (1, 50, 50), (10, 59, 50), (10, 60, nil), (1, 100, 100), (60, 105, 100), (1, 101, nil),
            (1, 150, nil), (1, 200, 200), (250, 310, 300), (1, 299, nil), (2, 301, 300), (5, 3, nil), (200, 120, 100),
        ]
        for (sold, total, milestone) in examples {
            #expect(SalesMilestone.reached(with: sold, total: total) == milestone, "\(sold) of \(total)")
        }
    }

    @Test("Milestones are the configured first milestone, and each greater multiple of the configured step")
    func otherMilestones() {
        let examples: [(first: Int, step: Int, total: Int, milestone: Int?)] = [
            (20, 10, 19, nil), (20, 10, 20, 20), (20, 10, 29, 20), (20, 10, 30, 30), (500, 100, 400, nil),
            (500, 100, 500, 500), (500, 100, 600, 600), (150, 100, 100, nil), (150, 100, 199, 150),
            (150, 100, 200, 200), (100, 100, 100, 100), (100, 100, 199, 100), (1, 10, 9, 1),
        ]
        for (first, step, total, milestone) in examples {
            let policy = NoticePolicy.standard.with { ($0.firstMilestone, $0.milestoneStep) = (first, step) }
            let found = SalesMilestone.reached(with: total, total: total, policy: policy)
            #expect(found == milestone, "\(first) \(step) \(total)")
        }
        // Even after the step has changed, a sale reaches only milestones between the totals before and after the sale.
        let lowered = NoticePolicy.standard.with { $0.milestoneStep = 10 }
        #expect(SalesMilestone.reached(with: 1, total: 235, policy: lowered) == nil)
        #expect(SalesMilestone.reached(with: 30, total: 265, policy: lowered) == 260)
    }

    @Test("If the stored preferences contain no choice about sales, sales are reported at once; a new choice is stored")
    func stored() throws {
        let old = try JSONDecoder().decode(MessagePreferences.self, from: Data(#"{"quietFrom":1200}"#.utf8))
        #expect(old.sales == .realTime && old.quietFrom == 1200)
        for timing in MessagePreferences.SalesTiming.allCases {
            var preferences = MessagePreferences()
            preferences.sales = timing
            let data = try JSONEncoder().encode(preferences)
            #expect(try JSONDecoder().decode(MessagePreferences.self, from: data) == preferences)
        }
    }
}
