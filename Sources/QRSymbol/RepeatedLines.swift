/// A zlib stream (RFC 1950, RFC 1951) of scan lines whose modules are whole bytes: nothing but 0x00 and 0xFF.
///
/// A general compressor looks for matches at every byte of the unfolded picture, which takes half as long as the symbol
/// itself. Here they are known beforehand: a line is written once, bit by bit, and its copies are matches at the
/// distance of one line. The code is the same for every picture:
///
/// | symbols | bits |
/// |---|---|
/// | literal 255 | 1 |
/// | literal 0 | 2 |
/// | literals 1 and 2, which complete the code and never occur; end of block and lengths, 256 to 285 | 7 |
/// | distances 0 and 1 | 4 |
/// | distances 2 to 29 | 5 |
enum RepeatedLines {
    /// Nil for lines this is not made for: modules that are no whole bytes, or so wide that runs within a line count.
    static func zlib(_ lines: ScanLines) -> [UInt8]? {
        guard lines.times.isMultiple(of: 8), lines.times <= 16, lines.above + lines.below == 0 else {
            return nil
        }
        var bits = BitStream(capacity: lines.bytes.count / 2 + 128)
        var checksum = Adler()
        // CMF and FLG: deflate, a window of 32 KiB, fastest.
        bits.append(0x0178, count: 16)
        appendHeader(to: &bits)
        var start = 0
        while start < lines.bytes.count {
            let line = lines.bytes[start..<start + lines.stride]
            var copies = lines.times
            start += lines.stride
            while start < lines.bytes.count, lines.bytes[start..<start + lines.stride] == line {
                copies += lines.times
                start += lines.stride
            }
            for byte in line { byte == 0 ? bits.append(0b01, count: 2) : bits.append(0b0, count: 1) }
            appendMatches(bytes: (copies - 1) * lines.stride, distance: lines.stride, to: &bits)
            checksum.add(line, times: copies)
        }
        appendLengthSymbol(256, to: &bits)
        return bits.finish(checksum: checksum.value)
    }

    /// The block's header: final, with a code of its own (RFC 1951 §3.2.7).
    private static func appendHeader(to bits: inout BitStream) {
        bits.append(0b101, count: 3)
        bits.append(286 - 257, count: 5)
        bits.append(30 - 1, count: 5)
        bits.append(18 - 4, count: 4)
        // The lengths of the codes for 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14 and 1.
        for length: UInt64 in [1, 0, 3, 0, 0, 3, 0, 0, 0, 4, 0, 4, 0, 0, 0, 4, 0, 4] { bits.append(length, count: 3) }
        let (one, two, four, five) = (Code(0b1100, 4), Code(0b1101, 4), Code(0b1110, 4), Code(0b1111, 4))
        let (seven, again, zeros) = (Code(0b100, 3), Code(0b0, 1), Code(0b101, 3))
        func repeatLast(_ times: UInt64...) {
            for some in times {
                bits.append(again)
                bits.append(some - 3, count: 2)
            }
        }
        // Literals 0, 1 and 2, 252 that do not occur, and 255.
        for code in [two, seven, seven] { bits.append(code) }
        for some: UInt64 in [138, 114] {
            bits.append(zeros)
            bits.append(some - 11, count: 7)
        }
        bits.append(one)
        // 256 to 285.
        bits.append(seven)
        repeatLast(6, 6, 6, 6, 5)
        // The distances.
        for code in [four, four, five] { bits.append(code) }
        repeatLast(6, 6, 6, 6, 3)
    }

    /// Copies in pieces of nearly the same length, none above deflate's 258 nor below its 3.
    private static func appendMatches(bytes: Int, distance: Int, to bits: inout BitStream) {
        let pieces = (bytes + 257) / 258
        let (short, longer) = bytes.quotientAndRemainder(dividingBy: pieces)
        for piece in 0..<pieces {
            appendLength(piece < longer ? short + 1 : short, to: &bits)
            appendDistance(distance, to: &bits)
        }
    }

    /// RFC 1951 §3.2.5: from 11 on, four symbols for each power of two.
    private static func appendLength(_ length: Int, to bits: inout BitStream) {
        if length == 258 { return appendLengthSymbol(285, to: &bits) }
        if length <= 10 { return appendLengthSymbol(254 + length, to: &bits) }
        let rest = length - 3
        let power = Int.bitWidth - 1 - rest.leadingZeroBitCount
        let extra = power - 2
        appendLengthSymbol(257 + 4 * (power - 1) + (rest >> extra & 3), to: &bits)
        bits.append(UInt64(rest & ((1 << extra) - 1)), count: extra)
    }

    private static func appendLengthSymbol(_ symbol: Int, to bits: inout BitStream) {
        bits.append(Code(98 + UInt64(symbol - 256), 7))
    }

    /// Two symbols for each power of two. A line is never shorter than 5 bytes.
    private static func appendDistance(_ distance: Int, to bits: inout BitStream) {
        let rest = distance - 1
        let power = Int.bitWidth - 1 - rest.leadingZeroBitCount
        let extra = power - 1
        bits.append(Code(UInt64(2 * power + (rest >> extra & 1)) + 2, 5))
        bits.append(UInt64(rest & ((1 << extra) - 1)), count: extra)
    }
}

/// A Huffman code as the standard writes it, turned round as the stream has it: the first bit lowest.
private struct Code {
    let bits: UInt64
    let count: Int

    init(_ code: UInt64, _ count: Int) {
        var (bits, left) = (UInt64(0), code)
        for _ in 0..<count {
            bits = bits << 1 | left & 1
            left >>= 1
        }
        self.bits = bits
        self.count = count
    }
}

/// Bits, the first in the lowest place of the first byte.
private struct BitStream {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func append(_ code: Code) { append(code.bits, count: code.count) }

    mutating func append(_ bits: UInt64, count some: Int) {
        pending |= bits << UInt64(count)
        count += some
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Fills up the last byte and adds zlib's checksum.
    consuming func finish(checksum: UInt32) -> [UInt8] {
        if count > 0 { append(0, count: 8 - count) }
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift))) }
        return bytes
    }
}

/// zlib's checksum (RFC 1950 §8.2) of bytes that come several times, without unfolding them: one more time adds the
/// same sum `a`, and to `b` the sums so far and those within.
private struct Adler {
    private var a = 1
    private var b = 0
    private static let modulus = 65_521

    mutating func add(_ bytes: ArraySlice<UInt8>, times: Int) {
        let alone = Deflate.adler32(bytes)
        // The checksum of the bytes alone starts from 1, which is in `b` once for each byte.
        let sum = Int(alone & 0xFFFF) - 1
        let within = Int(alone >> 16) - bytes.count
        b = (b + times * (a * bytes.count + within) + times * (times - 1) / 2 % Adler.modulus * sum * bytes.count)
        b = (b % Adler.modulus + Adler.modulus) % Adler.modulus
        a = ((a + times * sum) % Adler.modulus + Adler.modulus) % Adler.modulus
    }

    var value: UInt32 { UInt32(b) << 16 | UInt32(a) }
}
