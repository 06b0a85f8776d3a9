import Drawing
import QRSymbol

/// Draws one side of tickets: what is the same on all of them once, the rest for each.
final class FaceDrawing {
    /// What is drawn on one ticket or card.
    struct Cell {
        /// What errors call it.
        var name: String
        var fields: [TicketField: String]
        /// Who sits at a table.
        var names: [String] = []
        /// What its symbol holds; a card has none.
        var token: String?
    }

    /// What the drawing is for.
    struct Purpose {
        /// What errors call what is on all of them.
        var everyOne = "every ticket"
        /// One colour of ink and none between that and paper: texts are black or white.
        var isOneInk = false
        /// Who lays the modules of symbols on the paper.
        var symbols = Ink.canvas
    }

    enum Ink: Hashable {
        case canvas
        /// The printer, from their texts, with at most so many dots a module.
        case printer(mostDots: Int)
    }

    private let title: String
    private let boxes: [LayoutBox]
    private let dpi: Double
    private let typesetter: Typesetter
    private let purpose: Purpose
    /// The boxes that are alike on every ticket.
    private let fixed: Recording
    /// What was last written into each box: types and prices are the same on many tickets.
    private var last: [Int: (text: String, fitted: FittedText)] = [:]

    /// - Parameters:
    ///   - event: the fields that are the same on every ticket.
    ///   - artwork: the layout's pictures, by the paths that it has for them.
    /// - Throws: `PrintingError.timeIsCut`, `picture`.
    init(
        _ boxes: [LayoutBox], of layout: Layout, event: [TicketField: String], artwork: [String: Artwork],
        with typesetter: Typesetter, for purpose: Purpose = Purpose(), _ notes: inout DrawingNotes
    ) throws {
        let boxes = purpose.isOneInk ? boxes.inOneInk : boxes
        self.boxes = boxes.filter { !$0.isFixed }
        title = layout.title
        dpi = layout.dpi
        self.typesetter = typesetter
        self.purpose = purpose
        var found = notes
        let size = layout.ticket
        fixed = try Recording(
            width: size.width * Millimetres.points, height: size.height * Millimetres.points, with: typesetter
        ) { canvas in
            for box in boxes where box.isFixed {
                switch box.content {
                case .text(let template, let style, let colour):
                    let values = { (field: TicketField) in event[field] }
                    guard let fitted = try box.fit(template, style, values, of: layout.title, with: typesetter)
                    else { continue }
                    FaceDrawing.write(
                        fitted, colour, in: box, on: canvas, template.name, of: purpose.everyOne, &found)
                case .picture(let path):
                    guard let picture = artwork[path] else { continue }
                    do {
                        try box.drawn(on: canvas) { try canvas.draw(picture, in: $0, dotsPerUnit: layout.dpi / 72) }
                    } catch let error as DrawingError {
                        throw PrintingError.picture(path: path, error)
                    }
                case .fill(let colour):
                    let area = purpose.isOneInk ? box.area.atLeastOneDot(layout.dpi) : box.area
                    canvas.fill(area.points, colour, isSharp: purpose.isOneInk)
                case .perforation(let colour): box.perforate(on: canvas, colour)
                case .symbol: break
                }
            }
        }
        notes = found
    }

    /// Draws a ticket or card whose upper left corner is at `origin` of the page, in millimetres.
    ///
    /// - Returns: its symbols, where they are on the page.
    func draw(
        _ cell: Cell, event: [TicketField: String], at origin: (x: Double, y: Double), on canvas: Canvas,
        _ notes: inout DrawingNotes
    ) throws -> [PlacedSymbol] {
        let (left, top) = (origin.x * Millimetres.points, origin.y * Millimetres.points)
        canvas.draw(fixed, x: left, y: top)
        var symbols: [PlacedSymbol] = []
        var found = notes
        for (index, box) in boxes.enumerated() {
            switch box.content {
            case .text(let template, let style, let colour) where template.isListOfNames:
                let lines = box.fit(cell.names, style, with: typesetter)
                canvas.placed(x: left, y: top) {
                    FaceDrawing.write(lines, colour, in: box, on: canvas, template.name, of: cell.name, &found)
                }
            case .text(let template, let style, let colour):
                let values = { (field: TicketField) in field.isOfEvent ? event[field] : cell.fields[field] }
                let text = template.text(values)
                guard !text.isEmpty else { continue }
                let fitted: FittedText
                if let last = last[index], last.text == text {
                    fitted = last.fitted
                } else {
                    guard let new = try box.fit(template, style, values, of: title, with: typesetter) else { continue }
                    fitted = new
                    last[index] = (text, new)
                }
                canvas.placed(x: left, y: top) {
                    FaceDrawing.write(fitted, colour, in: box, on: canvas, template.name, of: cell.name, &found)
                }
            case .symbol(let style):
                guard let token = cell.token else { continue }
                let symbol = try draw(token, of: cell.name, style, box, at: origin, on: canvas)
                found.noteModule(Double(symbol.dotsPerModule) / dpi * Millimetres.inch)
                symbols.append(symbol)
            case .picture, .fill, .perforation: break
            }
        }
        notes = found
        return symbols
    }

