/// The reminders about a reservation that is not paid yet.
public enum PaymentReminder: String, Hashable, Sendable, CaseIterable {
    /// The reminder after half of the reservation's time.
    case half
    /// The reminder five minutes before the reservation ends.
    case final

    /// The time from the last reminder to the end of the reservation, in seconds.
    public static let finalSeconds: Int64 = 5 * 60

    /// The time at which the reminder is due. Nil if this time is less than five minutes after the beginning of the
    /// reservation, or less than five minutes before the last reminder.
    ///
    /// - Parameters:
    ///   - created: the beginning of the reservation.
    ///   - deadline: the end of the reservation.
    public func due(from created: Instant, until deadline: Instant) -> Instant? {
        let distance = PaymentReminder.finalSeconds
        let last = deadline.advanced(bySeconds: -distance)
        guard self == .half else { return created.advanced(bySeconds: distance) <= last ? last : nil }
        let middle = Instant(milliseconds: created.milliseconds + (deadline.milliseconds - created.milliseconds) / 2)
        return middle.advanced(bySeconds: distance) <= last ? middle : nil
    }
}
