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
    /// When a message about double admissions is queued, `claim` records a name for each double admission. The name
    /// begins with this text, which ends with a space.
    public static let doubleAdmissionsName = "double "

    /// The names beginning with `prefix` that `claim` has recorded for an event’s queued messages.
    ///
    /// - Parameter prefix: the beginning of the names. It ends with a space.
    public func claimedNames(beginningWith prefix: String, of event: EventNumber) throws -> Set<String> {
        Set(
            try connection.all(
                "SELECT name FROM queued_reminder WHERE event = $1 AND name >= $2 AND name < $3",
                // The condition selects the names that begin with `prefix`, because `!` follows the space in ASCII.
                [.int(event.rawValue), .text(prefix), .text(prefix.dropLast() + "!")]
            ) { $0.text(0) })
    }
}
