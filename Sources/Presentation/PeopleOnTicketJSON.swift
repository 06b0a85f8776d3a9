package import Management

extension PeopleOnTicket {
    /// The people inside with a ticket, in words: `2 of 3 inside`, or `not invited here` at a sub-event to which the
    /// ticket does not admit anyone.
    package var text: String {
        if admits > 0 { return "\(inside) of \(admits) inside" }
        // People whose invitation was withdrawn can still be inside.
        return inside > 0 ? "\(inside) inside, not invited here" : "not invited here"
    }
}
