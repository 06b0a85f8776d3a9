import Drawing
import Languages
import QRSymbol

/// Checks the values of a layout after its JSON file was parsed.
extension Layout {
    /// The longest side of paper, in millimetres.
    static let longestSide = 2000.0
    /// The minimum distance between a symbol's box and the outline of its ticket, in millimetres. This is the width of
    /// a few printer dots.
    private static let outlineDistance = 0.3
    /// The maximum number of boxes on one side of a ticket.
    private static let mostBoxes = 200
    /// The maximum difference, in millimetres, between the left and right (or upper and lower) margins of a two-sided
    /// sheet. A smaller difference does not matter, because printers themselves shift sheets by more than that.
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
        var faults = numberFaults
        guard faults.isEmpty else { return faults }
        faults += placeFaults
        if bleed > 0 { faults += bleedFaults }
        if !back.isEmpty { faults += turningFaults }
        if front.isEmpty { faults.append(LayoutError.Fault(path: "front", .noBoxes)) }
        return faults + boxFaults(front, "front") + boxFaults(back, "back")
    }

    private var numberFaults: [LayoutError.Fault] {
        var faults: [LayoutError.Fault] = []
        func check(
            _ holds: Bool, _ path: String, _ text: LayoutError.Fault.Text,
            _ arguments: @autoclosure () -> [String: SentenceArgument]
        ) {
            faults += LayoutError.Fault.unless(holds, path, text, arguments())
        }
        let sides = 5.0...Layout.longestSide
        for (path, side) in [
            ("page.width", page.width), ("page.height", page.height), ("ticket.width", ticket.width),
            ("ticket.height", ticket.height),
        ].prefix(ticket == page ? 2 : 4) {
            check(
                sides.contains(side), path, .lengthOutside,
                ["length": .length(side), "least": "5", "most": "2000"])
        }
        check(
            Layout.dpis.contains(dpi), "dpi", .numberOutside,
            ["number": .length(dpi), "least": "100", "most": "2400"])
        let counts = 1...100
        for (path, count) in [("grid.columns", grid.columns), ("grid.rows", grid.rows)] {
            check(
                counts.contains(count), path, .numberOutside,
                ["number": .number(count), "least": "1", "most": "100"])
        }
        for (path, length) in [
            ("grid.left", grid.left), ("grid.top", grid.top), ("grid.column_gap", grid.columnGap),
            ("grid.row_gap", grid.rowGap),
        ] {
            check(length >= 0, path, .lengthTooSmall, ["length": .length(length), "least": "0"])
        }
        check(
            Layout.bleeds.contains(bleed), "bleed", .lengthOutside,
            ["length": .length(bleed), "least": "0", "most": "10"])
        return faults
    }

    /// The right edge of the last column of tickets, and the lower edge of the last row, in millimetres.
    private var ticketEnds: (right: Double, bottom: Double) {
        let area = ticketArea
        return (area.x + area.width, area.y + area.height)
    }

    /// The faults of a page that is too large for the self-check, or too small for its tickets.
    private var placeFaults: [LayoutError.Fault] {
        let (right, bottom) = ticketEnds
        var faults = LayoutError.Fault.unless(
            dotsOnPage <= Layout.mostDots, "page", .tooManyDots,
            [
                "dots": .number(Int(dotsOnPage / 1e6)), "dpi": .length(dpi),
                "limit": .number(Int(Layout.mostDots / 1e6)),
            ])
        faults += LayoutError.Fault.unless(
            right <= page.width + 1e-6, "grid", .tooWide,
            ["count": .number(grid.columns), "end": .length(right), "width": .length(page.width)])
        faults += LayoutError.Fault.unless(
            bottom <= page.height + 1e-6, "grid", .tooHigh,
            ["count": .number(grid.rows), "end": .length(bottom), "height": .length(page.height)])
        return faults
    }

    /// The faults of a layout with bleed that leaves no room for the bleed or for its crop marks.
    private var bleedFaults: [LayoutError.Fault] {
        let (right, bottom) = ticketEnds
        let margin = min(grid.left, grid.top, page.width - right, page.height - bottom)
        var faults = LayoutError.Fault.unless(
            margin >= bleed - 1e-6, "bleed", .bleedTooLarge,
            ["bleed": .length(bleed), "margin": .length(margin)])
        for (path, gap, count) in [
            ("grid.column_gap", grid.columnGap, grid.columns), ("grid.row_gap", grid.rowGap, grid.rows),
        ] where count > 1 {
            faults += LayoutError.Fault.unless(
                gap >= 2 * bleed - 1e-6, path, .gapTooSmall,
                ["gap": .length(gap), "least": .length(2 * bleed)])
        }
        faults += LayoutError.Fault.unless(
            marks != .crop || margin >= bleed + Layout.shortestCropMark - 1e-6, "marks", .noRoomForMarks,
            ["length": .length(margin - bleed), "least": .length(Layout.shortestCropMark)])
        faults += LayoutError.Fault.unless(marks != .outline, "marks", .outlineWithBleed)
        return faults
    }

    /// The fault of a two-sided layout whose back would not align with its front. When a portrait sheet is flipped, its
    /// left and right margins are swapped. When a landscape sheet is flipped, its upper and lower margins are swapped.
    /// The two margins must therefore be equal.
    private var turningFaults: [LayoutError.Fault] {
        let (right, bottom) = ticketEnds
        let (margin, other, text) =
            isLandscape
            ? (grid.top, page.height - bottom, LayoutError.Fault.Text.marginsAboveAndBelow)
            : (grid.left, page.width - right, LayoutError.Fault.Text.marginsLeftAndRight)
        return LayoutError.Fault.unless(
            abs(margin - other) <= Layout.turningTolerance, "back", text,
            ["first": .length(margin), "second": .length(other)])
    }

    private func boxFaults(_ boxes: [LayoutBox], _ name: String) -> [LayoutError.Fault] {
        // The number of boxes is limited because every pair of boxes is compared.
        guard boxes.count <= Layout.mostBoxes else {
            return [
                LayoutError.Fault(
                    path: name, .tooManyBoxes,
                    ["count": .number(boxes.count), "limit": .number(Layout.mostBoxes)])
            ]
        }
        var faults: [LayoutError.Fault] = []
        for (index, box) in boxes.enumerated() {
            let path = "\(name)[\(index)]"
            faults += box.faults(on: ticket, bleed: bleed).map { LayoutError.Fault(path: path, message: $0) }
            if marks == .outline, case .symbol = box.content, box.margin(on: ticket) < Layout.outlineDistance {
                faults.append(LayoutError.Fault(path: path, .symbolAtEdge))
            }
            for (other, earlier) in boxes.prefix(index).enumerated() where box.conflicts(earlier) {
                faults.append(
                    LayoutError.Fault(
                        path: path, .overlaps,
                        [
                            "other": "\(name)[\(other)]", "box": .sentence(box.name),
                            "otherBox": .sentence(earlier.name),
                        ]))
            }
        }
        return faults
    }
}

