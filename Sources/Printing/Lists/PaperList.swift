import Drawing
import Languages

/// A check-in list on paper, for gates without a scanner. Its letters are legible at arm's length. Each ticket has a
/// line with boxes to tick and space to write the time of admission. On a list that is read from right to left, the
/// columns are mirrored. Lengths are in millimetres.
///
/// ```swift
/// let heading = PaperList.Heading(title: "New Year", order: .name, tickets: 40, people: 62, printed: "1 Jan 18:04")
/// let list = try PaperList(heading, pages: 2, width: 210, height: 297) { try partial.append($0) }
/// for ticket in tickets { try list.add(PaperList.Line(…)) }
/// try list.finish()
/// ```
public final class PaperList {
    /// The texts that are the same on every page.
    public struct Heading: Hashable, Sendable {
        /// The order of the lines.
        public enum LineOrder: Hashable, Sendable {
            case name
            case code
        }

        /// The title of the event.
        public var title: String
        public var order: LineOrder
        /// The number of tickets on the whole list.
        public var tickets: Int
        /// The number of people whom these tickets admit.
        public var people: Int
        /// The time of printing, as text.
        public var printed: String
        /// The values of the event's fields. The list shows the date, the venue and the city below the title.
        public var event: [TicketField: String]

        public init(
            title: String, order: LineOrder, tickets: Int, people: Int, printed: String,
            event: [TicketField: String] = [:]
        ) {
            self.title = title
            self.order = order
            self.tickets = tickets
            self.people = people
            self.printed = printed
            self.event = event
        }

        fileprivate var top: Sentence {
            Sentence(
                order == .name ? PaperSentence.listByName : .listByCode,
                ["title": .text(TextTemplate.isolated(title))])
        }

        fileprivate var end: Sentence {
            Sentence(
                PaperSentence.listEnd,
                [
                    "tickets": .sentence(PaperSentence.tickets, ["count": .number(tickets)]),
                    "people": .sentence(PaperSentence.people, ["count": .number(people)]),
                    "time": .text(TextTemplate.isolated(printed)),
                ])
        }
    }

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
    /// The colour of the thin lines.
    private static let grey = Canvas.Colour(0x9AA5B1)
    /// The colour of small texts. Its contrast with white is at least 4.5 to 1.
    private static let quiet = Canvas.Colour(0x52606D)
    /// The maximum number of boxes in a line. A ticket for more people has one box, followed by the number of people.
    private static let maxBoxes = 4
    /// The text below the title.
    private static let occasion = TextTemplate(list: [.date, .venue, .city])

