import Drawing
import QRSymbol

/// What can be wrong with a layout whose file reads well.
extension Layout {
    /// The longest side of paper, in millimetres.
    static let longestSide = 2000.0
    /// Between a symbol's box and an outline, in millimetres: some dots.
    private static let outlineDistance = 0.3
    /// Boxes on one side of a ticket.
    private static let mostBoxes = 200
    /// By how much two margins may differ, in millimetres: less than sheets do in a printer.
    private static let turningTolerance = 0.25
    /// Dots on a page: it is held in memory when it is read back.
    public static let mostDots = 150e6
    private static let dpis = 100.0...2400.0

    private var dotsOnPage: Double { page.width * page.height * (dpi / Millimetres.inch) * (dpi / Millimetres.inch) }

    /// Everything that is wrong, with its place in the file.
    var faults: [LayoutError.Fault] {
        var faults: [LayoutError.Fault] = []
        func check(_ holds: Bool, _ place: String, _ what: @autoclosure () -> String) {
            if !holds { faults.append(LayoutError.Fault(place: place, what: what())) }
        }
        let sides = 5.0...Layout.longestSide
        for (place, side) in [
            ("page.width", page.width), ("page.height", page.height), ("ticket.width", ticket.width),
            ("ticket.height", ticket.height),
        ].prefix(ticket == page ? 2 : 4) {
            check(sides.contains(side), place, "is \(LengthText.of(side)) mm and may be 5 to 2000")
        }
        check(Layout.dpis.contains(dpi), "dpi", "is \(LengthText.of(dpi)) and may be 100 to 2400")
        let counts = 1...100
        check(counts.contains(grid.columns), "grid.columns", "is \(grid.columns) and may be 1 to 100")
        check(counts.contains(grid.rows), "grid.rows", "is \(grid.rows) and may be 1 to 100")
        for (place, length) in [
            ("grid.left", grid.left), ("grid.top", grid.top), ("grid.column_gap", grid.columnGap),
            ("grid.row_gap", grid.rowGap),
        ] {
            check(length >= 0, place, "is \(LengthText.of(length)) mm and may not be below 0")
        }
        guard faults.isEmpty else { return faults }
        check(
            dotsOnPage <= Layout.mostDots, "page",
            "has \(Int(dotsOnPage / 1e6)) million dots at \(LengthText.of(dpi)) dpi and may have \(Int(Layout.mostDots / 1e6)): it could not be read back"
        )
        let last = origin(ofCell: grid.count - 1)
        let (right, bottom) = (last.x + ticket.width, last.y + ticket.height)
        check(
            right <= page.width + 1e-6, "grid",
            "\(grid.columns) tickets beside each other end at \(LengthText.of(right)) mm, and the page at \(LengthText.of(page.width))"
        )
        check(
            bottom <= page.height + 1e-6, "grid",
            "\(grid.rows) tickets below each other end at \(LengthText.of(bottom)) mm, and the page at \(LengthText.of(page.height))"
        )
        if !back.isEmpty {
            // Turned over, the page's margins change places, and what is behind must meet what is in front.
            let (margin, other, names) =
                isLandscape
                ? (grid.top, page.height - bottom, "above and below")
                : (grid.left, page.width - right, "left and right of")
            check(
                abs(margin - other) <= Layout.turningTolerance, "back",
                "\(names) the tickets are \(LengthText.of(margin)) and \(LengthText.of(other)) mm: turned over, the sides would not meet"
            )
        }
        check(!front.isEmpty, "front", "has no box: a ticket would be white paper")
        return faults + boxFaults(front, "front") + boxFaults(back, "back")
    }

    private func boxFaults(_ boxes: [LayoutBox], _ name: String) -> [LayoutError.Fault] {
        // Each is held against each.
        guard boxes.count <= Layout.mostBoxes else {
            return [LayoutError.Fault(place: name, what: "has \(boxes.count) boxes and may have \(Layout.mostBoxes)")]
        }
        var faults: [LayoutError.Fault] = []
        for (index, box) in boxes.enumerated() {
            let place = "\(name)[\(index)]"
            faults += box.faults(on: ticket).map { LayoutError.Fault(place: place, what: $0) }
            if marks == .outline, case .symbol = box.content, box.margin(on: ticket) < Layout.outlineDistance {
                faults.append(
                    LayoutError.Fault(
                        place: place,
                        what:
                            "is at the ticket's edge, where the outline would run through the quiet zone of its symbol")
                )
            }
            for (other, earlier) in boxes.prefix(index).enumerated() where box.disturbs(earlier) {
                faults.append(
                    LayoutError.Fault(
                        place: place,
                        what: "overlaps \(name)[\(other)]: \(box.name) and \(earlier.name) need paper of their own"))
            }
        }
        return faults
    }
}

extension LayoutBox {
    fileprivate var name: String {
        switch content {
        case .text: "a text"
        case .symbol: "a symbol with its quiet zone"
        case .picture: "a picture"
        case .fill: "a filled box"
        case .perforation: "a perforation"
        }
    }

    /// How near it comes to the edges of its ticket.
    fileprivate func margin(on ticket: Layout.Size) -> Double {
        min(area.x, area.y, ticket.width - area.x - area.width, ticket.height - area.y - area.height)
    }

    /// Texts lie neither on texts nor on pictures, and nothing lies on a symbol. Colour may lie under a text.
    fileprivate func disturbs(_ other: LayoutBox) -> Bool {
        guard area.overlaps(other.area) else { return false }
        switch (content, other.content) {
        case (.symbol, _), (_, .symbol): return true
        case (.text, .text), (.text, .picture), (.picture, .text), (.picture, .picture): return true
        case (.fill, .text), (.perforation, .text): return true
        default: return false
        }
    }

    fileprivate func faults(on ticket: Layout.Size) -> [String] {
        var faults: [String] = []
        let area = area
        if area.width <= 0 || area.height <= 0 { faults.append("has no size") }
        let (right, bottom) = (area.x + area.width, area.y + area.height)
        if area.x < 0 || area.y < 0 || right > ticket.width + 1e-6 || bottom > ticket.height + 1e-6 {
            faults.append(
                "goes from \(LengthText.of(area.x)),\(LengthText.of(area.y)) to \(LengthText.of(right)),\(LengthText.of(bottom)) mm, beyond the ticket of "
                    + "\(LengthText.of(ticket.width))×\(LengthText.of(ticket.height))")
        }
        switch content {
        case .text(_, let style, _):
            if !(1...1000).contains(style.font.size) {
                faults.append("size is \(LengthText.of(style.font.size)) points and may be 1 to 1000")
            } else if style.smallest <= 0 {
                faults.append("smallest must be above 0 points")
            }
            if !(1...100).contains(style.lines) { faults.append("lines is \(style.lines) and may be 1 to 100") }
        case .symbol(let style):
            if !(4...QRSymbol.quietZones.upperBound).contains(style.quietZone) {
                faults.append(
                    "quiet_zone is \(style.quietZone) modules and may be 4 to \(QRSymbol.quietZones.upperBound)")
            }
        case .picture, .fill, .perforation: break
        }
        return faults
    }
}
