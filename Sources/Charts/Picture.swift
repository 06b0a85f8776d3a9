import Drawing

/// What all pictures share: the sizes in pixels, and few colours, which keep their order when printed in grey.
enum Picture {
    static let width = 960.0
    static let margin = 32.0
    static let title = Font(size: 22, weight: .bold)
    static let axis = Font(size: 13)
    static let small = Font(size: 12)
    static let ink = Canvas.Colour(0x1F2933)
    static let faintInk = Canvas.Colour(0x5F6B76)
    static let bar = Canvas.Colour(0x2F6690)
    static let line = Canvas.Colour(0x9AA5B1)
    static let paper = Canvas.Colour(0xFFFFFF)
    static let grid = Canvas.Colour(0xE4E7EB)
    /// Where the title ends and the rest begins.
    static let top = 84.0
    /// Room for the numbers along an axis, and its name.
    static let foot = 72.0
}

extension Chart {
    /// The chart as a PNG of 960 pixels' width times `scale`.
    public func png(scale: Double = 2) throws -> [UInt8] {
        try Canvas.png(width: Picture.width, height: height, scale: scale, draw)
    }

    /// The chart as an SVG of 960 pixels' width. Text is outlines: no label can become markup.
    public func svg() throws -> [UInt8] {
        try Canvas.svg(width: Picture.width, height: height, draw)
    }

    private var height: Double {
        if isEmpty { return 240 }
        return switch kind {
        case .bars: Picture.top + Double(bars.count) * barPitch + Picture.foot
        case .timeSeries: 440
        }
    }

    private func draw(on canvas: Canvas) {
        canvas.write(
            title, Picture.title, Picture.ink, x: Picture.margin, middle: 40, .left,
            width: Picture.width - 2 * Picture.margin)
        if isEmpty {
            canvas.write(
                Chart.nothing, Font(size: 18), Picture.faintInk, x: Picture.width / 2, middle: 140, .centre)
            return
        }
        switch kind {
        case .bars: drawBars(on: canvas)
        case .timeSeries: drawColumns(on: canvas)
        }
    }
}
