import CPangoCairo

/// A text made to fit a box: it shrinks to three quarters, then wraps, shrinks on, and is cut with “…” only where it
/// still has no room. Its ink never leaves the box.
public struct FittedText {
    /// How a text may be made to fit.
    public struct Style: Hashable, Sendable {
        public enum Alignment: String, CaseIterable, Sendable {
            /// Left, and right for scripts that go from right to left.
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
        /// The smallest size to shrink to, in the units of the font's size.
        public var smallest: Double
        /// How many lines there may be.
        public var lines: Int
        public var alignment: Alignment
        public var vertical: Vertical

        public init(
            font: Font, smallest: Double? = nil, lines: Int = 1, alignment: Alignment = .start,
            vertical: Vertical = .top
        ) {
            self.font = font
            self.smallest = min(smallest ?? font.size, font.size)
            self.lines = lines
            self.alignment = alignment
            self.vertical = vertical
        }
    }

    let shaped: ShapedText
    /// How far the text is moved right and down, so that its ink stays in the box.
    let left: Double
    let top: Double
    /// The size it has come to.
    public let size: Double
    /// Whether letters are left out, and “…” stands in their place.
    public let isCut: Bool
    /// Whether all letters are there, in smaller type than the style allows: their script is higher than the box.
    public let isTooSmall: Bool

    /// Characters that no installed font has; they would be drawn as boxes.
    public var missingScalars: [Unicode.Scalar] { Fonts.alone { shaped.missingScalars } }

    /// The step by which sizes are tried, as a share of the style's size.
    private static let step = 1.0 / 24
    /// The share of its size to which a text shrinks in one line before it may take more of them.
    private static let shrinking = 0.75

    public init(_ text: String, _ style: Style, width: Double, height: Double, with typesetter: Typesetter) {
        self = Fonts.alone { FittedText(fitting: text, style, width: width, height: height, with: typesetter) }
    }

    private init(fitting text: String, _ style: Style, width: Double, height: Double, with typesetter: Typesetter) {
        let shaped = typesetter.line(text, style.font, width: nil)
        var occupied = shaped.occupied
        var font = style.font
        // In one line, width and height go with the size.
        let share = min(1, width / max(occupied.width, 1e-9), height / max(occupied.height, 1e-9))
        if share < 1 {
            let inOneLine = (share / FittedText.step - 1e-3).rounded(.down) * FittedText.step
            font.size *= inOneLine
            if style.lines > 1, inOneLine < FittedText.shrinking {
                font.size = max(
                    font.size, FittedText.wrappedSize(shaped, style, width: width, height: height, with: typesetter))
            }
            font.size = max(font.size, style.smallest)
            typesetter.set(font, on: shaped)
            occupied = shaped.occupied
        }
        if shaped.lineCount == 1, occupied.width <= width, occupied.height <= height {
            // Nothing is to be wrapped or cut: it is put where it belongs as it is.
            left = shaped.left(of: occupied, style.alignment, width: width)
        } else {
            unsafe pango_layout_set_alignment(shaped.layout, style.alignment.forPango)
            unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD_CHAR)
            unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
            unsafe pango_layout_set_ellipsize(shaped.layout, PANGO_ELLIPSIZE_END)
            FittedText.keepInside(shaped, &font, lines: style.lines, width: width, height: height, with: typesetter)
            occupied = shaped.occupied
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
        isCut = shaped.isCut
        isTooSmall = !isCut && font.size < style.smallest
    }

    /// The largest size at which the wrapped text has room; 0 where it has none.
    private static func wrappedSize(
        _ shaped: ShapedText, _ style: Style, width: Double, height: Double, with typesetter: Typesetter
    ) -> Double {
        unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD)
        unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
        var font = style.font
        func fits(_ steps: Int) -> Bool {
            font.size = style.font.size * Double(steps) * step
            typesetter.set(font, on: shaped)
            let occupied = shaped.occupied
            return occupied.width <= width && occupied.height <= height && shaped.lineCount <= style.lines
        }
        // Halved until they meet: what fits, or is smaller than allowed, and what is too large.
        var largest = Int((style.smallest / style.font.size / step - 1e-9).rounded(.up)) - 1
        var tooLarge = Int((1 / step).rounded()) + 1
        while largest + 1 < tooLarge {
            let middle = (largest + tooLarge) / 2
            if fits(middle) { largest = middle } else { tooLarge = middle }
        }
        let size = style.font.size * Double(largest) * step
        return size < style.smallest ? 0 : size
    }

    /// Gives up lines, then size, until nothing is left that leaves the box: letters of some scripts are higher than
    /// others, marks may stand on marks, and ink may hang over a letter's own width.
    private static func keepInside(
        _ shaped: ShapedText, _ font: inout Font, lines: Int, width: Double, height: Double, with typesetter: Typesetter
    ) {
        var lines = lines
        unsafe pango_layout_set_height(shaped.layout, -Int32(lines))
        while lines > 1, shaped.occupied.height > height {
            lines = min(lines, shaped.lineCount) - 1
            unsafe pango_layout_set_height(shaped.layout, -Int32(max(1, lines)))
        }
        // Each turn takes at least a twentieth, so this ends; what is smaller than any dot is no text.
        while font.size > 0.05 {
            let occupied = shaped.occupied
            let share = min(width / occupied.width, height / occupied.height)
            guard share < 1 - 1e-3 else { break }
            font.size *= min(share, 0.95)
            typesetter.set(font, on: shaped)
        }
    }
}

extension ShapedText {
    /// Where a single line begins that was laid out without a width.
    fileprivate func left(
        of occupied: Canvas.Box, _ alignment: FittedText.Style.Alignment, width: Double
    ) -> Double {
        let isFromRight = unsafe pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
        return switch alignment {
        case .centre: (width - occupied.width) / 2 - occupied.x
        case .start where isFromRight, .end where !isFromRight: width - occupied.width - occupied.x
        case .start, .end: max(0, -occupied.x)
        }
    }
}

extension FittedText.Style.Alignment {
    /// Pango turns left and right round for a text that goes from right to left.
    fileprivate var forPango: PangoAlignment {
        switch self {
        case .start: PANGO_ALIGN_LEFT
        case .centre: PANGO_ALIGN_CENTER
        case .end: PANGO_ALIGN_RIGHT
        }
    }
}
