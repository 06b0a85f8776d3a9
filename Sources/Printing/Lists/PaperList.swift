import Drawing

/// A check-in list on paper, for gates without a scanner. Its letters are legible at arm's length. Each ticket has a
/// line with boxes to tick and space to write the time of admission. Lengths are in millimetres.
///
/// ```swift
/// let list = try PaperList(title: "New Year – by name", footer: "40 tickets", pages: 2, width: 210, height: 297) {
///     try partial.append($0)
/// }
/// for ticket in tickets { try list.add(PaperList.Line(…)) }
/// try list.finish()
/// ```
public final class PaperList {
    /// The line of one ticket.
    public struct Line: Hashable, Sendable {
        public var name: String
        /// The names of the other guests on the ticket, printed below the name; can be empty.
        public var guests: String
        public var type: String
        public var code: String
        /// The number of people whom the ticket admits. A line for at most four people has a box to tick for each
        /// person. A line for more people has one box for all of them.
        public var admits: Int

        public init(name: String, guests: String = "", type: String, code: String, admits: Int) {
            self.name = name
            self.guests = guests
            self.type = type
            self.code = code
            self.admits = admits
        }

        /// The number of rows that the name takes. A long name takes two rows, because names are not printed in smaller
        /// letters.
        var nameRows: Int { name.count > 60 ? 2 : 1 }
        /// The number of rows that the other guests take, with about 120 letters in each row.
        var guestRows: Int { min(6, (guests.count + 119) / 120) }
        var rows: Int { nameRows + guestRows }
    }

    /// Counts the pages of a list in advance, because each page shows the total number of pages.
    public struct PageCounter {
        /// The number of pages, at least 1.
        public private(set) var pages = 1
        private var used = 0
        private let rowsPerPage: Int

        /// Begins to count the pages of a list.
        ///
        /// - Parameter height: The height of the paper.
        public init(height: Double) {
            rowsPerPage = Int((height - 2 * PaperList.margin - PaperList.headerHeight) / PaperList.rowHeight)
        }

        /// Counts a line. Returns true if the line begins a new page.
        @discardableResult
        public mutating func add(_ line: Line) -> Bool {
            let begins = used > 0 && used + line.rows > rowsPerPage
            if begins { pages += 1 }
            used = begins ? line.rows : used + line.rows
            return begins
        }
    }

    private static let margin = 15.0
    private static let rowHeight = 8.0
    private static let headerHeight = 24.0
    private static let grey = Canvas.Colour(0x9AA5B1)
    /// The maximum number of boxes in a line. A ticket for more people has one box, followed by the number of people.
    private static let maxBoxes = 4

    private let document: PDFDocument
    private let title: String
    private let width: Double
    private let height: Double
    private var lines: [Line] = []
    private var pages = 0
    /// Warnings about truncated texts and about characters that no installed font has.
    public private(set) var warnings = RenderingWarnings()
    private let footer: String
    private let totalPages: Int
    private var counter: PageCounter

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - footer: The footer of every page, such as the time of printing and the number of tickets.
    ///   - pages: The total number of pages, from a `PageCounter`.
    ///   - width: The width of the paper, at least 180.
    ///   - height: The height of the paper, at least 120.
    ///   - write: Receives the bytes of the PDF in blocks.
    public init(
        title: String, footer: String, pages: Int, width: Double, height: Double,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        document = try PDFDocument(title: title, write)
        self.title = title
        self.width = width
        self.height = height
        self.footer = footer
        counter = PageCounter(height: height)
        totalPages = pages
    }

    public func add(_ line: Line) throws {
        if counter.add(line) { try drawPage() }
        lines.append(line)
    }

    /// Renders the remaining lines and completes the file. A list without lines has one page.
    public func finish() throws {
        if !lines.isEmpty || pages == 0 { try drawPage() }
        try document.finish()
    }

    private func drawPage() throws {
        pages += 1
        try document.page(
            width: width * PaperLength.pointsPerMillimetre, height: height * PaperLength.pointsPerMillimetre
        ) { canvas in
            drawHead(on: canvas)
            var y = PaperList.margin + PaperList.headerHeight
            for line in lines {
                draw(line, at: y, on: canvas)
                y += Double(line.rows) * PaperList.rowHeight
            }
        }
        lines.removeAll(keepingCapacity: true)
    }

    /// The left edges of the columns, and the width of the name column.
    private var columns: (boxes: Double, name: Double, nameWidth: Double, type: Double, code: Double, time: Double) {
        let left = PaperList.margin
        let right = width - PaperList.margin
        let (time, code, type) = (right - 22, right - 50, right - 84)
        let name = left + 24
        return (left, name, type - 3 - name, type, code, time)
    }

