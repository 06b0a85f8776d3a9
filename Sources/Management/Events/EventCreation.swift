public import Ticketing

/// An event to create, with its ticket types, sub-events and guests.
public struct EventCreation: Sendable {
    public var details: EventDetails
    public var suite: Suite
    public var types: [TicketTypeDetails]
    public var subEvents: [SubEventDetails]
    /// The guest list; nil to create the event without guests.
    public var guestList: GuestListFile?

    public init(
        details: EventDetails, suite: Suite, types: [TicketTypeDetails] = [], subEvents: [SubEventDetails] = [],
        guestList: GuestListFile? = nil
    ) {
        self.details = details
        self.suite = suite
        self.types = types
        self.subEvents = subEvents
        self.guestList = guestList
    }
}

/// The result of creating an event from an `EventCreation`.
public struct CreatedEvent: Sendable {
    public let event: Event
    /// The result of the guest import; nil if there was no guest list.
    public let guests: GuestImportSummary?
}
