public import Languages
public import Ticketing

/// All reasons why a new event was refused.
public struct NewEventFaults: Error, Hashable, Sendable, SentenceConvertible {
    /// The faults of the event's fields.
    public let details: [FieldFault]
    /// The faults of each ticket type, in the order of the types.
    public let types: [[TicketTypeFault]]
    /// The reasons why the event cannot be published; empty for a draft.
    public let publishing: [PublishingFault]

    /// Whether there are no faults.
    public var isEmpty: Bool { details.isEmpty && types.allSatisfy(\.isEmpty) && publishing.isEmpty }

    public var sentence: Sentence {
        .list(
            details.map(\.sentence) + types.flatMap(\.self).map(\.sentence) + publishing.map(\.sentence),
            separator: "; ")
    }
}

extension EventCreation {
    /// The faults of the event and its ticket types. A type is also faulty if its name or currency does not fit the
    /// types before it. The sub-events and the guest list are not examined.
    ///
    /// - Parameters:
    ///   - isPublished: whether the event is published when it is created; otherwise it is a draft.
    ///   - organizer: the organizer of the event.
    public func faults(ifPublished isPublished: Bool, by organizer: Organizer, at now: Instant) -> NewEventFaults {
        var random = SystemRandomNumberGenerator()
        let event = Event(
            number: .random(using: &random), organizer: organizer.number, slug: "", suite: suite, created: now,
            details: details)
        var earlier: [TicketType] = []
        let typeFaults = types.map { details in
            defer { earlier.append(TicketType(event: event.number, number: .first, details: details)) }
            return details.faults(among: earlier)
        }
        let publishing =
            isPublished
            ? event.publishingFaults(
                organizer: organizer, ticketTypes: types.count, subEvents: subEvents.count, now: now) : []
        return NewEventFaults(
            details: details.faults + details.reversedTimes, types: typeFaults, publishing: publishing)
    }
}

extension EventService {
    /// Creates an event with its ticket types, sub-events, guests and poster, and publishes it. If anything is refused,
    /// nothing is stored. The user needs the rights to create and to publish events, to add ticket types and to set
    /// pictures.
    ///
    /// - Parameters:
    ///   - poster: the poster; nil to create the event without a poster.
    ///   - text: the alternative text of the poster.
    /// - Throws: `NewEventFaults` with all faults of the event and its ticket types; `ManagementError.invalid` for an
    ///   invalid alternative text; `GuestError` for a fault of a sub-event or guest; `StoreError` if the files of the
    ///   poster cannot be written.
    public func createAndPublish(
        _ new: EventCreation, poster: PreparedPicture? = nil, showing text: String = "", of organizer: Organizer
    ) throws -> Event {
        try create(new, poster: poster, showing: text, isPublished: true, of: organizer)
    }

    /// Creates a draft with its ticket types, sub-events, guests and poster. If anything is refused, nothing is stored.
    ///
    /// - Parameters:
    ///   - poster: the poster; nil to create the event without a poster.
    ///   - text: the alternative text of the poster.
    /// - Throws: the errors of `createAndPublish`.
    public func createDraft(
        _ new: EventCreation, poster: PreparedPicture? = nil, showing text: String = "", of organizer: Organizer
    ) throws -> Event {
        try create(new, poster: poster, showing: text, isPublished: false, of: organizer)
    }

    private func create(
        _ new: EventCreation, poster: PreparedPicture?, showing text: String, isPublished: Bool,
        of organizer: Organizer
    ) throws -> Event {
        // The number of the event is chosen here, because the poster's files need it, and are written before the
        // transaction that creates the event.
        var random = SystemRandomNumberGenerator()
        let number = EventNumber.random(using: &random)
        guard let poster else {
            return try services.perform(.createEvent, in: organizer.number) { work in
                try add(new, numbered: number, isPublished: isPublished, of: organizer, work)
            }
        }
        try PictureService.check(text)
        var created: Event?
        _ = try services.pictures.set(poster, as: .poster, showing: text, of: .event(number)) { addPicture in
            try services.perform(.createEvent, in: organizer.number) { work in
                try services.authorize(.setPicture, in: organizer.number, work)
                created = try add(new, numbered: number, isPublished: isPublished, of: organizer, work)
                return try addPicture(work.recorded(.setPicture))
            }
        }
        guard let created else { throw ManagementError.unknownEvent("\(number)", known: []) }
        return created
    }

    private func add(
        _ new: EventCreation, numbered number: EventNumber, isPublished: Bool, of organizer: Organizer,
        _ work: UnitOfWork
    ) throws -> Event {
        var others: [Operation] = []
        if !new.types.isEmpty { others.append(.addType) }
        if !new.subEvents.isEmpty { others.append(.addSubEvent) }
        if new.guestList != nil { others.append(.importGuests) }
        if isPublished { others.append(.publishEvent) }
        for operation in others { try services.authorize(operation, in: organizer.number, work) }
        // The organizer is read again, because its verification may have changed.
        guard let current = try work.connection.organizers.with(number: organizer.number) else {
            throw ManagementError.unknownOrganizer(organizer.slug, known: [])
        }
        let faults = new.faults(ifPublished: isPublished, by: current, at: work.now)
        guard faults.isEmpty else { throw faults }
        let draft = try insertDraft(
            new.details, suite: new.suite, of: organizer.number, numbered: number, work)
        _ = try addParts(of: new, to: draft, work) { _ in }
        guard isPublished else { return draft }
        return try change(draft, work.recorded(.publishEvent)) { try EventService.publish(&$0, work) }
    }
}
