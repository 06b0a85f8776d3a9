import EventFixture
import Testing
import Ticketing

@Suite("Notices of random recipients")
struct NoticeSimulationTests {
    @Test(
        """
        In 14 days with a clock change, nobody gets too many messages, and no message comes at night, too late or \
        against the recipient’s wish
        """)
    func simulated() {
        let seed = SeededGenerator(for: "notices of 400 recipients").seed
        var reasons: Set<NoticeReason> = []
        var exceptions: Set<QuietException> = []
        for round in 0..<400 {
            var generator = SeededGenerator(seed: seed &+ UInt64(round))
            let count = round % 50 == 0 ? 300 : Int.random(in: 12...36, using: &generator)
            var simulation = NoticeSimulation(count: count, isBurst: round % 4 == 0, using: &generator)
            simulation.run()
            let faults = simulation.faults.prefix(3).joined(separator: "\n")
            #expect(faults == "", "recipient \(round)")
            reasons.formUnion(simulation.reasons)
            exceptions.formUnion(simulation.exceptions)
        }
        // Every rule has decided about some notice, and every exception to quiet hours has occurred.
        #expect(Set(QuietException.allCases).subtracting(exceptions) == [])
        let sending = Set(Notice.Category.allCases.flatMap(NoticeReason.forSending))
        let expected = sending.union(NoticeReason.waiting).union(NoticeReason.dropping).union([.merged])
        #expect(expected.subtracting(reasons).map(\.code).sorted() == [])
    }

    @Test("After 20 messages about sales in a day, further sales are reported together, and only after a full hour")
    func sales() {
        let seed = SeededGenerator(for: "sales of 60 organizers").seed
        var afterLimit = 0
        for round in 0..<60 {
            var generator = SeededGenerator(seed: seed &+ UInt64(round))
            var simulation = NoticeSimulation(
                count: 150, isBurst: true, of: NoticeSimulation.salesKinds, using: &generator)
            simulation.run()
            let faults = simulation.faults.prefix(3).joined(separator: "\n")
            #expect(faults == "", "organizer \(round)")
            afterLimit += simulation.salesAfterLimit
        }
        #expect(afterLimit > 0)
    }

    @Test("No message waits for ever, and no wait is longer than a rule demands")
    func progress() {
        var generator = SeededGenerator(for: "progress of notices")
        for _ in 0..<2000 {
            let (facts, start) = NoticeSimulationTests.facts(using: &generator)
            var now = start
            var decision = facts.decide(at: now, policy: NoticeSamples.policy)
            var decisions = 1
            while case .delay(let until) = decision.action, until > now, decisions < 40 {
                if NoticeSimulationTests.isExact(decision.reason, facts.kind) {
                    let before = facts.decide(at: until.advanced(byMilliseconds: -1), policy: NoticeSamples.policy)
                    if case .delay = before.action {} else { Issue.record("waits too long: \(facts) at \(now)") }
                }
                now = until
                decision = facts.decide(at: now, policy: NoticeSamples.policy)
                decisions += 1
            }
            if case .delay = decision.action { Issue.record("does not end: \(facts) at \(start)") }
        }
    }

    /// Whether a message waits exactly as long as a rule demands. Reminders are excluded, because a reminder can become
    /// too late while it waits.
    private static func isExact(_ reason: NoticeReason, _ kind: Notice.Kind) -> Bool {
        let exact: Set<NoticeReason> = [
            .spacing, .dailyCap, .weeklyCap, .updateCap, .afterImportant, .snoozed, .notYet,
        ]
        return exact.contains(reason) && kind != .reminder && kind != .answerReminder
    }

    /// Random facts about a notice, and a time near a change of the clock.
    private static func facts(using generator: inout SeededGenerator) -> (NoticeFacts, Instant) {
        let clock = NoticeClock.all[Int.random(in: NoticeClock.all.indices, using: &generator)]
        let day: Int64 = 86_400_000
        let now = clock.change.advanced(byMilliseconds: .random(in: -7 * day...7 * day, using: &generator))
        let kinds: [Notice.Kind] = [
            .orderPaid, .eventMoved, .invitation, .reminder, .answerReminder, .ticketReissued, .invitationWithdrawn,
            .organizerMessage, .gateUndecided,
        ]
        let kind = kinds[Int.random(in: kinds.indices, using: &generator)]
        let ages = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            Int64.random(in: 0..<7 * day, using: &generator)
        }
        var history: [SentNotice] = []
        for age in ages.sorted(by: >) {
            history.append(
                SentNotice(
                    at: now.advanced(byMilliseconds: -age),
                    kind: kinds[Int.random(in: kinds.indices, using: &generator)],
                    event: EventNumber(rawValue: .random(in: 7...8, using: &generator))))
        }
        let start = now.advanced(byMilliseconds: .random(in: -2 * day...4 * day, using: &generator))
        let chances = (0..<5).map { _ in Int.random(in: 0..<5, using: &generator) }
        let times = (0..<3).map { _ in Int64.random(in: 1...7 * day, using: &generator) }
        let leads: [Int64?] = [nil, 900, 7200, -3600]
        let quiet = (0..<2).map { _ in Int.random(in: 0..<1440, using: &generator) }
        let facts = NoticeSamples.facts(kind, at: now) { facts in
            facts.times.created = now.advanced(byMilliseconds: -times[0])
            facts.times.notBefore = chances[0] == 0 ? now.advanced(byMilliseconds: times[1]) : nil
            facts.times.event = EventTimes(
                start: chances[1] == 0 ? nil : start,
                end: chances[2] == 0 ? nil : start.advanced(byMilliseconds: day / 3), timeZone: clock.zone)
            facts.times.leadSeconds = leads[chances[0] % 4]
            facts.recipient.history = history
            facts.recipient.preferences.on = ["informational", "marketing"]
            if chances[3] == 0 {
                facts.recipient.preferences.snoozed[kind.rawValue] = now.advanced(byMilliseconds: times[2]).milliseconds
            }
            if chances[4] > 1 {
                facts.recipient.preferences.quietFrom = quiet[0]
                facts.recipient.preferences.quietUntil = quiet[1]
            }
        }
        return (facts, now)
    }
}
