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
}
