import Ticketing

/// A token's text taken apart: its letters and its length are right, nothing is proven (TOKEN §4).
struct TokenText {
    static let longestInput = 256
    /// From this length on, a text that begins with another version is a token of that version (TOKEN §5).
    static let shortestOtherVersion = 48
    static let liveCodeLength = 5

    private(set) var suite = Suite.hmac
    /// The 25 bits after the token; nil for a bare token.
    private(set) var liveCode: UInt32?
    /// Body, then proof: the first `suite.tokenLength` count. The rest is room for the last word.
    private(set) var bytes = InlineArray<88, UInt8>(repeating: 0)

    init() {}

    /// Takes apart what a scanner or a person sent; nil when it went well.
    mutating func read(_ input: Span<UInt8>) -> TokenRefusal? {
        // Nearly every input is a bare token: trim only when a stranger appears.
        if input.count == Suite.hmac.textLength, readWords(7, of: input), bytes[0] == TokenBody.mark(.hmac) {
            return nil
        }
        guard input.count <= TokenText.longestInput else { return .malformed }
        return readTrimmed(input.extracting(TokenText.trimmed(input)))
    }

    private mutating func readTrimmed(_ text: Span<UInt8>) -> TokenRefusal? {
        guard text.count >= 2, text.indices.allSatisfy({ TokenLetters.values[Int(text[$0])] < 32 }) else {
            return .malformed
        }
        let mark = TokenLetters.values[Int(text[0])] << 3 | TokenLetters.values[Int(text[1])] >> 2
        guard mark >> 4 == TokenBody.version else {
            return text.count < TokenText.shortestOtherVersion ? .malformed : .unsupportedVersion(mark >> 4)
        }
        guard let suite = Suite(rawValue: mark & 15),
            text.count == suite.textLength || text.count == suite.textLength + TokenText.liveCodeLength
        else { return .malformed }
        self.suite = suite
        if text.count > suite.textLength { liveCode = TokenText.bits25(of: text, at: suite.textLength) }

        guard readWords(suite.textLength / 8, of: text) else { return .malformed }
        if suite == .ed25519 {
            // 16 words are 80 bytes; 5 letters bring the last 3 and a bit of padding.
            let last = TokenText.bits25(of: text, at: 128)
            guard last & 1 == 0 else { return .malformed }
            bytes[80] = UInt8(truncatingIfNeeded: last >> 17)
            bytes[81] = UInt8(truncatingIfNeeded: last >> 9)
            bytes[82] = UInt8(truncatingIfNeeded: last >> 1)
        }
        return nil
    }

    /// Reads 8 letters to a word of 5 bytes; false if there was a stranger among them.
    @inline(__always)
    private mutating func readWords(_ count: Int, of text: Span<UInt8>) -> Bool {
        precondition(text.count >= 8 * count && bytes.count >= 5 * count + 3)
        var seen: UInt8 = 0
        unsafe text.withUnsafeBufferPointer { text in
            var span = bytes.mutableSpan
            unsafe span.withUnsafeMutableBytes { room in
                for index in 0..<count {
                    var word: UInt64 = 0
                    for letter in 8 * index..<8 * index + 8 {
                        let value = unsafe TokenLetters.values[Int(text[letter])]
                        seen |= value
                        word = word << 5 | UInt64(value)
                    }
                    // 8 bytes are stored; the next word overwrites the last 3.
                    unsafe room.storeBytes(of: (word << 24).bigEndian, toByteOffset: 5 * index, as: UInt64.self)
                }
            }
        }
        return seen < 32
    }

    private static func bits25(of text: Span<UInt8>, at start: Int) -> UInt32 {
        (start..<start + 5).reduce(0) { bits, index in bits << 5 | UInt32(TokenLetters.values[Int(text[index])]) }
    }
}

extension TokenText {
    /// The part of an input that must be a token, after white space, an AIM identifier, an ECI prefix and a URL's
    /// path are taken off, in this order (TOKEN §4).
    static func trimmed(_ input: Span<UInt8>) -> Range<Int> {
        var start = 0
        var end = input.count
        while start < end, isWhiteSpace(input[start]) { start += 1 }
        while end > start, isWhiteSpace(input[end - 1]) { end -= 1 }
        if end - start >= 3, input[start] == UInt8(ascii: "]"), input[start + 1] == UInt8(ascii: "Q"),
            isDigit(input[start + 2])
        {
            start += 3
        }
        if end - start >= 7, input[start] == UInt8(ascii: "\\"),
            (start + 1...start + 6).allSatisfy({ isDigit(input[$0]) })
        {
            start += 7
        }
        if let slash = (start..<end).last(where: { input[$0] == UInt8(ascii: "/") }) { start = slash + 1 }
        return start..<end
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension TokenText {
    /// The canonical text of a token's bytes, and of a live code after it.
    static func write(_ bytes: Span<UInt8>, suite: Suite, liveCode: UInt32? = nil) -> String {
        precondition(bytes.count >= suite.tokenLength)
        let length = suite.textLength + (liveCode == nil ? 0 : liveCodeLength)
        return unsafe String(unsafeUninitializedCapacity: length) { room in
            guard var text = room.baseAddress else { return 0 }
            for index in 0..<suite.tokenLength / 5 {
                var word: UInt64 = 0
                for byte in 5 * index..<5 * index + 5 { word = word << 8 | UInt64(bytes[byte]) }
                unsafe TokenLetters.write(word, letters: 8, to: text)
                unsafe text += 8
            }
            if suite == .ed25519 {
                let last = UInt64(bytes[80]) << 17 | UInt64(bytes[81]) << 9 | UInt64(bytes[82]) << 1
                unsafe TokenLetters.write(last, letters: 5, to: text)
                unsafe text += 5
            }
            if let liveCode { unsafe TokenLetters.write(UInt64(liveCode), letters: liveCodeLength, to: text) }
            return length
        }
    }
}
