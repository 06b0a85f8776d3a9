import Foundation
public import Testing

/// How much a test run covers, from `EVENTPASS_TESTS`: `quick` (the default), `all` or `soak`.
public enum TestEffort: String, Sendable {
    /// `make test`: a few minutes.
    case quick
    /// `make test-all`: also browsers, and thousands of simulated evenings.
    case all
    /// `make soak`: several hours.
    case soak

    public static let current =
        ProcessInfo.processInfo.environment["EVENTPASS_TESTS"].flatMap(TestEffort.init(rawValue:)) ?? .quick

    public static var isSoak: Bool { current == .soak }

    /// The number of repetitions of a test for the current effort.
    public static func count(quick: Int, all: Int, soak: Int? = nil) -> Int {
        switch current {
        case .quick: quick
        case .all: all
        case .soak: soak ?? all
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that `make test` skips and `make test-slow` runs. Suites with it are in folders named `Slow`, where
    /// `Tests/run` finds them; `SimulationTests` and `BrowserTests` may have it anywhere.
    public static var slow: Self { .enabled(if: TestEffort.current != .quick, "make test-slow runs it") }

    /// A test that only `make soak` runs.
    public static var soak: Self { .enabled(if: TestEffort.isSoak, "make soak runs it") }
}
