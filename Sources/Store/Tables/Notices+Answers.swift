public import Ticketing

extension Notices {
    /// Whether a guest with an address has an unanswered invitation to an event.
    ///
    /// - Parameter address: an e-mail address, or the phone number of a guest without an e-mail address.
    public func awaitsAnswer(_ address: String, at event: EventNumber) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM guest g JOIN invitation i ON i.event = g.event AND i.guest = g.number
            WHERE g.event = $1 AND (g.email = $2 OR g.email IS NULL AND g.phone = $2) AND i.answer IS NULL LIMIT 1
            """, [.int(event.rawValue), .text(address)]
        ) { _ in true } ?? false
    }
}
