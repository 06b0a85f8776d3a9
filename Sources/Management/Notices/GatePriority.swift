import Foundation
public import Store
public import Ticketing

/// Gives gates priority over work in the background. While a gate scans tickets, the work uses short transactions and
/// pauses after each of them, so that few scans wait for the work.
public struct GatePriority {
    /// The number of seconds for which a gate counts as scanning after its last decision.
    static let activeSeconds: Int64 = 10
    /// The minimum time between two calls of the function `isGateScanning`.
    private static let checkInterval = Duration.seconds(1)
    /// The ratio of a pause to the duration of the work before the pause. With this ratio, about one scan in 400 finds
    /// the store locked, so the 99th percentile of the scans’ times hardly changes.
    private static let pauseFactor = 400.0
    /// The minimum pause. Even the shortest work makes one scan slow, because the work and the scan write to the same
    /// disk. At one scan every 5 ms, this pause keeps the number of slow scans at about one in 600.
    private static let shortestPause = Duration.seconds(3)
    private static let longestPause = Duration.seconds(6)

    private let now: @Sendable () -> Instant
    private var lastCheck: ContinuousClock.Instant?
    /// Whether a gate scanned tickets at the last check.
    public private(set) var isScanning = false

    public init(clock now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Runs work on a store, or on the disk of the store. If a gate scans tickets, pauses afterwards.
    ///
    /// - Parameters:
    ///   - isStopping: called during a pause. If it returns true, the pause ends.
    ///   - work: one transaction, or the writing of one file. Its argument is true if a gate scans tickets. The work
    ///     should then be as short as the transaction of a scan.
    public mutating func run<Result>(
        _ store: Store, isStopping: () -> Bool = { false }, _ work: (_ isScanning: Bool) throws -> Result
    ) throws -> Result {
        try check(store)
        guard isScanning else { return try work(false) }
        let start = ContinuousClock.now
        let result = try work(true)
        let pause = max(
            GatePriority.shortestPause,
            min(GatePriority.longestPause, start.duration(to: .now) * GatePriority.pauseFactor))
        let end = ContinuousClock.now.advanced(by: pause)
        while ContinuousClock.now < end, !isStopping() {
            let rest = min(ContinuousClock.now.duration(to: end), .milliseconds(200))
            Thread.sleep(forTimeInterval: max(0, rest / .seconds(1)))
        }
        return result
    }

    /// Updates `isScanning`, at most once a second.
    public mutating func check(_ store: Store) throws {
        if let lastCheck, lastCheck.duration(to: .now) < GatePriority.checkInterval { return }
        isScanning = try GatePriority.isGateScanning(store, at: now())
        lastCheck = .now
    }

    /// Whether a gate on the store has decided a scan in the last `activeSeconds`.
    static func isGateScanning(_ store: Store, at now: Instant) throws -> Bool {
        // A gate's time can be ahead of the machine's clock, because a gate adopts later times that it finds in the
        // records of other gates.
        let first = HybridClock.zero.next(at: now.advanced(bySeconds: -activeSeconds))
        return try store.read { try $0.ledger.hasLastDecision(from: first, to: .latestAcceptable(at: now)) }
    }
}
