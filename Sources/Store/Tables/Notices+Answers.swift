public import Ticketing

extension Notices {
    static let unanswered = "(i.answer IS NULL OR i.answer = 'maybe')"

    private static let deadline = "coalesce(s.answer_by, e.answer_by)"

    /// The condition for an invitation that the guest can still answer. `now` is a placeholder for the time.
    private static func open(at now: String) -> String {
        "(\(deadline) IS NULL OR \(deadline) > \(now)) AND (s.ends IS NULL OR s.ends > \(now))"
    }

    private static let invitations = """
        invitation i JOIN guest g ON g.event = i.event AND g.number = i.guest
        JOIN sub_event s ON s.event = i.event AND s.number = i.sub_event JOIN event e ON e.number = i.event
        """

    /// Whether a guest with the given address should still answer an invitation to an event: the invitation has no
    /// answer or the answer `maybe`, and the guest can still answer it.
    ///
    /// - Parameter address: an e-mail address, or the phone number of a guest without an e-mail address.
    public func awaitsAnswer(_ address: String, at event: EventNumber, now: Instant) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM \(Notices.invitations)
            WHERE g.event = $1 AND (g.email = $2 OR g.email IS NULL AND g.phone = $2) AND \(Notices.unanswered)
                AND \(Notices.open(at: "$3")) LIMIT 1
            """, [.int(event.rawValue), .text(address), .instant(now)]
        ) { _ in true } ?? false
    }

    /// Queues one reminder to each address of guests who have not given a final answer to an invitation, and who can
    /// still answer it.
    ///
    /// - Parameters:
    ///   - event: the event whose guests get the reminder.
    ///   - deadline: the deadline for answers. Invitations with another deadline are ignored.
    ///   - cause: a text that identifies the reason for the notices, as a part of their keys.
    /// - Returns: the number of new notices.
    @discardableResult
    public func queueAnswerReminders(
        of event: Event, deadline: Instant, payload: [String: String], cause: String, at now: Instant
    ) throws -> Int {
        let kind = Notice.Kind.answerReminder
        let members = """
            SELECT coalesce(g.email, g.phone) AS recipient FROM \(Notices.invitations)
            WHERE i.event = $3 AND \(Notices.unanswered) AND \(Notices.open(at: "$6")) AND \(Notices.deadline) = $8
            """
        return try connection.execute(
            Notices.insertion(from: members),
            [
                .text(Notice.keyPrefix(kind, of: event.number, cause: cause)), .int(event.organizer.rawValue),
                .int(event.number.rawValue), .text(kind.rawValue), try .fields(payload), .instant(now), .instant(now),
                .instant(deadline),
            ])
    }
}
