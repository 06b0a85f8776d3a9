import EventFixture
import Foundation
import Ticketing

/// A recipient for whom notices are queued over 14 days. Each notice is decided whenever it is due, until it is sent,
/// merged or dropped. The simulation checks every decision by independent rules, and collects the faults.
struct NoticeSimulation {
    struct Planned {
        let kind: Notice.Kind
        var created: Instant
        let notBefore: Instant?
        let leadSeconds: Int64?
        let deadline: Instant?
        /// The index of the notice’s event in `events`.
        let event: Int
        /// The time from which the notice is useless; nil if the notice stays useful.
        let obsoleteFrom: Instant?
        /// For an invitation, whether it is the guest’s first invitation. For news, whether the recipient has agreed to
        /// get news.
        let isFirst: Bool

        var category: Notice.Category { NoticeSamples.policy.category(of: kind) }
        var wanted: Instant { max(created, notBefore ?? created) }
    }

    let events: [EventTimes]
    let preferences: MessagePreferences
    let addresses: [Notice.Channel: String]
    let preferred: Notice.Channel
    /// The channels for which the server has a sender, except during the outage.
    let senders: Set<Notice.Channel>
    /// The channels whose addresses get no messages.
    let suppressed: Set<Notice.Channel>
    /// The period in which no sender is set up.
    let outage: Range<Instant>
    let notices: [Planned]
    let wall: WallClock

    private(set) var sent: [(at: Instant, notice: Planned)] = []
    private(set) var reasons: Set<NoticeReason> = []
    /// The exceptions because of which messages were sent at a quiet time.
    private(set) var exceptions: Set<QuietException> = []
    /// The number of messages about sales that were sent after the limit on immediate messages had been reached.
    private(set) var salesAfterLimit = 0
    private(set) var faults: [String] = []
    private var history: [SentNotice] = []
    private var isPending: [Bool]
    /// For each notice about new sales into which earlier notices were merged: the time of the first sale. The key is
    /// the index of the notice in `notices`.
    private var firstSales: [Int: Instant] = [:]
    /// The pending notices with their times. The next notice to decide comes last.
    private var queue: [(due: Instant, index: Int)] = []

    mutating func run() {
        for index in notices.indices { enqueue(index, at: notices[index].created) }
        var decisions = 0
        while let (now, index) = queue.popLast() {
            decisions += 1
            let weekAgo = now.advanced(bySeconds: -7 * 86_400)
            history.removeFirst(history.prefix(while: { $0.at < weekAgo }).count)
            let decision = facts(of: index, at: now).decide(at: now, policy: NoticeSamples.policy)
            reasons.insert(decision.reason)
            check(decision, of: notices[index], at: now)
            switch decision.action {
            case .delay(let until):
                guard until > now, decisions < 50_000 else { return faults.append("The decisions do not end.") }
                enqueue(index, at: until)
            case .send:
                let notice = notices[index]
                if notice.kind == .newSale { checkSale(index, at: now) }
                sent.append((now, notice))
                history.append(SentNotice(at: now, kind: notice.kind, event: NoticeSimulation.number(notice.event)))
                isPending[index] = false
            case .merge(let key):
                isPending[index] = false
                guard let later = Int(key), isPending[later] else {
                    return faults.append("\(notices[index]) is merged into \(key), which is not pending.")
                }
                firstSales[later] = min(firstSale(later), firstSale(index))
            case .drop: isPending[index] = false
            }
        }
        checkCaps()
    }

    private mutating func enqueue(_ index: Int, at due: Instant) {
        var low = 0
        var high = queue.count
        while low < high {
            let middle = (low + high) / 2
            if (queue[middle].due, queue[middle].index) > (due, index) { low = middle + 1 } else { high = middle }
        }
        queue.insert((due, index), at: low)
    }

