public import Ticketing

/// The removal of old finished notices. A notice is finished if it no longer has to be sent.
extension Notices {
    /// The kinds whose notices are never removed. A message of these kinds must be sent only once, and nothing but the
    /// key of its notice records that it was sent. An event has few such notices.
    public static let keptKinds: [Notice.Kind] = [.lowInventory, .salesMilestone]

    /// The position of a notice among the finished notices, in the order of their last changes.
    public struct SettledPosition: Hashable, Sendable {
        let changed: Instant
        let key: String
    }

    /// A part of the finished notices.
    public struct SettledPage: Hashable, Sendable {
        /// The keys of the notices that can be removed.
        public let removable: [String]
        /// The position after which the next part begins; nil if this is the last part.
        public let next: SettledPosition?
    }

    /// The finished notices that last changed at or before a moment, oldest first. Notices of `keptKinds` are left out.
    /// A notice can be removed if its event ended or was deleted at or before the moment, or if it has no event. An
    /// event without an end counts as ending at its start. Before the event's end, a notice is still needed: it shows
    /// how a ticket was sent, and who must get a message about a change.
    ///
    /// - Parameters:
    ///   - last: the position after which the part begins; nil for the oldest notice.
    public func settled(
        until moment: Instant, after last: SettledPosition?, limit: Int
    ) throws -> SettledPage {
        let isKept = Notices.keptKinds.map { "n.kind <> '\($0.rawValue)'" }.joined(separator: " AND ")
        var removable: [String] = []
        var position: SettledPosition?
        var count = 0
        try connection.forEachRow(
            """
            SELECT n.notice_key, n.changed,
                CASE WHEN n.event IS NULL OR e.deleted <= $1 OR coalesce(e.ends, e.start) <= $1 THEN 1 ELSE 0 END
            FROM notice n LEFT JOIN event e ON e.number = n.event
            WHERE n.due IS NULL AND \(isKept) AND n.changed <= $1 AND (n.changed, n.notice_key) > ($2, $3)
            ORDER BY n.changed, n.notice_key LIMIT $4
            """,
            [
                .instant(moment), .integer(last?.changed.milliseconds ?? .min), .text(last?.key ?? ""), .int(limit),
            ]
        ) { row in
            count += 1
            position = SettledPosition(changed: try row.instant(1), key: row.text(0))
            if row.integer(2) == 1 { removable.append(row.text(0)) }
        }
        return SettledPage(removable: removable, next: count == limit ? position : nil)
    }

    /// Removes finished notices. A notice stays if a member of the organizer has queued it again after `settled` read
    /// it.
    public func removeSettled(_ keys: [String]) throws -> Int {
        try connection.execute(
            "DELETE FROM notice WHERE notice_key = $1 AND due IS NULL AND state NOT IN ('queued', 'leased', 'deferred')",
            rows: keys.map { [.text($0)] }
        ).reduce(0, +)
    }
}

extension AddressProofs {
    /// Whether any proof (`AddressProof`), such as a link that confirms an address, expired at or before a moment.
    public func hasAny(expiredAt moment: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM address_proof WHERE expires <= $1 LIMIT 1", [.instant(moment)]
        ) { _ in true } ?? false
    }

    /// Removes proofs of all purposes that expired at or before a moment, oldest first; at most `limit`.
    public func prune(expiredAt moment: Instant, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM address_proof WHERE hash IN (
                SELECT hash FROM address_proof WHERE expires <= $1 ORDER BY expires LIMIT $2
            )
            """, [.instant(moment), .int(limit)])
    }
}
