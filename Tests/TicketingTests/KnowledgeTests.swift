import Testing
import Ticketing

@Suite("What devices knew of each other")
struct KnowledgeTests {
    @Test("Chains that somebody wrote as branches of each other are followed to an end", .timeLimit(.minutes(30)))
    func circle() throws {
        let a = try #require(DeviceID(bytes: Array(repeating: 1, count: DeviceID.length)))
        let b = try #require(DeviceID(bytes: Array(repeating: 2, count: DeviceID.length)))
        let c = try #require(DeviceID(bytes: Array(repeating: 3, count: DeviceID.length)))
        let knowledge = KnownHeads(branches: [
            a: ChainBranch(origin: a, parent: b, base: 5), b: ChainBranch(origin: a, parent: a, base: 4),
        ])
        #expect(knowledge.isAware(RecordID(device: a, sequence: 9), of: RecordID(device: b, sequence: 5)))
        #expect(!knowledge.isAware(RecordID(device: a, sequence: 9), of: RecordID(device: c, sequence: 1)))
    }
}
