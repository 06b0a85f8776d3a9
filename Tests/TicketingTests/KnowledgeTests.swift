import Testing
import Ticketing

@Suite("A device's knowledge of other devices' records")
struct KnowledgeTests {
    @Test("Forged chains that are branches of each other do not cause an endless loop", .timeLimit(.minutes(30)))
    func circle() throws {
        let a = try #require(DeviceID(bytes: Array(repeating: 1, count: DeviceID.length)))
        let b = try #require(DeviceID(bytes: Array(repeating: 2, count: DeviceID.length)))
        let c = try #require(DeviceID(bytes: Array(repeating: 3, count: DeviceID.length)))
        let knowledge = KnownHeads(branches: [
            a: ChainBranch(origin: a, parent: b, lastShared: 5), b: ChainBranch(origin: a, parent: a, lastShared: 4),
        ])
        #expect(knowledge.isAware(RecordID(device: a, sequence: 9), of: RecordID(device: b, sequence: 5)))
        #expect(!knowledge.isAware(RecordID(device: a, sequence: 9), of: RecordID(device: c, sequence: 1)))
    }
}
