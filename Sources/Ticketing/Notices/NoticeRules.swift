public import Foundation

/// The rules by which a notice is sent, waits, or is dropped. They are tested in this order: value, relevance, timing,
/// sales, frequency, channel, replacement. `NoticeRoute` chooses the channel.
struct NoticeRules {
    private let facts: NoticeFacts
    private let policy: NoticePolicy
    private let now: Instant
    private let category: Notice.Category
    private let route: NoticeRoute

    init(facts: NoticeFacts, policy: NoticePolicy, now: Instant) {
        self.facts = facts
        self.policy = policy
        self.now = now
        category = policy.category(of: facts.kind)
        route = NoticeRoute(
            facts, isMandatory: !policy.canBeTurnedOff(facts.kind),
            isUrgent: NoticeRoute.isUrgent(facts, policy, at: now),
            allowsSMS: (policy.sendsOptionalBySMS || policy.mandatory.contains(category))
                && !facts.kind.suggestsEvents)
    }

    private struct Wait {
        var until: Instant
        let reason: NoticeReason

        init(_ until: Instant, _ reason: NoticeReason) {
            self.until = until
            self.reason = reason
        }
    }

    var decision: NoticeDecision {
        if let reason = lackOfValue ?? lackOfRelevance { return NoticeDecision(.drop, because: reason) }
        let quiet = category == .critical ? nil : quietWait
        let quietDelay = quiet.flatMap { isUrgent || lastsUntilDeadline($0) ? nil : $0 }
        if let wait = earliestWait ?? quietDelay ?? salesWait ?? spacingWait ?? capWait {
            return delay(wait)
        }
        guard let channel = route.channel else {
            return delay(Wait(now.advanced(bySeconds: policy.noChannelSeconds), .noChannel))
        }
        if facts.kind.isReplaceable, let later = facts.replacement {
            return NoticeDecision(.merge(into: later), because: .merged)
        }
        let reason = quiet != nil ? exceptionReason : route.redirection(to: channel) ?? sendingReason
        return NoticeDecision(.send(channel), because: reason)
    }

    /// Makes the message wait, but only until the time at which it becomes too old and is dropped.
    private func delay(_ wait: Wait) -> NoticeDecision {
        NoticeDecision(.delay(until: min(wait.until, tooOldFrom)), because: wait.reason)
    }

    private var sendingReason: NoticeReason {
        switch category {
        case .critical: .critical
        case .transactional: .update
        case .engagement: isReminder ? .chosen : .allowed
        case .organizer, .informational, .marketing: .allowed
        }
    }

    /// The reason for sending the message during quiet hours or on Sunday morning.
    private var exceptionReason: NoticeReason {
        if isAboutGate { return .eventOpen }
        return isUrgent ? .soon : .deadline
    }

    private var isAboutGate: Bool { facts.kind == .gateSilent || facts.kind == .gateUndecided }
    private var isReminder: Bool { facts.kind == .reminder || facts.kind == .answerReminder }
    private var begins: Instant? { facts.times.event?.start ?? facts.times.event?.doors }
    private var wanted: Instant { max(facts.times.created, earliest ?? facts.times.created) }
    private var tooOldFrom: Instant {
        let latest = wanted.advanced(bySeconds: policy.longestSeconds)
        guard facts.kind.suggestsEvents else { return latest }
        return min(latest, facts.times.created.advanced(bySeconds: Notice.Kind.secretSeconds))
    }
}

// MARK: Value and relevance

extension NoticeRules {
    /// Value: the reason why the message is of no use to the recipient, or why the recipient does not want it. Nil if
    /// there is no such reason.
    private var lackOfValue: NoticeReason? {
        if let reason = facts.obsolete { return reason }
        if route.isSuppressed { return .suppressed }
        if category != .critical && facts.recipient.preferences.isPaused { return .paused }
        if route.isTurnedOff { return .turnedOff }
        if route.isBySMSOnly { return .noSMS }
        // For news, only the recipient's consent to the news of this organizer counts, and not whether the category is
        // turned on.
        if facts.kind == .news { return facts.recipient.hasConsent ? nil : .noConsent }
        // A recipient turns on kinds that suggest events for each channel separately, and `route` has checked the
        // channels.
        if facts.kind.suggestsEvents { return nil }
        let on = facts.recipient.preferences.on
        return policy.offByDefault.contains(category) && !on.contains(category.rawValue) ? .turnedOff : nil
    }