    private let document: PDFDocument
    private let language: PaperLanguage
    private let direction: WritingDirection
    private let title: String
    private let occasion: String
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
    ///   - pages: The total number of pages, from a `PageCounter`.
    ///   - width: The width of the paper, at least 180.
    ///   - height: The height of the paper, at least 120.
    ///   - language: The language of the headings, the page numbers and the footer.
    ///   - write: Receives the bytes of the PDF in blocks.
    public init(
        _ heading: Heading, pages: Int, width: Double, height: Double,
        language: PaperLanguage = PaperLanguage("en-GB"), _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let title = heading.top.text(in: language.words)
        document = try PDFDocument(title: TextTemplate.plain(title), write)
        self.language = language
        direction = language.direction
        self.title = title
        occasion = PaperList.occasion.text(in: language.direction) { heading.event[$0] }
        self.width = width
        self.height = height
        footer = heading.end.text(in: language.words)
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

    /// The left edges of the columns, and the width of the name column, on a list that is read from left to right.
    private var columns: (boxes: Double, name: Double, nameWidth: Double, type: Double, code: Double, time: Double) {
        let left = PaperList.margin
        let right = width - PaperList.margin
        let (time, code, type) = (right - 22, right - 47, right - 87)
        let name = left + 24
        return (left, name, type - 3 - name, type, code, time)
    }

    private func drawHead(on canvas: Canvas) {
        let columns = columns
        let top = PaperList.margin
        write(
            title, Font(size: 16, weight: .bold),
            in: LayoutBox.Area(x: columns.boxes, y: top, width: width - 2 * PaperList.margin - 35, height: 8),
            on: canvas, ("title", EveryItem.page.rawValue))
        write(
            occasion, Font(size: 10),
            in: LayoutBox.Area(x: columns.boxes, y: top + 8.5, width: width - 2 * PaperList.margin, height: 5.5),
            lines: 1, on: canvas, (PaperList.occasion.name, EveryItem.page.rawValue))
        let page = language.text(
            PaperSentence.page, ["page": .text("\(pages)"), "pages": .number(max(pages, totalPages))])
        writeLine(page, Font(size: 10), .black, x: width - PaperList.margin, middle: top + 4, .right, on: canvas)
        let small = Font(size: 9)
        for (heading, x) in [
            (PaperSentence.admitted, columns.boxes), (.name, columns.name), (.type, columns.type),
            (.code, columns.code), (.time, columns.time),
        ] {
            writeLine(
                language.text(heading), small, PaperList.quiet, x: x, middle: top + PaperList.headerHeight - 5, .left,
                on: canvas)
        }
        drawRule(at: top + PaperList.headerHeight - 1.5, width: 0.8, .black, on: canvas)
        writeLine(
            footer, small, PaperList.quiet, x: PaperList.margin, middle: height - PaperList.margin + 4, .left,
            width: width - 2 * PaperList.margin, on: canvas)
    }

    private func draw(_ line: Line, at y: Double, on canvas: Canvas) {
        let columns = columns
        let boxes = line.admits <= PaperList.maxBoxes ? max(1, line.admits) : 1
        for box in 0..<boxes { drawBox(x: columns.boxes + Double(box) * 5.5, y: y + 1.25, on: canvas) }
        if boxes < line.admits {
            writeLine(
                "×\(line.admits)", Font(size: 11), .black, x: columns.boxes + 6.5, middle: y + 3.5, .left, on: canvas)
        }
        let name = TextTemplate.plain(line.name)
        write(
            name.isEmpty ? "–" : name, Font(size: 12, weight: .bold),
            in: LayoutBox.Area(
                x: columns.name, y: y, width: columns.nameWidth,
                height: Double(line.nameRows) * PaperList.rowHeight - 1),
            lines: 2 * line.nameRows, on: canvas, ("name", line.code))
        write(
            TextTemplate.plain(line.guests), Font(size: 10),
            in: LayoutBox.Area(
                x: columns.name, y: y + Double(line.nameRows) * PaperList.rowHeight,
                width: width - PaperList.margin - columns.name,
                height: Double(line.guestRows) * PaperList.rowHeight - 1),
            lines: 2 * line.guestRows, on: canvas, ("guests", line.code))
        write(
            TextTemplate.plain(line.type), Font(size: 10), smallest: 7,
            in: LayoutBox.Area(x: columns.type, y: y, width: 38, height: 7), on: canvas, ("type", line.code))
        write(
            line.code, Font(size: 11, family: "monospace"),
            in: LayoutBox.Area(x: columns.code, y: y, width: 24, height: 7), on: canvas, ("code", line.code))
        // The time is written in the first row. If there are more rows, a line is drawn below the first row, for
        // writing the time.
        if line.rows > 1 {
            let timeWidth = width - PaperList.margin - columns.time
            let time = left(ofItemAt: columns.time, width: timeWidth)
            canvas.line(
                from: (time * PaperLength.pointsPerMillimetre, (y + 6) * PaperLength.pointsPerMillimetre),
                to: ((time + timeWidth) * PaperLength.pointsPerMillimetre, (y + 6) * PaperLength.pointsPerMillimetre),
                width: 0.5, PaperList.grey)
        }
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
        let x = left(ofItemAt: x, width: side)
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

    /// Writes a text into a box of the page, in smaller letters if it does not fit.
    ///
    /// - Parameters:
    ///   - smallest: the minimum font size. A text that does not fit at this size is truncated.
    ///   - box: the box in millimetres. On a list that is read from right to left, it is mirrored.
    private func write(
        _ text: String, _ font: Font, smallest: Double = 5, in box: LayoutBox.Area, lines: Int = 2,
        on canvas: Canvas, _ item: (field: String, name: String)
    ) {
        guard !text.isEmpty else { return }
        let fitted = FittedText(
            text,
            FittedText.Style(font: font, smallest: smallest, lines: lines, vertical: .middle, direction: direction),
            width: box.width * PaperLength.pointsPerMillimetre,
            height: box.height * PaperLength.pointsPerMillimetre, with: document.typesetter)
        warnings.recordMissingGlyphs(fitted.missingScalars, item.field, of: item.name)
        if fitted.isTruncated { warnings.recordTruncation(item.field, of: item.name) }
        if fitted.isTooSmall { warnings.recordSmallType(item.field, of: item.name) }
        canvas.write(
            fitted, x: left(ofItemAt: box.x, width: box.width) * PaperLength.pointsPerMillimetre,
            y: box.y * PaperLength.pointsPerMillimetre, .black)
    }

    /// Writes a text on one line. On a list that is read from right to left, the position is mirrored.
    private func writeLine(
        _ text: String, _ font: Font, _ colour: Canvas.Colour, x: Double, middle: Double, _ anchor: Canvas.Anchor,
        width: Double? = nil, on canvas: Canvas
    ) {
        let isMirrored = direction == .rightToLeft
        let mirrored: Canvas.Anchor =
            switch anchor {
            case .left: .right
            case .centre: .centre
            case .right: .left
            }
        canvas.write(
            text, font, colour, x: left(ofItemAt: x, width: 0) * PaperLength.pointsPerMillimetre,
            middle: middle * PaperLength.pointsPerMillimetre, isMirrored ? mirrored : anchor,
            width: width.map { $0 * PaperLength.pointsPerMillimetre })
    }

    /// The left edge of an item on this list. `x` is the left edge of the item on a list that is read from left to
    /// right.
    private func left(ofItemAt x: Double, width: Double) -> Double {
        direction == .leftToRight ? x : self.width - x - width
    }
}
