public import Ticketing

extension Notices {
    /// The creation time for notices about a new change of an event: now or, if pending notices about earlier changes
    /// have a later creation time, just after that time. An earlier change may have been made on another server whose
    /// clock is ahead. Without this method, the notices about the earlier change would count as later: they would
    /// replace the new notices, and then be dropped as outdated.
    ///
    /// Lock the event first, so that no other transaction queues notices about a change of the event.
    public func creationTime(of kind: Notice.Kind, about event: EventNumber, at now: Instant) throws -> Instant {
        let latest =
            try connection.first(
                """
                SELECT max(created) FROM (
                    SELECT created FROM notice WHERE event = $1 AND kind = $2 AND due IS NOT NULL AND created > $3
                    UNION ALL SELECT created FROM notice_audience WHERE event = $1 AND kind = $2 AND created > $3
                ) AS pending
                """, [.int(event.rawValue), .text(kind.rawValue), .instant(now)]
            ) { try $0.optionalInstant(0) } ?? nil
        return latest.map { Instant(milliseconds: $0.milliseconds + 1) } ?? now
    }
}
