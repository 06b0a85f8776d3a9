/// An event or sub-event in a calendar of an organizer’s events, with its conflicts: the other events of the organizer
/// that the same team can hardly run as well.
public struct ScheduleEntry: Hashable, Sendable {
    public let event: Event
    /// The sub-event; nil if the entry is the event itself.
    public let subEvent: SubEvent?
    public let start: Instant
    /// The end; nil if it is not known.
    public let end: Instant?
    /// The conflicts, sorted by the start of the other event; at most one conflict for each other event.
    public fileprivate(set) var conflicts: [ScheduleConflict] = []

    /// Makes an entry without conflicts. Nil if the event or sub-event has no start.
    public init?(_ event: Event, _ subEvent: SubEvent? = nil) {
        let times =
            subEvent.map { (start: $0.details.start, end: $0.details.end) }
            ?? (start: event.details.start, end: event.details.end)
        guard let start = times.start else { return nil }
        self.event = event
        self.subEvent = subEvent
        self.start = start
        end = times.end
    }

    /// The time during which the entry takes place. An entry without an end is assumed to last for
    /// `TicketConflict.assumedSeconds`.
    public var period: (start: Instant, end: Instant) {
        (start, end ?? start.advanced(bySeconds: TicketConflict.assumedSeconds))
    }

    /// The name of the venue; nil if it is not known.
    public var venue: String? { subEvent?.details.venue ?? event.details.venue }

    /// The position of the venue; nil if it is not known. A sub-event with its own venue has no known position.
    fileprivate var position: Coordinates? { subEvent?.details.venue == nil ? event.details.position : nil }

    fileprivate var isPossible: Bool { event.status != .cancelled && event.deleted == nil }

    /// Whether two entries are in the same place; nil if this is not known.
    fileprivate func isInSamePlace(as other: ScheduleEntry) -> Bool? {
        guard let venue = venue?.folded, let others = other.venue?.folded else { return nil }
        guard venue == others else { return false }
        guard let city = event.details.city?.folded, let otherCity = other.event.details.city?.folded else {
            return true
        }
        return city == otherCity
    }
}

/// A reason why the same team can hardly run two events of an organizer.
public struct ScheduleConflict: Hashable, Sendable {
    /// The kinds of conflicts, with the strongest kind first.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Both entries take place in the same place at the same time.
        case samePlace
        /// One entry begins before the other entry has ended. The places differ or are not known.
        case overlap
        /// One entry begins in another place, at most `TicketConflict.closeSeconds` after the other entry has ended.
        case tooClose
        /// One entry begins after the other entry has ended, but too soon for the way to the other place
        /// (`TicketConflict.far`).
        case tooFar
    }

    public let kind: Kind
    /// The event with which the entry has this conflict.
    public let event: Event

    /// Makes the conflict of two entries. Nil if the entries have no conflict, or belong to the same event or to
    /// different organizers. Entries of cancelled and deleted events have no conflicts.
    init?(of entry: ScheduleEntry, with other: ScheduleEntry) {
        guard entry.event.organizer == other.event.organizer, entry.event.number != other.event.number,
            entry.isPossible, other.isPossible
        else { return nil }
        let travel = TicketConflict.travelSeconds(from: entry.position, to: other.position)
        guard let found = TicketConflict(entry.period, other.period, travel: travel) else { return nil }
        let isSamePlace = entry.isInSamePlace(as: other)
        switch found {
        case .sameTime, .overlap: kind = isSamePlace == true ? .samePlace : .overlap
        case .close where isSamePlace == false: kind = .tooClose
        case .close:
            // The venues have the same name, or the name of one is not known. A long way between their positions
            // still shows that the places differ.
            guard travel > TicketConflict.closeSeconds else { return nil }
            kind = .tooFar
        case .far: kind = .tooFar
        }
        event = other.event
    }
}

extension [ScheduleEntry] {
    /// The entries of events and sub-events with their conflicts, sorted by start. Events and sub-events without a
    /// start are left out, and so are sub-events whose event is not in the list of events.
    public init(events: [Event], subEvents: [SubEvent]) {
        let known = Dictionary(events.map { ($0.number, $0) }) { first, _ in first }
        var entries: [ScheduleEntry] =
            events.compactMap { ScheduleEntry($0) }
            + subEvents.compactMap { part in known[part.event].flatMap { ScheduleEntry($0, part) } }
        entries.sort { first, second in
            (first.start.milliseconds, first.event.number.rawValue, first.subEvent?.number ?? 0)
                < (second.start.milliseconds, second.event.number.rawValue, second.subEvent?.number ?? 0)
        }
        var found = entries.map { _ in [EventNumber: ScheduleConflict]() }
        func add(_ conflict: ScheduleConflict?, to index: Int) {
            guard let conflict else { return }
            let known = found[index][conflict.event.number]
            if known.map({ conflict.kind.rawValue < $0.kind.rawValue }) ?? true {
                found[index][conflict.event.number] = conflict
            }
        }
        for (index, entry) in entries.enumerated() {
            let last = entry.period.end.advanced(bySeconds: TicketConflict.longestTravelSeconds)
            for other in entries.indices.dropFirst(index + 1) {
                guard entries[other].start <= last else { break }
                add(ScheduleConflict(of: entry, with: entries[other]), to: index)
                add(ScheduleConflict(of: entries[other], with: entry), to: other)
            }
        }
        for index in entries.indices {
            entries[index].conflicts = found[index].values.sorted { first, second in
                (first.event.details.start?.milliseconds ?? .max, first.event.number.rawValue)
                    < (second.event.details.start?.milliseconds ?? .max, second.event.number.rawValue)
            }
        }
        self = entries
    }
}
