import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Gate packs of earlier versions")
struct OldPackTests {
    @Test("A gate pack from a version without landmarks can be opened with the present schema, and has no landmarks")
    func landmarks() throws {
        let folder = try TemporaryFolder()
        let path = folder("old.gate")
        let earlier = SchemaHistory(
            migrations: Array(Migration.all.prefix { $0.number < Migration.m0051GateLandmarks.number }))
        do { _ = try SQLiteEngine(path: path, kind: .newPack, creating: true, history: earlier) }
        let engine = try SQLiteEngine(path: path, kind: .pack, creating: false, history: SchemaHistory.current)
        let event = try #require(EventNumber(rawValue: 1))
        #expect(try engine.read { try $0.gateLandmarks.all(of: event) } == [])
    }
}