extension LayoutError.Fault {
    /// One fault if a condition does not hold, or else none.
    fileprivate static func unless(
        _ holds: Bool, _ path: String, _ text: Text, _ arguments: @autoclosure () -> [String: SentenceArgument] = [:]
    ) -> [LayoutError.Fault] {
        holds ? [] : [LayoutError.Fault(path: path, text, arguments())]
    }
}

extension SentenceArgument {
    fileprivate static func length(_ length: Double) -> Self { .text(LengthText.of(length)) }
}

extension LayoutBox {
    fileprivate var name: LayoutError.Fault.Text {
        switch content {
        case .text: .text
        case .symbol: .symbol
        case .picture: .picture
        case .fill: .fill
        case .perforation: .perforation
        }
    }

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

    /// Whether this box overlaps an earlier box that it must not overlap. Each box is drawn over the boxes before it.
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

    fileprivate func faults(on ticket: Layout.Size, bleed: Double) -> [Sentence] {
        var faults: [Sentence] = []
        func add(_ text: LayoutError.Fault.Text, _ arguments: [String: SentenceArgument] = [:]) {
            faults.append(Sentence(text, arguments))
        }
        let area = area
        if area.width <= 0 || area.height <= 0 { add(.noSize) }
        let (right, bottom) = (area.x + area.width, area.y + area.height)
        let excess = canBleed ? bleed : 0
        if min(area.x, area.y) < -excess - 1e-6 || right > ticket.width + excess + 1e-6
            || bottom > ticket.height + excess + 1e-6
        {
            var arguments: [String: SentenceArgument] = [
                "left": .length(area.x), "top": .length(area.y), "right": .length(right), "bottom": .length(bottom),
                "width": .length(ticket.width), "height": .length(ticket.height),
            ]
            if excess > 0 { arguments["bleed"] = .length(excess) }
            add(excess > 0 ? .outsideBleed : .outside, arguments)
        }
        switch content {
        case .text(_, let style, _):
            if !(1...1000).contains(style.font.size) {
                add(.fontSizeOutside, ["size": .length(style.font.size)])
            } else if style.smallest <= 0 {
                add(.smallestTooSmall)
            }
            if !(1...100).contains(style.lines) { add(.linesOutside, ["lines": .number(style.lines)]) }
        case .symbol(let style):
            if !(4...QRSymbol.quietZones.upperBound).contains(style.quietZone) {
                add(
                    .quietZoneOutside,
                    ["modules": .number(style.quietZone), "most": .number(QRSymbol.quietZones.upperBound)])
            }
        case .picture, .fill, .perforation: break
        }
        return faults
    }
}
