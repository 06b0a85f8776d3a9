public import Languages
public import Ticketing

/// The result for one event when several events are edited together.
public enum EventBatchOutcome: Sendable {
    case edited(EventEditResult)
    /// The edit is not allowed for the event. Nothing is stored, not even for the other events.
    case refused(Event, ManagementError)

    /// The event as it would be after the edit; the unchanged event if the edit is refused.
    public var event: Event {
        switch self {
        case .edited(let result): result.event
        case .refused(let event, _): event
        }
    }
}

/// The error when several events are edited together and at least one of them cannot be edited. It contains each event
/// that cannot be edited, with the reason.
public struct EventBatchRefusal: Error, SentenceConvertible {
    public let refusals: [(event: Event, error: ManagementError)]

    enum Text: String, SentenceKey {
        static let subject = "eventBatch"

        case refused = "“{title}”: {reason}"
    }

    fileprivate static func check(_ outcomes: [EventBatchOutcome]) throws {
        let refusals = outcomes.compactMap { outcome -> (event: Event, error: ManagementError)? in
            if case .refused(let event, let error) = outcome { (event: event, error: error) } else { nil }
        }
        guard refusals.isEmpty else { throw EventBatchRefusal(refusals: refusals) }
    }

    public var sentence: Sentence {
        .list(
            refusals.map { refusal in
                Sentence(
                    Text.refused,
                    ["title": .text(refusal.event.details.title), "reason": .sentence(refusal.error.sentence)])
            }, separator: "; ")
    }
}

extension EventService {
    /// Edits several events of one organizer in one transaction. The rules and the notices are the same as when a
    /// single event is edited, and each event gets its own audit record. If the edit is refused for one event, nothing
    /// is stored.
    ///
    /// - Parameters:
    ///   - events: the events. An event that occurs twice in the list is edited once.
    ///   - effect: whether to write the changes or only to preview them.
    ///   - alter: changes the details of an event. It may throw a `FieldFault` or a `ManagementError` to refuse the
    ///     change of an event.
    /// - Returns: the result for each event, in the order in which the events first occur in the list. Only a preview
    ///   has refusals.
    /// - Throws: `EventBatchRefusal` if `effect` is `commit` and the edit is refused for an event;
    ///   `ManagementError.multipleOrganizers` for events of several organizers, and for an empty list.
    public func edit(
        _ events: [Event], effect: WriteMode = .commit, _ alter: (inout EventDetails) throws -> Void
    ) throws -> [EventBatchOutcome] {
        guard let organizer = events.first?.organizer, events.allSatisfy({ $0.organizer == organizer }) else {
            throw ManagementError.multipleOrganizers
        }
        let outcomes: [EventBatchOutcome] = try withWriteMode(effect) { finish in
            try services.perform(.editEvent, in: organizer) { work in
                let outcomes = try inLockOrder(events) { try outcome(of: $0, work, alter) }
                if effect == .commit { try EventBatchRefusal.check(outcomes) }
                return try finish(outcomes)
            }
        }
        services.queueToAudiences()
        return outcomes
    }

    private func outcome(
        of event: Event, _ work: UnitOfWork, _ alter: (inout EventDetails) throws -> Void
    ) throws -> EventBatchOutcome {
        var result: EventEditResult?
        do {
            _ = try change(try work.lockedWithTicketTypes(event), work) { current in
                result = try edit(&current, work) { details in
                    do {
                        try alter(&details)
                    } catch let fault as FieldFault {
                        throw ManagementError.invalid([fault])
                    }
                }
            }
        } catch let error as ManagementError {
            return .refused(event, error)
        }
        guard let result else { throw ManagementError.unknownEvent(event.slug, known: []) }
        return .edited(result)
    }
}
