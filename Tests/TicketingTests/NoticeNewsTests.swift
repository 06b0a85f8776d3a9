import EventFixture
import Foundation
import Testing
import Ticketing

/// News that an organizer writes to past buyers. 13 June 2030 is a Thursday.
@Suite("News of organizers")
struct NoticeNewsTests {
    /// Decides about news to a recipient who has agreed to get it.
    private func decide(
        at now: Instant, created: Instant, _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeDecision {
        NoticeSamples.facts(.news, at: now) { facts in
            facts.times.created = created
            facts.recipient.hasConsent = true
            change(&facts)
        }.decide(at: now)
    }

    @Test("News is dropped without the recipient’s consent, even if the recipient has turned on all marketing")
    func consent() {
        let thursday = Instant.june(13, 18)
        #expect(decide(at: thursday, created: .june(12, 12)) == .sends(.allowed))
        for on in [[], ["marketing"], ["news"]] as [Set<String>] {
            let decision = decide(at: thursday, created: .june(12, 12)) { facts in
                facts.recipient.hasConsent = false
                facts.recipient.preferences.on = on
            }
            #expect(decision == .drops(.noConsent))
        }
        // Without a consent, news is dropped at once.
        #expect(
            decide(at: .june(12, 12), created: .june(12, 12)) { $0.recipient.hasConsent = false } == .drops(.noConsent))
        let off = decide(at: thursday, created: .june(12, 12)) {
            $0.recipient.preferences.off = [MessagePreferences.offKey(.news, .email)]
        }
        #expect(off == .drops(.turnedOff))
        let paused = decide(at: thursday, created: .june(12, 12)) { $0.recipient.preferences.isPaused = true }
        #expect(paused == .drops(.paused))
    }

    @Test("A consent to get news does not permit messages of any other kind")
    func others() {
        for (kind, _) in NoticeSamples.optional {
            let facts = NoticeSamples.facts(kind, at: .june(12, 12)) { $0.recipient.hasConsent = true }
            #expect(facts.decide(at: .june(12, 12), policy: NoticeSamples.policy) == .drops(.turnedOff))
        }
    }

