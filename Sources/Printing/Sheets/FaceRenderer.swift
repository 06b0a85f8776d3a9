import Drawing
import QRSymbol

/// Renders one side, the front or the back, of tickets or cards. Boxes that look the same on every ticket or card are
/// drawn once, and this drawing is reused.
final class FaceRenderer {
    struct FaceContent {
        /// The ticket's code or the card's name, for warnings and errors.
        var name: String
        var fields: [TicketField: String]
        /// The names of the guests at a table.
        var names: [String] = []
        /// The token in the ticket's symbol; nil for a card.
        var token: String?
    }

    struct RenderingTarget {
        /// The words for all rendered tickets or cards, such as “every ticket”. A warning that affects every ticket or
        /// card contains these words instead of a list of codes or names.
        var everyItem = EveryItem.ticket
        /// Whether the printer can print only black, without shades of grey. Text is then drawn in pure black or white.
        var isMonochrome = false
        var symbols = SymbolRendering.canvas
    }

    enum SymbolRendering: Hashable {
        case canvas
        /// The printer renders symbols from their texts, with at most this number of dots per module.
        case printer(maxDotsPerModule: Int)
    }

    private let title: String
    private let boxes: [LayoutBox]
    private let dpi: Double
    private let typesetter: Typesetter
    private let purpose: RenderingTarget
    /// The boxes that are the same on every ticket.
    private let fixed: RecordedDrawing
    /// The last text that was drawn in each box, by the box's index. If the next ticket has the same text, for example
    /// the same price, the text is not laid out again.
    private var last: [Int: (text: String, fitted: FittedText)] = [:]

    /// Draws the boxes that are the same on every ticket or card, for reuse.
    ///
    /// - Parameters:
    ///   - event: The fields that are the same on every ticket.
    ///   - artwork: The layout's pictures, by their paths as written in the layout file.
    /// - Throws: `PrintingError.timeTruncated`, `textTruncated`, `picture`.
    init(
        _ boxes: [LayoutBox], of layout: Layout, event: [TicketField: String], artwork: [String: Artwork],
        with typesetter: Typesetter, for purpose: RenderingTarget = RenderingTarget(), _ notes: inout RenderingWarnings
    ) throws {
        let boxes = purpose.isMonochrome ? boxes.monochrome : boxes
        self.boxes = boxes.filter { !$0.isFixed }
        title = layout.title
        dpi = layout.dpi
        self.typesetter = typesetter
        self.purpose = purpose
        var found = notes
        let size = layout.ticket
        fixed = try RecordedDrawing(
            width: size.width * PaperLength.pointsPerMillimetre, height: size.height * PaperLength.pointsPerMillimetre,
            margin: layout.bleed * PaperLength.pointsPerMillimetre, with: typesetter
        ) { canvas in
            for box in boxes where box.isFixed {
                switch box.content {
                case .text(let template, let style, let colour):
                    let values = { (field: TicketField) in event[field] }
                    guard let fitted = try box.fit(template, style, values, of: layout.title, with: typesetter)
                    else { continue }
                    // This text would be truncated on every ticket.
                    if fitted.isTruncated {
                        throw PrintingError.textTruncated(
                            box.truncation(of: template, style, values, with: typesetter), layout: layout.title,
                            on: purpose.everyItem)
                    }
                    FaceRenderer.write(
                        fitted, colour, in: box, on: canvas, template.name, of: purpose.everyItem.rawValue, &found)
                case .picture(let path):
                    guard let picture = artwork[path] else { continue }
                    do {
                        try box.drawn(on: canvas) { try canvas.draw(picture, in: $0, dotsPerUnit: layout.dpi / 72) }
                    } catch let error as DrawingError {
                        throw PrintingError.picture(path: path, error)
                    }
                case .fill(let colour):
                    let area = purpose.isMonochrome ? box.area.atLeastOneDot(layout.dpi) : box.area
                    canvas.fill(area.points, colour, isSharp: purpose.isMonochrome)
                case .perforation(let colour): box.perforate(on: canvas, colour)
                case .symbol: break
                }
            }
        }
        notes = found
    }

