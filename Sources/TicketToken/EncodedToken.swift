import Ticketing

/// A token that is decoded but not verified. Its letters and its length are valid, but its MAC or signature is not
/// checked yet (TOKEN §4).
struct EncodedToken {
    static let longestInput = 256
    /// The minimum length, in letters, of a text that is refused as a token in an unsupported format version. A shorter
    /// text that begins like such a token is refused as malformed (TOKEN §5).
    static let shortestOtherVersion = 48
    static let liveCodeLength = 5

    private(set) var suite = Suite.hmac
    /// The 25 bits of the live code after the token; nil if there is no live code.
    private(set) var liveCode: UInt32?
    /// The first `suite.tokenLength` bytes are the body and the MAC or signature. The array is longer, because decoding
    /// writes 8 bytes at a time, so the last write can end after the token.
    private(set) var bytes = InlineArray<88, UInt8>(repeating: 0)

    init() {}

    /// Decodes a text that a scanner read or a person entered. Returns nil on success, and otherwise the reason for the
    /// refusal.
    mutating func decode(_ input: Span<UInt8>) -> TokenRefusal? {
        // A fast path: nearly every input is only a token of suite 1, without anything before or after it.
        if input.count == Suite.hmac.encodedLength, readWords(7, of: input), bytes[0] == TokenBody.mark(.hmac) {
            return nil
        }
        guard input.count <= EncodedToken.longestInput else { return .malformed }
        return readTrimmed(input.extracting(EncodedToken.trimmed(input)))
    }

    private mutating func readTrimmed(_ text: Span<UInt8>) -> TokenRefusal? {
        guard text.count >= 2, text.indices.allSatisfy({ TokenLetters.values[Int(text[$0])] < 32 }) else {
            return .malformed
        }
        let mark = TokenLetters.values[Int(text[0])] << 3 | TokenLetters.values[Int(text[1])] >> 2
        guard mark >> 4 == TokenBody.version else {
            return text.count < EncodedToken.shortestOtherVersion ? .malformed : .unsupportedVersion(mark >> 4)
        }
        guard let suite = Suite(rawValue: mark & 15),
            text.count == suite.encodedLength || text.count == suite.encodedLength + EncodedToken.liveCodeLength
        else { return .malformed }
        self.suite = suite
        if text.count > suite.encodedLength { liveCode = EncodedToken.bits25(of: text, at: suite.encodedLength) }

        guard readWords(suite.encodedLength / 8, of: text) else { return .malformed }
        if suite == .ed25519 {
            // A token of suite 2 has 133 letters. The first 128 letters are already decoded and gave 80 bytes. The last
            // 5 letters give 3 bytes and a padding bit.
            let last = EncodedToken.bits25(of: text, at: 128)
            guard last & 1 == 0 else { return .malformed }
            bytes[80] = UInt8(truncatingIfNeeded: last >> 17)
            bytes[81] = UInt8(truncatingIfNeeded: last >> 9)
            bytes[82] = UInt8(truncatingIfNeeded: last >> 1)
        }
        return nil
    }

    /// Decodes `count` words of 8 letters into 5 bytes each. Returns false if a character is not a token letter.
    @inline(__always)
    private mutating func readWords(_ count: Int, of text: Span<UInt8>) -> Bool {
        precondition(text.count >= 8 * count && bytes.count >= 5 * count + 3)
        var seen: UInt8 = 0
        unsafe text.withUnsafeBufferPointer { text in
            var span = bytes.mutableSpan
            unsafe span.withUnsafeMutableBytes { buffer in
                for index in 0..<count {
                    var word: UInt64 = 0
                    for letter in 8 * index..<8 * index + 8 {
                        let value = unsafe TokenLetters.values[Int(text[letter])]
                        seen |= value
                        word = word << 5 | UInt64(value)
                    }
                    // This call stores 8 bytes, of which only the first 5 are data. The call for the next word
                    // overwrites the other 3.
                    unsafe buffer.storeBytes(of: (word << 24).bigEndian, toByteOffset: 5 * index, as: UInt64.self)
                }
            }
        }
        return seen < 32
    }

    private static func bits25(of text: Span<UInt8>, at start: Int) -> UInt32 {
        (start..<start + 5).reduce(0) { bits, index in bits << 5 | UInt32(TokenLetters.values[Int(text[index])]) }
    }
}

extension EncodedToken {
    /// The part of the input that must be the token. White space around the input is removed first. Then three things
    /// are removed from the beginning of the input, in this order: an AIM identifier and an ECI prefix, which some
    /// scanners add, and a URL up to its last slash (TOKEN §4).
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

extension EncodedToken {
    /// The canonical encoding of a token's bytes, followed by the live code if `liveCode` is not nil.
    static func encode(_ bytes: Span<UInt8>, suite: Suite, liveCode: UInt32? = nil) -> String {
        precondition(bytes.count >= suite.tokenLength)
        let length = suite.encodedLength + (liveCode == nil ? 0 : liveCodeLength)
        return unsafe String(unsafeUninitializedCapacity: length) { buffer in
            guard var text = buffer.baseAddress else { return 0 }
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
