import Drawing

/// A list to tick on paper, in type that is read at arm's length: a line with boxes for each ticket, and room for the
/// time. Lengths are in millimetres.
///
/// ```swift
/// let list = try PaperList(title: "New Year – by name", width: 210, height: 297) { try partial.append($0) }
/// for ticket in tickets { try list.add(PaperList.Line(…)) }
/// try list.finish()
/// ```
public final class PaperList {
    /// One ticket.
    public struct Line: Hashable, Sendable {
        public var name: String
        /// The names of the guests behind that name, below it; empty without any.
        public var guests: String
        public var type: String
        public var code: String
        /// People it lets in: as many boxes.
        public var admits: Int

        public init(name: String, guests: String = "", type: String, code: String, admits: Int) {
            self.name = name
            self.guests = guests
            self.type = type
            self.code = code
            self.admits = admits
        }

        /// Rows that the name takes: long names get more room instead of small type.
        var nameRows: Int { name.count > 60 ? 2 : 1 }
        var guestRows: Int { min(6, (guests.count + 119) / 120) }
        var rows: Int { nameRows + guestRows }
    }

    /// Counts the pages of a list before it is drawn.
    public struct PageCounter {
        /// At least 1.
        public private(set) var pages = 1
        private var used = 0
        private let rowsPerPage: Int

        /// - Parameter height: of the paper.
        public init(height: Double) {
            rowsPerPage = Int((height - 2 * PaperList.margin - PaperList.head) / PaperList.pitch)
        }

        /// Counts a line. True when it begins a new page, since the last one has no room for all of its rows.
        @discardableResult
        public mutating func add(_ line: Line) -> Bool {
            let begins = used > 0 && used + line.rows > rowsPerPage
            if begins { pages += 1 }
            used = begins ? line.rows : used + line.rows
            return begins
        }
    }

    private static let margin = 15.0
    private static let pitch = 8.0
    private static let head = 24.0
    private static let grey = Canvas.Colour(0x9AA5B1)
    /// Boxes that have room; a ticket for more has one box and their number.
    private static let mostBoxes = 4

    private let document: PDFDocument
    private let title: String
    private let width: Double
    private let height: Double
    private var lines: [Line] = []
    private var pages = 0
    /// What came up: texts that are cut, and characters that no installed font has.
    public private(set) var notes = DrawingNotes()
    private let footing: String
    private let pagesInAll: Int
    private var counter: PageCounter

    /// - Parameters:
    ///   - footing: stands under every page: when it was printed, and how many are listed.
    ///   - pages: of the pages, by a `PageCounter`.
    ///   - width: of the paper, at least 180, and its height, at least 120.
    ///   - write: takes the PDF's bytes.
    public init(
        title: String, footing: String, pages: Int, width: Double, height: Double,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        document = try PDFDocument(title: title, write)
        self.title = title
        self.width = width
        self.height = height
        self.footing = footing
        counter = PageCounter(height: height)
        pagesInAll = pages
    }

    public func add(_ line: Line) throws {
        if counter.add(line) { try drawPage() }
        lines.append(line)
    }

    /// Draws what is left, at least one page, and ends the file.
    public func finish() throws {
        if !lines.isEmpty || pages == 0 { try drawPage() }
        try document.finish()
    }

    private func drawPage() throws {
        pages += 1
        try document.page(width: width * Millimetres.points, height: height * Millimetres.points) { canvas in
            drawHead(on: canvas)
            var y = PaperList.margin + PaperList.head
            for line in lines {
                draw(line, at: y, on: canvas)
                y += Double(line.rows) * PaperList.pitch
            }
        }
        lines.removeAll(keepingCapacity: true)
    }

