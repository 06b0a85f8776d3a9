import EventFixture
import Foundation
import FuzzTargets
import Testing

@Suite("The fuzzer's corpus: its first inputs, and inputs that once revealed faults", .slow)
struct CorpusTests {
    private static let corpus = Project.file("Tests/FuzzTests/Corpus")

    @Test(
        "Each input in the corpus, and each random variation of it, is parsed or causes an error of the declared type",
        arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        var random = SeededGenerator(for: "variations of the corpus of \(target.rawValue)")
        let cases = try FileManager.default.contentsOfDirectory(
            at: Self.corpus.appending(path: target.rawValue), includingPropertiesForKeys: nil)
        #expect(!cases.isEmpty)
        for path in cases {
            let bytes = Array(try Data(contentsOf: path))
            try target.run(bytes)
            for _ in 0..<(target.isSlow ? 10 : 100) {
                let near = Self.near(bytes, using: &random)
                #expect(throws: Never.self, "\(path.lastPathComponent): \(near)") { try target.run(near) }
            }
        }
    }

    /// Makes one to four random changes to the bytes. Each change inverts a bit, or replaces, removes or repeats bytes,
    /// or cuts bytes off the end.
    private static func near(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = .random(in: 0...255, using: &random)
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
            default: bytes.removeLast(min(bytes.count, Int.random(in: 1...16, using: &random)))
            }
        }
        return bytes
    }
}
