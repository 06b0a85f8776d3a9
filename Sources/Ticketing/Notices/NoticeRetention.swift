/// How long the store keeps messages and proofs that are no longer needed.
public enum NoticeRetention {
    /// The age, in days, at which a notice is removed: since its state last changed, and since its event ended.
    public static let days = 400
    /// The smallest age that a command may choose. It is longer than every window in which decisions count sent messages,
    /// and as long as a deleted event can be restored.
    public static let leastDays = 30
    /// The time after which an expired proof is removed, in seconds. It is longer than every window in which the links
    /// and codes of an address are counted.
    public static let proofSeconds: Int64 = 7 * 86_400
}
