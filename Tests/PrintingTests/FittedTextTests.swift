import Drawing
import EventFixture
import Foundation
import Printing
import Testing

@Suite("Texts fitted to boxes")
struct FittedTextTests {
    private let typesetter: Typesetter

    init() throws { typesetter = try Typesetter() }

    /// The number of pixels per point. With two pixels per point, even ink that exceeds the box by half a point is
    /// visible.
    private static let scale = 2.0
    /// The margin around the box, in points.
    private static let margin = 12.0

    /// The distance by which a text’s ink exceeds its box, in points; nil for a text without ink.
    private func excess(_ text: String, _ style: FittedText.Style, width: Double, height: Double) throws -> Double? {
        let (margin, scale) = (FittedTextTests.margin, FittedTextTests.scale)
        let fitted = FittedText(text, style, width: width, height: height, with: typesetter)
        let picture = try GreyscaleImage(
            width: Int((width + 2 * margin) * scale), height: Int((height + 2 * margin) * scale), scale: scale,
            with: typesetter
        ) { $0.write(fitted, x: margin, y: margin, .black) }.bitmap(dithering: [])
        var worst: Double?
        for y in 0..<picture.height {
            let row = picture.bytes[y * picture.bytesPerRow..<(y + 1) * picture.bytesPerRow]
            guard row.contains(where: { $0 != 0 }) else { continue }
            for x in 0..<picture.width where picture[x, y] {
                let (left, top) = (Double(x) / scale - margin, Double(y) / scale - margin)
                let beyond = max(-left, -top, left + 1 / scale - width, top + 1 / scale - height)
                worst = max(worst ?? -.infinity, beyond)
            }
        }
        return worst
    }

    @Test("A line that is too long for the library pango to measure does not crash the program")
    func endless() {
        let style = FittedText.Style(font: Font(size: 1000))
        let text = String(repeating: "W", count: 40_000)
        _ = FittedText(text, style, width: 100, height: 50, with: typesetter)
    }

    private static let thousand = String(repeating: "Wolfeschlegelsteinhausen ", count: 40)

    static let hard: [String] = [
        thousand, String(repeating: "W", count: 1000), "Jj", "fjÅgÇ", "אבי 1948 כהן (7)", "محمد 12 بن ٣٤ علی",
        "نستعلیق حمزہ ڈاکٹر",
        "प्रियंका श्रीवास्तव र्त्स्न्य", "ប្រាសាទ ក្រុងភ្នំពេញ", "กุ้งผู้ยิ่งใหญ่ ปั้น", "བསྒྲུབས་རྒྱལ",
        "Z\u{351}\u{36B}\u{343}\u{30D}\u{33F}\u{316}\u{317}\u{359}o\u{300}\u{300}",
        "e" + String(repeating: "\u{301}", count: 200), String(repeating: "q\u{323}\u{301}", count: 300),
        "\u{1}\u{2}Ann\u{7F}\u{85}", "\u{202E}evil\u{202C}", "A\u{2028}B\nC\tD\r\nE", "\u{200D}\u{200D}x",
    ]

    @Test("No ink leaves the box, for any text and any size of box", arguments: hard)
    func inside(_ text: String) throws {
        for (width, height) in [(120.0, 30.0), (60, 12), (20, 60), (9, 9)] {
            for (lines, vertical) in [(1, FittedText.Style.Vertical.top), (2, .middle), (5, .bottom)] {
                let style = FittedText.Style(
                    font: Font(size: 14, weight: .bold), smallest: 7, lines: lines,
                    alignment: lines == 2 ? .end : .start, vertical: vertical)
                let excess = try excess(text, style, width: width, height: height) ?? 0
                #expect(excess <= 0.5, "\(excess) points beyond \(width)×\(height), \(lines) lines, \(vertical)")
            }
        }
    }

