public import Ticketing

/// An event that is to be made, with what belongs to it from the beginning.
public struct NewEvent: Sendable {
    public var details: EventDetails
    public var suite: Suite
    public var types: [TicketTypeDraft]
    public var functions: [FunctionDetails]
    /// A guest list; nil is none yet.
    public var guestList: ListFile?

    public init(
        details: EventDetails, suite: Suite, types: [TicketTypeDraft] = [], functions: [FunctionDetails] = [],
        guestList: ListFile? = nil
    ) {
        self.details = details
        self.suite = suite
        self.types = types
        self.functions = functions
        self.guestList = guestList
    }
}

/// What was made of a `NewEvent`.
public struct CreatedEvent: Sendable {
    public let event: Event
    /// Nil without a guest list.
    public let guests: GuestImportSummary?
}
