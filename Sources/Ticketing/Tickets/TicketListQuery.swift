/// The filters and the sorting of a list of an event's tickets.
public struct TicketListQuery: Hashable, Sendable {
    /// A column by which a list of tickets can be sorted. Tickets with equal values are sorted by their code. The raw
    /// values are used in URLs, such as `sort=holder`.
    public enum Column: String, Hashable, Sendable, CaseIterable {
        case code
        /// The number of the ticket type.
        case type
        /// The holder's name, without case and accents. Tickets without a holder come first.
        case holder
        /// The name of the status.
        case status
        /// The time at which the ticket was issued.
        case issued
    }

    public var column: Column
    public var isDescending: Bool
    /// The statuses of the listed tickets; empty to list tickets of every status.
    public var statuses: Set<Ticket.Status>
    /// The type of the listed tickets; nil to list tickets of every type.
    public var type: TicketTypeNumber?

    public init(
        sortedBy column: Column = .code, descending isDescending: Bool = false, statuses: Set<Ticket.Status> = [],
        type: TicketTypeNumber? = nil
    ) {
        self.column = column
        self.isDescending = isDescending
        self.statuses = statuses
        self.type = type
    }
}
