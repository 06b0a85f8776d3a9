import Foundation
public import Testing

/// The effort of a test run. The environment variable `EVENTPASS_TESTS` sets the effort: `quick` (the default), `all`
/// or `soak`.
public enum TestEffort: String, Sendable {
    /// The effort of `make test`, which takes a few minutes.
    case quick
    /// The effort of `make test-all`, which also tests in browsers and simulates thousands of evenings at gates.
    case all
    /// The effort of `make soak`, which takes several hours.
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
    /// Marks a test that `make test` skips and `make test-slow` runs. Suites with this trait are in folders named
    /// `Slow`, where `Tests/run` finds them. In `SimulationTests` and `BrowserTests`, slow suites can be in any folder.
    public static var slow: Self { .enabled(if: TestEffort.current != .quick, "make test-slow runs it") }

    /// Marks a test that only `make soak` runs.
    public static var soak: Self { .enabled(if: TestEffort.isSoak, "make soak runs it") }
}
