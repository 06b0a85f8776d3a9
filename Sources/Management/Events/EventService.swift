import Languages
public import Ticketing

/// The events that a list or search includes.
public enum EventSelection: Sendable {
    /// Events that are not deleted.
    case active
    /// Events that are not deleted. If a prefix of a number or slug matches several events, published events are
    /// preferred to drafts and cancelled events.
    case publishedFirst
    /// Deleted events, however long ago they were deleted.
    case deleted
    /// Deleted events that can still be restored.
    case restorable
    /// All events, including deleted ones. Published events are preferred, as in `publishedFirst`.
    case any
}

/// Creates, finds, edits, publishes, cancels, deletes and restores events.
public struct EventService: Sendable {
    let services: ManagementServices

    /// Creates a draft.
    public func createEvent(_ details: EventDetails, suite: Suite, of organizer: Organizer) throws -> Event {
        let faults = details.faults + details.reversedTimes
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return try services.perform(.createEvent, in: organizer.number) { work in
            try insertDraft(details, suite: suite, of: organizer.number, work)
        }
    }

    /// Creates a draft with its ticket types, sub-events and guests, in one transaction.
    ///
    /// - Parameter progress: called regularly with the number of the current line of the guest list.
    /// - Throws: `ManagementError.invalid`, `SalesError.typeFaults`, `GuestError.faultySubEvent` or `guestImport`.
    public func createEvent(
        _ new: EventCreation, of organizer: Organizer, effect: WriteMode = .commit, progress: (Int) -> Void = { _ in }
    ) throws -> CreatedEvent {
        let faults = new.details.faults + new.details.reversedTimes
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return try withWriteMode(effect) { effect in
            try services.perform(.createEvent, in: organizer.number) { work in
                let event = try insertDraft(new.details, suite: new.suite, of: organizer.number, work)
                return try effect(CreatedEvent(event: event, guests: try addParts(of: new, to: event, work, progress)))
            }
        }
    }

    /// Adds the ticket types, sub-events and guests of a new event.
    ///
    /// - Returns: the result of the guest import; nil if there is no guest list.
    func addParts(
        of new: EventCreation, to event: Event, _ work: UnitOfWork, _ progress: (Int) -> Void
    ) throws -> GuestImportSummary? {
        for type in new.types { _ = try TicketTypeService.addType(type, to: event, work.recorded(.addType)) }
        var subEvents: [SubEvent] = []
        for subEvent in new.subEvents {
            subEvents.append(
                try SubEventService.add(subEvent, existing: subEvents, to: event, work.recorded(.addSubEvent)))
        }
        return try new.guestList.map {
            try GuestService.importGuests(
                $0, GuestImportOptions(), into: event, work.recorded(.importGuests), progress)
        }
    }

    /// - Parameter number: the number of the new event; nil for any unused number.
    func insertDraft(
        _ details: EventDetails, suite: Suite, of organizer: OrganizerNumber, numbered number: EventNumber? = nil,
        _ work: UnitOfWork
    ) throws -> Event {
        var random = SystemRandomNumberGenerator()
        let event = try insertWithUniqueSlug(slug: Slug.of(details.title, fallback: "event")) { slug in
            Event(
                number: number ?? .random(using: &random), organizer: organizer, slug: slug, suite: suite,
                created: work.now, details: details)
        } insert: {
            try work.connection.events.insert($0)
        }
        try work.record(AuditSubject(.event, event.number), of: event.number, after: event.auditFields)
        return event
    }

    /// The events of the user's organizers, in the order of their start times.
    public func events(_ which: EventSelection = .active) throws -> [Event] {
        let now = services.now()
        return try services.store.read { try $0.events.all(of: services.user.id) }.filter(services.isWithinGrants)
            .filter { event in
                switch which {
                case .active, .publishedFirst: event.deleted == nil
                case .deleted: event.deleted != nil
                case .restorable: event.isRestorable(at: now)
                case .any: true
                }
            }
    }

    /// Finds an event by its number, its slug (the name in its URL), or an unambiguous prefix of either. An exact match
    /// always wins. With `any`, a prefix is compared with deleted events only if no other event matches.
    ///
    /// - Throws: `ManagementError.unknownEvent`; `notDeleted` if `which` is `deleted`, but the named event is not
    ///   deleted.
    public func event(named name: String, among which: EventSelection = .active) throws -> Event {
        func found(_ which: EventSelection) throws -> Event {
            try Event.find(named: name, among: try events(which)) {
                which != .publishedFirst || $0.status == .published
            }
        }
        let folded = name.lowercased()
        let matchesExactly =
            try which == .any
            && events(.any).contains { $0.slug == folded || $0.number.description == folded }
        do {
            return try found(which == .any && !matchesExactly ? .publishedFirst : which)
        } catch ManagementError.unknownEvent where which == .any {
            return try found(.any)
        } catch ManagementError.unknownEvent(let name, let known) where which == .deleted {
            let isThere = try events().contains { event in
                event.number.description == name || !name.isEmpty && event.slug.hasPrefix(name.lowercased())
            }
            throw isThere ? ManagementError.notDeleted : .unknownEvent(name, known: known)
        }
    }

    /// Publishes a draft.
    ///
    /// - Throws: `ManagementError.notPublishable` with all faults.
    public func publish(_ event: Event) throws -> Event {
        try change(.publishEvent, event) { work, current in try EventService.publish(&current, work) }
    }

    /// Publishes a draft. The caller must have locked the row of the draft.
    static func publish(_ draft: inout Event, _ work: UnitOfWork) throws {
        guard let organizer = try work.connection.organizers.with(number: draft.organizer) else {
            throw ManagementError.unknownOrganizer("\(draft.organizer)", known: [])
        }
        let types = try work.connection.ticketTypes.all(of: draft.number).count
        let subEvents = try work.connection.subEvents.all(of: draft.number).count
        let faults = draft.publishingFaults(
            organizer: organizer, ticketTypes: types, subEvents: subEvents, now: work.now)
        guard faults.isEmpty else { throw ManagementError.notPublishable(faults) }
        draft.status = .published
        draft.published = work.now
    }
}

extension TicketService {
    /// The number of people whom the event's active tickets admit.
    public func admittedPeople(of event: Event) throws -> Int {
        try services.read(.showEvent, on: event) { try $0.events.people(at: event.number) }
    }
}

extension Event {
    static func find(
        named name: String, among events: [Event], isPreferred: (Event) -> Bool = { _ in true }
    ) throws -> Event {
        try findByNumberOrSlug(
            .event, named: name, among: events, number: \.number.description, slug: \.slug, isPreferred: isPreferred,
            candidate: \.candidate
        ) { .unknownEvent(name, known: $0) }
    }

    /// The text by which an error names the event in a list of several events: `new-year-2 (draft, 2030-01-01)`.
    private var candidate: Sentence {
        guard let start = details.start else {
            return Sentence(
                ManagementError.Text.undatedEvent, ["slug": .text(slug), "status": .text(status.rawValue)])
        }
        return .verbatim("\(slug) (\(status.rawValue), \(CalendarDay(start, in: zone).rawValue))")
    }
}
