import Drawing
import Languages

/// A table on paper in landscape format, with the headings on every page. A text that is too long for its column is
/// broken into two lines, then made smaller, and finally truncated. Lengths are in millimetres.
///
/// ```swift
/// let table = TablePDF(title: "Orders", columns: [.init("Buyer"), .init("Total", isNumber: true)], language: language)
/// try table.write(rows) { try partial.append($0) }
/// ```
public struct TablePDF: Sendable {
    public struct Column: Hashable, Sendable {
        public var heading: String
        /// Whether the texts are aligned at the end of the column, as is usual for numbers, and not at its start.
        public var isNumber: Bool

        public init(_ heading: String, isNumber: Bool = false) {
            self.heading = heading
            self.isNumber = isNumber
        }
    }

    private static let margin = 12.0
    private static let titleHeight = 12.0
    private static let headingHeight = 8.0
    private static let rowHeight = 8.0
    private static let gap = 3.0
    /// The width and the height of A4 paper in landscape format.
    private static let (width, height) = (297.0, 210.0)
    /// The widths of columns are computed from the numbers of letters in the columns. A number outside this range is
    /// replaced by the nearest number in the range.
    private static let letters = 4...36
    private static let grey = Canvas.Colour(0x9AA5B1)

    private let title: String
    private let columns: [Column]
    private let language: PaperLanguage

    /// - Parameters:
    ///   - title: The text at the top of every page.
    ///   - columns: At least one column.
    ///   - language: The language of the page numbers, and the direction in which the table is read.
    public init(title: String, columns: [Column], language: PaperLanguage) {
        self.title = title
        self.columns = columns
        self.language = language
    }

    static var rowsPerPage: Int {
        Int((height - 2 * margin - titleHeight - headingHeight) / rowHeight)
    }

    /// Writes the PDF. A table without rows has one page.
    ///
    /// - Parameters:
    ///   - rows: The texts of each row, one for each column.
    ///   - write: Receives the bytes of the PDF in blocks.
    public func write(_ rows: [[String]], _ write: @escaping ([UInt8]) throws -> Void) throws {
        let document = try PDFDocument(title: TextTemplate.plain(title), write)
        let spans = spans(rows)
        let pages = max(1, (rows.count + TablePDF.rowsPerPage - 1) / TablePDF.rowsPerPage)
        for page in 0..<pages {
            let first = page * TablePDF.rowsPerPage
            let part = rows[first..<min(first + TablePDF.rowsPerPage, rows.count)]
            try document.page(
                width: TablePDF.width * PaperLength.pointsPerMillimetre,
                height: TablePDF.height * PaperLength.pointsPerMillimetre
            ) { canvas in
                let pen = Pen(
                    canvas: canvas, typesetter: document.typesetter, direction: language.direction, spans: spans)
                drawHead(pen, page: page + 1, of: pages)
                var y = TablePDF.margin + TablePDF.titleHeight + TablePDF.headingHeight
                for row in part {
                    for (index, text) in row.prefix(columns.count).enumerated() {
                        pen.write(
                            text, Font(size: 9), in: index, isNumber: columns[index].isNumber, y: y,
                            height: TablePDF.rowHeight - 1)
                    }
                    y += TablePDF.rowHeight
                    pen.rule(at: y - 0.5, TablePDF.grey)
                }
            }
        }
        try document.finish()
    }

    private func drawHead(_ pen: Pen, page: Int, of pages: Int) {
        let number = language.text(
            PaperSentence.page, ["page": .text("\(page)"), "pages": .number(pages)])
        pen.writeLine(title, Font(size: 14, weight: .bold), atEnd: false, width: TablePDF.width - 70)
        pen.writeLine(number, Font(size: 9), atEnd: true, width: 40)
        let y = TablePDF.margin + TablePDF.titleHeight
        for (index, column) in columns.enumerated() {
            pen.write(
                column.heading, Font(size: 9, weight: .bold), in: index, isNumber: column.isNumber, y: y,
                height: TablePDF.headingHeight - 1)
        }
        pen.rule(at: y + TablePDF.headingHeight - 0.5, .black)
    }

    /// The position and the width of a column, on a page that is read from left to right.
    fileprivate struct ColumnSpan {
        let x: Double
        let width: Double
    }

    /// Divides the width of the page among the columns, in proportion to the number of letters of their longest texts.
    private func spans(_ rows: [[String]]) -> [ColumnSpan] {
        let longest = columns.indices.map { index in
            let texts = rows.lazy.map { index < $0.count ? $0[index].count : 0 }.max() ?? 0
            let letters = max(texts, columns[index].heading.count)
            return Double(min(max(letters, TablePDF.letters.lowerBound), TablePDF.letters.upperBound))
        }
        let space = TablePDF.width - 2 * TablePDF.margin - TablePDF.gap * Double(columns.count - 1)
        let sum = longest.reduce(0, +)
        var x = TablePDF.margin
        return longest.map { letters in
            let span = ColumnSpan(x: x, width: space * letters / sum)
            x += span.width + TablePDF.gap
            return span
        }
    }

    /// Draws texts and lines on one page. On a page that is read from right to left, all positions are mirrored.
    private struct Pen {
        let canvas: Canvas
        let typesetter: Typesetter
        let direction: WritingDirection
        let spans: [ColumnSpan]

        func write(_ text: String, _ font: Font, in column: Int, isNumber: Bool, y: Double, height: Double) {
            let plain = TextTemplate.plain(text)
            guard !plain.isEmpty else { return }
            let span = spans[column]
            let fitted = FittedText(
                plain,
                FittedText.Style(
                    font: font, smallest: 5, lines: 2, alignment: isNumber ? .end : .start, vertical: .middle,
                    direction: direction),
                width: span.width * PaperLength.pointsPerMillimetre,
                height: height * PaperLength.pointsPerMillimetre, with: typesetter)
            let x = direction == .leftToRight ? span.x : TablePDF.width - span.x - span.width
            canvas.write(
                fitted, x: x * PaperLength.pointsPerMillimetre, y: y * PaperLength.pointsPerMillimetre, .black)
        }

        /// Writes a text at the start or at the end of the first line of the page.
        func writeLine(_ text: String, _ font: Font, atEnd isAtEnd: Bool, width: Double) {
            let isLeft = (direction == .leftToRight) != isAtEnd
            canvas.write(
                TextTemplate.plain(text), font, .black,
                x: (isLeft ? TablePDF.margin : TablePDF.width - TablePDF.margin) * PaperLength.pointsPerMillimetre,
                middle: (TablePDF.margin + 4) * PaperLength.pointsPerMillimetre, isLeft ? .left : .right,
                width: width * PaperLength.pointsPerMillimetre)
        }

        func rule(at y: Double, _ colour: Canvas.Colour) {
            canvas.line(
                from: (TablePDF.margin * PaperLength.pointsPerMillimetre, y * PaperLength.pointsPerMillimetre),
                to: (
                    (TablePDF.width - TablePDF.margin) * PaperLength.pointsPerMillimetre,
                    y * PaperLength.pointsPerMillimetre
                ), width: 0.3, colour)
        }
    }
}
