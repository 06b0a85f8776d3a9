/// Fits several texts to a box, one per line and all in the same font size. First, the font size is reduced, but not
/// below three quarters of the style's font size. If the texts still do not fit, they are arranged in two or three
/// columns, and the font size is reduced further. The texts never touch each other, and never extend beyond the box.
public struct FittedList {
    /// A text and the upper left corner of its line in the box.
    public struct Line {
        public let text: FittedText
        public let x: Double
        public let y: Double
    }

    public let lines: [Line]
    /// Whether a text is truncated, or the box is too small for the number of lines.
    public let isTruncated: Bool
    /// Whether the texts are complete but smaller than the style allows, because the letters of their script are taller
    /// than a line.
    public let isTooSmall: Bool

    /// The characters that no installed font contains.
    public var missingScalars: [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return lines.flatMap(\.text.missingScalars).filter { seen.insert($0).inserted }
    }

    private static let mostColumns = 3
    /// The font size, relative to the style's font size, below which the list gets one more column.
    private static let columnThreshold = 0.75
    private static let lineHeightFactor = 1.45
    /// The gap between two columns relative to the style's font size.
    private static let gap = 0.75

    /// Fits the texts to a box of the given width and height.
    ///
    /// - Parameter style: The style; `lines` is the maximum number of lines in a column.
    public init(
        _ texts: [String], _ style: FittedText.Style, width: Double, height: Double, with typesetter: Typesetter
    ) {
        var best: Columns?
        for count in 1...FittedList.mostColumns where count == 1 || count <= texts.count {
            let columns = Columns(count, texts, style, width: width, height: height, with: typesetter)
            if columns.isBetter(than: best) { best = columns }
            if !columns.isTruncated, columns.size >= style.font.size * FittedList.columnThreshold { break }
        }
        guard let best, !texts.isEmpty else {
            (lines, isTruncated, isTooSmall) = ([], false, false)
            return
        }
        lines = best.lines(texts, style, boxWidth: width, height: height, with: typesetter)
        isTruncated = best.isTruncated || lines.contains(where: \.text.isTruncated)
        isTooSmall = !isTruncated && lines.contains { $0.text.size < style.smallest }
    }

    /// The layout of the texts in a given number of columns.
    private struct Columns {
        let rows: Int
        let width: Double
        /// The distance between the left edges of two columns.
        let pitch: Double
        let size: Double
        let lineHeight: Double
        let isTruncated: Bool

        init(
            _ count: Int, _ texts: [String], _ style: FittedText.Style, width: Double, height: Double,
            with typesetter: Typesetter
        ) {
            let gap = style.font.size * FittedList.gap
            rows = max(1, (texts.count + count - 1) / count)
            self.width = max(1, (width - Double(count - 1) * gap) / Double(count))
            pitch = self.width + gap
            let rowHeight = height / Double(rows)
            var line = style
            line.lines = 1
            line.font.size = min(style.font.size, rowHeight / FittedList.lineHeightFactor)
            let isTooLow = line.font.size < style.smallest
            line.smallest = min(style.smallest, line.font.size)
            var (size, isCut) = (line.font.size, isTooLow || rows > style.lines)
            for text in texts {
                let fitted = FittedText(
                    text, line, width: self.width, height: line.font.size * FittedList.lineHeightFactor,
                    with: typesetter)
                size = min(size, fitted.size)
                isCut = isCut || fitted.isTruncated
            }
            (self.size, self.isTruncated) = (size, isCut)
            lineHeight = size * FittedList.lineHeightFactor
        }

        func isBetter(than other: Columns?) -> Bool {
            guard let other else { return true }
            return isTruncated == other.isTruncated ? size > other.size : other.isTruncated
        }

        /// The lines, column by column from the top. On a page that is read from right to left, the first column is on
        /// the right.
        func lines(
            _ texts: [String], _ style: FittedText.Style, boxWidth: Double, height: Double, with typesetter: Typesetter
        ) -> [Line] {
            var line = style
            line.lines = 1
            line.vertical = .middle
            line.font.size = size
            line.smallest = min(style.smallest, size)
            let rest = height - lineHeight * Double(rows)
            let top =
                switch style.vertical {
                case .top: 0.0
                case .middle: rest / 2
                case .bottom: rest
                }
            return texts.enumerated().map { index, text in
                let (column, row) = index.quotientAndRemainder(dividingBy: rows)
                let start = Double(column) * pitch
                return Line(
                    text: FittedText(text, line, width: width, height: lineHeight, with: typesetter),
                    x: style.direction == .leftToRight ? start : boxWidth - start - width,
                    y: top + Double(row) * lineHeight)
            }
        }
    }
}
