/// The times for which the store keeps data about messages that is no longer needed.
public enum NoticeRetention {
    /// The number of days after which a notice is removed. The days are counted from the last change of its state, or
    /// from the end of its event if that is later.
    public static let days = 400
    /// The minimum number of days that a command may choose. It is longer than every window in which the program counts
    /// sent messages, and as long as the time in which a deleted event can be restored.
    public static let leastDays = 30
    /// The time after which an expired link or code (`AddressProof`) is removed, in seconds. The time is longer than
    /// every window in which the links and codes of an address are counted.
    public static let proofSeconds: Int64 = 7 * 86_400
    /// The time for which a delivery report is kept if the store does not know the report's message yet, in seconds. A
    /// message's id is stored within seconds after the provider has accepted the message.
    public static let earlyReportSeconds: Int64 = 3600
    /// The time for which the number of undecided scans of an hour is kept, in seconds. Messages contain only the
    /// numbers of the last day.
    public static let undecidedScanSeconds: Int64 = 7 * 86_400
    /// When a message is removed, the record that it was queued is kept for this much longer, in seconds. The program
    /// assumes that the clocks of two servers differ by less than this time, so no server queues the message again.
    public static let recordMarginSeconds: Int64 = 86_400
}