    /// Relevance: the reason why the message comes too late; nil if it does not come too late.
    private var lackOfRelevance: NoticeReason? {
        if let deadline = facts.times.deadline, now >= deadline { return .outdated }
        if now >= tooOldFrom { return .tooOld }
        if let latest = latestUse, now > latest { return .tooLate }
        return nil
    }

    /// The last moment at which a reminder is of use; nil for other kinds and for events without a time.
    private var latestUse: Instant? {
        guard isReminder, let begins else { return nil }
        guard let lead = facts.times.leadSeconds, lead < policy.leastSecondsToAct else {
            return begins.advanced(bySeconds: -policy.leastSecondsToAct)
        }
        return lead > 0 ? begins : begins.advanced(bySeconds: policy.lateReminderSeconds &- lead)
    }
}

// MARK: Timing

extension NoticeRules {
    /// The wait until the earliest time at which the message should be sent. If that time has passed, the wait until
    /// the end of the recipient's pause for messages of this kind. Nil if the message need not wait for either.
    private var earliestWait: Wait? {
        if let earliest, earliest > now { return Wait(earliest, .notYet) }
        guard category != .critical, let end = facts.recipient.preferences.snoozed[facts.kind.rawValue] else {
            return nil
        }
        let snoozed = Instant(milliseconds: end)
        return snoozed > now ? Wait(snoozed, .snoozed) : nil
    }

    /// The earliest time at which the message should be sent; nil if it should be sent at once.
    private var earliest: Instant? { facts.times.notBefore ?? (facts.kind == .news ? newsTime : nil) }

    private var newsTime: Instant { policy.newsTime(after: facts.times.created, in: zone) }

    /// The wait for the end of the quiet hours or of Sunday morning; nil at other times. The caller decides whether the
    /// message is an exception that does not wait.
    private var quietWait: Wait? {
        let zone = self.zone
        let night = QuietHours(
            from: facts.recipient.preferences.quietFrom ?? policy.quietHours.from,
            until: facts.recipient.preferences.quietUntil ?? policy.quietHours.until)
        if night.contains(now, in: zone) {
            var end = night.end(at: now, in: zone)
            if category == .marketing {
                let morning = policy.beforeMarketing.end(at: end, in: zone)
                if !night.contains(morning, in: zone) { end = morning }
            }
            return inTime(Wait(end, .quietHours))
        }
        guard policy.sundayCategories.contains(category), policy.sundayMorning.contains(now, in: zone) else {
            return nil
        }
        return inTime(Wait(policy.sundayMorning.end(at: now, in: zone), .sundayMorning))
    }

    /// Shortens the wait of a message that would be of no use at the end of the quiet hours, or that is about a gate.
    /// The message then waits only until it becomes an exception to quiet hours.
    private func inTime(_ wait: Wait) -> Wait {
        guard let urgent = urgentFrom, urgent > now,
            let latest = latestUse ?? (isAboutGate ? urgent : begins), wait.until > latest
        else { return wait }
        return Wait(min(wait.until, urgent), wait.reason)
    }

    /// Whether the recipient’s deadline is at or before the end of a wait.
    private func lastsUntilDeadline(_ wait: Wait) -> Bool {
        facts.times.deadline.map { now < $0 && $0 <= wait.until } ?? false
    }

    /// The time zone for quiet hours and other times of day: the recipient's time zone, or else that of the event or of
    /// the policy.
    private var zone: TimeZone {
        facts.recipient.preferences.timeZone.flatMap { TimeZone(identifier: $0) }
            ?? facts.times.event.flatMap { TimeZone(identifier: $0.timeZone) } ?? TimeZone(identifier: policy.timeZone)
            ?? .gmt
    }

