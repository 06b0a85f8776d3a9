public import Ticketing

extension Conflicts {
    /// The events with double admissions. Deleted events, and events that ended before `moment`, are omitted.
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
    /// When a message about a double admission is queued, the method `claim` records this under a name. All these names
    /// begin with this text, which ends with a space.
    public static let doubleAdmissionsName = "double "

    /// The names of an event’s queued messages, as the method `claim` has recorded them. Only names that begin with
    /// `prefix` are returned.
    ///
    /// - Parameter prefix: the beginning of the names. It ends with a space.
    public func claimedNames(beginningWith prefix: String, of event: EventNumber) throws -> Set<String> {
        Set(
            try connection.all(
                "SELECT name FROM queued_reminder WHERE event = $1 AND name >= $2 AND name < $3",
                // The names that begin with `prefix` are at least `prefix`, and less than the same text with `!` in
                // place of the space at its end, because `!` follows the space in ASCII.
                [.int(event.rawValue), .text(prefix), .text(prefix.dropLast() + "!")]
            ) { $0.text(0) })
    }
}
