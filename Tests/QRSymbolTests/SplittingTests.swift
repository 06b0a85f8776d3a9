import EventFixture
import Testing

@testable import QRSymbol

@Suite("Texts in several segments")
struct SplittingTests {
    @Test("A text becomes one segment, or the segments that the library chooses, whichever gives the smaller symbol")
    func smallest() throws {
        var random = SeededGenerator(for: "texts in segments")
        let kinds = ["0123456789", "ABCDEFGHJKMNPQRSTVWXYZ0123456789$:", "abcäß.,"].map { Array($0) }
        var gains = 0
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...6, using: &random)).map { _ -> String in
                let letters = kinds.randomElement(using: &random) ?? kinds[0]
                return String(
                    (0..<Int.random(in: 1...60, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? "0"
                    })
            }.joined()
            let level = ErrorCorrectionLevel.allCases.randomElement(using: &random) ?? .medium
            let symbol = try QRSymbol(text, level: level)
            let bytes = Array(text.utf8)
            let one = try #require(
                try QRencodeLibrary.encode(bytes, as: TextAnalysis(bytes).mode, level: level)
            ).version
            let split = try #require(try QRencodeLibrary.encodeSplitting(text, level: level)).version
            #expect(symbol.version == min(one, split), "\(text) at \(level)")
            if split < one { gains += 1 }
        }
        #expect(gains > 0)
    }

    @Test("Each version has exactly the capacity in the standard’s table", arguments: ErrorCorrectionLevel.allCases)
    func capacities(_ level: ErrorCorrectionLevel) throws {
        for (index, codewords) in DataCapacity.codewords(level).enumerated() {
            let version = index + 1
            let bytes = (codewords * 8 - 4 - (version < 10 ? 8 : 16)) / 8
            #expect(try QRSymbol(String(repeating: "a", count: bytes), level: level).version == version)
            guard version < 40 else { continue }
            #expect(try QRSymbol(String(repeating: "a", count: bytes + 1), level: level).version == version + 1)
        }
    }

    @Test("A ticket’s token is encoded only once, because no split into segments makes the symbol smaller")
    func tokens() {
        for text in [token, "240GSFN2CEXHXGK0VM026000000FZZWZZ8QK68WCG17SDR4C2HPAP5KJ"] {
            #expect(!TextAnalysis(Array(text.utf8)).mayShrinkBySplitting(goBelow: 3, .medium))
        }
    }
}
