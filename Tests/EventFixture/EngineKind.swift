public import Testing

/// The engines that a store can be on.
public enum EngineKind: String, CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// What a test's stores are made on, unless it says so itself.
    @TaskLocal public static var current = EngineKind.sqlite
}

/// Runs each test once on every engine: `@Suite("…", .everyEngine)`.
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