    private func facts(of index: Int, at now: Instant) -> NoticeFacts {
        let notice = notices[index]
        let isObsolete = notice.obsoleteFrom.map { now >= $0 } ?? false
        return NoticeFacts(
            kind: notice.kind,
            times: NoticeFacts.Times(
                created: notice.created, notBefore: notice.notBefore,
                firstSale: notice.kind == .newSale ? firstSale(index) : nil, leadSeconds: notice.leadSeconds,
                deadline: notice.deadline, event: events[notice.event]),
            eventNumber: NoticeSimulation.number(notice.event), obsolete: isObsolete ? .outdated : nil,
            bringsInvitation: notice.kind == .invitation && notice.isFirst,
            replacement: replacement(of: index, at: now).map { "\($0)" },
            recipient: NoticeFacts.Recipient(
                addresses: addresses(for: notice.kind),
                preferred: preferred, suppressed: suppressed,
                hasConfirmedPhone: preferred == .email && addresses[.sms] != nil,
                hasConsent: notice.kind == .news && notice.isFirst, preferences: preferences, history: history),
            channels: outage.contains(now) ? [] : senders)
    }

    /// The addresses to which a message may go. A message with a secret code goes only to the notice's own address.
    private func addresses(for kind: Notice.Kind) -> [Notice.Channel: String] {
        switch kind {
        case .news: addresses.filter { $0.key == .email }
        case .ticketsFound: addresses.filter { $0.key == preferred }
        default: addresses
        }
    }

    /// The index of a later pending notice of the same kind about the same event; nil if there is none. A notice about
    /// a new sale is merged only into a notice that is due.
    private func replacement(of index: Int, at now: Instant) -> Int? {
        let notice = notices[index]
        guard notice.kind.isReplaceable else { return nil }
        let due = notice.kind == .newSale ? Set(queue.lazy.filter { $0.due <= now }.map { $0.index }) : nil
        return notices.indices.first { other in
            isPending[other] && notices[other].kind == notice.kind && notices[other].event == notice.event
                && notices[other].created <= now && (notices[other].created, other) > (notice.created, index)
                && due?.contains(other) ?? true
        }
    }

    private func firstSale(_ index: Int) -> Instant { firstSales[index] ?? notices[index].created }

    private static func number(_ event: Int) -> EventNumber? { EventNumber(rawValue: UInt32(event + 1)) }
}

// MARK: Checks

extension NoticeSimulation {
    private mutating func expect(_ isRight: Bool, _ fault: @autoclosure () -> String) {
        if !isRight { faults.append(fault()) }
    }

    private mutating func check(_ decision: NoticeDecision, of notice: Planned, at now: Instant) {
        let what = { "\(notice) at \(now): \(decision)" }
        let days: Int64 = isSuggestion(notice) ? 1 : 30
        expect(now <= notice.wanted.advanced(bySeconds: days * 86_400), "Too old: \(what())")
        switch decision.action {
        case .send(let channel):
            expect(NoticeReason.forSending(notice.category).contains(decision.reason), "Wrong reason: \(what())")
            expect(hasAddress(channel), "No address: \(what())")
            expect(senders.contains(channel) && !outage.contains(now), "No sender: \(what())")
            expect(channel != .push || mayBePushed(notice, at: now), "Not for push: \(what())")
            expect(isWanted(notice, by: channel, at: now), "Not wanted: \(what())")
            expect(isOfUse(notice, at: now), "Of no use: \(what())")
            let isQuiet = isQuietTime(notice, at: now)
            let exception = isQuiet ? quietException(notice, at: now) : nil
            if let exception { exceptions.insert(exception) }
            expect(!isQuiet || exception != nil, "Sent at a quiet time: \(what())")
            // Only the reasons of the exceptions say that a message was sent at a quiet time.
            let reasons: [NoticeReason] = [.soon, .eventOpen, .deadline]
            let stated = reasons.first { $0 == decision.reason }
            expect(stated == exception?.reason, "Wrong reason for a quiet time: \(what())")
        case .delay:
            expect(NoticeReason.waiting.contains(decision.reason), "Wrong reason: \(what())")
            expect(notice.category != .critical || decision.reason == .noChannel, "Critical waits: \(what())")
            expect(decision.reason != .quietHours || !isQuietUntilDeadline(notice, at: now), "Too late: \(what())")
        case .merge: expect(decision.reason == .merged, "Wrong reason: \(what())")
        case .drop: expect(NoticeReason.dropping.contains(decision.reason), "Wrong reason: \(what())")
        }
    }

