/// A zlib stream (RFC 1950, RFC 1951) of a symbol's scan lines, where a module is one or two whole bytes: nothing but
/// 0x00 and 0xFF.
///
/// A general compressor looks for matches at every byte of the unfolded picture, which takes half as long as the symbol
/// itself. Here they are known beforehand: a line is written once, straight from its modules, and its copies are matches
/// at the distance of one line. The code is the same for every picture:
///
/// | symbols | bits |
/// |---|---|
/// | literal 255 | 1 |
/// | literal 0 | 2 |
/// | literals 1 and 2, which complete the code and never occur; end of block and lengths, 256 to 285 | 7 |
/// | distances 0 and 1 | 4 |
/// | distances 2 to 29 | 5 |
struct RepeatedLines {
    /// Bytes of a module in a line.
    private let width: Int
    private let quietZone: Int
    /// Bytes of one line: its filter type, which is 0 (None), and eight pixels a byte.
    private let stride: Int
    /// How often the line of a row of modules is there.
    private let times: Int
    private var bits: BitStream
    private var checksum = Adler()

    /// Nil for pictures that this is not made for: modules that are no whole bytes, or so wide that runs within a line
    /// count, and margins beside the quiet zone.
    static func zlib(of symbol: QRSymbol, quietZone: Int, scale: Int, margin: Int) -> [UInt8]? {
        guard scale == 8 || scale == 16, margin == 0 else { return nil }
        let side = symbol.modulesPerSide
        var lines = RepeatedLines(side: side, quietZone: quietZone, scale: scale)
        let modules = symbol.modules
        if quietZone > 0 { lines.append(modules[0..<0], rows: quietZone) }
        var row = 0
        while row < side {
            let line = modules[row * side..<(row + 1) * side]
            var next = row + 1
            while next < side, line == modules[next * side..<(next + 1) * side] { next += 1 }
            lines.append(line, rows: next - row)
            row = next
        }
        if quietZone > 0 { lines.append(modules[0..<0], rows: quietZone) }
        return lines.finish()
    }

    private init(side: Int, quietZone: Int, scale: Int) {
        width = scale / 8
        times = scale
        self.quietZone = quietZone
        stride = 1 + (side + 2 * quietZone) * width
        bits = BitStream(after: RepeatedLines.header, capacity: stride * side / 2 + 128)
    }

    /// One line, then its copies for all rows that are alike. Without modules, it is light from side to side.
    private mutating func append(_ modules: ArraySlice<UInt8>, rows: Int) {
        // The filter type.
        bits.append(0b01, count: 2)
        bits.appendZeros(quietZone * width)
        let pattern: UInt64 = width == 1 ? 0b01 : 0b0101
        var (dark, weight) = (0, 0)
        for (column, module) in modules.lazy.map(Int.init).enumerated() {
            bits.append(UInt64(module) * pattern, count: width + module * width)
            dark += module
            weight += module * (stride - 1 - (quietZone + column) * width)
        }
        bits.appendZeros(modules.isEmpty ? stride - 1 - quietZone * width : quietZone * width)
        let copies = rows * times
        appendMatches(bytes: (copies - 1) * stride, distance: stride)
        // The sums of a light line, less the modules that are dark.
        checksum.add(
            sum: 255 * (stride - 1 - dark * width),
            within: 255 * ((stride - 1) * stride / 2 - weight * width + dark * (width * (width - 1) / 2)),
            bytes: stride, times: copies)
    }

    private consuming func finish() -> [UInt8] {
        appendLengthSymbol(256)
        return bits.finish(checksum: checksum.value)
    }

    /// What begins every stream: CMF and FLG (deflate, a window of 32 KiB, fastest), and the header of the one block.
    private static let header = {
        var bits = BitStream(capacity: 64)
        bits.append(0x0178, count: 16)
        appendHeader(to: &bits)
        return bits
    }()

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
    private mutating func appendMatches(bytes: Int, distance: Int) {
        let pieces = (bytes + 257) / 258
        let (short, longer) = bytes.quotientAndRemainder(dividingBy: pieces)
        for piece in 0..<pieces {
            appendLength(piece < longer ? short + 1 : short)
            appendDistance(distance)
        }
    }

    /// RFC 1951 §3.2.5: from 11 on, four symbols for each power of two.
    private mutating func appendLength(_ length: Int) {
        if length == 258 { return appendLengthSymbol(285) }
        if length <= 10 { return appendLengthSymbol(254 + length) }
        let rest = length - 3
        let power = Int.bitWidth - 1 - rest.leadingZeroBitCount
        let extra = power - 2
        appendLengthSymbol(257 + 4 * (power - 1) + (rest >> extra & 3))
        bits.append(UInt64(rest & ((1 << extra) - 1)), count: extra)
    }

    private mutating func appendLengthSymbol(_ symbol: Int) {
        bits.append(Code(98 + UInt64(symbol - 256), 7))
    }

    /// Two symbols for each power of two. A line is never shorter than 5 bytes.
    private mutating func appendDistance(_ distance: Int) {
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

    /// Begins with what another stream has.
    init(after other: BitStream, capacity: Int) {
        bytes.reserveCapacity(other.bytes.count + capacity)
        bytes += other.bytes
        (pending, count) = (other.pending, other.count)
    }

    mutating func append(_ code: Code) { append(code.bits, count: code.count) }

    /// - Parameter some: 32 bits at most.
    @inline(__always)
    mutating func append(_ bits: UInt64, count some: Int) {
        pending |= bits << UInt64(count)
        count += some
        guard count >= 32 else { return }
        for _ in 0..<4 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
        }
        count -= 32
    }

    mutating func appendZeros(_ some: Int) {
        for start in stride(from: 0, to: some, by: 32) { append(0, count: min(32, some - start)) }
    }

    /// Fills up the last byte and adds zlib's checksum.
    consuming func finish(checksum: UInt32) -> [UInt8] {
        while count > 0 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift))) }
        return bytes
    }
}

/// zlib's checksum (RFC 1950 §8.2) of lines that come several times, without unfolding them: one more time adds the
/// same sum to `a`, and to `b` the sums so far and those within.
private struct Adler {
    private var a = 1
    private var b = 0
    private static let modulus = 65_521

    /// - Parameters:
    ///   - sum: of the line's bytes.
    ///   - within: of each byte times the number of bytes from it to the end of the line.
    mutating func add(sum: Int, within: Int, bytes: Int, times: Int) {
        b += times * (a * bytes + within) + times * (times - 1) / 2 * sum * bytes
        b %= Adler.modulus
        a = (a + times * sum) % Adler.modulus
    }

    var value: UInt32 { UInt32(b) << 16 | UInt32(a) }
}