    /// The length of the time before the start in which the message is an exception to quiet hours, in seconds. Nil if
    /// the message is never an exception.
    private var urgentSeconds: Int64? {
        if facts.kind == .reminder { return policy.urgentReminderSeconds }
        return category == .transactional ? policy.urgentUpdateSeconds : nil
    }

    /// The time from which the message is an exception to quiet hours; nil if it is never an exception.
    private var urgentFrom: Instant? {
        if isAboutGate { return facts.times.event?.doors ?? facts.times.event?.start }
        guard let seconds = urgentSeconds, let begins else { return nil }
        return begins.advanced(bySeconds: -seconds)
    }

    /// Whether the message is an exception to quiet hours, because its event starts soon or has started. A message
    /// about a gate is an exception while the event is open.
    private var isUrgent: Bool {
        guard let from = urgentFrom, let begins else { return false }
        let seconds = urgentSeconds ?? NoticePolicy.openSeconds
        return now >= from && now < facts.times.event?.end ?? begins.advanced(bySeconds: seconds)
    }

    /// The wait until the minimum time since the last message has passed. A reminder that would be of no use after this
    /// wait does not wait.
    private var spacingWait: Wait? {
        guard policy.totalCategories.contains(category),
            let wait = wait(for: policy.spacing, categories: policy.totalCategories.contains)
        else { return nil }
        if let latest = latestUse, wait.until > latest { return nil }
        return wait
    }
}

// MARK: Sales

extension NoticeRules {
    /// The wait of a message about new sales, so that one message reports several sales. Nil for other kinds, and for a
    /// message that need not wait.
    private var salesWait: Wait? {
        guard facts.kind == .newSale else { return nil }
        if let digest = digestWait, digest.until > now { return digest }
        return wait(for: policy.salesSpacing, messages: isAboutSales)
    }

    /// The wait until the recipient gets one message with all sales of an hour or a day. The time depends on the first
    /// sale of the message, so that further sales do not postpone it. Nil if the recipient gets messages about sales
    /// immediately.
    private var digestWait: Wait? {
        switch facts.recipient.preferences.sales {
        case .daily:
            Wait(firstSale.next(every: 86_400, at: Int64(policy.salesHour) * 3600, in: zone), .dailyDigest)
        case .hourly: fullHour
        case .realTime: wait(for: policy.realTimeSales, messages: isAboutSales) == nil ? nil : fullHour
        }
    }

    private var fullHour: Wait { Wait(firstSale.next(every: 3600, at: 0, in: zone), .hourlyDigest) }

    private var firstSale: Instant { facts.times.firstSale ?? facts.times.created }

    private func isAboutSales(_ message: SentNotice) -> Bool { message.kind == .newSale }
}

// MARK: Times of the recipient’s clock

extension NoticePolicy {
    /// The first time, after the given moment, at which news is sent if the organizer has chosen no time.
    ///
    /// - Parameter zone: the time zone of the recipient.
    public func newsTime(after moment: Instant, in zone: TimeZone) -> Instant {
        NoticePolicy.time(after: moment, onDay: newsDay, atHour: newsHour, in: zone)
    }

    /// The first time, after the given moment, at which a message that suggests events is due.
    ///
    /// - Parameters:
    ///   - kind: `recommendations` or `popularNearYou`.
    ///   - zone: the time zone of the recipient.
    public func suggestionTime(of kind: Notice.Kind, after moment: Instant, in zone: TimeZone) -> Instant {
        guard kind == .recommendations else {
            return NoticePolicy.time(after: moment, onDay: popularDay, atHour: popularHour, in: zone)
        }
        let times = [recommendationDay, secondRecommendationDay].map {
            NoticePolicy.time(after: moment, onDay: $0, atHour: recommendationHour, in: zone)
        }
        return min(times[0], times[1])
    }

    /// The first time, after the given moment, at which a local clock shows the given hour on the given weekday.
    ///
    /// - Parameter day: 1 for Monday to 7 for Sunday.
    private static func time(
        after moment: Instant, onDay day: Int, atHour hour: Int, in zone: TimeZone
    ) -> Instant {
        // In the method `next`, weeks begin on Thursday, because 1970-01-01 was a Thursday.
        let days = Int64((day + 3) % 7)
        return moment.next(every: 7 * 86_400, at: days * 86_400 + Int64(hour) * 3600, in: zone)
    }
}