    private func isWanted(_ notice: Planned, by channel: Notice.Channel, at now: Instant) -> Bool {
        if suppressed.contains(channel == .whatsApp ? .sms : channel) { return false }
        // A recipient who wants no SMS gets no WhatsApp messages either.
        let isOff =
            preferences.isOff(notice.kind, by: channel)
            || channel == .whatsApp && preferences.isOff(notice.kind, by: .sms)
        switch notice.category {
        case .critical: return true
        case .transactional: break
        case .marketing where notice.kind == .news: if isOff || !notice.isFirst { return false }
        case .engagement, .organizer: if isOff { return false }
        case .informational where isSuggestion(notice):
            // These kinds are off by default, and no SMS or WhatsApp message may contain suggestions.
            let isOn = preferences.on.contains("\(notice.kind.rawValue)/\(channel.rawValue)")
            if !isOn || [.sms, .whatsApp].contains(channel) { return false }
        case .informational, .marketing:
            if isOff || !preferences.on.contains(notice.category.rawValue) { return false }
        }
        return !preferences.isPaused && (preferences.snoozed[notice.kind.rawValue] ?? 0) <= now.milliseconds
    }

    private func isOfUse(_ notice: Planned, at now: Instant) -> Bool {
        if let end = notice.obsoleteFrom, now >= end { return false }
        if let earliest = notice.notBefore, now < earliest { return false }
        guard [.reminder, .answerReminder].contains(notice.kind), let start = events[notice.event].start else {
            return true
        }
        let secondsLeft = Double(start.milliseconds - now.milliseconds) / 1000
        guard let lead = notice.leadSeconds, lead < 1800 else { return secondsLeft >= 1800 }
        return lead > 0 ? secondsLeft >= 0 : secondsLeft >= Double(lead) - 86_400
    }

    /// Whether the recipient's clock shows a time of day at which a message of this category must wait.
    private func isQuietTime(_ notice: Planned, at now: Instant) -> Bool {
        let (from, until) = (preferences.quietFrom ?? 22 * 60, preferences.quietUntil ?? 7 * 60)
        if wall.isQuiet(from: from, until: until, at: now) { return true }
        guard [.engagement, .informational, .marketing].contains(notice.category) else { return false }
        let time = wall.read(at: now)
        return time.isSunday && time.minute < 13 * 60
    }

    /// The documented exception because of which a notice may be sent at a quiet time; nil if it must wait.
    private func quietException(_ notice: Planned, at now: Instant) -> QuietException? {
        if notice.category == .critical { return .critical }
        if isSoon(notice, at: now) {
            return isAboutGate(notice) ? .gate : notice.kind == .reminder ? .reminder : .update
        }
        return isQuietUntilDeadline(notice, at: now) ? .deadline : nil
    }

    private func isAboutGate(_ notice: Planned) -> Bool { [.gateSilent, .gateUndecided].contains(notice.kind) }

    private func isSuggestion(_ notice: Planned) -> Bool {
        [.recommendations, .popularNearYou].contains(notice.kind)
    }

    /// Whether a notice can be sent by a channel. A WhatsApp message goes only to the notice's own address, because a
    /// member of the organizer sends it, and members must not see a recipient's second address.
    private func hasAddress(_ channel: Notice.Channel) -> Bool {
        channel == .whatsApp ? preferred == .sms : addresses[channel] != nil
    }

    /// Whether a notice may be sent as a push message: it has no secret, and the recipient has chosen push messages for
    /// its kind. If the recipient has chosen no channel, the notice must be urgent, or confirm an admission.
    private func mayBePushed(_ notice: Planned, at now: Instant) -> Bool {
        if [.ticketsFound, .news].contains(notice.kind) { return false }
        if let chosen = preferences.chosen[notice.kind.rawValue] { return chosen == .push }
        return [.eventCancelled, .entryConfirmed].contains(notice.kind)
            || notice.kind == .eventMoved && isSoon(notice, at: now)
    }

