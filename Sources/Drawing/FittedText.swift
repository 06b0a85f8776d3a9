import CPangoCairo

/// Fits a text to a box. First, the font size is reduced, but not below three quarters of the style's font size. If the
/// text still does not fit, it is wrapped to several lines, and the font size is reduced further. If this is not enough
/// either, the text is truncated with “…”. The text never extends beyond the box.
public struct FittedText {
    /// The style of a text, and the limits within which the text is fitted to its box.
    public struct Style: Hashable, Sendable {
        public enum Alignment: String, CaseIterable, Sendable {
            /// The left side if the page is read from left to right; the right side if it is read from right to left.
            case start
            case centre
            case end
        }

        public enum Vertical: String, CaseIterable, Sendable {
            case top
            case middle
            case bottom
        }

        public var font: Font
        /// The minimum font size, in the same unit as `font.size`.
        public var smallest: Double
        /// The maximum number of lines.
        public var lines: Int
        public var alignment: Alignment
        public var vertical: Vertical
        /// The direction of the page, which decides whether `start` is left or right. The order of the letters depends
        /// only on the text.
        public var direction: WritingDirection

        public init(
            font: Font, smallest: Double? = nil, lines: Int = 1, alignment: Alignment = .start,
            vertical: Vertical = .top, direction: WritingDirection = .leftToRight
        ) {
            self.font = font
            self.smallest = min(smallest ?? font.size, font.size)
            self.lines = lines
            self.alignment = alignment
            self.vertical = vertical
            self.direction = direction
        }

        fileprivate var side: Side {
            switch alignment {
            case .centre: .centre
            case .start: direction == .leftToRight ? .left : .right
            case .end: direction == .leftToRight ? .right : .left
            }
        }
    }

    fileprivate enum Side {
        case left
        case centre
        case right
    }

    let shaped: ShapedText
    /// The distance by which the text is shifted to the right, so that all its ink is inside the box.
    let left: Double
    /// The distance by which the text is shifted down.
    let top: Double
    /// The resulting font size.
    public let size: Double
    /// Whether the text is truncated with “…”.
    public let isTruncated: Bool
    /// Whether the text is complete but smaller than the style allows, because the letters of its script are taller
    /// than the box.
    public let isTooSmall: Bool

    /// The characters that no installed font contains. They are rendered as boxes.
    public var missingScalars: [Unicode.Scalar] { FontAccess.withLock { shaped.missingScalars } }

    /// The step between two font sizes, relative to the style's font size.
    private static let step = 1.0 / 24
    /// The font size, relative to the style's font size, below which a text may wrap to more than one line.
    private static let wrapThreshold = 0.75

    public init(_ text: String, _ style: Style, width: Double, height: Double, with typesetter: Typesetter) {
        self = FontAccess.withLock { FittedText(fitting: text, style, width: width, height: height, with: typesetter) }
    }

