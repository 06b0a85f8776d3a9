/// Compresses the scan lines of a symbol's picture to a zlib stream (RFC 1950, RFC 1951). A pixel is one bit. A module
/// must be one or two bytes (8 or 16 pixels) wide, so that the pixel bytes of a line are all 0x00 or 0xFF.
///
/// A general compressor searches the whole image for repetitions, called matches. In these images, the places of the
/// matches are known, so no search is needed. The first line of each row of modules is encoded directly. The other
/// lines of the row equal the first line, so they are encoded as matches at the distance of one line. Every image uses
/// the same Huffman code:
///
/// | symbols of the Huffman code | bits of the code |
/// |---|---|
/// | literal 255 | 1 |
/// | literal 0 | 2 |
/// | literals 1 and 2 (unused, but needed for a complete code); 256 to 285 (end of block, lengths) | 7 |
/// | distances 0 and 1 | 4 |
/// | distances 2 to 29 | 5 |
struct RepeatedRowEncoder {
    /// The width of a module in bytes.
    private let width: Int
    private let quietZone: Int
    /// The length of a line in bytes: one byte for the filter type 0 (None), and one byte for every eight pixels.
    private let stride: Int
    /// The number of lines per row of modules.
    private let times: Int
    private var bits: BitStream
    private var checksum = Adler32()

    /// Encodes the image of a symbol. `scale` is the width of a module in pixels. Returns nil if a module is not one or
    /// two bytes (8 or 16 pixels) wide, or if there is a margin around the quiet zone.
    static func zlib(of symbol: QRSymbol, quietZone: Int, scale: Int, margin: Int) -> [UInt8]? {
        guard scale == 8 || scale == 16, margin == 0 else { return nil }
        let side = symbol.modulesPerSide
        var lines = RepeatedRowEncoder(side: side, quietZone: quietZone, scale: scale)
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
        bits = BitStream(after: RepeatedRowEncoder.header, capacity: stride * side / 2 + 128)
    }

    /// Appends the lines of `rows` equal rows of modules: the first line, and its copies. The lines are light if
    /// `modules` is empty.
    private mutating func append(_ modules: ArraySlice<UInt8>, rows: Int) {
        // The first byte of each line is the filter type 0. These two bits are the Huffman code of this byte.
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
        // The sums for the checksum are those of a light line, minus the contribution of the dark modules.
        checksum.add(
            sum: 255 * (stride - 1 - dark * width),
            within: 255 * ((stride - 1) * stride / 2 - weight * width + dark * (width * (width - 1) / 2)),
            bytes: stride, times: copies)
    }

    private consuming func finish() -> [UInt8] {
        appendLengthSymbol(256)
        return bits.finish(checksum: checksum.value)
    }

    /// The start of every stream: the bytes CMF and FLG of RFC 1950 (deflate, a window of 32 KiB, the fastest level),
    /// and the header of the only block.
    private static let header = {
        var bits = BitStream(capacity: 64)
        bits.append(0x0178, count: 16)
        appendHeader(to: &bits)
        return bits
    }()

    /// Appends the header of the only block, with its dynamic Huffman codes (RFC 1951 §3.2.7).
    private static func appendHeader(to bits: inout BitStream) {
        bits.append(0b101, count: 3)
        bits.append(286 - 257, count: 5)
        bits.append(30 - 1, count: 5)
        bits.append(18 - 4, count: 4)
        // The lengths of the code length codes, in the standard's order: 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12,
        // 3, 13, 2, 14 and 1.
        for length: UInt64 in [1, 0, 3, 0, 0, 3, 0, 0, 0, 4, 0, 4, 0, 0, 0, 4, 0, 4] { bits.append(length, count: 3) }
        let (one, two, four, five) = (
            HuffmanCode(0b1100, 4), HuffmanCode(0b1101, 4), HuffmanCode(0b1110, 4), HuffmanCode(0b1111, 4)
        )
        let (seven, again, zeros) = (HuffmanCode(0b100, 3), HuffmanCode(0b0, 1), HuffmanCode(0b101, 3))
        func repeatLast(_ times: UInt64...) {
            for some in times {
                bits.append(again)
                bits.append(some - 3, count: 2)
            }
        }
        // Append the code lengths of the literals 0, 1 and 2, of 252 unused literals, and of the literal 255.
        for code in [two, seven, seven] { bits.append(code) }
        for some: UInt64 in [138, 114] {
            bits.append(zeros)
            bits.append(some - 11, count: 7)
        }
        bits.append(one)
        // Append the code lengths of the symbols 256 to 285.
        bits.append(seven)
        repeatLast(6, 6, 6, 6, 5)
        // Append the code lengths of the distances.
        for code in [four, four, five] { bits.append(code) }
        repeatLast(6, 6, 6, 6, 3)
    }