    /// Whether the recipient’s clock shows quiet times throughout the period from `now` until the deadline of a notice.
    /// Quiet hours begin and end at full minutes.
    private func isQuietUntilDeadline(_ notice: Planned, at now: Instant) -> Bool {
        guard let deadline = notice.deadline, now < deadline else { return false }
        let minutes = stride(from: now.seconds, to: deadline.seconds, by: 60)
        return isQuietTime(notice, at: deadline.advanced(byMilliseconds: -1))
            && minutes.allSatisfy { isQuietTime(notice, at: Instant(seconds: $0)) }
    }

    /// Whether a notice is an exception to quiet hours because its event starts soon or is open.
    private func isSoon(_ notice: Planned, at now: Instant) -> Bool {
        let event = events[notice.event]
        guard let start = event.start else { return false }
        if isAboutGate(notice) {
            return now >= event.doors ?? start && now < event.end ?? start.advanced(bySeconds: 86_400)
        }
        let hours: Int64 =
            switch (notice.category, notice.kind) {
            case (.transactional, _): 24
            case (_, .reminder): 2
            default: 0
            }
        let end = event.end ?? start.advanced(bySeconds: hours * 3600)
        return hours > 0 && now >= start.advanced(bySeconds: -hours * 3600) && now < end
    }

    private mutating func checkCaps() {
        let (day, week): (Int64, Int64) = (24 * 3600, 7 * 24 * 3600)
        checkCap(3, in: day) { $0.category == .engagement }
        checkCap(12, in: week) { $0.category == .engagement }
        checkCap(1, in: day) { $0.category == .informational }
        checkCap(3, in: week) { $0.category == .informational }
        checkCap(1, in: week) { $0.category == .marketing }
        let together: Set<Notice.Category> = [.engagement, .informational, .marketing]
        checkCap(8, in: day) { together.contains($0.category) }
        checkCap(20, in: week) { together.contains($0.category) }
        let spaced = sent.filter { together.contains($0.notice.category) }
        for (first, next) in zip(spaced, spaced.dropFirst()) {
            let free = first.at.advanced(bySeconds: 30 * 60)
            // If a reminder would be useless 30 minutes after the previous message, it is sent before these 30 minutes
            // are over.
            expect(
                free <= next.at || isLastChance(next.notice, before: free),
                "Less than 30 minutes apart: \(first) \(next)")
        }
        checkUpdates()
        checkMessagesToOrganizers()
        var important: Instant?
        for (at, notice) in sent {
            switch notice.category {
            case .critical, .transactional: important = at
            case .marketing:
                let isFar = important.map { $0.advanced(bySeconds: 12 * 3600) <= at } ?? true
                expect(isFar, "Marketing soon after an important message: \(notice)")
            case .engagement, .organizer, .informational: break
            }
        }
    }

    /// Checks the limit on the transactional messages about an event. Only messages that can be merged count. They wait
    /// at the limit, except the first invitation. The limit ends a day before the event starts.
    private mutating func checkUpdates() {
        let day: Int64 = 24 * 3600
        for event in events.indices {
            let about = sent.filter { _, notice in
                notice.event == event && notice.category == .transactional && notice.kind.isReplaceable
            }
            let begins = events[event].start ?? events[event].doors
            let isCapped = about.map { at, notice in
                let isFirst = notice.kind == .invitation && notice.isFirst
                return !isFirst && begins.map { at < $0.advanced(bySeconds: -day) } ?? true
            }
            checkCap(3, in: day, about, isCapped)
        }
    }

    /// Checks the limit on the messages to organizers, and the distance between messages about sales. A message about a
    /// gate does not wait while the event is open.
    private mutating func checkMessagesToOrganizers() {
        let toOrganizer = sent.filter { $0.notice.category == .organizer && $0.notice.kind != .newSale }
        let isCapped = toOrganizer.map { at, notice in !isAboutGate(notice) || !isSoon(notice, at: at) }
        checkCap(20, in: 24 * 3600, toOrganizer, isCapped)
        let sales = sent.filter { $0.notice.kind == .newSale }
        for (first, next) in zip(sales, sales.dropFirst()) {
            expect(first.at.advanced(bySeconds: 60) <= next.at, "Less than a minute apart: \(first) \(next)")
        }
    }

