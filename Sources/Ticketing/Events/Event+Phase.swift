import Foundation
public import Languages

/// The phase of an event, which follows from the event's stored status and the current time (Docs/Management.md,
/// "Events").
public enum EventPhase: String, Hashable, Sendable, CaseIterable {
    case draft, published
    /// start ≤ now < end.
    case ongoing
    /// now ≥ end.
    case completed
    case cancelled

    /// The name on pages.
    public var label: Sentence {
        switch self {
        case .draft: .label(.eventDraft)
        case .published: .label(.eventPublished)
        case .ongoing: .label(.eventOngoing)
        case .completed: .label(.eventCompleted)
        case .cancelled: .label(.eventCancelled)
        }
    }
}

/// Whether an event may be deleted now, and whether the user must confirm the deletion.
public enum DeletionRule: Hashable, Sendable {
    case allowed
    case needsConfirmation
    /// The associated value is the number of tickets whose holders must be notified.
    case needsConfirmationForHolders(Int)
    case refusedWhileOngoing
}

extension Event {
    public func phase(at now: Instant) -> EventPhase {
        switch status {
        case .draft: .draft
        case .cancelled: .cancelled
        case .published:
            if let end = details.end, now >= end {
                .completed
            } else if let start = details.start, now >= start {
                .ongoing
            } else {
                .published
            }
        }
    }

    /// Whether an edit at the time `now` affects ticket holders. Before such an edit is stored, the user sees a warning
    /// with the number of tickets sold. If the edit changes the time or the venue, the ticket holders are notified.
    public func editNeedsWarning(sold: Int, now: Instant) -> Bool {
        switch phase(at: now) {
        case .published, .ongoing: sold > 0
        case .draft, .completed, .cancelled: false
        }
    }

    /// Whether the event may be deleted at the time `now`.
    ///
    /// - Parameter sold: the number of active tickets.
    public func deletionRule(sold: Int, now: Instant) -> DeletionRule {
        switch phase(at: now) {
        case .draft, .completed, .cancelled: .allowed
        case .ongoing: .refusedWhileOngoing
        case .published: sold > 0 ? .needsConfirmationForHolders(sold) : .needsConfirmation
        }
    }

    /// The time for which a deleted event can be restored, in seconds: 30 days.
    public static let restorableSeconds: Int64 = 30 * 86_400

    /// Whether the event is deleted and can still be restored.
    public func isRestorable(at now: Instant) -> Bool {
        deleted.map { now < $0.advanced(bySeconds: Event.restorableSeconds) } ?? false
    }
}

extension EventDetails {
    /// The faults that even a draft must not have. Missing details are not among these faults, because a draft may be
    /// incomplete; see `completenessFaults`.
    public var faults: [FieldFault] { limitFaults }

    /// The faults of times in the wrong order. New events cannot have such times, but an earlier version of the program
    /// stored events with such times.
    public var reversedTimes: [FieldFault] {
        var faults = FieldFaults()
        if let start, let end { faults.require(end > start, "end", FaultSentence.endAfterStart) }
        if let doors, let start { faults.require(doors <= start, "doors", FaultSentence.doorsUntilStart) }
        if let payBy, let end { faults.require(payBy <= end, "pay_by", FaultSentence.payByUntilEnd) }
        return faults.all
    }

    /// Whether `other` has a different time or venue.
    public func changesTimeOrVenue(to other: EventDetails) -> Bool {
        (doors, start, end) != (other.doors, other.start, other.end)
            || (venue, address, city) != (other.venue, other.address, other.city) || position != other.position
            || timeZone != other.timeZone
    }

    /// The names, in audit records, of the fields that `changesTimeOrVenue` compares.
    public static let timeAndVenueFields: Set<String> = [
        "doors", "start", "end", "venue", "address", "city", "position", "timezone",
    ]

    /// A copy of these details with all times shifted.
    public func shifted(by shift: TimeShift) -> EventDetails {
        var shifted = self
        shifted.doors = doors.map { shift.apply(to: $0, in: timeZone) }
        shifted.start = start.map { shift.apply(to: $0, in: timeZone) }
        shifted.end = end.map { shift.apply(to: $0, in: timeZone) }
        shifted.answerBy = answerBy.map { shift.apply(to: $0, in: timeZone) }
        shifted.payBy = payBy.map { shift.apply(to: $0, in: timeZone) }
        return shifted
    }
}

extension EventDetails {
    /// The time from which guests can no longer answer their invitations to a sub-event; nil if there is no deadline.
    /// The deadline of the sub-event replaces the deadline of the event.
    public func answerDeadline(of subEvent: SubEventDetails) -> Instant? { subEvent.answerBy ?? answerBy }

    /// Whether the deadline for answers to the invitations to a sub-event has passed.
    public func areAnswersClosed(for subEvent: SubEventDetails, at now: Instant) -> Bool {
        answerDeadline(of: subEvent).map { now >= $0 } ?? false
    }
}

extension TicketTypeDetails {
    /// Shifts the times of this ticket type by as much as the times of its event.
    public mutating func shift(by shift: TimeShift, in timeZone: String) {
        func moved(_ instant: Instant?) -> Instant? { instant.map { shift.apply(to: $0, in: timeZone) } }
        window = ValidityWindow(from: moved(window.from), until: moved(window.until))
        sales = SalesWindow(opens: moved(sales.opens), closes: moved(sales.closes))
    }
}

extension SubEventDetails {
    /// Shifts the times of this sub-event by as much as the times of its event.
    public mutating func shift(by shift: TimeShift, in timeZone: String) {
        answerBy = answerBy.map { shift.apply(to: $0, in: timeZone) }
        start = start.map { shift.apply(to: $0, in: timeZone) }
        end = end.map { shift.apply(to: $0, in: timeZone) }
    }
}
