import Drawing
import QRSymbol

/// Checks the values of a layout after its JSON file was parsed.
extension Layout {
    /// The longest side of paper, in millimetres.
    static let longestSide = 2000.0
    /// The minimum distance between a symbol's box and the outline of its ticket, in millimetres: a few printer dots.
    /// It does not apply to tickets without an outline.
    private static let outlineDistance = 0.3
    /// The maximum number of boxes on one side of a ticket.
    private static let mostBoxes = 200
    /// The maximum difference, in millimetres, between the left and right (or upper and lower) margins of a two-sided
    /// sheet. Printers themselves shift sheets by more than this.
    private static let turningTolerance = 0.25
    /// The maximum number of dots on a page. The self-check, which decodes the symbols of the finished pages, keeps a
    /// whole page in memory.
    public static let mostDots = 150e6
    private static let dpis = 100.0...2400.0
    private static let bleeds = 0.0...10.0
    /// The smallest visible length of a crop mark outside the bleed, in millimetres.
    private static let shortestCropMark = 2.0

    private var dotsOnPage: Double {
        page.width * page.height * (dpi / PaperLength.millimetresPerInch) * (dpi / PaperLength.millimetresPerInch)
    }

    /// All faults of the layout, each with its location in the file.
    var faults: [LayoutError.Fault] {
        var faults: [LayoutError.Fault] = []
        func check(_ holds: Bool, _ path: String, _ what: @autoclosure () -> String) {
            if !holds { faults.append(LayoutError.Fault(path: path, message: what())) }
        }
        let sides = 5.0...Layout.longestSide
        for (path, side) in [
            ("page.width", page.width), ("page.height", page.height), ("ticket.width", ticket.width),
            ("ticket.height", ticket.height),
        ].prefix(ticket == page ? 2 : 4) {
            check(sides.contains(side), path, "is \(LengthText.of(side)) mm but must be 5 to 2000")
        }
        check(Layout.dpis.contains(dpi), "dpi", "is \(LengthText.of(dpi)) but must be 100 to 2400")
        let counts = 1...100
        check(counts.contains(grid.columns), "grid.columns", "is \(grid.columns) but must be 1 to 100")
        check(counts.contains(grid.rows), "grid.rows", "is \(grid.rows) but must be 1 to 100")
        for (path, length) in [
            ("grid.left", grid.left), ("grid.top", grid.top), ("grid.column_gap", grid.columnGap),
            ("grid.row_gap", grid.rowGap),
        ] {
            check(length >= 0, path, "is \(LengthText.of(length)) mm but must be at least 0")
        }
        check(Layout.bleeds.contains(bleed), "bleed", "is \(LengthText.of(bleed)) mm but must be 0 to 10")
        guard faults.isEmpty else { return faults }
        check(
            dotsOnPage <= Layout.mostDots, "page",
            "has \(Int(dotsOnPage / 1e6)) million dots at \(LengthText.of(dpi)) dpi, but the self-check can handle at most \(Int(Layout.mostDots / 1e6)) million"
        )
        let area = ticketArea
        let (right, bottom) = (area.x + area.width, area.y + area.height)
        check(
            right <= page.width + 1e-6, "grid",
            "\(grid.columns) tickets side by side end at \(LengthText.of(right)) mm, but the page is \(LengthText.of(page.width)) mm wide"
        )
        check(
            bottom <= page.height + 1e-6, "grid",
            "\(grid.rows) tickets one below another end at \(LengthText.of(bottom)) mm, but the page is \(LengthText.of(page.height)) mm high"
        )
        if bleed > 0 {
            let margin = min(grid.left, grid.top, page.width - right, page.height - bottom)
            check(
                margin >= bleed - 1e-6, "bleed",
                "is \(LengthText.of(bleed)) mm, but the smallest margin around the tickets is \(LengthText.of(margin)) mm"
            )
            for (path, gap, count) in [
                ("grid.column_gap", grid.columnGap, grid.columns), ("grid.row_gap", grid.rowGap, grid.rows),
            ] where count > 1 {
                check(
                    gap >= 2 * bleed - 1e-6, path,
                    "is \(LengthText.of(gap)) mm but must be at least \(LengthText.of(2 * bleed)), twice the bleed")
            }
            check(
                marks != .crop || margin >= bleed + Layout.shortestCropMark - 1e-6, "marks",
                "is crop, but only \(LengthText.of(margin - bleed)) mm are left outside the bleed; crop marks need at least \(LengthText.of(Layout.shortestCropMark)) mm"
            )
            check(marks != .outline, "marks", "is outline, which would print a line along the cut: use crop with bleed")
        }
        if !back.isEmpty {
            // When the sheet is flipped, these two margins are swapped. They must be equal, or the back would not align
            // with the front.
            let (margin, other, names) =
                isLandscape
                ? (grid.top, page.height - bottom, "above and below")
                : (grid.left, page.width - right, "left and right of")
            check(
                abs(margin - other) <= Layout.turningTolerance, "back",
                "the margins \(names) the tickets are \(LengthText.of(margin)) and \(LengthText.of(other)) mm, so front and back would not align"
            )
        }
        check(!front.isEmpty, "front", "has no boxes, so the tickets would be blank")
        return faults + boxFaults(front, "front") + boxFaults(back, "back")
    }

