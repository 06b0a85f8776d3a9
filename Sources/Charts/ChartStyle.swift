import Drawing

/// The dimensions (in pixels), fonts and colours of all charts. The colours can be distinguished even if a chart is
/// printed in black and white.
enum ChartStyle {
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
    /// The height of the title area.
    static let top = 84.0
    /// The height of the area below the chart, with the labels and the title of the axis.
    static let foot = 72.0
}

extension Chart {
    /// Renders the chart as a PNG with a width of 960 pixels times `scale`.
    public func png(scale: Double = 2) throws -> [UInt8] {
        try Canvas.png(width: ChartStyle.width, height: height, scale: scale, draw)
    }

    /// Renders the chart as an SVG with a width of 960 pixels. Text is converted to outlines, so labels cannot inject
    /// markup.
    public func svg() throws -> [UInt8] {
        try Canvas.svg(width: ChartStyle.width, height: height, draw)
    }

    private var height: Double {
        if isEmpty { return 240 }
        return switch kind {
        case .bars: ChartStyle.top + Double(bars.count) * barPitch + ChartStyle.foot
        case .timeSeries: 440
        }
    }

    private func draw(on canvas: Canvas) {
        canvas.write(
            title, ChartStyle.title, ChartStyle.ink, x: ChartStyle.margin, middle: 40, .left,
            width: ChartStyle.width - 2 * ChartStyle.margin)
        if isEmpty {
            canvas.write(
                emptyMessage, Font(size: 18), ChartStyle.faintInk, x: ChartStyle.width / 2, middle: 140, .centre)
            return
        }
        switch kind {
        case .bars: drawBars(on: canvas)
        case .timeSeries: drawColumns(on: canvas)
        }
    }
}