    /// Draws a symbol in the middle of its box, each module on whole dots of the printer.
    private func draw(
        _ token: String, of ticket: String, _ style: SymbolStyle, _ box: LayoutBox,
        at origin: (x: Double, y: Double), on canvas: Canvas
    ) throws -> PlacedSymbol {
        let symbol = try QRSymbol(token, level: style.level)
        let modules = symbol.modulesPerSide
        let most = if case .printer(let most) = purpose.symbols { most } else { Int.max }
        let dots: Int
        do throws(LayoutError) {
            dots = try style.dots(
                modules: modules, side: min(box.area.width, box.area.height), dpi: dpi, atMost: most)
        } catch {
            throw PrintingError.symbol(ticket: ticket, error)
        }
        let side = (modules + 2 * style.quietZone) * dots
        func start(_ origin: Double, _ length: Double) -> Int {
            Int(((origin + length / 2) / Millimetres.inch * dpi - Double(side) / 2).rounded())
        }
        let place = PlacedSymbol(
            ticket: ticket, token: token, x: start(origin.x + box.area.x, box.area.width),
            y: start(origin.y + box.area.y, box.area.height), dotsPerModule: dots, modules: modules,
            level: style.level, quietZone: style.quietZone)
        if purpose.symbols == .canvas { try canvas.ink(place, symbol, dot: 72 / dpi) }
        return place
    }

    private static func write(
        _ fitted: FittedText, _ colour: Canvas.Colour, in box: LayoutBox, on canvas: Canvas, _ field: String,
        of name: String, _ notes: inout DrawingNotes
    ) {
        notes.noteMissing(fitted.missingScalars, field, of: name)
        if fitted.isCut { notes.noteCut(field, of: name) }
        if fitted.isTooSmall { notes.noteSmall(field, of: name) }
        box.drawn(on: canvas) { canvas.write(fitted, x: $0.x, y: $0.y, colour) }
    }

    private static func write(
        _ list: FittedList, _ colour: Canvas.Colour, in box: LayoutBox, on canvas: Canvas, _ field: String,
        of name: String, _ notes: inout DrawingNotes
    ) {
        notes.noteMissing(list.missingScalars, field, of: name)
        if list.isCut { notes.noteCut(field, of: name) }
        if list.isTooSmall { notes.noteSmall(field, of: name) }
        box.drawn(on: canvas) { area in
            for line in list.lines { canvas.write(line.text, x: area.x + line.x, y: area.y + line.y, colour) }
        }
    }
}

extension LayoutBox {
    /// Whether it looks the same on every ticket of an event.
    var isFixed: Bool {
        switch content {
        case .text(let template, _, _): template.isFixed
        case .symbol: false
        case .picture, .fill, .perforation: true
        }
    }

    /// A template's text made to fit the box; a date that has no room is written in few letters. Nil where nothing is to
    /// be written.
    ///
    /// - Throws: `PrintingError.timeIsCut`.
    fileprivate func fit(
        _ template: Template, _ style: FittedText.Style, _ values: (TicketField) -> String?, of layout: String,
        with typesetter: Typesetter
    ) throws -> FittedText? {
        let text = template.text(values)
        guard !text.isEmpty else { return nil }
        let fitted = fit(text, style, with: typesetter)
        guard fitted.isCut || fitted.isTooSmall, template.fields.contains(where: \.isTime) else { return fitted }
        let short = template.text { values($0 == .date ? .shortDate : $0) ?? values($0) }
        let shorter = fit(short, style, with: typesetter)
        // Fewer letters are no gain where the script is what is too high.
        guard fitted.isCut || shorter.size > fitted.size else { return fitted }
        if shorter.isCut, template.isTime { throw PrintingError.timeIsCut(layout: layout, text: short) }
        return shorter
    }

    /// A text made to fit the box as its turn has it.
    private func fit(_ text: String, _ style: FittedText.Style, with typesetter: Typesetter) -> FittedText {
        let (width, height) = room
        return FittedText(text, style, width: width, height: height, with: typesetter)
    }

    /// Names made to fit, each on a line.
    fileprivate func fit(_ names: [String], _ style: FittedText.Style, with typesetter: Typesetter) -> FittedList {
        let (width, height) = room
        return FittedList(names.map(Template.plain), style, width: width, height: height, with: typesetter)
    }

    /// What its content has, in points.
    private var room: (width: Double, height: Double) {
        let area = area.points
        return turn.liesOnItsSide ? (area.height, area.width) : (area.width, area.height)
    }

    /// Draws into the box as its turn has it: what is drawn sees a box at 0, 0.
    func drawn(on canvas: Canvas, _ draw: (Canvas.Box) throws -> Void) rethrows {
        let area = area.points
        let origin =
            switch turn {
            case .none: (x: area.x, y: area.y)
            case .right: (x: area.x + area.width, y: area.y)
            case .over: (x: area.x + area.width, y: area.y + area.height)
            case .left: (x: area.x, y: area.y + area.height)
            }
        try canvas.placed(x: origin.x, y: origin.y, quarterTurns: turn.quarters) {
            try draw(
                Canvas.Box(
                    x: 0, y: 0, width: turn.liesOnItsSide ? area.height : area.width,
                    height: turn.liesOnItsSide ? area.width : area.height))
        }
    }

    func perforate(on canvas: Canvas, _ colour: Canvas.Colour) {
        let area = area.points
        let (middleX, middleY) = (area.x + area.width / 2, area.y + area.height / 2)
        let isUpright = area.height > area.width
        canvas.line(
            from: isUpright ? (middleX, area.y) : (area.x, middleY),
            to: isUpright ? (middleX, area.y + area.height) : (area.x + area.width, middleY), width: 0.6, colour,
            dash: 3)
    }
}

extension LayoutBox.Area {
    /// As wide and as high as a dot at least, which a line has to be to leave ink on a printer without shades.
    fileprivate func atLeastOneDot(_ dpi: Double) -> LayoutBox.Area {
        let dot = Millimetres.inch / dpi
        return LayoutBox.Area(x: x, y: y, width: max(width, dot), height: max(height, dot))
    }

    /// In points.
    var points: Canvas.Box {
        Canvas.Box(
            x: x * Millimetres.points, y: y * Millimetres.points, width: width * Millimetres.points,
            height: height * Millimetres.points)
    }
}
