/// The times for which the store keeps messages and proofs that are no longer needed.
public enum NoticeRetention {
    /// The number of days after which a notice is removed. The days are counted from the last change of its state, or
    /// from the end of its event if that is later.
    public static let days = 400
    /// The minimum number of days that a command may choose. It is longer than every window in which the program counts
    /// sent messages, and as long as the time in which a deleted event can be restored.
    public static let leastDays = 30
    /// The time after which an expired proof is removed, in seconds. It is longer than every window in which the links
    /// and codes of an address are counted.
    public static let proofSeconds: Int64 = 7 * 86_400
    /// The time for which a delivery report is kept whose message is not known yet, in seconds. A message's id is stored
    /// within seconds after the provider took the message.
    public static let earlyReportSeconds: Int64 = 3600
    /// The time for which the number of undecided scans of an hour is kept, in seconds. Messages tell the numbers of only
    /// the last day.
    public static let undecidedScanSeconds: Int64 = 7 * 86_400
    /// A record that a message was queued is kept this much longer than the messages, in seconds. It is as long as the
    /// clocks of two servers may differ, so that no server queues the message again.
    public static let recordMarginSeconds: Int64 = 86_400
}