    /// Checks the limit on messages about sales that are sent at once. After 20 messages in 24 hours, a message with
    /// new sales waits at least until the full hour that follows the first of these sales.
    private mutating func checkSale(_ index: Int, at now: Instant) {
        let dayAgo = now.advanced(bySeconds: -24 * 3600)
        let recent = sent.count { $0.notice.kind == .newSale && dayAgo < $0.at }
        guard preferences.sales == .realTime, recent >= 20 else { return }
        salesAfterLimit += 1
        let (notice, first, wall) = (notices[index], firstSale(index), wall)
        let hour = wall.read(at: first).minute / 60
        let minutes = stride(from: (first.seconds / 60 + 1) * 60, through: now.seconds, by: 60)
        expect(
            minutes.contains { seconds in
                let minute = wall.read(at: Instant(seconds: seconds)).minute
                return minute % 60 == 0 || minute / 60 != hour
            }, "Message \(recent + 1) about sales in a day, before the full hour: \(notice) at \(now)")
    }

    /// Checks that fewer than `count` messages were sent in the `seconds` seconds before each capped message.
    private mutating func checkCap(
        _ count: Int, in seconds: Int64, _ counted: [(at: Instant, notice: Planned)], _ isCapped: [Bool]
    ) {
        for (index, message) in counted.enumerated() where isCapped[index] {
            let recent = counted[..<index].filter { message.at < $0.at.advanced(bySeconds: seconds) }
            expect(recent.count < count, "More than \(count) in \(seconds) s: \(message)")
        }
    }

    /// Whether a notice is a reminder that is of no use at the given time.
    private func isLastChance(_ notice: Planned, before time: Instant) -> Bool {
        guard [.reminder, .answerReminder].contains(notice.kind), let start = events[notice.event].start else {
            return false
        }
        guard let lead = notice.leadSeconds, lead < 1800 else { return time > start.advanced(bySeconds: -1800) }
        return time > (lead > 0 ? start : start.advanced(bySeconds: 86_400 - lead))
    }

    /// Checks that at most `count` messages were sent in any period of `seconds` seconds.
    private mutating func checkCap(_ count: Int, in seconds: Int64, of isCounted: (Planned) -> Bool) {
        checkCap(count, in: seconds, sent.filter { isCounted($0.notice) })
    }

    private mutating func checkCap(_ count: Int, in seconds: Int64, _ counted: [(at: Instant, notice: Planned)]) {
        for (first, next) in zip(counted, counted.dropFirst(count)) {
            expect(
                first.at.advanced(bySeconds: seconds) <= next.at,
                "More than \(count) in \(seconds) s: \(first) \(next)")
        }
    }
}

/// The exceptions to quiet hours and to Sunday morning that Docs/Messages.md lists.
enum QuietException: CaseIterable {
    case critical
    /// A transactional message, if the event starts within 24 hours or is going on
    case update
    /// A reminder, if the event starts within two hours or is going on
    case reminder
    /// A message about a gate, if the event is open
    case gate
    /// A message whose deadline is at or before the end of the quiet time
    case deadline

    /// The reason that is stored with the message; nil if the reason does not mention the quiet time.
    var reason: NoticeReason? {
        switch self {
        case .critical: nil
        case .update, .reminder: .soon
        case .gate: .eventOpen
        case .deadline: .deadline
        }
    }
}

extension NoticeReason {
    static func forSending(_ category: Notice.Category) -> Set<NoticeReason> {
        switch category {
        case .critical:
            [
                .critical, .byEmail, .byPhone, .byPush, .longByEmail, .urgentByPhone, .urgentByPush, .entryByPush,
                .otherAddress,
            ]
        case .transactional:
            [
                .update, .soon, .deadline, .byEmail, .byPhone, .byPush, .longByEmail, .urgentByPhone, .urgentByPush,
                .otherAddress,
            ]
        case .engagement: [.chosen, .soon, .byEmail, .byPhone, .byPush, .otherAddress]
        case .organizer: [.allowed, .eventOpen, .byEmail, .byPhone, .byPush, .longByEmail, .otherAddress]
        case .informational, .marketing: [.allowed, .byEmail, .byPhone, .byPush, .longByEmail, .otherAddress]
        }
    }