    /// Renders a ticket or card with its upper left corner at `origin`, in millimetres on the page.
    ///
    /// - Returns: The ticket's symbols with their positions on the page; empty for a card.
    func draw(
        _ cell: FaceContent, event: [TicketField: String], at origin: (x: Double, y: Double), on canvas: Canvas,
        _ notes: inout RenderingWarnings
    ) throws -> [PlacedSymbol] {
        let (left, top) = (origin.x * PaperLength.pointsPerMillimetre, origin.y * PaperLength.pointsPerMillimetre)
        canvas.draw(fixed, x: left, y: top)
        var symbols: [PlacedSymbol] = []
        var found = notes
        for (index, box) in boxes.enumerated() {
            switch box.content {
            case .text(let template, let style, let colour) where template.isListOfNames:
                let lines = box.fit(cell.names, style, with: typesetter)
                canvas.translated(x: left, y: top) {
                    FaceRenderer.write(lines, colour, in: box, on: canvas, template.name, of: cell.name, &found)
                }
            case .text(let template, let style, let colour):
                let values = { (field: TicketField) in field.isPerEvent ? event[field] : cell.fields[field] }
                let text = template.text(in: style.direction, values)
                guard !text.isEmpty else { continue }
                let fitted: FittedText
                if let last = last[index], last.text == text {
                    fitted = last.fitted
                } else {
                    guard let new = try box.fit(template, style, values, of: title, with: typesetter) else { continue }
                    fitted = new
                    last[index] = (text, new)
                }
                canvas.translated(x: left, y: top) {
                    FaceRenderer.write(fitted, colour, in: box, on: canvas, template.name, of: cell.name, &found)
                }
            case .symbol(let style):
                guard let token = cell.token else { continue }
                let symbol = try draw(token, of: cell.name, style, box, at: origin, on: canvas)
                found.recordModuleSize(Double(symbol.dotsPerModule) / dpi * PaperLength.millimetresPerInch)
                symbols.append(symbol)
            case .picture, .fill, .perforation: break
            }
        }
        notes = found
        return symbols
    }

    /// Renders a symbol in the centre of its box, with the edges of its modules on the edges of printer dots.
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
            Int(((origin + length / 2) / PaperLength.millimetresPerInch * dpi - Double(side) / 2).rounded())
        }
        let placed = PlacedSymbol(
            ticket: ticket, token: token, x: start(origin.x + box.area.x, box.area.width),
            y: start(origin.y + box.area.y, box.area.height), dotsPerModule: dots, modules: modules,
            level: style.level, quietZone: style.quietZone)
        if purpose.symbols == .canvas { try canvas.drawSymbol(placed, symbol, dot: 72 / dpi) }
        return placed
    }

    private static func write(
        _ fitted: FittedText, _ colour: Canvas.Colour, in box: LayoutBox, on canvas: Canvas, _ field: String,
        of name: String, _ notes: inout RenderingWarnings
    ) {
        notes.recordMissingGlyphs(fitted.missingScalars, field, of: name)
        if fitted.isTruncated { notes.recordTruncation(field, of: name) }
        if fitted.isTooSmall { notes.recordSmallType(field, of: name) }
        box.drawn(on: canvas) { canvas.write(fitted, x: $0.x, y: $0.y, colour) }
    }

    private static func write(
        _ list: FittedList, _ colour: Canvas.Colour, in box: LayoutBox, on canvas: Canvas, _ field: String,
        of name: String, _ notes: inout RenderingWarnings
    ) {
        notes.recordMissingGlyphs(list.missingScalars, field, of: name)
        if list.isTruncated { notes.recordTruncation(field, of: name) }
        if list.isTooSmall { notes.recordSmallType(field, of: name) }
        box.drawn(on: canvas) { area in
            for line in list.lines { canvas.write(line.text, x: area.x + line.x, y: area.y + line.y, colour) }
        }
    }
}

extension LayoutBox {
    var isFixed: Bool {
        switch content {
        case .text(let template, _, _): template.isFixed
        case .symbol: false
        case .picture, .fill, .perforation: true
        }
    }

