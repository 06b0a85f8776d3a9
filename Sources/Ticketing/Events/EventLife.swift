import Foundation

/// Where an event stands: what is stored, and what follows from the clock (MANAGEMENT, "Events").
public enum EventPhase: String, Hashable, Sendable, CaseIterable {
    case draft, published
    /// start ≤ now < end.
    case ongoing
    /// now ≥ end.
    case completed
    case cancelled
}

/// Whether an event may be deleted now.
public enum DeletionRule: Hashable, Sendable {
    case allowed
    case asks
    /// So many hold tickets, and are to be told.
    case asksForHolders(Int)
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

    /// Whether an edit now concerns people: then it warns with the number sold, and what moves is told to them.
    public func editWarns(sold: Int, now: Instant) -> Bool {
        switch phase(at: now) {
        case .published, .ongoing: sold > 0
        case .draft, .completed, .cancelled: false
        }
    }

    /// - Parameter sold: the tickets that stand.
    public func deletion(sold: Int, now: Instant) -> DeletionRule {
        switch phase(at: now) {
        case .draft, .completed, .cancelled: .allowed
        case .ongoing: .refusedWhileOngoing
        case .published: sold > 0 ? .asksForHolders(sold) : .asks
        }
    }

    /// How long a deleted event can be restored, in seconds: 30 days.
    public static let restorableSeconds: Int64 = 30 * 86_400

    /// Whether what was deleted can still come back.
    public func isRestorable(at now: Instant) -> Bool {
        deleted.map { now < $0.advanced(bySeconds: Event.restorableSeconds) } ?? false
    }
}

extension EventDetails {
    /// Everything that no event may have, draft or not; an incomplete draft has none of it.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.demand(text: title, "title")
        faults.demand(optional: about, "about", atMost: 5000, lines: .several)
        faults.demand(optional: venue, "venue")
        faults.demand(optional: address, "address")
        faults.demand(optional: city, "city")
        faults.demand(optional: poster, "poster", atMost: 2000)
        if let poster, NameFault.of(poster, limit: 2000) == nil {
            faults.demand(EventDetails.isPoster(poster), "poster", "the http or https address of a picture")
        }
        faults.demand(optional: contact, "contact")
        faults.demand(TimeZones.isKnown(timeZone), "timezone", "an IANA time zone, such as Africa/Kampala or UTC")
        for (field, moment) in [("doors", doors), ("start", start), ("end", end)] {
            faults.demand(ofEvents: moment, field)
        }
        faults.demand(capacity.map { (1...100_000_000).contains($0) } ?? true, "capacity", "1 to 100,000,000 people")
        faults.demand(
            insideLimit.map { (1...100_000_000).contains($0) } ?? true, "limit-inside", "1 to 100,000,000 people")
        faults.demand((position == nil) || position?.isOnEarth == true, "position", "a latitude and a longitude")
        return faults.all
    }

    /// Times that are not in order. Only events that were stored by an earlier version have such times.
    public var reversedTimes: [FieldFault] {
        var faults = FieldFaults()
        if let start, let end { faults.demand(end > start, "end", "a time after the start") }
        if let doors, let start { faults.demand(doors <= start, "doors", "a time not after the start") }
        return faults.all
    }

    /// Whether a poster is the absolute address of a page or a picture, and nothing that a browser would run.
    private static func isPoster(_ text: String) -> Bool {
        guard let address = URLComponents(string: text), let scheme = address.scheme?.lowercased() else { return false }
        return ["http", "https"].contains(scheme) && !(address.host ?? "").isEmpty && address.user == nil
    }

    /// Whether the holders of tickets must be told of a change to these details: another time or another place.
    public func moves(to other: EventDetails) -> Bool {
        (doors, start, end) != (other.doors, other.start, other.end)
            || (venue, address, city) != (other.venue, other.address, other.city) || position != other.position
            || timeZone != other.timeZone
    }

    /// The same event so much later, or earlier.
    public func shifted(by shift: TimeShift) -> EventDetails {
        var shifted = self
        shifted.doors = doors.map { shift.apply(to: $0, in: timeZone) }
        shifted.start = start.map { shift.apply(to: $0, in: timeZone) }
        shifted.end = end.map { shift.apply(to: $0, in: timeZone) }
        return shifted
    }
}

extension TicketTypeDraft {
    /// The same type of an event that is so much later: what it says of times moves along.
    public mutating func move(by shift: TimeShift, in timeZone: String) {
        func moved(_ instant: Instant?) -> Instant? { instant.map { shift.apply(to: $0, in: timeZone) } }
        window = ValidityWindow(from: moved(window.from), until: moved(window.until))
        sales = SalesWindow(opens: moved(sales.opens), closes: moved(sales.closes))
    }

    /// The times that no event may have.
    public var faultyTimes: [TicketTypeFault] {
        [
            ("valid-from", window.from), ("valid-until", window.until), ("opens", sales.opens),
            ("closes", sales.closes),
        ].filter { !Instant.isOfEvents($0.1) }.map { .time(field: $0.0) }
    }
}

extension FunctionDetails {
    /// The same function of an event that is so much later.
    public mutating func move(by shift: TimeShift, in timeZone: String) {
        start = start.map { shift.apply(to: $0, in: timeZone) }
        end = end.map { shift.apply(to: $0, in: timeZone) }
    }

    /// The times that no event may have.
    public var faultyTimes: [FunctionFault] {
        [("start", start), ("end", end)].filter { !Instant.isOfEvents($0.1) }.map { .time(field: $0.0) }
    }
}