    static let waiting: Set<NoticeReason> = [
        .quietHours, .sundayMorning, .spacing, .dailyCap, .weeklyCap, .updateCap, .notYet, .noChannel, .snoozed,
        .afterImportant, .salesSpacing, .hourlyDigest, .dailyDigest,
    ]
    static let dropping: Set<NoticeReason> = [
        .turnedOff, .paused, .outdated, .tooLate, .tooOld, .suppressed, .noConsent, .noSMS,
    ]
}

// MARK: Random recipients

extension NoticeSimulation {
    static let kinds: [Notice.Kind] = [
        .orderPaid, .eventCancelled, .entryConfirmed, .ticketsFound, .eventMoved, .eventMoved, .invitation, .reminder,
        .reminder, .answerReminder, .ticketReissued, .invitationWithdrawn, .organizerMessage, .gateSilent,
        .gateUndecided, .paymentPending, .orderPending, .ticketExpiring, .newSale, .newSale, .news, .recommendations,
        .popularNearYou,
    ]
    /// The kinds of notices to a recipient who gets many messages about sales.
    static let salesKinds: [Notice.Kind] = [.newSale, .newSale, .newSale, .newSale, .lowInventory]

    /// Makes a random recipient. In most of the time zones that are used, the clock changes during the 14 days.
    ///
    /// - Parameters:
    ///   - count: the number of notices.
    ///   - isBurst: whether the notices are queued within half a day instead of 14 days.
    ///   - kinds: the kinds of the notices. A kind that occurs twice is twice as frequent.
    init(
        count: Int, isBurst: Bool, of kinds: [Notice.Kind] = NoticeSimulation.kinds,
        using generator: inout SeededGenerator
    ) {
        let clock = NoticeClock.all[Int.random(in: NoticeClock.all.indices, using: &generator)]
        let start = clock.change.advanced(bySeconds: .random(in: -8 * 86_400 ... -7 * 86_400, using: &generator))
        let isTraveller = Bool.random(using: &generator)
        var preferences = NoticeSimulation.preferences(from: start, using: &generator)
        preferences.timeZone = isTraveller ? clock.zone : nil
        self.preferences = preferences
        wall = WallClock(clock.timeZone)
        events = (0..<3).map { _ in
            let begins = start.advanced(bySeconds: .random(in: 0..<20 * 86_400, using: &generator))
            let hours = Int64.random(in: -12...40, using: &generator)
            let doors = Int64.random(in: -2...4, using: &generator)
            return EventTimes(
                doors: doors < 0 ? nil : begins.advanced(bySeconds: -doors * 3600),
                start: begins, end: hours > 0 ? begins.advanced(bySeconds: hours * 3600) : nil,
                timeZone: isTraveller ? "Asia/Tokyo" : clock.zone)
        }
        preferred = Bool.random(using: &generator) ? .email : .sms
        var addresses =
            Bool.random(using: &generator)
            ? [preferred: "own"] : [.email: "ada@example.org", .sms: "+256772000001"]
        if Bool.random(using: &generator) { addresses[.push] = "own" }
        self.addresses = addresses
        var senders: Set<Notice.Channel> = [.email, .sms]
        if Int.random(in: 0..<3, using: &generator) > 0 { senders.insert(.push) }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            senders.insert(.whatsApp)
            // Members can send notices to a phone by WhatsApp, so the server may have no sender for SMS.
            if preferred == .sms, Bool.random(using: &generator) { senders.remove(.sms) }
        }
        self.senders = senders
        suppressed =
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: [.email, .sms]
            case 1: [preferred]
            default: []
            }
        let failure = start.advanced(bySeconds: .random(in: 0..<10 * 86_400, using: &generator))
        outage = failure..<failure.advanced(bySeconds: .random(in: 1..<86_400, using: &generator))
        let span = start..<start.advanced(bySeconds: isBurst ? 12 * 3600 : 14 * 86_400)
        var notices: [Planned] = []
        var lastSale: Instant?
        for _ in 0..<count {
            var notice = NoticeSimulation.notice(of: kinds, in: span, events, using: &generator)
            if notice.kind == .newSale {
                // Many sales come shortly after another sale.
                if let lastSale, Bool.random(using: &generator) { notice.created = lastSale.advanced(bySeconds: 30) }
                lastSale = notice.created
            }
            notices.append(notice)
        }
        self.notices = notices
        isPending = Array(repeating: true, count: count)
    }

    private static func preferences(
        from start: Instant, using generator: inout SeededGenerator
    ) -> MessagePreferences {
        var preferences = MessagePreferences()
        if Bool.random(using: &generator) {
            preferences.quietFrom = .random(in: 0..<1440, using: &generator)
            preferences.quietUntil = .random(in: 0..<1440, using: &generator)
        }
        if Int.random(in: 0..<5, using: &generator) > 0 { preferences.on = ["informational", "marketing"] }
        for kind in ["recommendations", "popular-near-you"] where Bool.random(using: &generator) {
            preferences.on.formUnion(["\(kind)/email", "\(kind)/sms", "\(kind)/push"])
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            for kind in kinds where Bool.random(using: &generator) {
                let channel = channel(of: [.email, .sms, .push], using: &generator)
                preferences.off.insert(MessagePreferences.offKey(kind, channel))
            }
        }
        for kind in kinds where Int.random(in: 0..<20, using: &generator) == 0 {
            preferences.chosen[kind.rawValue] =
                channel(of: [.email, .sms, .push, .whatsApp], using: &generator)
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            let end = start.advanced(bySeconds: .random(in: 0..<60 * 86_400, using: &generator))
            preferences.snoozed = ["reminder": end.milliseconds]
        }
        preferences.isPaused = Int.random(in: 0..<20, using: &generator) == 0
        let timings: [MessagePreferences.SalesTiming] = [.realTime, .realTime, .hourly, .daily]
        preferences.sales = timings[Int.random(in: timings.indices, using: &generator)]
        return preferences
    }

    private static func channel(
        of channels: [Notice.Channel], using generator: inout SeededGenerator
    ) -> Notice.Channel {
        channels[Int.random(in: channels.indices, using: &generator)]
    }

    private static func notice(
        of kinds: [Notice.Kind], in span: Range<Instant>, _ events: [EventTimes],
        using generator: inout SeededGenerator
    ) -> Planned {
        let kind = kinds[Int.random(in: kinds.indices, using: &generator)]
        let event = Int.random(in: events.indices, using: &generator)
        var created = Instant(
            milliseconds: .random(
                in: span.lowerBound.milliseconds..<span.upperBound.milliseconds, using: &generator))
        var notBefore: Instant?
        var lead: Int64?
        if kind == .reminder, let start = events[event].start {
            let seconds = [7 * 86_400, 86_400, 7200, 900, -3600][Int.random(in: 0..<5, using: &generator)]
            lead = Int64(seconds)
            let wanted = start.advanced(bySeconds: -Int64(seconds))
            notBefore = wanted
            created = min(created, wanted)
        }
        var deadline: Instant?
        if kind == .news {
            notBefore = created.advanced(bySeconds: .random(in: 0..<5 * 86_400, using: &generator))
        }
        if [.paymentPending, .orderPending, .ticketExpiring].contains(kind) {
            deadline = created.advanced(bySeconds: .random(in: 600..<2 * 86_400, using: &generator))
        }
        let useful = Int64.random(in: 7200..<10 * 86_400, using: &generator)
        let isAlwaysOfUse = Int.random(in: 0..<3, using: &generator) == 0
        return Planned(
            kind: kind, created: created, notBefore: notBefore, leadSeconds: lead, deadline: deadline, event: event,
            obsoleteFrom: deadline
                ?? (isAlwaysOfUse ? nil : max(created, notBefore ?? created).advanced(bySeconds: useful)),
            isFirst: Bool.random(using: &generator))
    }
}