    /// Appends matches that have `bytes` bytes in total. The matches have nearly equal lengths, of 3 to 258 bytes.
    private mutating func appendMatches(bytes: Int, distance: Int) {
        let pieces = (bytes + 257) / 258
        let (short, longer) = bytes.quotientAndRemainder(dividingBy: pieces)
        for piece in 0..<pieces {
            appendLength(piece < longer ? short + 1 : short)
            appendDistance(distance)
        }
    }

    /// Appends a match length (RFC 1951 §3.2.5). For lengths from 11 on, there are four Huffman symbols for each power
    /// of two. Extra bits after the symbol select the exact length.
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
        bits.append(HuffmanCode(98 + UInt64(symbol - 256), 7))
    }

    /// Appends a match distance (RFC 1951 §3.2.5). The distance is at least 5, because a line has at least 5 bytes.
    /// There are two Huffman symbols for each power of two. Extra bits after the symbol select the exact distance.
    private mutating func appendDistance(_ distance: Int) {
        let rest = distance - 1
        let power = Int.bitWidth - 1 - rest.leadingZeroBitCount
        let extra = power - 1
        bits.append(HuffmanCode(UInt64(2 * power + (rest >> extra & 1)) + 2, 5))
        bits.append(UInt64(rest & ((1 << extra) - 1)), count: extra)
    }
}

/// The Huffman code of one symbol, with its bits in the order of the stream. The standard writes the first bit of a
/// code on the left. Here, the first bit is the lowest.
private struct HuffmanCode {
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

/// A sequence of bits. The first bit of the sequence is the lowest bit of the first byte.
private struct BitStream {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Creates a stream that begins with the contents of another stream.
    init(after other: BitStream, capacity: Int) {
        bytes.reserveCapacity(other.bytes.count + capacity)
        bytes += other.bytes
        (pending, count) = (other.pending, other.count)
    }

    mutating func append(_ code: HuffmanCode) { append(code.bits, count: code.count) }

    /// Appends the lowest `some` bits of `bits`, at most 32 bits.
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

    /// Pads the last byte, and appends the checksum of the uncompressed lines. Returns the bytes of the stream.
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

/// zlib's Adler-32 checksum (RFC 1950 §8.2) of lines that are repeated. The checksum consists of two sums, which the
/// standard calls s1 (here `a`) and s2 (here `b`). Each repetition of a line adds the same sum to `a`. It adds two
/// values to `b`: the weighted sum of the line, and the current value of `a` multiplied by the length of the line.
private struct Adler32 {
    private var a = 1
    private var b = 0
    private static let modulus = 65_521

    /// Adds a line that is repeated `times` times. The line has `bytes` bytes.
    ///
    /// - Parameters:
    ///   - sum: The sum of the line's bytes.
    ///   - within: The weighted sum of the line. Each byte is multiplied by the number of bytes from that byte to the
    ///     end of the line, and the products are added.
    mutating func add(sum: Int, within: Int, bytes: Int, times: Int) {
        b += times * (a * bytes + within) + times * (times - 1) / 2 * sum * bytes
        b %= Adler32.modulus
        a = (a + times * sum) % Adler32.modulus
    }

    var value: UInt32 { UInt32(b) << 16 | UInt32(a) }
}
