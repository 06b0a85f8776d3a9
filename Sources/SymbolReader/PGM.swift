/// Decodes greyscale netpbm images (pgm(5)): P5 with binary pixels, and P2 with decimal numbers. Only the first image
/// of a file is read.
enum PGM {
    static func decode(_ bytes: [UInt8]) throws(SymbolReaderError) -> LuminanceImage {
        guard !bytes.isEmpty else { throw .empty }
        let isPlain = bytes.starts(with: "P2".utf8)
        guard isPlain || bytes.starts(with: "P5".utf8) else { throw .damagedPGM(.notPGM) }
        var scanner = Scanner(bytes: bytes, position: 2)
        let width = try scanner.number()
        let height = try scanner.number()
        try SymbolReader.check(width: width, height: height)
        let maximum = try scanner.number()
        guard (1...65_535).contains(maximum) else { throw .damagedPGM(.maximum(maximum)) }
        let pixels =
            isPlain
            ? try plain(&scanner, count: width * height, maximum: maximum)
            : try binary(&scanner, count: width * height, maximum: maximum)
        return LuminanceImage(width: width, height: height, pixels: pixels)
    }

    private static func plain(_ scanner: inout Scanner, count: Int, maximum: Int) throws(SymbolReaderError) -> [UInt8] {
        // Each pixel needs at least two bytes: a digit and a space. This check prevents allocating memory for pixels
        // that the file does not contain.
        let left = scanner.bytes.count - scanner.position
        guard left / 2 >= count else { throw .damagedPGM(.truncated(bytes: left, needed: 2 * count)) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(count)
        for _ in 0..<count {
            let value = try scanner.number()
            guard value <= maximum else {
                throw .damagedPGM(.sample(value, maximum: maximum, offset: scanner.position))
            }
            pixels.append(UInt8(value * 255 / maximum))
        }
        return pixels
    }

    private static func binary(_ scanner: inout Scanner, count: Int, maximum: Int) throws(SymbolReaderError) -> [UInt8]
    {
        let width = maximum < 256 ? 1 : 2
        // The header ends with exactly one white-space character. The byte after that character is a pixel, even if it
        // has the value of a white-space character.
        let start = scanner.position + 1
        let left = max(scanner.bytes.count - start, 0)
        guard left >= count * width else { throw .damagedPGM(.truncated(bytes: left, needed: count * width)) }
        guard Scanner.isSpace(scanner.bytes[scanner.position]) else {
            throw .damagedPGM(.noNumber(offset: scanner.position))
        }
        let raster = scanner.bytes[start..<start + count * width]
        if maximum == 255 { return Array(raster) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(count)
        for offset in stride(from: start, to: start + count * width, by: width) {
            let value = width == 1 ? Int(raster[offset]) : Int(raster[offset]) << 8 | Int(raster[offset + 1])
            guard value <= maximum else { throw .damagedPGM(.sample(value, maximum: maximum, offset: offset)) }
            pixels.append(UInt8(value * 255 / maximum))
        }
        return pixels
    }

    /// Reads decimal numbers that are separated by white space and comments.
    private struct Scanner {
        let bytes: [UInt8]
        var position: Int

        static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

        mutating func number() throws(SymbolReaderError) -> Int {
            while position < bytes.count {
                if Scanner.isSpace(bytes[position]) {
                    position += 1
                } else if bytes[position] == UInt8(ascii: "#") {
                    while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
                } else {
                    break
                }
            }
            let start = position
            var value = 0
            while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
                value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
                guard value < 1 << 31 else { throw .damagedPGM(.numberTooLarge(offset: start)) }
                position += 1
            }
            guard position > start else { throw .damagedPGM(.noNumber(offset: start)) }
            return value
        }
    }
}