extension Instant {
    /// The first moment after this moment at which a local clock shows one of several evenly spaced times, such as a
    /// full hour. The first of these times is `phase`, and the others follow every `period` seconds.
    ///
    /// - Parameters:
    ///   - period: the time between two of these times, in seconds, at most a week.
    ///   - phase: the first of the times, in seconds after the beginning of a Thursday.
    ///   - zone: the time zone of the clock.
    fileprivate func next(every period: Int64, at phase: Int64, in zone: TimeZone) -> Instant {
        let first = self
        func offset(_ moment: Instant) -> Int64 {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds)))) * 1000
        }
        let length = period * 1000
        let passed = (first.milliseconds + offset(first) - phase * 1000) % length
        let next = Instant(milliseconds: first.milliseconds + length - (passed < 0 ? passed + length : passed))
        // The clock may change between `first` and `next`, for example to summer time.
        let shifted = Instant(milliseconds: next.milliseconds + offset(first) - offset(next))
        return shifted > first ? shifted : next
    }
}

// MARK: Frequency

extension NoticeRules {
    /// The longest wait because of a cap; nil if no cap is reached. Messages about gates count for the caps, but do not
    /// wait while the event is open, because they would be of no use afterwards. Messages about new sales have their
    /// own limits (`salesWait`), so they do not count for these caps and do not wait because of them.
    private var capWait: Wait? {
        if facts.kind == .newSale || isAboutGate && isUrgent { return nil }
        var waits = [updateWait]
        for cap in policy.caps[category] ?? [] { waits.append(wait(for: cap, categories: { $0 == category })) }
        if policy.totalCategories.contains(category) {
            for cap in policy.totals { waits.append(wait(for: cap, categories: policy.totalCategories.contains)) }
        }
        if category == .marketing {
            waits.append(wait(for: policy.afterImportant, categories: { $0 == .critical || $0 == .transactional }))
        }
        let longest = waits.compactMap { $0 }.max { $0.until < $1.until }
        guard isAboutGate, var wait = longest, let open = urgentFrom, open > now else { return longest }
        wait.until = min(wait.until, open)
        return wait
    }

    /// The wait until the recipient may get another update about an event. Two kinds of messages count as updates:
    /// messages that a later message can replace, and organizers' texts. Organizers' texts do not wait. The other
    /// updates wait, because a later message may replace them meanwhile. If the event begins soon, an update does not
    /// wait, because it would arrive too late.
    private var updateWait: Wait? {
        guard category == .transactional, facts.kind.isReplaceable, !facts.bringsInvitation, !isUrgent,
            let event = facts.eventNumber
        else { return nil }
        let wait = wait(
            for: policy.updates,
            messages: { message in
                message.event == event && policy.category(of: message.kind) == category
                    && (message.kind.isReplaceable || message.kind == .organizerMessage)
            })
        guard var wait else { return nil }
        if let urgent = urgentFrom, urgent > now { wait.until = min(wait.until, urgent) }
        return wait
    }

    private func wait(for cap: NoticePolicy.Cap, categories isCounted: (Notice.Category) -> Bool) -> Wait? {
        wait(for: cap, messages: { !isAboutSales($0) && isCounted(policy.category(of: $0.kind)) })
    }

    /// The wait until a cap allows one more message; nil if the cap allows a message now. A cap allows `count` messages
    /// within a period of `seconds` seconds. The wait ends `seconds` seconds after the first of the last `count`
    /// messages.
    private func wait(for cap: NoticePolicy.Cap, messages isCounted: (SentNotice) -> Bool) -> Wait? {
        var count = 0
        for message in facts.recipient.history.reversed() {
            let end = message.at.advanced(bySeconds: cap.seconds)
            if end <= now { return nil }
            guard isCounted(message) else { continue }
            count += 1
            if count >= cap.count { return Wait(end, cap.reason) }
        }
        return nil
    }
}
