public import Ticketing

/// Which events a list has.
public enum EventSelection: Sendable {
    /// Not deleted.
    case standing
    /// Not deleted; a beginning of a name means a published event before drafts and cancelled ones.
    case publishedFirst
    /// Deleted, however long ago.
    case deleted
    /// Deleted, and can still be brought back.
    case restorable
    /// All there ever were: what was sold is asked for later, too.
    case any
}

extension Office {
    /// Creates a draft.
    public func createEvent(_ details: EventDetails, suite: Suite, of organizer: Organizer) throws -> Event {
        let faults = details.faults + details.reversedTimes
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return try perform(.createEvent, in: organizer.number) { work in
            try insertDraft(details, suite: suite, of: organizer.number, work)
        }
    }

    /// Creates a draft with all that belongs to it, everything or nothing.
    ///
    /// - Parameter progress: is told now and then which line of the guest list was read.
    /// - Throws: `ManagementError.invalid`, `SalesError.typeFaults`, `CelebrationError.faultyFunction` or `guestImport`.
    public func createEvent(
        _ new: NewEvent, of organizer: Organizer, effect: Effect = .write, progress: (Int) -> Void = { _ in }
    ) throws -> CreatedEvent {
        let faults = new.details.faults + new.details.reversedTimes
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        return try taking(effect) { effect in
            try perform(.createEvent, in: organizer.number) { work in
                let event = try insertDraft(new.details, suite: new.suite, of: organizer.number, work)
                for type in new.types { _ = try Office.addType(type, to: event, work.doing(.addType)) }
                var functions: [EventFunction] = []
                for function in new.functions {
                    functions.append(
                        try Office.add(function, beside: functions, to: event, work.doing(.addFunction)))
                }
                let guests = try new.guestList.map {
                    try Office.importGuests(
                        $0, GuestImportOptions(), into: event, work.doing(.importGuests), progress)
                }
                return try effect(CreatedEvent(event: event, guests: guests))
            }
        }
    }

    func insertDraft(
        _ details: EventDetails, suite: Suite, of organizer: OrganizerNumber, _ work: Work
    ) throws -> Event {
        var random = SystemRandomNumberGenerator()
        let event = try insertingUnique(slug: Slug.of(details.title, fallback: "event")) { slug in
            Event(
                number: .random(using: &random), organizer: organizer, slug: slug, suite: suite, created: work.now,
                details: details)
        } insert: {
            try work.connection.events.insert($0)
        }
        try work.record(AuditSubject(.event, event.number), of: event.number, after: event.auditFields)
        return event
    }

    /// The events of the user's organizers, by start.
    public func events(_ which: EventSelection = .standing) throws -> [Event] {
        let now = now()
        return try store.read { try $0.events.all(of: user.id) }.filter(isWithinGrants).filter { event in
            switch which {
            case .standing, .publishedFirst: event.deleted == nil
            case .deleted: event.deleted != nil
            case .restorable: event.isRestorable(at: now)
            case .any: true
            }
        }
    }

    /// One of them, by number, slug, or an unambiguous beginning of either. A whole slug or number always wins. Of `any`,
    /// one that stands before one that is deleted.
    ///
    /// - Throws: `ManagementError.unknownEvent`; `notDeleted` when one that was deleted is asked for and it stands.
    public func event(named name: String, among which: EventSelection = .standing) throws -> Event {
        func found(_ which: EventSelection) throws -> Event {
            try Event.one(named: name, among: try events(which)) { which != .publishedFirst || $0.status == .published }
        }
        // The whole name of a deleted one wins over the beginning of one that stands.
        let folded = name.lowercased()
        let isWhole =
            try which == .any
            && events(.any).contains { $0.slug == folded || $0.number.description == folded }
        do {
            return try found(which == .any && !isWhole ? .standing : which)
        } catch ManagementError.unknownEvent where which == .any {
            return try found(.any)
        } catch ManagementError.unknownEvent(let name, let known) where which == .deleted {
            let isThere = try events().contains { event in
                event.number.description == name || !name.isEmpty && event.slug.hasPrefix(name.lowercased())
            }
            throw isThere ? ManagementError.notDeleted : .unknownEvent(name, known: known)
        }
    }

    /// How many people the event's standing tickets admit.
    public func people(of event: Event) throws -> Int {
        try look(.showEvent, on: event) { try $0.events.people(at: event.number) }
    }

    /// Publishes a draft.
    ///
    /// - Throws: `ManagementError.notPublishable` with every fault at once.
    public func publish(_ event: Event) throws -> Event {
        try change(.publishEvent, event) { work, current in
            guard let organizer = try work.connection.organizers.with(number: current.organizer) else {
                throw ManagementError.unknownEvent(event.slug, known: [])
            }
            let types = try work.connection.ticketTypes.all(of: event.number).count
            let functions = try work.connection.functions.all(of: event.number).count
            let faults = current.publishingFaults(
                organizer: organizer, ticketTypes: types, functions: functions, now: work.now)
            guard faults.isEmpty else { throw ManagementError.notPublishable(faults) }
            current.status = .published
            current.published = work.now
        }
    }
}

extension Event {
    /// One of several events by its name, as `named` finds it.
    static func one(
        named name: String, among events: [Event], isPreferred: (Event) -> Bool = { _ in true }
    ) throws -> Event {
        try named(
            name, among: events, number: \.number.description, slug: \.slug, isPreferred: isPreferred,
            candidate: \.candidate
        ) { .unknownEvent(name, known: $0) }
    }

    /// As an error names it beside others: `new-year-2 (draft, 2030-01-01)`.
    private var candidate: String {
        let start = details.start.map { CalendarDay($0, in: zone).rawValue }
        return "\(slug) (\([status.rawValue, start ?? "no date"].joined(separator: ", ")))"
    }
}
