public import Languages

/// A reason why an event cannot be published yet.
public enum PublishingFault: Hashable, Sendable, SentenceConvertible {
    case organizerNotVerified(missing: [VerificationStep])
    case notADraft(Event.Status)
    case noStart
    case noEnd
    case endsBeforeStart
    case doorsAfterStart
    case inThePast
    case noVenue
    case noTicketType
    /// A celebration that has neither a sub-event nor a ticket type.
    case noSubEvent

    public var sentence: Sentence {
        switch self {
        case .organizerNotVerified(let missing):
            Sentence(
                FaultSentence.organizerNotVerified,
                ["steps": .sentence(.list(missing.map(\.label), separator: ", "))])
        case .notADraft(let status): Sentence(FaultSentence.notADraft, ["status": .sentence(status.label)])
        case .noStart: Sentence(FaultSentence.noStart)
        case .noEnd: Sentence(FaultSentence.noEnd)
        case .endsBeforeStart: Sentence(FaultSentence.endsBeforeStart)
        case .doorsAfterStart: Sentence(FaultSentence.doorsAfterStart)
        case .inThePast: Sentence(FaultSentence.inThePast)
        case .noVenue: Sentence(FaultSentence.noVenue)
        case .noTicketType: Sentence(FaultSentence.noTicketType)
        case .noSubEvent: Sentence(FaultSentence.noSubEvent)
        }
    }
}

extension Event {
    /// All reasons why this event cannot be published; empty if it can be published.
    ///
    /// - Parameter subEvents: the number of sub-events. An event with sub-events needs no ticket type, because its
    ///   guests are invited.
    public func publishingFaults(
        organizer: Organizer, ticketTypes: Int, subEvents: Int = 0, now: Instant
    ) -> [PublishingFault] {
        var faults: [PublishingFault] = []
        if !organizer.isVerified { faults.append(.organizerNotVerified(missing: organizer.verification.missing)) }
        if status != .draft { faults.append(.notADraft(status)) }
        faults += details.completenessFaults
        if let end = details.end, end <= now { faults.append(.inThePast) }
        if ticketTypes == 0, subEvents == 0 {
            faults.append(details.kind == .celebration ? .noSubEvent : .noTicketType)
        }
        return faults
    }
}

extension EventDetails {
    /// A fault for each missing detail that a published event needs. Also a fault if the event does not end after its
    /// start, or if the doors open after its start.
    public var completenessFaults: [PublishingFault] {
        var faults: [PublishingFault] = []
        if start == nil { faults.append(.noStart) }
        if end == nil { faults.append(.noEnd) }
        if let start, let end, end <= start { faults.append(.endsBeforeStart) }
        if let doors, let start, doors > start { faults.append(.doorsAfterStart) }
        if venue == nil { faults.append(.noVenue) }
        return faults
    }
}