    private func drawHead(on canvas: Canvas) {
        let columns = columns
        let top = PaperList.margin
        write(
            TextTemplate.plain(title), Font(size: 16, weight: .bold), x: columns.boxes, y: top,
            width: width - 2 * PaperList.margin - 25, height: 8, on: canvas, ("title", EveryItem.page.rawValue))
        canvas.write(
            "page \(pages) of \(max(pages, totalPages))", Font(size: 10), .black,
            x: (width - PaperList.margin) * PaperLength.pointsPerMillimetre,
            middle: (top + 4) * PaperLength.pointsPerMillimetre, .right)
        let small = Font(size: 9)
        for (heading, x) in [
            ("admitted", columns.boxes), ("name", columns.name), ("type", columns.type), ("code", columns.code),
            ("time", columns.time),
        ] {
            canvas.write(
                heading, small, PaperList.grey, x: x * PaperLength.pointsPerMillimetre,
                middle: (top + PaperList.headerHeight - 5) * PaperLength.pointsPerMillimetre, .left)
        }
        drawRule(at: top + PaperList.headerHeight - 1.5, width: 0.8, .black, on: canvas)
        canvas.write(
            footer, small, PaperList.grey, x: PaperList.margin * PaperLength.pointsPerMillimetre,
            middle: (height - PaperList.margin + 4) * PaperLength.pointsPerMillimetre, .left,
            width: (width - 2 * PaperList.margin) * PaperLength.pointsPerMillimetre)
    }

    private func draw(_ line: Line, at y: Double, on canvas: Canvas) {
        let columns = columns
        let boxes = line.admits <= PaperList.maxBoxes ? max(1, line.admits) : 1
        for box in 0..<boxes { drawBox(x: columns.boxes + Double(box) * 5.5, y: y + 1.25, on: canvas) }
        if boxes < line.admits {
            canvas.write(
                "×\(line.admits)", Font(size: 11), .black, x: (columns.boxes + 6.5) * PaperLength.pointsPerMillimetre,
                middle: (y + 3.5) * PaperLength.pointsPerMillimetre, .left)
        }
        let name = TextTemplate.plain(line.name)
        write(
            name.isEmpty ? "–" : name, Font(size: 12, weight: .bold), x: columns.name, y: y, width: columns.nameWidth,
            height: Double(line.nameRows) * PaperList.rowHeight - 1, lines: 2 * line.nameRows, on: canvas,
            ("name", line.code))
        write(
            TextTemplate.plain(line.guests), Font(size: 10), x: columns.name,
            y: y + Double(line.nameRows) * PaperList.rowHeight, width: width - PaperList.margin - columns.name,
            height: Double(line.guestRows) * PaperList.rowHeight - 1, lines: 2 * line.guestRows, on: canvas,
            ("guests", line.code))
        write(
            TextTemplate.plain(line.type), Font(size: 10), x: columns.type, y: y, width: 31, height: 7, on: canvas,
            ("type", line.code))
        write(
            line.code, Font(size: 11, family: "monospace"), x: columns.code, y: y, width: 26, height: 7, on: canvas,
            ("code", line.code))
        canvas.line(
            from: (columns.time * PaperLength.pointsPerMillimetre, (y + 6) * PaperLength.pointsPerMillimetre),
            to: (
                (width - PaperList.margin) * PaperLength.pointsPerMillimetre, (y + 6) * PaperLength.pointsPerMillimetre
            ), width: 0.5,
            PaperList.grey)
        drawRule(at: y + Double(line.rows) * PaperList.rowHeight - 0.5, width: 0.2, PaperList.grey, on: canvas)
    }

    private func drawRule(at y: Double, width line: Double, _ colour: Canvas.Colour, on canvas: Canvas) {
        canvas.line(
            from: (PaperList.margin * PaperLength.pointsPerMillimetre, y * PaperLength.pointsPerMillimetre),
            to: ((width - PaperList.margin) * PaperLength.pointsPerMillimetre, y * PaperLength.pointsPerMillimetre),
            width: line, colour)
    }

    private func drawBox(x: Double, y: Double, on canvas: Canvas) {
        let side = 4.5
        for (start, end) in [
            ((x, y), (x + side, y)), ((x + side, y), (x + side, y + side)), ((x + side, y + side), (x, y + side)),
            ((x, y + side), (x, y)),
        ] {
            canvas.line(
                from: (start.0 * PaperLength.pointsPerMillimetre, start.1 * PaperLength.pointsPerMillimetre),
                to: (end.0 * PaperLength.pointsPerMillimetre, end.1 * PaperLength.pointsPerMillimetre), width: 0.9,
                .black)
        }
    }

    private func write(
        _ text: String, _ font: Font, x: Double, y: Double, width: Double, height: Double, lines: Int = 2,
        on canvas: Canvas, _ item: (field: String, name: String)
    ) {
        guard !text.isEmpty else { return }
        let fitted = FittedText(
            text, FittedText.Style(font: font, smallest: 5, lines: lines, vertical: .middle),
            width: width * PaperLength.pointsPerMillimetre,
            height: height * PaperLength.pointsPerMillimetre, with: document.typesetter)
        warnings.recordMissingGlyphs(fitted.missingScalars, item.field, of: item.name)
        if fitted.isTruncated { warnings.recordTruncation(item.field, of: item.name) }
        if fitted.isTooSmall { warnings.recordSmallType(item.field, of: item.name) }
        canvas.write(fitted, x: x * PaperLength.pointsPerMillimetre, y: y * PaperLength.pointsPerMillimetre, .black)
    }
}
