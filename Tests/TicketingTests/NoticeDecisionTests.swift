import Testing
import Ticketing

@Suite("Decisions about notices")
struct NoticeDecisionTests {
    private func decide(
        _ kind: Notice.Kind, at now: Instant, _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeDecision {
        NoticeSamples.facts(kind, at: now, change).decide(at: now, policy: NoticeSamples.policy)
    }

    // MARK: Value and relevance

    @Test(
        """
        A critical message is sent at once: at night, on Sunday, beyond the limits, and against the recipient’s \
        choices
        """)
    func critical() {
        let now = Instant.june(16, 3)
        let kinds = Notice.Kind.allCases.filter { NoticeSamples.policy.category(of: $0) == .critical }
        #expect(kinds.contains(.eventCancelled) && kinds.contains(.orderPaid))
        for kind in kinds {
            let decision = decide(kind, at: now) { facts in
                facts.recipient.preferences.isPaused = true
                facts.recipient.preferences.snoozed = [kind.rawValue: Instant.june(20, 0).milliseconds]
                facts.recipient.preferences.off = [MessagePreferences.offKey(kind, .email)]
                facts.recipient.history =
                    NoticeSamples.history(.reminder, Array(repeating: .june(16, 2), count: 30))
                    + NoticeSamples.history(kind, Array(repeating: .june(16, 2, 59), count: 30))
            }
            #expect(decision == .sends(.critical), "\(kind)")
        }
    }

    @Test("A message that has become useless is dropped at once, even if it would otherwise have to wait")
    func useless() {
        for reason in [NoticeReason.outdated, .notConcerned, .unchanged, .incomplete, .withdrawn] {
            for kind in [Notice.Kind.reminder, .eventMoved, .orderPaid] {
                let decision = decide(kind, at: .june(12, 23)) { facts in
                    facts.obsolete = reason
                    facts.recipient.suppressed = [.email]
                    facts.recipient.preferences.isPaused = true
                    facts.channels = []
                }
                #expect(decision == .drops(reason), "\(kind)")
            }
        }
    }

    @Test("Nothing is sent to an address from which a message came back, not even a critical message")
    func suppressed() {
        for kind in Notice.Kind.allCases {
            let suppressed = decide(kind, at: .june(12, 12)) { $0.recipient.suppressed = [.email] }
            #expect(suppressed == .drops(.suppressed), "\(kind)")
        }
    }

    @Test(
        """
        If a recipient has paused all messages, they are dropped unless they are critical; messages of a snoozed kind \
        wait until the snooze ends
        """)
    func paused() {
        for kind in Notice.Kind.allCases where NoticeSamples.policy.category(of: kind) != .critical {
            let paused = decide(kind, at: .june(12, 12)) { $0.recipient.preferences.isPaused = true }
            #expect(paused == .drops(.paused), "\(kind)")
        }
        let snooze = { (facts: inout NoticeFacts) in
            facts.recipient.preferences.snoozed = ["reminder": Instant.june(14, 12).milliseconds]
        }
        #expect(decide(.reminder, at: .june(12, 12), snooze) == .waits(.june(14, 12), .snoozed))
        #expect(decide(.reminder, at: .june(14, 12), snooze) == .sends(.chosen))
        #expect(decide(.answerReminder, at: .june(12, 12), snooze) == .sends(.chosen))
    }

    @Test("While an event is open, quiet hours delay messages to organizers, except messages about gates")
    func gates() {
        let times = EventTimes(
            doors: .june(12, 23), start: .june(13, 1), end: .june(13, 5), timeZone: "Africa/Kampala")
        func decide(_ kind: Notice.Kind, at now: Instant, _ event: EventTimes) -> NoticeDecision {
            self.decide(kind, at: now) { $0.times.event = event }
        }
        let morning = NoticeDecision.waits(.june(13, 7), .quietHours)
        for kind in [Notice.Kind.gateSilent, .gateUndecided] {
            #expect(decide(kind, at: .june(12, 21), times) == .sends(.allowed))
            #expect(decide(kind, at: .june(12, 22, 30), times) == .waits(.june(12, 23), .quietHours))
            #expect(decide(kind, at: .june(12, 23), times) == .sends(.eventOpen))
            #expect(decide(kind, at: .june(13, 5).advanced(byMilliseconds: -1), times) == .sends(.eventOpen))
            #expect(decide(kind, at: .june(13, 5), times) == morning)
            // If the quiet hours end before the event opens, the message is sent when they end.
            let late = EventTimes(doors: .june(13, 9), start: .june(13, 10), timeZone: "Africa/Kampala")
            #expect(decide(kind, at: .june(12, 23), late) == morning)
            // An event without a time for doors is open from its start. An event without an end is open for a day.
            let open = EventTimes(start: .june(12, 1), timeZone: "Africa/Kampala")
            #expect(decide(kind, at: .june(12, 0), open) == .waits(.june(12, 1), .quietHours))
            #expect(decide(kind, at: .june(13, 0), open) == .sends(.eventOpen))
            #expect(decide(kind, at: .june(13, 1), open) == morning)
            let unknown = EventTimes(timeZone: "Africa/Kampala")
            #expect(decide(kind, at: .june(13, 1), unknown) == morning)
            let isOff = self.decide(kind, at: .june(13, 1)) { facts in
                facts.times.event = times
                facts.recipient.preferences.off = [MessagePreferences.offKey(kind, .email)]
            }
            #expect(isOff == .drops(.turnedOff))
        }
        let others = Notice.Kind.allCases.filter {
            NoticeSamples.policy.category(of: $0) == .organizer && $0 != .gateSilent && $0 != .gateUndecided
        }
        #expect(others.contains(.lowInventory))
        for kind in others { #expect(decide(kind, at: .june(13, 1), times) == morning, "\(kind)") }
    }

    @Test("A message is dropped after 30 days, and never waits longer than that")
    func old() {
        let now = Instant.june(12, 12)
        let oldest = now.advanced(bySeconds: -30 * 86_400)
        for kind in [Notice.Kind.orderPaid, .eventMoved, .answerReminder] {
            #expect(decide(kind, at: now) { $0.times.created = oldest } == .drops(.tooOld))
            let younger = decide(kind, at: now) { $0.times.created = oldest.advanced(byMilliseconds: 1) }
            #expect(younger != .drops(.tooOld))
        }
        // Suggestions of events are of use for one day.
        func suggestion(secondsAgo seconds: Int64) -> NoticeDecision {
            decide(.recommendations, at: now) { facts in
                facts.times.created = now.advanced(bySeconds: -seconds)
                facts.recipient.preferences.turn(.recommendations, off: false)
                facts.channels = []
            }
        }
        #expect(suggestion(secondsAgo: 86_400) == .drops(.tooOld))
        #expect(suggestion(secondsAgo: 86_399) == .waits(now.advanced(bySeconds: 1), .noChannel))
        // The age is counted from the earliest time at which the message may be sent.
        let early = decide(.reminder, at: now) { facts in
            facts.times.created = oldest.advanced(bySeconds: -86_400)
            facts.times.notBefore = now
        }
        #expect(early == .sends(.chosen))
        let waiting = decide(.reminder, at: now) { facts in
            facts.times.created = oldest.advanced(bySeconds: 3600)
            facts.recipient.preferences.snoozed = ["reminder": Instant.june(19, 12).milliseconds]
        }
        #expect(waiting == .waits(.june(12, 13), .snoozed))
    }

    @Test(
        """
        In the half hour before the start, a reminder is dropped, unless its planned time is in this half hour or \
        later
        """)
    func late() {
        let now = Instant.june(12, 12)
        func decision(lead: Int64?, left: Int64) -> NoticeDecision {
            decide(.reminder, at: now) { facts in
                facts.times.leadSeconds = lead
                facts.times.event?.start = now.advanced(byMilliseconds: left)
            }
        }
        for lead in [nil, 7200, 1800, Int64.max] as [Int64?] {
            #expect(decision(lead: lead, left: 1_800_000) == .sends(.chosen))
            #expect(decision(lead: lead, left: 1_799_999) == .drops(.tooLate))
        }
        for lead in [900, 1200] as [Int64] {
            #expect(decision(lead: lead, left: 1000) == .sends(.chosen))
            #expect(decision(lead: lead, left: -1) == .drops(.tooLate))
        }
        // A reminder for an hour after the start is useful until a day after that time.
        #expect(decision(lead: -3600, left: -25 * 3_600_000) == .sends(.chosen))
        #expect(decision(lead: -3600, left: -25 * 3_600_000 - 1) == .drops(.tooLate))
        let answer = decide(.answerReminder, at: now) { $0.times.event?.start = now.advanced(bySeconds: 1799) }
        #expect(answer == .drops(.tooLate))
        let doors = decide(.reminder, at: now) {
            $0.times.event = EventTimes(doors: now.advanced(bySeconds: 1799), timeZone: "Africa/Kampala")
        }
        #expect(doors == .drops(.tooLate))
    }

    // MARK: Timing

    @Test("A message that is scheduled for a certain time waits for that time, even if it is critical")
    func early() {
        let wanted = { (facts: inout NoticeFacts) in facts.times.notBefore = .june(12, 12) }
        for kind in [Notice.Kind.reminder, .eventMoved, .orderPaid] {
            let before = Instant.june(12, 12).advanced(byMilliseconds: -1)
            #expect(decide(kind, at: before, wanted) == .waits(.june(12, 12), .notYet))
            if case .delay = decide(kind, at: .june(12, 12), wanted).action { Issue.record("\(kind) still waits") }
        }
    }

    @Test("No reminder is sent at night, except within two hours of the start")
    func nightReminders() {
        func decision(_ now: Instant, start: Instant, _ kind: Notice.Kind = .reminder) -> NoticeDecision {
            decide(kind, at: now) { facts in
                facts.times.event?.start = start
                facts.times.event?.end = nil
            }
        }
        let evening = Instant.june(13, 20)
        #expect(decision(Instant.june(12, 22).advanced(byMilliseconds: -1), start: evening) == .sends(.chosen))
        #expect(decision(.june(12, 22), start: evening) == .waits(.june(13, 7), .quietHours))
        #expect(decision(.june(13, 0), start: evening) == .waits(.june(13, 7), .quietHours))
        #expect(decision(.june(13, 7), start: evening) == .sends(.chosen))
        #expect(decision(.june(12, 23), start: .june(13, 1)) == .sends(.soon))
        #expect(decision(.june(12, 23), start: .june(13, 7, 30)) == .waits(.june(13, 7), .quietHours))
        // At 07:00, when the quiet hours end, only a quarter of an hour would be left before the start. So the reminder
        // waits only until two hours before the start.
        #expect(decision(.june(12, 23), start: .june(13, 7, 15)) == .waits(.june(13, 5, 15), .quietHours))
        #expect(decision(.june(13, 5, 15), start: .june(13, 7, 15)) == .sends(.soon))
        // A reminder to answer an invitation always waits until the quiet hours end, even if the event starts soon.
        #expect(decision(.june(12, 23), start: .june(13, 1), .answerReminder) == .waits(.june(13, 7), .quietHours))
        #expect(decision(.june(13, 7), start: .june(13, 1), .answerReminder) == .drops(.tooLate))
    }

    @Test("At night, an update waits until the morning, unless the event starts within 24 hours or is under way")
    func nightUpdates() {
        func decision(start: Instant?, end: Instant? = nil) -> NoticeDecision {
            decide(.eventMoved, at: .june(12, 23)) { facts in
                facts.times.event?.start = start
                facts.times.event?.end = end
            }
        }
        let waits = NoticeDecision.waits(.june(13, 7), .quietHours)
        #expect(decision(start: Instant.june(13, 23).advanced(byMilliseconds: 1)) == waits)
        #expect(decision(start: .june(13, 23)) == .sends(.soon))
        #expect(decision(start: .june(12, 21), end: .june(13, 4)) == .sends(.soon))
        #expect(decision(start: .june(12, 18), end: .june(12, 23)) == waits)
        #expect(decision(start: .june(12, 1)) == .sends(.soon))
        #expect(decision(start: .june(11, 23)) == waits)
        #expect(decision(start: nil) == waits)
        #expect(decide(.eventMoved, at: .june(12, 23)) { $0.times.event = nil } == waits)
        #expect(decide(.eventMoved, at: .june(12, 12)) == .sends(.update))
        // Messages to the organizer also wait.
        #expect(decide(.ticketReissued, at: .june(12, 23)) == waits)
    }

    @Test(
        """
        A reminder to pay that is due at night waits until the quiet hours end, unless its deadline is at or before \
        that time
        """)
    func nightDeadlines() {
        func decision(_ deadline: Instant?, _ change: (inout NoticeFacts) -> Void = { _ in }) -> NoticeDecision {
            decide(.paymentPending, at: .june(12, 23)) { facts in
                facts.times.deadline = deadline
                change(&facts)
            }
        }
        let waits = NoticeDecision.waits(.june(13, 7), .quietHours)
        #expect(decision(nil) == waits)
        #expect(decision(Instant.june(13, 7).advanced(byMilliseconds: 1)) == waits)
        #expect(decision(.june(13, 7)) == .sends(.deadline))
        #expect(decision(.june(12, 23, 1)) == .sends(.deadline))
        #expect(decision(.june(13, 6)) { $0.times.event = nil } == .sends(.deadline))
        // The recipient’s own quiet hours count.
        #expect(decision(.june(13, 9)) { $0.recipient.preferences.quietUntil = 10 * 60 } == .sends(.deadline))
        let early = decision(.june(13, 6)) { $0.recipient.preferences.quietUntil = 5 * 60 }
        #expect(early == .waits(.june(13, 5), .quietHours))
        #expect(decision(.june(13, 6)) { $0.times.event?.start = .june(13, 20) } == .sends(.soon))
        // After the deadline, the message is of no use.
        for kind in [Notice.Kind.orderPending, .paymentPending] {
            #expect(decide(kind, at: .june(12, 23)) { $0.times.deadline = .june(12, 23) } == .drops(.outdated))
            #expect(decide(kind, at: .june(12, 12)) { $0.times.deadline = .june(12, 11) } == .drops(.outdated))
        }
        // A deadline does not override the recipient’s wishes.
        #expect(decision(.june(13, 6)) { $0.recipient.preferences.isPaused = true } == .drops(.paused))
        #expect(decide(.paymentPending, at: .june(12, 12)) { $0.times.deadline = .june(12, 13) } == .sends(.update))
    }

    @Test("On Sunday morning, reminders and recommendations wait until 13:00; updates do not")
    func sunday() {
        let waits = NoticeDecision.waits(.june(16, 13), .sundayMorning)
        #expect(decide(.reminder, at: .june(16, 10)) == waits)
        #expect(decide(.reminder, at: Instant.june(16, 13).advanced(byMilliseconds: -1)) == waits)
        #expect(decide(.reminder, at: .june(16, 13)) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(15, 10)) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(16, 6)) == .waits(.june(16, 7), .quietHours))
        #expect(decide(.eventMoved, at: .june(16, 10)) == .sends(.update))
        #expect(decide(.ticketReissued, at: .june(16, 10)) == .sends(.allowed))
        for (kind, category) in NoticeSamples.optional {
            #expect(decide(kind, at: .june(16, 10)) { $0.recipient.preferences.on = [category] } == waits)
        }
        // The event starts at 11:00. The reminder is sent at once, because it would be useless at 13:00.
        #expect(decide(.reminder, at: .june(16, 9)) { $0.times.event?.start = .june(16, 11) } == .sends(.soon))
        let brunch = decide(.reminder, at: .june(16, 10)) { $0.times.event?.start = .june(16, 12, 30) }
        #expect(brunch == .waits(.june(16, 10, 30), .sundayMorning))
    }

    @Test("Marketing that is due at night goes out at 09:00, if the recipient’s quiet hours have ended by then")
    func nightMarketing() {
        func decision(_ now: Instant, _ quietFrom: Int, _ quietUntil: Int) -> NoticeDecision {
            decide(.organizerMessage, at: now) { facts in
                facts.recipient.preferences.on = ["marketing"]
                facts.recipient.preferences.quietFrom = quietFrom
                facts.recipient.preferences.quietUntil = quietUntil
            }
        }
        #expect(decision(.june(12, 23), 22 * 60, 7 * 60) == .waits(.june(13, 9), .quietHours))
        #expect(decision(.june(13, 9), 22 * 60, 7 * 60) == .sends(.allowed))
        #expect(decision(.june(13, 8), 22 * 60, 7 * 60) == .sends(.allowed))
        #expect(decision(.june(12, 23), 22 * 60, 10 * 60) == .waits(.june(13, 10), .quietHours))
        // The quiet hours begin again at 08:30, so a message that waits for 09:00 would never be sent.
        #expect(decision(.june(12, 23), 8 * 60 + 30, 7 * 60) == .waits(.june(13, 7), .quietHours))
        #expect(decision(.june(13, 7), 8 * 60 + 30, 7 * 60) == .sends(.allowed))
    }

    @Test("Quiet hours follow the recipient’s time zone or, if that is unknown, the event’s; without either, Kampala’s")
    func zones() {
        // At noon in Kampala, it is 05:00 in New York. The quiet hours in New York end at 14:00 in Kampala.
        let waits = NoticeDecision.waits(.june(12, 14), .quietHours)
        let newYork = "America/New_York"
        #expect(decide(.reminder, at: .june(12, 12)) { $0.recipient.preferences.timeZone = newYork } == waits)
        #expect(decide(.reminder, at: .june(12, 12)) { $0.times.event?.timeZone = newYork } == waits)
        let unknown = decide(.reminder, at: .june(12, 12)) { facts in
            facts.recipient.preferences.timeZone = "Mars/Olympus"
            facts.times.event?.timeZone = newYork
        }
        #expect(unknown == waits)
        let home = decide(.reminder, at: .june(12, 12)) { facts in
            facts.recipient.preferences.timeZone = "Africa/Kampala"
            facts.times.event?.timeZone = newYork
        }
        #expect(home == .sends(.chosen))
        #expect(decide(.reminder, at: .june(12, 23)) { $0.times.event = nil } == .waits(.june(13, 7), .quietHours))
        let nowhere = decide(.reminder, at: .june(12, 23)) { $0.times.event?.timeZone = "Mars/Olympus" }
        #expect(nowhere == .waits(.june(13, 7), .quietHours))
    }
}