    private func boxFaults(_ boxes: [LayoutBox], _ name: String) -> [LayoutError.Fault] {
        // The number of boxes is limited because every pair of boxes is compared.
        guard boxes.count <= Layout.mostBoxes else {
            return [
                LayoutError.Fault(
                    path: name, message: "has \(boxes.count) boxes but may have at most \(Layout.mostBoxes)")
            ]
        }
        var faults: [LayoutError.Fault] = []
        for (index, box) in boxes.enumerated() {
            let path = "\(name)[\(index)]"
            faults += box.faults(on: ticket, bleed: bleed).map { LayoutError.Fault(path: path, message: $0) }
            if marks == .outline, case .symbol = box.content, box.margin(on: ticket) < Layout.outlineDistance {
                faults.append(
                    LayoutError.Fault(
                        path: path,
                        message:
                            "is at the ticket's edge, so the outline would cross the symbol's quiet zone")
                )
            }
            for (other, earlier) in boxes.prefix(index).enumerated() where box.conflicts(earlier) {
                faults.append(
                    LayoutError.Fault(
                        path: path,
                        message: "overlaps \(name)[\(other)]: \(box.name) and \(earlier.name) must not overlap"))
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

    /// Whether the box may extend into the bleed, the strip around the ticket that is cut off.
    private var canBleed: Bool {
        switch content {
        case .picture, .fill: true
        case .text, .symbol, .perforation: false
        }
    }

    /// The smallest distance between the box and the edges of its ticket.
    fileprivate func margin(on ticket: Layout.Size) -> Double {
        min(area.x, area.y, ticket.width - area.x - area.width, ticket.height - area.y - area.height)
    }

    /// Whether this box overlaps an earlier box that it must not overlap. Each box is drawn over the earlier ones.
    /// Nothing may overlap a symbol. Texts and pictures must not overlap each other. A fill or a perforation may be
    /// below a text, but not over it.
    fileprivate func conflicts(_ other: LayoutBox) -> Bool {
        guard area.overlaps(other.area) else { return false }
        switch (content, other.content) {
        case (.symbol, _), (_, .symbol): return true
        case (.text, .text), (.text, .picture), (.picture, .text), (.picture, .picture): return true
        case (.fill, .text), (.perforation, .text): return true
        default: return false
        }
    }

    fileprivate func faults(on ticket: Layout.Size, bleed: Double) -> [String] {
        var faults: [String] = []
        let area = area
        if area.width <= 0 || area.height <= 0 { faults.append("has no size") }
        let (right, bottom) = (area.x + area.width, area.y + area.height)
        let excess = canBleed ? bleed : 0
        if min(area.x, area.y) < -excess - 1e-6 || right > ticket.width + excess + 1e-6
            || bottom > ticket.height + excess + 1e-6
        {
            faults.append(
                "extends from \(LengthText.of(area.x)),\(LengthText.of(area.y)) to \(LengthText.of(right)),\(LengthText.of(bottom)) mm, but the ticket is "
                    + "\(LengthText.of(ticket.width))×\(LengthText.of(ticket.height)) mm"
                    + (excess > 0 ? " with \(LengthText.of(excess)) mm of bleed" : ""))
        }
        switch content {
        case .text(_, let style, _):
            if !(1...1000).contains(style.font.size) {
                faults.append("size is \(LengthText.of(style.font.size)) points but must be 1 to 1000")
            } else if style.smallest <= 0 {
                faults.append("smallest must be above 0 points")
            }
            if !(1...100).contains(style.lines) { faults.append("lines is \(style.lines) but must be 1 to 100") }
        case .symbol(let style):
            if !(4...QRSymbol.quietZones.upperBound).contains(style.quietZone) {
                faults.append(
                    "quiet_zone is \(style.quietZone) modules but must be 4 to \(QRSymbol.quietZones.upperBound)")
            }
        case .picture, .fill, .perforation: break
        }
        return faults
    }
}
