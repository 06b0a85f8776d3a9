/// Why an event can't be published yet.
public enum PublishingFault: Hashable, Sendable, CustomStringConvertible {
    case organizerNotVerified
    case notADraft(Event.Status)
    case noStart
    case noEnd
    case endsBeforeStart
    case doorsAfterStart
    case inThePast
    case noVenue
    case noTicketType

    public var description: String {
        switch self {
        case .organizerNotVerified: "the organizer is not verified yet"
        case .notADraft(let status): "the event is \(status.rawValue), not a draft"
        case .noStart: "there is no start"
        case .noEnd: "there is no end"
        case .endsBeforeStart: "the end is not after the start"
        case .doorsAfterStart: "the doors open after the start"
        case .inThePast: "the end is in the past"
        case .noVenue: "there is no venue"
        case .noTicketType: "there is no ticket type"
        }
    }
}

extension Event {
    /// Everything that stands between this event and its publication, all at once; empty when it may be published.
    ///
    /// - Parameter functions: how many the event has; their guests need no ticket type.
    public func publishingFaults(
        organizer: Organizer, ticketTypes: Int, functions: Int = 0, now: Instant
    ) -> [PublishingFault] {
        var faults: [PublishingFault] = []
        if organizer.verification == .pending { faults.append(.organizerNotVerified) }
        if status != .draft { faults.append(.notADraft(status)) }
        if details.start == nil { faults.append(.noStart) }
        if details.end == nil { faults.append(.noEnd) }
        if let start = details.start, let end = details.end, end <= start { faults.append(.endsBeforeStart) }
        if let doors = details.doors, let start = details.start, doors > start { faults.append(.doorsAfterStart) }
        if let end = details.end, end <= now { faults.append(.inThePast) }
        if details.venue == nil { faults.append(.noVenue) }
        if ticketTypes == 0, functions == 0 { faults.append(.noTicketType) }
        return faults
    }
}