    @Test("News waits for Thursday 18:00 in the time zone of the recipient, or else of the event")
    func thursday() {
        let waits = NoticeDecision.waits(.june(13, 18), .notYet)
        #expect(decide(at: .june(12, 12), created: .june(12, 12)) == waits)
        #expect(decide(at: Instant.june(13, 18).advanced(byMilliseconds: -1), created: .june(7, 12)) == waits)
        #expect(decide(at: .june(13, 18), created: .june(7, 12)) == .sends(.allowed))
        #expect(decide(at: .june(14, 12), created: .june(14, 12)) == .waits(.june(20, 18), .notYet))
        // 18:00 in New York is 01:00 of the next day in Kampala.
        let newYork = "America/New_York"
        let later = NoticeDecision.waits(.june(14, 1), .notYet)
        #expect(
            decide(at: .june(12, 12), created: .june(12, 12)) { $0.recipient.preferences.timeZone = newYork } == later)
        #expect(decide(at: .june(12, 12), created: .june(12, 12)) { $0.times.event?.timeZone = newYork } == later)
        let home = decide(at: .june(12, 12), created: .june(12, 12)) { facts in
            facts.recipient.preferences.timeZone = "Africa/Kampala"
            facts.times.event?.timeZone = newYork
        }
        #expect(home == waits)
    }

    @Test(
        """
        News waits for a time that the organizer has chosen; a time at night is moved to 09:00, and a time on \
        Sunday morning to 13:00
        """)
    func chosen() {
        func decision(_ time: Instant, at now: Instant) -> NoticeDecision {
            decide(at: now, created: .june(10, 12)) { $0.times.notBefore = time }
        }
        #expect(decision(.june(14, 11), at: .june(12, 12)) == .waits(.june(14, 11), .notYet))
        #expect(decision(.june(14, 11), at: .june(14, 11)) == .sends(.allowed))
        #expect(decision(.june(14, 23), at: .june(14, 23)) == .waits(.june(15, 9), .quietHours))
        #expect(decision(.june(14, 23), at: .june(15, 9)) == .sends(.allowed))
        #expect(decision(.june(15, 23), at: .june(16, 9)) == .waits(.june(16, 13), .sundayMorning))
        #expect(decision(.june(15, 23), at: .june(16, 13)) == .sends(.allowed))
    }

    @Test("News waits for a week after earlier news, even another organizer’s, and 12 hours after an important message")
    func limits() {
        func decision(_ kind: Notice.Kind, sent: Instant, at now: Instant) -> NoticeDecision {
            decide(at: now, created: .june(12, 12)) { $0.recipient.history = NoticeSamples.history(kind, [sent]) }
        }
        #expect(decision(.news, sent: .june(7, 12), at: .june(13, 18)) == .waits(.june(14, 12), .weeklyCap))
        #expect(decision(.news, sent: .june(6, 18), at: .june(13, 18)) == .sends(.allowed))
        for kind in [Notice.Kind.orderPaid, .eventMoved] {
            #expect(decision(kind, sent: .june(13, 12), at: .june(13, 18)) == .waits(.june(14, 0), .afterImportant))
            #expect(decision(kind, sent: .june(13, 6), at: .june(13, 18)) == .sends(.allowed))
        }
        #expect(decision(.reminder, sent: .june(13, 17, 45), at: .june(13, 18)) == .waits(.june(13, 18, 15), .spacing))
        // News that has waited for too long is dropped, and the decision says why.
        #expect(decide(at: .june(28, 18), created: .june(12, 12)) == .sends(.allowed))
        let old = Instant.june(13, 18).advanced(bySeconds: 30 * 86_400)
        #expect(decide(at: old, created: .june(12, 12)) == .drops(.tooOld))
    }

    @Test(
        "Around a clock change, news waits for the first Thursday at 18:00 by the wall clock",
        arguments: NoticeClock.all)
    func clockChanges(clock: NoticeClock) {
        var generator = SeededGenerator(for: "news in \(clock.zone)")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = clock.timeZone
        for _ in 0..<200 {
            let created = clock.change.advanced(
                byMilliseconds: .random(in: -8 * 86_400_000...86_400_000, using: &generator))
            let decision = decide(at: created, created: created) { facts in
                facts.times.event = EventTimes(timeZone: clock.zone)
            }
            guard case .delay(let until) = decision.action, decision.reason == .notYet else {
                Issue.record("\(decision) at \(created.milliseconds)")
                continue
            }
            let date = Date(timeIntervalSince1970: Double(until.milliseconds) / 1000)
            let parts = calendar.dateComponents([.weekday, .hour, .minute, .second, .nanosecond], from: date)
            #expect(parts.weekday == 5 && parts.hour == 18, "\(created.milliseconds) \(parts)")
            #expect(parts.minute == 0 && parts.second == 0 && parts.nanosecond == 0, "\(created.milliseconds) \(parts)")
            // The news waits for the first Thursday, so `date` is at most seven local days after the news was written.
            let before = calendar.date(byAdding: .day, value: -7, to: date) ?? date
            #expect(before.timeIntervalSince1970 * 1000 <= Double(created.milliseconds), "\(created.milliseconds)")
            #expect(until > created)
        }
    }

    private struct Waiting {
        var due: Instant
        let created: Instant
        let chosen: Instant?
    }

    @Test("In two months, a recipient gets news at most once a week, never at night or soon after an important message")
    func simulated() {
        var generator = SeededGenerator(for: "news over two months")
        for round in 0..<100 {
            let clock = NoticeClock.all[round % NoticeClock.all.count]
            let start = clock.change.advanced(bySeconds: -30 * 86_400)
            func moment() -> Instant {
                start.advanced(bySeconds: .random(in: 0..<60 * 86_400, using: &generator))
            }
            var waiting = (0..<12).map { number in
                let created = moment()
                return Waiting(due: created, created: created, chosen: number % 2 == 0 ? max(created, moment()) : nil)
            }
            let important = (0..<20).map { _ in moment() }
            var sent: [Instant] = []
            while let next = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due }) {
                var notice = waiting.remove(at: next)
                let now = notice.due
                let history =
                    important.filter { $0 <= now }.map { SentNotice(at: $0, kind: .orderPaid, event: nil) }
                    + sent.map { SentNotice(at: $0, kind: .news, event: nil) }
                let decision = decide(at: now, created: notice.created) { facts in
                    facts.times.notBefore = notice.chosen
                    facts.times.event = EventTimes(timeZone: clock.zone)
                    facts.recipient.history = history.filter { $0.at >= now.advanced(bySeconds: -7 * 86_400) }
                        .sorted { $0.at < $1.at }
                }
                switch decision.action {
                case .delay(let until):
                    #expect(until > now)
                    notice.due = max(until, now.advanced(byMilliseconds: 1))
                    waiting.append(notice)
                case .send:
                    let wall = WallClock(clock.timeZone)
                    let time = wall.read(at: now)
                    #expect(!wall.isQuiet(from: 22 * 60, until: 7 * 60, at: now), "round \(round)")
                    #expect(!time.isSunday || time.minute >= 13 * 60, "round \(round)")
                    #expect(sent.allSatisfy { $0.advanced(bySeconds: 7 * 86_400) <= now }, "round \(round)")
                    let isFar = important.allSatisfy { $0 > now || $0.advanced(bySeconds: 12 * 3600) <= now }
                    #expect(isFar, "round \(round)")
                    #expect(now >= notice.chosen ?? notice.created, "round \(round)")
                    sent.append(now)
                case .drop: #expect(decision.reason == .tooOld, "round \(round)")
                case .merge: Issue.record("merged in round \(round)")
                }
            }
            #expect(!sent.isEmpty)
        }
    }
}
