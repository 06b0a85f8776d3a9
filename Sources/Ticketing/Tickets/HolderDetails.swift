/// The details of a ticket's holder as typed: name, e-mail address and note.
public struct HolderDetails: Hashable, Sendable {
    /// The holder's name; nil for a ticket without a named holder.
    public var holder: String?
    public var email: String?
    /// The note for gate staff.
    public var note: String?

    public init() {}

    public init(_ ticket: Ticket) {
        holder = ticket.holder
        email = ticket.email?.rawValue
        note = ticket.note
    }
}
