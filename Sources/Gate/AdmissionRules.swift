import Foundation
import Ticketing

/// The rules of admission (Docs/Gate.md, “Verdict”). The rules are a pure function: the decision depends only on the
/// inputs, not on a clock or a store. `AdmissionSlotRule` finds the free slots.
struct AdmissionRules {
    /// The time, in milliseconds, within which a second scan of a ticket at the same gate is treated as an accidental
    /// repeat.
    static let repeatWindow: Int64 = 5000

    enum Decision: Equatable {
        /// The people are admitted to `slots`. `again` tells whether one of the slots was occupied before. The slots in
        /// `vacating` must be vacated first, because the people in these slots are assumed to have left.
        case admit(slots: [Int], again: Bool, vacating: [Int])
        case exit(slots: [Int])
        /// The given admission is undone. `slots` are the ticket's slots without that admission.
        case void(AdmissionRecord, reason: String, slots: [AdmissionSlot])
        case `repeat`
        case refuse(Refusal)
    }

    let snapshot: TicketSnapshot
    let gate: String
    /// The time that is compared with validity windows and with the ticket type's hours. At a gate with a fixed
    /// time, this time differs from `now`.
    let validityTime: Instant
    let now: Instant
    let timeZone: TimeZone

    func decide(_ direction: Direction, count: Int) -> Decision {
        switch direction {
        case .entry: entry(count)
        case .exit: exit(count)
        }
    }

    private func entry(_ count: Int) -> Decision {
        if let refusal = liveCodeRefusal ?? ticketStatusRefusal ?? unpaidRefusal ?? windowRefusal ?? gateRefusal
            ?? subEventRefusal ?? hoursRefusal
        {
            return .refuse(refusal)
        }
        let free = snapshot.slotRule.freeSlots(snapshot.slots)
        if free.count >= count { return admission(to: free, count, vacating: []) }
        if free.isEmpty && isRepeat { return .repeat }
        guard let (leaving, free) = reentryExchange(count) else {
            return .refuse(alreadyUsedRefusal(snapshot.inside, left: min(free.count, snapshot.slotRule.allowed)))
        }
        return admission(to: free, count, vacating: leaving)
    }

    private func admission(to free: [Int], _ count: Int, vacating: [Int]) -> Decision {
        if let limit = snapshot.insideLimit, let peopleInside = snapshot.insideCount, count > vacating.count,
            peopleInside + count - vacating.count > limit
        {
            return .refuse(.venueFull(inside: peopleInside, capacity: limit))
        }
        let slots = Array(free.prefix(count))
        return .admit(
            slots: slots, again: slots.contains { slot in snapshot.slots.contains { $0.number == slot } },
            vacating: vacating)
    }

    /// The slots to vacate so that `count` people can re-enter, and the slots that are free afterwards. Nil if the
    /// ticket type's re-entry rule is not `always`, or if the ticket admits fewer than `count` people.
    private func reentryExchange(_ count: Int) -> (leaving: [Int], free: [Int])? {
        let rule = snapshot.slotRule
        guard rule.reentry == .always, count <= rule.allowed else { return nil }
        let surplus = snapshot.inside + count - rule.allowed
        let leaving = Array(AdmissionSlotRule.slotsToVacate(snapshot.currentSlots, day: rule.day).prefix(surplus))
        return (leaving, rule.freeSlots(snapshot.slots.vacated(by: leaving)))
    }

    /// People who are inside can always leave, whether or not their ticket is listed, cancelled or valid at this time.
    private func exit(_ count: Int) -> Decision {
        let inside = AdmissionSlotRule.slotsToVacate(snapshot.slots, day: snapshot.slotRule.day)
        guard inside.count >= count else { return .refuse(.notInside) }
        return .exit(slots: Array(inside.prefix(count)))
    }

    private var isRepeat: Bool {
        guard let last = snapshot.slots.map(\.last).max(by: { $0.at < $1.at }), last.gate == gate else { return false }
        return (0..<AdmissionRules.repeatWindow).contains(now.milliseconds - last.at.milliseconds)
    }

    private var liveCodeRefusal: Refusal? {
        snapshot.type?.details.requiresLiveCode == true && !snapshot.showsLiveCode
            ? .staleCode(stepsOff: nil, present: false) : nil
    }

    private var ticketStatusRefusal: Refusal? {
        guard let ticket = snapshot.ticket, snapshot.claims.issue <= ticket.issue else { return .notListed }
        // If the token and the store's ticket name different keys, the main store never issued this token.
        if snapshot.claims.issue == ticket.issue, snapshot.claims.key != ticket.key { return .notListed }
        if ticket.status != .issued {
            return .revoked(ticket.status, since: ticket.statusSince, note: ticket.statusNote)
        }
        return snapshot.claims.issue < ticket.issue ? .superseded(since: ticket.reissued) : nil
    }

