public import Testing

/// The engines for a store.
public enum EngineKind: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// The engine of a test's stores, unless the test names one.
    @TaskLocal public static var current = EngineKind.sqlite
}

/// Runs each test once on every engine: `@Suite("…", .everyEngine)`.
public struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing subEvent: @Sendable () async throws -> Void
    ) async throws {
        for engine in EngineKind.allCases {
            do {
                try await EngineKind.$current.withValue(engine) { try await subEvent() }
            } catch {
                Issue.record(error, "on \(engine.rawValue)")
            }
        }
    }
}

extension Trait where Self == EveryEngine {
    public static var everyEngine: EveryEngine { EveryEngine() }
}