    /// Lays out a template's text so that it fits the box. If the long form of the date does not fit, the short form is
    /// used. Nil if the text is empty.
    ///
    /// - Throws: `PrintingError.timeTruncated`.
    fileprivate func fit(
        _ template: TextTemplate, _ style: FittedText.Style, _ values: (TicketField) -> String?, of layout: String,
        with typesetter: Typesetter
    ) throws -> FittedText? {
        let text = template.text(in: style.direction, values)
        guard !text.isEmpty else { return nil }
        let fitted = fit(text, style, with: typesetter)
        guard fitted.isTruncated || fitted.isTooSmall, template.fields.contains(where: \.isTime) else { return fitted }
        let short = template.text(in: style.direction) { values($0 == .date ? .shortDate : $0) ?? values($0) }
        let shorter = fit(short, style, with: typesetter)
        // The letters of the long form can be too small because the box is too low for the writing system. The letters
        // of the short form have the same size in this case, so the long form is kept.
        guard fitted.isTruncated || shorter.size > fitted.size else { return fitted }
        if shorter.isTruncated, template.isTime {
            throw PrintingError.timeTruncated(layout: layout, text: TextTemplate.plain(short))
        }
        return shorter
    }

    /// Describes a text that does not fit the box, and how much of it fits.
    fileprivate func truncation(
        of template: TextTemplate, _ style: FittedText.Style, _ values: (TicketField) -> String?,
        with typesetter: Typesetter
    ) -> PrintingError.Truncation {
        let text = TextTemplate.plain(template.text(values))
        let characters = Array(text)
        // A binary search for the longest beginning that fits. The whole text does not fit.
        var (longest, tooLong) = (0, characters.count)
        while longest + 1 < tooLong {
            let middle = (longest + tooLong) / 2
            let isTruncated = fit(String(characters.prefix(middle)), style, with: typesetter).isTruncated
            if isTruncated { tooLong = middle } else { longest = middle }
        }
        return PrintingError.Truncation(
            field: template.fields.isEmpty ? "text" : template.name, text: text,
            fitting: String(characters.prefix(longest)))
    }

    /// Lays out a text so that it fits the box, with the box's rotation.
    private func fit(_ text: String, _ style: FittedText.Style, with typesetter: Typesetter) -> FittedText {
        let (width, height) = contentSize
        return FittedText(text, style, width: width, height: height, with: typesetter)
    }

    /// Lays out names so that they fit the box, each on its own line.
    fileprivate func fit(_ names: [String], _ style: FittedText.Style, with typesetter: Typesetter) -> FittedList {
        let (width, height) = contentSize
        return FittedList(names.map(TextTemplate.plain), style, width: width, height: height, with: typesetter)
    }

    /// The width and height, in points, that the content has before it is rotated.
    private var contentSize: (width: Double, height: Double) {
        let area = area.points
        return rotation.isSideways ? (area.height, area.width) : (area.width, area.height)
    }

    /// Draws the content of the box with the box's rotation. `draw` draws it without the rotation, in a box whose upper
    /// left corner is at 0, 0.
    func drawn(on canvas: Canvas, _ draw: (Canvas.Box) throws -> Void) rethrows {
        let area = area.points
        let origin =
            switch rotation {
            case .none: (x: area.x, y: area.y)
            case .right: (x: area.x + area.width, y: area.y)
            case .upsideDown: (x: area.x + area.width, y: area.y + area.height)
            case .left: (x: area.x, y: area.y + area.height)
            }
        try canvas.translated(x: origin.x, y: origin.y, quarterTurns: rotation.quarters) {
            try draw(
                Canvas.Box(
                    x: 0, y: 0, width: rotation.isSideways ? area.height : area.width,
                    height: rotation.isSideways ? area.width : area.height))
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
    /// The area, enlarged if necessary, so that its width and height are at least one printer dot. A monochrome printer
    /// would not print a thinner line.
    fileprivate func atLeastOneDot(_ dpi: Double) -> LayoutBox.Area {
        let dot = PaperLength.millimetresPerInch / dpi
        return LayoutBox.Area(x: x, y: y, width: max(width, dot), height: max(height, dot))
    }

    var points: Canvas.Box {
        Canvas.Box(
            x: x * PaperLength.pointsPerMillimetre, y: y * PaperLength.pointsPerMillimetre,
            width: width * PaperLength.pointsPerMillimetre,
            height: height * PaperLength.pointsPerMillimetre)
    }
}