    private init(fitting text: String, _ style: Style, width: Double, height: Double, with typesetter: Typesetter) {
        let shaped = typesetter.line(text, style.font, width: nil)
        var occupied = shaped.bounds
        var font = style.font
        // The width and the height of a single line are proportional to the font size.
        let share = min(1, width / max(occupied.width, 1e-9), height / max(occupied.height, 1e-9))
        if share < 1 {
            let inOneLine = (share / FittedText.step - 1e-3).rounded(.down) * FittedText.step
            font.size *= inOneLine
            if style.lines > 1, inOneLine < FittedText.wrapThreshold {
                font.size = max(
                    font.size, FittedText.wrappedSize(shaped, style, width: width, height: height, with: typesetter))
            }
            font.size = max(font.size, style.smallest)
            typesetter.set(font, on: shaped)
            occupied = shaped.bounds
        }
        if shaped.lineCount == 1, occupied.width <= width, occupied.height <= height {
            left = shaped.left(of: occupied, style.side, width: width)
        } else {
            shaped.align(style.side)
            unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD_CHAR)
            unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
            unsafe pango_layout_set_ellipsize(shaped.layout, PANGO_ELLIPSIZE_END)
            FittedText.shrinkToFit(shaped, &font, lines: style.lines, width: width, height: height, with: typesetter)
            occupied = shaped.bounds
            left = max(0, -occupied.x) - max(0, occupied.x + occupied.width - width)
        }
        top =
            switch style.vertical {
            case .top: -occupied.y
            case .middle: (height - occupied.height) / 2 - occupied.y
            case .bottom: height - occupied.height - occupied.y
            }
        self.shaped = shaped
        size = font.size
        isTruncated = shaped.isCut
        isTooSmall = !isTruncated && font.size < style.smallest
    }

    /// The largest font size at which the wrapped text fits; 0 if it never fits.
    private static func wrappedSize(
        _ shaped: ShapedText, _ style: Style, width: Double, height: Double, with typesetter: Typesetter
    ) -> Double {
        unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD)
        unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
        var font = style.font
        func fits(_ steps: Int) -> Bool {
            font.size = style.font.size * Double(steps) * step
            typesetter.set(font, on: shaped)
            let occupied = shaped.bounds
            return occupied.width <= width && occupied.height <= height && shaped.lineCount <= style.lines
        }
        // This is a binary search for the font size, which is counted in steps. At `largest` steps, the text fits or
        // the font size is below the minimum. At `tooLarge` steps, the text does not fit.
        var largest = Int((style.smallest / style.font.size / step - 1e-9).rounded(.up)) - 1
        var tooLarge = Int((1 / step).rounded()) + 1
        while largest + 1 < tooLarge {
            let middle = (largest + tooLarge) / 2
            if fits(middle) { largest = middle } else { tooLarge = middle }
        }
        let size = style.font.size * Double(largest) * step
        return size < style.smallest ? 0 : size
    }

    /// Reduces the number of lines and then the font size until the text is inside the box. The computed font size can
    /// be too large, because letters of some scripts are taller than usual, marks can be stacked, and ink can extend
    /// beyond a letter's width.
    private static func shrinkToFit(
        _ shaped: ShapedText, _ font: inout Font, lines: Int, width: Double, height: Double, with typesetter: Typesetter
    ) {
        var lines = lines
        unsafe pango_layout_set_height(shaped.layout, -Int32(lines))
        while lines > 1, shaped.bounds.height > height {
            lines = min(lines, shaped.lineCount) - 1
            unsafe pango_layout_set_height(shaped.layout, -Int32(max(1, lines)))
        }
        // Each iteration reduces the size by at least 5 %, so the loop ends. Text below 0.05 units would be invisible.
        while font.size > 0.05 {
            let occupied = shaped.bounds
            let share = min(width / occupied.width, height / occupied.height)
            guard share < 1 - 1e-3 else { break }
            font.size *= min(share, 0.95)
            typesetter.set(font, on: shaped)
        }
    }
}

extension ShapedText {
    /// The distance by which a single line is shifted to the right. The line was laid out without a width.
    fileprivate func left(of occupied: Canvas.Box, _ side: FittedText.Side, width: Double) -> Double {
        switch side {
        case .left: max(0, -occupied.x)
        case .centre: (width - occupied.width) / 2 - occupied.x
        case .right: width - occupied.width - occupied.x
        }
    }

    /// Aligns wrapped lines. Pango swaps left and right if the text is read from right to left.
    fileprivate func align(_ side: FittedText.Side) {
        let alignment =
            switch side {
            case .left: isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
            case .centre: PANGO_ALIGN_CENTER
            case .right: isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
            }
        unsafe pango_layout_set_alignment(layout, alignment)
    }

    /// Whether the text is read from right to left. The first letter of the text decides this.
    private var isRightToLeft: Bool {
        guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return false }
        return unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    }
}
