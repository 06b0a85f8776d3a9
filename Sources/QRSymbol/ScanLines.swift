/// The scan lines of a symbol's picture, one for each row of modules. The picture contains each of these lines `times`
/// times in succession.
struct ScanLines {
    /// The length of a line in bytes: one byte for the filter type 0 (None), and one byte for every eight pixels.
    let stride: Int
    let times: Int
    let bytes: [UInt8]
    /// The number of white lines above the quiet zone. `below` is the number of white lines below the quiet zone.
    let above: Int
    let below: Int

    /// Draws a symbol. `quietZone` is in modules. `scale` is the size of a module in pixels.
    ///
    /// - Parameter margin: The white space around the quiet zone, in pixels: the width of the left and right margins
    ///   together. The top and bottom margins together have the same height.
    init(of symbol: QRSymbol, quietZone: Int, scale: Int, margin: Int = 0) {
        let modules = symbol.modulesPerSide
        let side = modules + 2 * quietZone
        let stride = 1 + (side * scale + margin + 7) / 8
        above = margin / 2
        below = margin - above
        // All pixels are light initially, so the loop draws only the rows of the symbol, not those of the quiet zone.
        var bytes = [UInt8](repeating: 0xFF, count: stride * side)
        var span = bytes.mutableSpan
        for row in 0..<side {
            span[row * stride] = 0
            guard (0..<modules).contains(row - quietZone) else { continue }
            var line = BitLine(position: row * stride + 1)
            line.append(light: true, count: quietZone * scale + above, to: &span)
            let start = (row - quietZone) * modules
            for module in start..<start + modules {
                line.append(light: symbol.modules[module] == 0, count: scale, to: &span)
            }
            line.finish(in: &span)
        }
        self.stride = stride
        times = scale
        self.bytes = bytes
    }

    /// All lines of the picture. A line that repeats the line above it has the PNG filter type Up. Its other bytes are
    /// then differences from the line above, so they are all 0. Zeros are the fastest bytes to compress.
    func expanded() -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(bytes.count * times + (above + below) * stride)
        var copy = [UInt8](repeating: 0, count: stride)
        copy[0] = 2
        let white = [0] + [UInt8](repeating: 0xFF, count: stride - 1)
        for _ in 0..<above { all += white }
        for start in Swift.stride(from: 0, to: bytes.count, by: stride) {
            all += bytes[start..<start + stride]
            for _ in 1..<times { all += copy }
        }
        for _ in 0..<below { all += white }
        return all
    }
}

/// Writes the pixels of a line as bits. The leftmost of eight pixels is the highest bit of a byte, and 1 means light.
private struct BitLine {
    private var position: Int
    private var pending: UInt64 = 0
    private var count = 0

    init(position: Int) { self.position = position }

    mutating func append(light: Bool, count pixels: Int, to bytes: inout MutableSpan<UInt8>) {
        var left = pixels
        while left > 0 {
            let some = min(left, 32)
            pending = pending << UInt64(some) | (light ? (1 << UInt64(some)) - 1 : 0)
            count += some
            left -= some
            while count >= 8 {
                count -= 8
                bytes[position] = UInt8(truncatingIfNeeded: pending >> UInt64(count))
                position += 1
            }
        }
    }

    /// Pads the last byte with light pixels.
    mutating func finish(in bytes: inout MutableSpan<UInt8>) {
        guard count > 0 else { return }
        append(light: true, count: 8 - count, to: &bytes)
    }
}