    /// Where the columns begin, and how wide they are.
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
            Template.plain(title), Font(size: 16, weight: .bold), x: columns.boxes, y: top,
            width: width - 2 * PaperList.margin - 25, height: 8, on: canvas, ("title", "every page"))
        canvas.write(
            "page \(pages) of \(max(pages, pagesInAll))", Font(size: 10), .black,
            x: (width - PaperList.margin) * Millimetres.points,
            middle: (top + 4) * Millimetres.points, .right)
        let small = Font(size: 9)
        for (word, x) in [
            ("admitted", columns.boxes), ("name", columns.name), ("type", columns.type), ("code", columns.code),
            ("time", columns.time),
        ] {
            canvas.write(
                word, small, PaperList.grey, x: x * Millimetres.points,
                middle: (top + PaperList.head - 5) * Millimetres.points, .left)
        }
        rule(at: top + PaperList.head - 1.5, width: 0.8, .black, on: canvas)
        canvas.write(
            footing, small, PaperList.grey, x: PaperList.margin * Millimetres.points,
            middle: (height - PaperList.margin + 4) * Millimetres.points, .left,
            width: (width - 2 * PaperList.margin) * Millimetres.points)
    }

    private func draw(_ line: Line, at y: Double, on canvas: Canvas) {
        let columns = columns
        let boxes = line.admits <= PaperList.mostBoxes ? max(1, line.admits) : 1
        for box in 0..<boxes { drawBox(x: columns.boxes + Double(box) * 5.5, y: y + 1.25, on: canvas) }
        if boxes < line.admits {
            canvas.write(
                "×\(line.admits)", Font(size: 11), .black, x: (columns.boxes + 6.5) * Millimetres.points,
                middle: (y + 3.5) * Millimetres.points, .left)
        }
        let name = Template.plain(line.name)
        write(
            name.isEmpty ? "–" : name, Font(size: 12, weight: .bold), x: columns.name, y: y, width: columns.nameWidth,
            height: Double(line.nameRows) * PaperList.pitch - 1, lines: 2 * line.nameRows, on: canvas,
            ("name", line.code))
        write(
            Template.plain(line.guests), Font(size: 10), x: columns.name,
            y: y + Double(line.nameRows) * PaperList.pitch, width: width - PaperList.margin - columns.name,
            height: Double(line.guestRows) * PaperList.pitch - 1, lines: 2 * line.guestRows, on: canvas,
            ("guests", line.code))
        write(
            Template.plain(line.type), Font(size: 10), x: columns.type, y: y, width: 31, height: 7, on: canvas,
            ("type", line.code))
        write(
            line.code, Font(size: 11, family: "monospace"), x: columns.code, y: y, width: 26, height: 7, on: canvas,
            ("code", line.code))
        canvas.line(
            from: (columns.time * Millimetres.points, (y + 6) * Millimetres.points),
            to: ((width - PaperList.margin) * Millimetres.points, (y + 6) * Millimetres.points), width: 0.5,
            PaperList.grey)
        rule(at: y + Double(line.rows) * PaperList.pitch - 0.5, width: 0.2, PaperList.grey, on: canvas)
    }

    private func rule(at y: Double, width line: Double, _ colour: Canvas.Colour, on canvas: Canvas) {
        canvas.line(
            from: (PaperList.margin * Millimetres.points, y * Millimetres.points),
            to: ((width - PaperList.margin) * Millimetres.points, y * Millimetres.points), width: line, colour)
    }

    private func drawBox(x: Double, y: Double, on canvas: Canvas) {
        let side = 4.5
        for (start, end) in [
            ((x, y), (x + side, y)), ((x + side, y), (x + side, y + side)), ((x + side, y + side), (x, y + side)),
            ((x, y + side), (x, y)),
        ] {
            canvas.line(
                from: (start.0 * Millimetres.points, start.1 * Millimetres.points),
                to: (end.0 * Millimetres.points, end.1 * Millimetres.points), width: 0.9, .black)
        }
    }

    private func write(
        _ text: String, _ font: Font, x: Double, y: Double, width: Double, height: Double, lines: Int = 2,
        on canvas: Canvas, _ place: (field: String, name: String)
    ) {
        guard !text.isEmpty else { return }
        let fitted = FittedText(
            text, FittedText.Style(font: font, smallest: 5, lines: lines, vertical: .middle),
            width: width * Millimetres.points,
            height: height * Millimetres.points, with: document.typesetter)
        notes.noteMissing(fitted.missingScalars, place.field, of: place.name)
        if fitted.isCut { notes.noteCut(place.field, of: place.name) }
        if fitted.isTooSmall { notes.noteSmall(place.field, of: place.name) }
        canvas.write(fitted, x: x * Millimetres.points, y: y * Millimetres.points, .black)
    }
}
