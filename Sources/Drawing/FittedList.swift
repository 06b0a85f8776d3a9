/// Texts made to fit a box, each on a line of its own and all in one size: they shrink to three quarters, then stand in
/// two or three columns, and shrink on. They never touch, and their ink never leaves the box.
public struct FittedList {
    /// A text, by the corner of its line in the box.
    public struct Line {
        public let text: FittedText
        public let x: Double
        public let y: Double
    }

    public let lines: [Line]
    /// Whether letters are left out, or the box has too little room for so many lines.
    public let isCut: Bool
    /// Whether all letters are there, in smaller type than the style allows: their script is higher than a line.
    public let isTooSmall: Bool

    /// Characters that no installed font has.
    public var missingScalars: [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return lines.flatMap(\.text.missingScalars).filter { seen.insert($0).inserted }
    }

    private static let mostColumns = 3
    /// The share of its size to which a list shrinks before it takes another column.
    private static let shrinking = 0.75
    /// The height of a line, in sizes of its type.
    private static let leading = 1.45
    /// Between two columns, in sizes of the style's type.
    private static let gap = 0.75

    /// - Parameter style: `lines` is how many there may be in a column.
    public init(
        _ texts: [String], _ style: FittedText.Style, width: Double, height: Double, with typesetter: Typesetter
    ) {
        var best: Columns?
        for count in 1...FittedList.mostColumns where count == 1 || count <= texts.count {
            let columns = Columns(count, texts, style, width: width, height: height, with: typesetter)
            if columns.isBetter(than: best) { best = columns }
            if !columns.isCut, columns.size >= style.font.size * FittedList.shrinking { break }
        }
        guard let best, !texts.isEmpty else {
            (lines, isCut, isTooSmall) = ([], false, false)
            return
        }
        lines = best.lines(texts, style, height: height, with: typesetter)
        isCut = best.isCut || lines.contains(where: \.text.isCut)
        isTooSmall = !isCut && lines.contains { $0.text.size < style.smallest }
    }

    /// A number of columns, and what the texts come to in them.
    private struct Columns {
        let rows: Int
        let width: Double
        /// From one column to the next.
        let pitch: Double
        let size: Double
        let lineHeight: Double
        let isCut: Bool

        init(
            _ count: Int, _ texts: [String], _ style: FittedText.Style, width: Double, height: Double,
            with typesetter: Typesetter
        ) {
            let gap = style.font.size * FittedList.gap
            rows = max(1, (texts.count + count - 1) / count)
            self.width = max(1, (width - Double(count - 1) * gap) / Double(count))
            pitch = self.width + gap
            let room = height / Double(rows)
            var line = style
            line.lines = 1
            line.font.size = min(style.font.size, room / FittedList.leading)
            let isTooLow = line.font.size < style.smallest
            line.smallest = min(style.smallest, line.font.size)
            var (size, isCut) = (line.font.size, isTooLow || rows > style.lines)
            for text in texts {
                let fitted = FittedText(
                    text, line, width: self.width, height: line.font.size * FittedList.leading, with: typesetter)
                size = min(size, fitted.size)
                isCut = isCut || fitted.isCut
            }
            (self.size, self.isCut) = (size, isCut)
            lineHeight = size * FittedList.leading
        }

        func isBetter(than other: Columns?) -> Bool {
            guard let other else { return true }
            return isCut == other.isCut ? size > other.size : other.isCut
        }

        /// Downwards, column by column.
        func lines(
            _ texts: [String], _ style: FittedText.Style, height: Double, with typesetter: Typesetter
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
                return Line(
                    text: FittedText(text, line, width: width, height: lineHeight, with: typesetter),
                    x: Double(column) * pitch, y: top + Double(row) * lineHeight)
            }
        }
    }
}
