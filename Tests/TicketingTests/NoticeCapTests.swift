import Testing
import Ticketing

@Suite("Limits on the number of messages")
struct NoticeCapTests {
    private func decide(
        _ kind: Notice.Kind, at now: Instant, after history: [SentNotice],
        _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeDecision {
        NoticeSamples.facts(kind, at: now) { facts in
            facts.recipient.history = history
            facts.recipient.preferences.on = ["informational", "marketing"]
            change(&facts)
        }.decide(at: now, policy: NoticeSamples.policy)
    }

    @Test(
        """
        If an event changes four times within 24 hours, the fourth message waits, and the message about a later change \
        replaces it
        """)
    func updates() {
        let three = NoticeSamples.history(.eventMoved, [.june(12, 9), .june(12, 10), .june(12, 11)])
        let waits = NoticeDecision.waits(.june(13, 9), .updateCap)
        #expect(decide(.eventMoved, at: .june(12, 12), after: Array(three.dropFirst())) == .sends(.update))
        #expect(decide(.eventMoved, at: .june(12, 12), after: three) == waits)
        // The notice is merged only at the time at which it could be sent, because its replacement may be withdrawn
        // before that time.
        #expect(decide(.eventMoved, at: .june(12, 12), after: three) { $0.replacement = "later" } == waits)
        #expect(decide(.eventMoved, at: Instant.june(13, 9).advanced(byMilliseconds: -1), after: three) == waits)
        #expect(decide(.eventMoved, at: .june(13, 9), after: three) == .sends(.update))
        let merged = decide(.eventMoved, at: .june(13, 9), after: three) { $0.replacement = "later" }
        #expect(merged == NoticeDecision(.merge(into: "later"), because: .merged))
        // Less than a day before the start, no update is held back: the recipient must not miss the last change.
        let soon = decide(.eventMoved, at: .june(12, 12), after: three) { facts in
            facts.times.event = EventTimes(doors: nil, start: .june(12, 14), end: nil, timeZone: "Africa/Kampala")
        }
        #expect(soon == .sends(.update))
        // Messages about other events are not counted.
        let other = decide(.eventMoved, at: .june(12, 12), after: three) { $0.eventNumber = EventNumber(rawValue: 8) }
        #expect(other == .sends(.update))
    }

    @Test(
        """
        Messages that can be merged wait at the limit of updates about an event; organizers’ texts and a guest’s first \
        invitation do not
        """)
    func allUpdates() {
        let now = Instant.june(12, 12)
        let moved = NoticeSamples.history(.eventMoved, [.june(12, 9), .june(12, 10), .june(12, 11)])
        let merged: Set<Notice.Kind> = [
            .eventMoved, .eventRestored, .invitation, .invitationWithdrawn, .ticketReissued, .ticketTransferred,
        ]
        let waits = NoticeDecision.waits(.june(13, 9), .updateCap)
        for kind in Notice.Kind.allCases {
            let isTransactional = kind.category == .transactional
            #expect((isTransactional && kind.isReplaceable) == merged.contains(kind), "\(kind)")
            let isCounted = merged.contains(kind) || kind == .organizerMessage
            let others = NoticeSamples.history(kind, [.june(12, 9), .june(12, 10), .june(12, 11)])
            let after = NoticeSamples.facts(.eventMoved, at: now) { $0.recipient.history = others }.decide(at: now)
            #expect(after == (isCounted ? waits : .sends(.update)), "after \(kind)")
            guard isTransactional else { continue }
            let own = NoticeSamples.facts(kind, at: now) { $0.recipient.history = moved }.decide(at: now)
            #expect(own == (merged.contains(kind) ? waits : .sends(.update)), "\(kind)")
        }
        let first = NoticeSamples.facts(.invitation, at: now) { facts in
            facts.recipient.history = moved
            facts.bringsInvitation = true
        }
        #expect(first.decide(at: now) == .sends(.update))
    }

    @Test(
        "Messages about transferred and reissued tickets also count as updates: a fourth update within 24 hours waits")
    func tickets() {
        let kinds: [Notice.Kind] = [.eventMoved, .ticketTransferred, .ticketReissued]
        func decide(_ kind: Notice.Kind, after history: [SentNotice]) -> NoticeDecision {
            NoticeSamples.facts(kind, at: .june(12, 12)) { $0.recipient.history = history }.decide(at: .june(12, 12))
        }
        let three = kinds.enumerated().flatMap { number, kind in
            NoticeSamples.history(kind, [.june(12, 9 + number)])
        }
        for kind in kinds {
            #expect(decide(kind, after: three) == .waits(.june(13, 9), .updateCap), "\(kind)")
            #expect(decide(kind, after: Array(three.dropFirst())) == .sends(.update), "\(kind)")
        }
        // The message with the ticket itself is never held back.
        #expect(decide(.ticketIssued, after: three) == .sends(.critical))
    }

    @Test("Messages are merged only if the last message of their kind states the final result")
    func merged() {
        for kind in Notice.Kind.allCases {
            let decision = decide(kind, at: .june(12, 12), after: []) { $0.replacement = "later" }
            #expect((decision.action == .merge(into: "later")) == kind.isReplaceable, "\(kind)")
        }
    }

    @Test("A recipient gets at most three reminders a day and twelve a week")
    func engagement() {
        let today = NoticeSamples.history(.reminder, [.june(12, 8), .june(12, 9), .june(12, 10)])
        #expect(decide(.reminder, at: .june(12, 12), after: Array(today.dropFirst())) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(12, 12), after: today) == .waits(.june(13, 8), .dailyCap))
        #expect(decide(.reminder, at: .june(13, 8), after: today) == .sends(.chosen))
        // There are two messages on each of six days.
        let times = (0..<12).map { Instant.june(6 + $0 / 2, $0 % 2 == 0 ? 9 : 15) }
        let week = NoticeSamples.history(.answerReminder, times)
        #expect(decide(.reminder, at: .june(12, 12), after: Array(week.dropFirst())) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(12, 12), after: week) == .waits(.june(13, 9), .weeklyCap))
        // If two caps apply, the message waits for the cap that ends later.
        let both = Array((week.dropFirst(3) + today).sorted { $0.at < $1.at })
        #expect(decide(.reminder, at: .june(12, 12), after: both) == .waits(.june(14, 15), .weeklyCap))
    }

    @Test("A recipient gets at most 20 messages of the category “organizer” a day; other categories are not counted")
    func organizer() {
        let today = NoticeSamples.history(.ticketReissued, (0..<20).map { Instant.june(12, 7, 10 * $0) })
        let others = NoticeSamples.history(.ticketIssued, Array(repeating: .june(12, 11), count: 100))
        #expect(decide(.ticketReissued, at: .june(12, 12), after: today + others) == .waits(.june(13, 7), .dailyCap))
        let fewer = Array(today.dropFirst()) + others
        #expect(decide(.ticketReissued, at: .june(12, 12), after: fewer) == .sends(.allowed))
    }

    @Test("A message about a gate counts for the limit of its category, but does not wait while the event is open")
    func gates() {
        let now = Instant.june(12, 12)
        let twenty = NoticeSamples.history(.lowInventory, (0..<20).map { Instant.june(12, 7, 10 * $0) })
        func decide(doors: Instant, after history: [SentNotice]) -> NoticeDecision {
            NoticeSamples.facts(.gateUndecided, at: now) { facts in
                facts.recipient.history = history
                facts.times.event = EventTimes(
                    doors: doors, start: doors.advanced(bySeconds: 3600), end: .june(14, 12),
                    timeZone: "Africa/Kampala")
            }.decide(at: now)
        }
        #expect(decide(doors: .june(12, 11), after: twenty) == .sends(.allowed))
        #expect(decide(doors: .june(12, 15), after: twenty) == .waits(.june(12, 15), .dailyCap))
        #expect(decide(doors: .june(13, 15), after: twenty) == .waits(.june(13, 7), .dailyCap))
        let gates = NoticeSamples.history(.gateUndecided, (0..<20).map { Instant.june(12, 7, 10 * $0) })
        let low = NoticeSamples.facts(.lowInventory, at: now) { $0.recipient.history = gates }.decide(at: now)
        #expect(low == .waits(.june(13, 7), .dailyCap))
    }

    @Test("A recipient gets at most one recommendation a day and three a week")
    func informational() {
        let kind = Notice.Kind.invitationWithdrawn
        let today = NoticeSamples.history(kind, [.june(12, 9)])
        #expect(decide(kind, at: .june(12, 12), after: today) == .waits(.june(13, 9), .dailyCap))
        #expect(decide(kind, at: .june(13, 9), after: today) == .sends(.allowed))
        let week = NoticeSamples.history(kind, [.june(8, 9), .june(9, 15), .june(10, 9)])
        #expect(decide(kind, at: .june(12, 12), after: week) == .waits(.june(15, 9), .weeklyCap))
    }

    @Test("A recipient gets at most one marketing message a week, and none within 12 hours after an important message")
    func marketing() {
        let kind = Notice.Kind.organizerMessage
        let week = NoticeSamples.history(kind, [.june(10, 12)])
        #expect(decide(kind, at: .june(14, 12), after: week) == .waits(.june(17, 12), .weeklyCap))
        #expect(decide(kind, at: .june(17, 12), after: week) == .sends(.allowed))
        for important in [Notice.Kind.orderPaid, .eventMoved] {
            let today = NoticeSamples.history(important, [.june(12, 9)])
            #expect(decide(kind, at: .june(12, 12), after: today) == .waits(.june(12, 21), .afterImportant))
            #expect(decide(kind, at: .june(12, 21), after: today) == .sends(.allowed))
        }
        // Reminders and messages to organizers do not count as important messages.
        let organizer = NoticeSamples.history(.ticketReissued, [.june(12, 9)])
        let other = organizer + NoticeSamples.history(.reminder, [.june(12, 10)])
        #expect(decide(kind, at: .june(12, 12), after: other) == .sends(.allowed))
    }

    @Test("Reminders, recommendations and marketing together are at most eight a day and 20 a week")
    func totals() {
        let kind = Notice.Kind.invitationWithdrawn
        let today = NoticeSamples.history(kind, (0..<8).map { Instant.june(12, 8, 30 * $0) })
        #expect(decide(.reminder, at: .june(12, 12), after: Array(today.dropFirst())) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(12, 12), after: today) == .waits(.june(13, 8), .dailyCap))
        #expect(decide(.eventMoved, at: .june(12, 12), after: today) == .sends(.update))
        // There are four messages on each of five days.
        let week = NoticeSamples.history(kind, (0..<20).map { Instant.june(6 + $0 / 4, 8 + $0 % 4) })
        #expect(decide(.reminder, at: .june(12, 12), after: Array(week.dropFirst())) == .sends(.chosen))
        #expect(decide(.reminder, at: .june(12, 12), after: week) == .waits(.june(13, 8), .weeklyCap))
    }

    @Test("Two messages that are not about the recipient’s own tickets are at least 30 minutes apart")
    func spacing() {
        for kind in [Notice.Kind.answerReminder, .invitationWithdrawn, .organizerMessage] {
            let last = NoticeSamples.history(kind, [.june(12, 12)])
            let waits = NoticeDecision.waits(.june(12, 12, 30), .spacing)
            #expect(decide(.reminder, at: .june(12, 12), after: last) == waits)
            #expect(decide(.reminder, at: .june(12, 12, 29), after: last) == waits)
            #expect(decide(.reminder, at: .june(12, 12, 30), after: last) == .sends(.chosen))
            #expect(decide(.eventMoved, at: .june(12, 12), after: last) == .sends(.update))
            #expect(decide(.ticketReissued, at: .june(12, 12), after: last) == .sends(.allowed))
        }
        for kind in [Notice.Kind.orderPaid, .eventMoved, .ticketReissued] {
            let last = NoticeSamples.history(kind, [.june(12, 12)])
            #expect(decide(.reminder, at: .june(12, 12), after: last) == .sends(.chosen))
        }
    }

    @Test("A message counts for the limits even if another server, whose clock is ahead, sent it at a future time")
    func skewedClock() {
        let future = NoticeSamples.history(.reminder, [.june(12, 12, 5)])
        #expect(decide(.reminder, at: .june(12, 12), after: future) == .waits(.june(12, 12, 35), .spacing))
    }

    @Test("The caps can be configured")
    func configured() {
        let policy = NoticePolicy.standard.with { policy in
            policy.caps[.engagement] = [NoticePolicy.Cap(1, inSeconds: 7200, reason: .dailyCap)]
        }
        let facts = NoticeSamples.facts(.reminder, at: .june(12, 12)) { facts in
            facts.recipient.history = NoticeSamples.history(.reminder, [.june(12, 11)])
        }
        #expect(facts.decide(at: .june(12, 12), policy: policy) == .waits(.june(12, 13), .dailyCap))
        #expect(facts.decide(at: .june(12, 12)) == .sends(.chosen))
    }
}
