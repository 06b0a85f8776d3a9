/// The reminders about a reservation that is not paid yet.
public enum PaymentReminder: String, Hashable, Sendable, CaseIterable {
    /// The reminder after half of the reservation's time.
    case half
    /// The reminder shortly before the reservation ends, by default five minutes.
    case final

    /// The time at which the reminder is due. Nil if the time since the beginning of the reservation, or the time to the
    /// last reminder, would be shorter than `NoticePolicy.finalPaymentSeconds`.
    ///
    /// - Parameters:
    ///   - created: the beginning of the reservation.
    ///   - deadline: the end of the reservation.
    public func due(
        from created: Instant, until deadline: Instant, policy: NoticePolicy = .standard
    ) -> Instant? {
        let distance = policy.finalPaymentSeconds
        let last = deadline.advanced(bySeconds: -distance)
        guard self == .half else { return created.advanced(bySeconds: distance) <= last ? last : nil }
        let middle = Instant(milliseconds: created.milliseconds + (deadline.milliseconds - created.milliseconds) / 2)
        return middle.advanced(bySeconds: distance) <= last ? middle : nil
    }
}
