import EventFixture
import Testing

@testable import eventpass

@Suite("Decoding of the keys that a terminal sends", .lowPriority)
struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8)) + decoder.flush()
    }

    @Test("The different byte sequences that terminals send for one key are decoded to the same key")
    func functionKeys() {
        for (name, number) in [
            ("\u{1B}OP", 1), ("\u{1B}[11~", 1), ("\u{1B}[[A", 1), ("\u{1B}[P", 1), ("\u{1B}OS", 4), ("\u{1B}[[E", 5),
            ("\u{1B}[15~", 5), ("\u{1B}[21~", 10),
        ] {
            #expect(keys(name).map(\.meaning) == [.function(number)], "\(name.debugDescription)")
        }
        #expect(keys("\u{1B}[A\u{1B}[1;5C\u{1B}[3~").map(\.meaning) == [.up, .unknown, .unknown])
        #expect(keys("\u{1B}[B\u{1B}OA\u{1B}OB").map(\.meaning) == [.down, .up, .down])
    }

    @Test("An escape sequence that arrives byte by byte is decoded as one key")
    func pieces() {
        var decoder = KeyDecoder()
        var found: [Key] = []
        for byte in "a\u{1B}[21~b\r".utf8 { found += decoder.decode([byte]) }
        #expect(found.map(\.meaning) == [.text, .function(10), .text, .lineEnd])
        #expect(decoder.timeout == nil)
    }

    @Test("An Esc byte that begins no escape sequence is decoded as the Esc key")
    func escape() {
        #expect(keys("\u{1B}").map(\.meaning) == [.escape])
        #expect(keys("\u{1B}x").map(\.meaning) == [.escape, .text])
        #expect(keys("\u{1B}\u{1B}OP").map(\.meaning) == [.escape, .function(1)])
        #expect(keys("\u{1B}[1\r").map(\.meaning) == [.unknown, .lineEnd])
    }

    @Test("A paste with start and end marks becomes one key with all its lines; input after the end mark is separate")
    func paste() {
        let found = keys("\u{1B}[200~one\r\ntwo\u{1B}[A\u{1B}[201~x")
        #expect(found.map(\.meaning) == [.paste, .text])
        #expect(found.first?.bytes == Array("one\r\ntwo\u{1B}[A".utf8))
    }

    @Test("A paste of a megabyte is truncated to a limit, and a paste without an end mark ends when the input pauses")
    func bounds() {
        var decoder = KeyDecoder()
        let million = [UInt8](repeating: UInt8(ascii: "A"), count: 1_000_000)
        #expect(decoder.decode(Array("\u{1B}[200~".utf8) + million).isEmpty)
        #expect(decoder.timeout != nil)
        #expect(decoder.flush().map(\.bytes.count) == [KeyDecoder.pasteLimit])
        #expect(decoder.timeout == nil)
        #expect(decoder.decode(Array("x".utf8)).map(\.meaning) == [.text])
    }

    @Test("Random bytes are decoded to the same keys whether they arrive one by one or at once; only pastes lose bytes")
    func anything() {
        var random = SeededGenerator(for: "keys of a terminal")
        let pieces = ["\u{1B}", "[", "O", "A", "1", ";", "~", "200~", "201~", "\r", "x", "\u{7F}", "é", "\u{3}"]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).flatMap { _ in
                Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
            var complete = KeyDecoder()
            var parts = KeyDecoder()
            let expected = complete.decode(bytes) + complete.flush()
            var found: [Key] = []
            for byte in bytes { found += parts.decode([byte]) }
            found += parts.flush()
            #expect(joined(found) == joined(expected), "\(bytes)")
            if !expected.contains(where: { $0.meaning == .paste }) {
                #expect(expected.flatMap(\.bytes) == bytes)
            }
        }
    }

    /// Joins adjacent text keys, because the decoder can divide text into any number of keys.
    private func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { joined, key in
            if key.meaning == .text, let last = joined.last, last.meaning == .text {
                joined[joined.count - 1] = Key(meaning: .text, bytes: last.bytes + key.bytes)
            } else {
                joined.append(key)
            }
        }
    }
}
