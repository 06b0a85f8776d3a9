public import Ticketing

extension StoreConnection {
    public var suggestionTimes: SuggestionTimes { SuggestionTimes(connection: self) }
}

/// The recipients who have turned on messages that suggest events (`Notice.Kind.suggestsEvents`), with the time at
/// which the next message of each kind is due.
public struct SuggestionTimes {
    let connection: any StoreConnection

    /// A kind of messages that a recipient has turned on.
    public struct Entry: Hashable, Sendable {
        public let kind: Notice.Kind
        public let recipient: String
        /// The time at which the next message is due; nil if the program has not determined it yet.
        public let due: Instant?
    }

    /// The time that is stored while the program has not determined the time of the next message. It is before all
    /// other times, so `due` returns such entries first.
    private static let undetermined = Instant(milliseconds: 0)

    /// The entries that are due or have no time yet, the earliest first; at most `limit`. Kinds that only a newer
    /// version of the program knows are left out.
    public func due(at now: Instant, limit: Int) throws -> [Entry] {
        // The empty text after `kind` keeps SQLite from using the primary key, which begins with the kind. So it uses
        // the index of `due`.
        let kinds = Notice.Kind.allCases.filter(\.suggestsEvents).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try connection.all(
            """
            SELECT kind, recipient, due FROM suggestion_time WHERE due <= $1 AND kind || '' IN (\(kinds))
            ORDER BY due, kind, recipient LIMIT $2
            """, [.instant(now), .int(limit)]
        ) { row in
            let due = try row.instant(2)
            return Entry(
                kind: try row.value(0), recipient: row.text(1), due: due == SuggestionTimes.undetermined ? nil : due)
        }
    }

    /// Stores the time of the next message. Returns false, without a change, if the stored time is no longer that of
    /// `entry`: another server has handled the entry, or the recipient has changed the preferences.
    public func advance(_ entry: Entry, to next: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE suggestion_time SET due = $1 WHERE kind = $2 AND recipient = $3 AND due = $4",
            [
                .instant(next), .text(entry.kind.rawValue), .text(entry.recipient),
                .instant(entry.due ?? SuggestionTimes.undetermined),
            ]) == 1
    }

    /// Stores which kinds a recipient has turned on. Kinds that were already turned on keep their times.
    ///
    /// - Parameter hasNewZone: whether the recipient’s time zone has changed, so that the times must be determined
    ///   again.
    func set(_ preferences: MessagePreferences, of recipient: String, hasNewZone: Bool) throws {
        for kind in Notice.Kind.allCases where kind.suggestsEvents {
            let values: [SQLValue] = [.text(kind.rawValue), .text(recipient)]
            if Notice.Channel.allCases.allSatisfy({ preferences.isOff(kind, by: $0) }) {
                try connection.execute("DELETE FROM suggestion_time WHERE kind = $1 AND recipient = $2", values)
            } else {
                try connection.execute(
                    """
                    INSERT INTO suggestion_time (kind, recipient, due) VALUES ($1, $2, $3)
                    ON CONFLICT (kind, recipient) DO \(hasNewZone ? "UPDATE SET due = excluded.due" : "NOTHING")
                    """, values + [.instant(SuggestionTimes.undetermined)])
            }
        }
    }
}