    private var unpaidRefusal: Refusal? { snapshot.ticket?.sale?.due.map { .unpaid(due: $0) } }

    private var gateRefusal: Refusal? {
        guard let type = snapshot.type, !type.isAccepted(at: gate) else { return nil }
        return .wrongGate(validAt: type.gates, landmarks: snapshot.landmarks, pictures: snapshot.gatePictures)
    }

    /// The ticket type's validity window replaces the window in the token. A ticket type without a window has no time
    /// limit (Docs/TokenFormat.md §2).
    private var windowRefusal: Refusal? {
        let window = snapshot.type?.details.window ?? snapshot.claims.window
        if let from = window.from, validityTime < from { return .notYetValid(from: from, until: window.until) }
        if let until = window.until, validityTime >= until { return .expired(until: until, from: window.from) }
        return nil
    }

    private var subEventRefusal: Refusal? {
        guard let opened = snapshot.validSubEvents, !opened.contains(where: { $0.subEvent == snapshot.subEvent }) else {
            return nil
        }
        return .wrongGate(validAt: opened.map(\.name))
    }

    private var hoursRefusal: Refusal? {
        guard let hours = snapshot.type?.details.hours, !hours.contains(WallTime(validityTime, in: timeZone)) else {
            return nil
        }
        return .outsideHours(hours)
    }

    private func alreadyUsedRefusal(_ used: Int, left: Int) -> Refusal {
        let first = snapshot.currentSlots.map(\.first).min { $0.at < $1.at }
        let last = snapshot.currentSlots.map(\.last).max { $0.at < $1.at }
        return .alreadyUsed(
            first: first, used: used, allowed: snapshot.allowed ?? 0, reentry: snapshot.slotRule.reentry, left: left,
            last: last == first ? nil : last)
    }

    /// Rebuilds a refusal from its recorded reason, for the verdict on a repeated request. Details, such as the
    /// validity window, are not recorded, and come from the present data. Nil if a gate never records this reason, or
    /// if the ticket lacks the details of such a refusal.
    func refusal(for reason: Refusal.Reason, used: Int) -> Refusal? {
        let window = snapshot.type?.details.window ?? snapshot.claims.window
        if let refusal = ticketStatusRefusal, refusal.reason == reason { return refusal }
        switch reason {
        // A scan that is refused for one of these reasons is only counted, and gets no record.
        case .malformed, .unsupportedVersion, .unknownKey, .badSignature, .wrongEvent: return nil
        case .staleCode: return .staleCode(stepsOff: nil, present: snapshot.showsLiveCode)
        case .notListed: return .notListed
        case .revoked:
            return snapshot.ticket.map { .revoked($0.status, since: $0.statusSince, note: $0.statusNote) }
        case .superseded: return snapshot.ticket.map { .superseded(since: $0.reissued) }
        // If the ticket was paid after the refusal, nothing is due now. So the refusal names the ticket's price, which
        // was due at the time of the refusal.
        case .unpaid: return snapshot.ticket?.sale.flatMap { $0.due ?? $0.price }.map { .unpaid(due: $0) }
        case .notYetValid: return .notYetValid(from: window.from ?? validityTime, until: window.until)
        case .expired: return .expired(until: window.until ?? validityTime, from: window.from)
        case .wrongGate:
            let typeRefusal = Refusal.wrongGate(
                validAt: snapshot.type?.gates ?? [], landmarks: snapshot.landmarks, pictures: snapshot.gatePictures)
            return snapshot.subEvent == 0 || snapshot.validSubEvents == nil
                ? typeRefusal : subEventRefusal ?? typeRefusal
        case .outsideHours: return snapshot.type?.details.hours.map { .outsideHours($0) }
        case .alreadyUsed: return alreadyUsedRefusal(used, left: 0)
        case .notInside: return .notInside
        case .venueFull:
            return .venueFull(inside: snapshot.insideCount ?? 0, capacity: snapshot.insideLimit ?? 0)
        case .leftSince: return .leftSince
        }
    }
}

extension [AdmissionSlot] {
    /// A copy of these slots, in which the slots with the given numbers are marked as vacated.
    ///
    /// - Parameter clock: the new time of the last change of the vacated slots; nil keeps the old time.
    func vacated(by numbers: [Int], _ clock: HybridClock? = nil) -> [AdmissionSlot] {
        map { slot in
            guard numbers.contains(slot.number) else { return slot }
            var slot = slot
            slot.isInside = false
            if let clock { slot.lastChange = clock }
            return slot
        }
    }
}