    @Test(
        "A long text shrinks to three quarters of its font size, then wraps, then shrinks further, and is finally cut")
    func order() {
        let style = FittedText.Style(font: Font(size: 12), smallest: 6, lines: 2)
        func size(_ letters: Int) -> (size: Double, isCut: Bool) {
            let text = (0..<letters / 5).map { _ in "ngon" }.joined(separator: " ")
            let fitted = FittedText(text, style, width: 100, height: 34, with: typesetter)
            return (fitted.size, fitted.isTruncated)
        }
        let sizes = stride(from: 5, through: 120, by: 5).map(size)
        #expect(sizes.first! == (12, false))
        #expect(sizes.last! == (6, true))
        // On one line, a longer text has a smaller font size, down to three quarters of the style’s font size. The
        // first text that wraps to a second line has a larger font size than the text before it.
        let wrapped = sizes.indices.dropFirst().filter { sizes[$0].size > sizes[$0 - 1].size }
        #expect(wrapped.count == 1)
        #expect(sizes.prefix(wrapped[0]).allSatisfy { $0.size >= 9 })
        for (before, after) in zip(sizes, sizes.dropFirst()) { #expect(!before.isCut || after.isCut) }
    }

    @Test("A text that fits keeps its font size and all letters, even if its letters are tall")
    func fits() {
        for text in ["Ann", "محمد", "שרה", "प्रियंका", "กุ้ง"] {
            let fitted = FittedText(
                text, FittedText.Style(font: Font(size: 10), smallest: 5), width: 200, height: 30, with: typesetter)
            #expect(fitted.size == 10 && !fitted.isTruncated && fitted.missingScalars.isEmpty, "\(text)")
        }
    }

    @Test("A text drawn below its style’s smallest font size is reported as too small, or as cut if letters are lost")
    func tooLow() {
        let style = FittedText.Style(font: Font(size: 12), smallest: 8)
        let fitted = FittedText("Ann", style, width: 100, height: 6, with: typesetter)
        #expect(fitted.isTooSmall && !fitted.isTruncated && fitted.size < 8)
        let complete = FittedText("Ann", style, width: 100, height: 14, with: typesetter)
        #expect(!complete.isTruncated && !complete.isTooSmall)
        let long = FittedText(FittedTextTests.thousand, style, width: 100, height: 6, with: typesetter)
        #expect(long.isTruncated && !long.isTooSmall)
    }

    @Test("Random texts of many scripts, marks and control characters stay inside their boxes")
    func random() throws {
        var generator = SeededGenerator(for: "random texts stay inside")
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xC0...0x17F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x4FF, 0x590...0x5F4, 0x600...0x6FF,
            0x900...0x97F, 0xE01...0xE5B, 0x1780...0x17DD, 0x2000...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0x0...0x1F,
        ]
        for _ in 0..<100 {
            let scripts = (0..<3).map { _ in ranges.randomElement(using: &generator)! }
            var text = ""
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                let range = scripts.randomElement(using: &generator)!
                if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                    text.unicodeScalars.append(scalar)
                }
                if Int.random(in: 0..<7, using: &generator) == 0 { text += " " }
            }
            let size = Double.random(in: 4...30, using: &generator)
            let style = FittedText.Style(
                font: Font(size: size, weight: Bool.random(using: &generator) ? .bold : .regular),
                smallest: size * Double.random(in: 0.3...1, using: &generator),
                lines: Int.random(in: 1...4, using: &generator),
                alignment: FittedText.Style.Alignment.allCases.randomElement(using: &generator)!,
                vertical: FittedText.Style.Vertical.allCases.randomElement(using: &generator)!,
                direction: Bool.random(using: &generator) ? .leftToRight : .rightToLeft)
            let width = Double.random(in: 8...160, using: &generator)
            let height = Double.random(in: 4...60, using: &generator)
            let excess = try excess(text, style, width: width, height: height) ?? 0
            #expect(
                excess <= 0.5,
                "\(excess) points beyond \(width)×\(height): \(text.unicodeScalars.map { String($0.value, radix: 16) }) \(style)"
            )
        }
    }
}
