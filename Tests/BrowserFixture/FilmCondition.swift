import EventFixture
import Foundation
import QRSymbol

extension Film {
    /// A condition that makes a symbol hard to read.
    public enum Condition: String, CaseIterable, Sendable {
        /// The symbol is out of focus, as if it were blurred by a Gaussian with a standard deviation of 2.8 pixels. It
        /// moves by 9 pixels during the exposure.
        case blurred
        /// The symbol is turned by 28 degrees, and its lower edge is nearer to the camera than its upper edge.
        case tilted
        /// 13 % of the usual light, and noise.
        case dark
        /// The symbol reflects a lamp.
        case glare
        /// The symbol with its margin is 115 pixels wide.
        case far
    }

    /// The luminance of frames that show a text as a symbol under a condition. The noise is different in each frame.
    func hardPictures(of text: String, in condition: Condition) throws -> [Data] {
        let symbol = try QRSymbol(text)
        var frame: SymbolFrame
        switch condition {
        case .blurred:
            frame = SymbolFrame(symbol, side: Double(height) / 2, width: width, height: height)
            for isHorizontal in [true, false, true, false] { frame.average(7, isHorizontal: isHorizontal) }
            frame.average(9, isHorizontal: true)
        case .tilted:
            frame = SymbolFrame(
                symbol, side: Double(height) / 2, turn: 28, perspective: 0.15, width: width, height: height)
        case .dark:
            frame = SymbolFrame(symbol, side: Double(height) / 2, width: width, height: height)
            frame.change { value, _, _ in value * 13 / 100 }
            return (0..<3).map { number in
                var noisy = frame
                var random = SeededGenerator(seed: UInt64(number))
                noisy.change { value, _, _ in value + Int(random.next() >> 32) % 9 - 4 }
                return Data(noisy.luminance)
            }
        case .glare:
            frame = SymbolFrame(symbol, side: Double(height) / 2, width: width, height: height)
            frame.addGlare(radius: Double(height) * 0.225)
        case .far:
            frame = SymbolFrame(symbol, side: 115, width: width, height: height)
        }
        return [Data(frame.luminance)]
    }
}

private struct SymbolFrame {
    private let width: Int
    private let height: Int
    /// One byte for each pixel, row by row.
    private(set) var luminance: [UInt8]

    /// - Parameters:
    ///   - side: the side of the symbol with its margin, in pixels.
    ///   - degrees: the angle by which the symbol is turned.
    ///   - perspective: 0 if the camera looks at the symbol from the front. At 0.15, the lower edge is 15 % larger than
    ///     the middle.
    init(
        _ symbol: QRSymbol, side: Double, turn degrees: Double = 0, perspective: Double = 0, width: Int, height: Int
    ) {
        (self.width, self.height) = (width, height)
        luminance = [UInt8](repeating: Film.wallLuminance, count: width * height)
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let cells = symbol.modulesPerSide + 2 * Film.quietModules
        let cellsPerPixel = Double(cells) / side
        // No part of the symbol is farther than `reach` from the middle, horizontally or vertically.
        let reach = Int(side / 2 * 2.0.squareRoot() / (1 - perspective)) + 1
        for y in max(0, height / 2 - reach)..<min(height, height / 2 + reach) {
            for x in max(0, width / 2 - reach)..<min(width, width / 2 + reach) {
                let (u, v) = (Double(x - width / 2) + 0.5, Double(y - height / 2) + 0.5)
                let (across, down) = (u * cosine + v * sine, v * cosine - u * sine)
                let scale = cellsPerPixel / (1 + perspective * down * 2 / side)
                let column = Int((across * scale + Double(cells) / 2).rounded(.down))
                let row = Int((down * scale + Double(cells) / 2).rounded(.down))
                guard column >= 0, column < cells, row >= 0, row < cells else { continue }
                let isDark = symbol.isDark(row: row - Film.quietModules, column: column - Film.quietModules)
                luminance[y * width + x] = isDark ? Film.darkLuminance : Film.lightLuminance
            }
        }
    }

    /// Replaces each pixel by the mean of `count` pixels of its row or its column. The pixels beyond the edge of the
    /// frame are like the pixel at the edge.
    mutating func average(_ count: Int, isHorizontal: Bool) {
        let source = luminance
        let (lines, length) = isHorizontal ? (height, width) : (width, height)
        let (lineStep, step) = isHorizontal ? (width, 1) : (1, width)
        for line in 0..<lines {
            let start = line * lineStep
            func pixel(_ index: Int) -> Int {
                let inside = index < 0 ? 0 : index >= length ? length - 1 : index
                return Int(source[start + inside * step])
            }
            var sum = 0
            for index in 0..<count { sum += pixel(index - count / 2) }
            for index in 0..<length {
                luminance[start + index * step] = UInt8(sum / count)
                sum += pixel(index - count / 2 + count) - pixel(index - count / 2)
            }
        }
    }

    /// Replaces each pixel. The arguments of `new` are the pixel’s luminance and its distances from the middle.
    mutating func change(_ new: (_ luminance: Int, _ right: Int, _ down: Int) -> Int) {
        for y in 0..<height {
            for x in 0..<width {
                let value = new(Int(luminance[y * width + x]), x - width / 2, y - height / 2)
                luminance[y * width + x] = UInt8(value < 0 ? 0 : value > 255 ? 255 : value)
            }
        }
    }

    /// Adds the reflection of a lamp to the right of the middle and above it.
    ///
    /// - Parameter radius: the distance from the lamp at which its light ends, in pixels.
    mutating func addGlare(radius: Double) {
        let shift = radius * 0.39
        change { value, right, down in
            let (across, along) = (Double(right) - shift, Double(down) + shift)
            let distance = (across * across + along * along).squareRoot()
            return value + Int(170 * (distance < radius ? 1 - distance / radius : 0))
        }
    }
}
