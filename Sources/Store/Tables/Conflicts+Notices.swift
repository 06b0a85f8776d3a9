public import Ticketing

extension Conflicts {
    /// The events that have double admissions, and that ended at or after a moment or have no end.
    public func events(endingAfter moment: Instant) throws -> [EventNumber] {
        try connection.all(
            """
            SELECT number FROM event
            WHERE deleted IS NULL AND (ends IS NULL OR ends >= $1)
                AND EXISTS (SELECT 1 FROM conflict WHERE conflict.event = event.number)
            ORDER BY number
            """, [.instant(moment)]
        ) { try $0.value(0) }
    }
}

extension EventReminders {
    /// The beginning of the names of the claims for messages about double admissions.
    public static let doubleAdmissionsName = "double "

    /// The names of an event's claims that begin with a text.
    ///
    /// - Parameter prefix: the beginning of the names. It ends with a space.
    public func claimedNames(beginningWith prefix: String, of event: EventNumber) throws -> Set<String> {
        Set(
            try connection.all(
                "SELECT name FROM queued_reminder WHERE event = $1 AND name >= $2 AND name < $3",
                // The exclamation mark is the character after the space.
                [.int(event.rawValue), .text(prefix), .text(prefix.dropLast() + "!")]
            ) { $0.text(0) })
    }
}
