/// The delays between the attempts to deliver a message to a webhook or to a person.
public enum DeliveryRetryPolicy {
    /// The time after which a delivery is abandoned, in seconds. For messages to people, this is the default
    /// (`NoticePolicy.retrySeconds`).
    public static let giveUpSeconds: Int64 = 24 * 3600
    /// The time for which finished deliveries are kept, in seconds.
    public static let retentionSeconds: Int64 = 7 * 24 * 3600
    /// The maximum pause of all deliveries to a receiver after one of them has failed, in seconds. The delay until the
    /// failed delivery itself is retried can be longer.
    public static let maximumPauseSeconds: Int64 = 600

    private static let delays: [Int64] = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600]

    /// The number of times that the delivery of a message is attempted within a period, including the first attempt.
    /// The delays between the attempts are counted without their random part.
    ///
    /// - Parameter seconds: the length of the period in seconds. The period begins with the first attempt.
    public static func attempts(within seconds: Int64) -> Int {
        var (attempts, passed) = (1, delay(after: 1, chance: 0.5))
        while passed <= Double(seconds) {
            attempts += 1
            passed += delay(after: attempts, chance: 0.5)
        }
        return attempts
    }

    /// The delay between a failed attempt and the next attempt, in seconds.
    ///
    /// - Parameters:
    ///   - tries: the number of failed attempts, at least 1.
    ///   - chance: a random number in 0 ..< 1. It changes the delay by up to 20 % in either direction. Thus, deliveries
    ///     that failed at the same time are retried at different times.
    public static func delay(after tries: Int, chance: Double) -> Double {
        Double(delays[min(max(tries, 1), delays.count) - 1]) * (0.8 + 0.4 * chance)
    }
}
