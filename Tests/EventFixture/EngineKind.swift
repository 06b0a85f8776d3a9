public import Testing

/// The database engines for stores in tests.
public enum EngineKind: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// The engine of the stores that the current test creates, unless the test names another engine.
    @TaskLocal public static var current = EngineKind.sqlite
}

/// Runs each test once on every engine, for example in `@Suite("…", .everyEngine)`.
public struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for engine in EngineKind.allCases {
            do {
                try await EngineKind.$current.withValue(engine) { try await function() }
            } catch {
                Issue.record(error, "on \(engine.rawValue)")
            }
        }
    }
}

extension Trait where Self == EveryEngine {
    public static var everyEngine: EveryEngine { EveryEngine() }
}
