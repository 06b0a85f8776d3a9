import CPangoCairo

/// A text made to fit a box: it shrinks, then wraps, and is cut with “…” only where it still has no room.
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
    /// The distance from the box's upper edge.
    let top: Double
    /// The size it has come to.
    public let size: Double
    /// Whether not all of it is there.
    public let isCut: Bool

    /// Characters that no installed font has; they would be drawn as boxes.
    public var missingScalars: [Unicode.Scalar] { shaped.missingScalars }

    /// The step by which sizes are tried, as a share of the style's size.
    private static let step = 1.0 / 24

    public init(_ text: String, _ style: Style, width: Double, height: Double, with typesetter: Typesetter) {
        let shaped = typesetter.line(text, style.font, width: nil)
        let whole = shaped.extents
        // In one line, width and height go with the size.
        let share = min(1, width / max(whole.width, 1e-9), height / max(whole.height, 1e-9))
        let fitting = (share / FittedText.step + 1e-9).rounded(.down) * FittedText.step * style.font.size
        var size = style.font.size
        if share < 1 {
            if fitting >= style.smallest || style.lines == 1 {
                size = max(fitting, style.smallest)
            } else {
                size = FittedText.wrappedSize(shaped, style, width: width, height: height, with: typesetter)
            }
            var font = style.font
            font.size = size
            typesetter.set(font, on: shaped)
        }
        unsafe pango_layout_set_alignment(shaped.layout, style.alignment.forPango)
        unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
        unsafe pango_layout_set_height(shaped.layout, -Int32(style.lines))
        unsafe pango_layout_set_ellipsize(shaped.layout, PANGO_ELLIPSIZE_END)
        let extents = shaped.extents
        top =
            switch style.vertical {
            case .top: -extents.y
            case .middle: (height - extents.height) / 2 - extents.y
            case .bottom: height - extents.height - extents.y
            }
        self.shaped = shaped
        self.size = size
        isCut = shaped.isCut
    }

    /// The largest size at which the wrapped text has room; the smallest where it has none at all.
    private static func wrappedSize(
        _ shaped: ShapedText, _ style: Style, width: Double, height: Double, with typesetter: Typesetter
    ) -> Double {
        unsafe pango_layout_set_wrap(shaped.layout, PANGO_WRAP_WORD)
        unsafe pango_layout_set_width(shaped.layout, ShapedText.units(width))
        var font = style.font
        while font.size > style.smallest {
            typesetter.set(font, on: shaped)
            let extents = shaped.extents
            if extents.width <= width, extents.height <= height, shaped.lineCount <= style.lines { return font.size }
            font.size -= style.font.size * step
        }
        return style.smallest
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
