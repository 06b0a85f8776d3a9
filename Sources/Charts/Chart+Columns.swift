import Drawing

extension Chart {
    /// Draws columns along the time axis. The value of the largest column is written above that column.
    func drawColumns(on canvas: Canvas) {
        // With at most 280 columns, each column is at least three pixels wide, including a gap of one pixel.
        let (points, together) = columns(atMost: 280)
        let scale = AxisScale(upTo: points.map(\.value).max() ?? 0, integers: points.allSatisfy { $0.value.isInteger })
        let numbers = scale.marks.map { canvas.size(of: NumberText.of($0), ChartStyle.small).width }.max() ?? 0
        let left = ChartStyle.margin + numbers + 10
        let plot = Canvas.Box(
            x: left, y: ChartStyle.top + 18, width: ChartStyle.width - ChartStyle.margin - left,
            height: 440 - ChartStyle.top - 18 - ChartStyle.foot)

        canvas.write(
            values(together: together), ChartStyle.axis, ChartStyle.faintInk, x: ChartStyle.margin,
            middle: ChartStyle.top - 12,
            .left, width: ChartStyle.width - 2 * ChartStyle.margin)
        for mark in scale.marks {
            let y = plot.y + plot.height * (1 - scale.fraction(mark))
            canvas.fill(
                Canvas.Box(x: plot.x, y: y - 0.5, width: plot.width, height: 1),
                mark == 0 ? ChartStyle.line : ChartStyle.grid
            )
            canvas.write(NumberText.of(mark), ChartStyle.small, ChartStyle.faintInk, x: plot.x - 10, middle: y, .right)
        }
        let pitch = min(plot.width / Double(points.count), 80)
        func middle(_ index: Int) -> Double { plot.x + (Double(index) + 0.5) * pitch }
        let thickness = min(max(pitch * 0.8, pitch - 4), pitch - 1)
        for (index, point) in points.enumerated() {
            let height = plot.height * scale.fraction(point.value)
            canvas.fill(
                Canvas.Box(
                    x: middle(index) - thickness / 2, y: plot.y + plot.height - height, width: thickness, height: height
                ),
                ChartStyle.bar)
        }
        drawPeak(of: points, on: canvas, plot, scale, middle)
        drawTimes(of: points, on: canvas, pitch: pitch, below: plot.y + plot.height, middle)
        canvas.write(
            labelAxisTitle, ChartStyle.axis, ChartStyle.faintInk, x: plot.x + plot.width / 2,
            middle: plot.y + plot.height + 46,
            .centre,
            width: plot.width)
    }

    private func drawTimes(
        of points: [Point], on canvas: Canvas, pitch: Double, below line: Double, _ middle: (Int) -> Double
    ) {
        let widest = min(points.map { canvas.size(of: $0.label, ChartStyle.small).width }.max() ?? 0, 120)
        for index in Chart.labelledIndices(points, pitch: pitch, width: widest + 16) {
            let x = middle(index)
            // A label that would extend beyond the image is omitted. Moving it would put it at the wrong time.
            guard x - widest / 2 > 8, x + widest / 2 < ChartStyle.width - 8 else { continue }
            canvas.write(
                points[index].label, ChartStyle.small, ChartStyle.faintInk, x: x, middle: line + 18, .centre, width: 120
            )
        }
    }

    private func drawPeak(
        of points: [Point], on canvas: Canvas, _ plot: Canvas.Box, _ scale: AxisScale, _ middle: (Int) -> Double
    ) {
        guard let peak = points.indices.max(by: { points[$0].value < points[$1].value }) else { return }
        let text = NumberText.of(points[peak].value)
        let font = Font(size: 12, weight: .bold)
        let half = canvas.size(of: text, font).width / 2
        let x = min(max(middle(peak), plot.x + half), plot.x + plot.width - half)
        let top = plot.y + plot.height * (1 - scale.fraction(points[peak].value))
        canvas.write(text, font, ChartStyle.ink, x: x, middle: top - 10, .centre)
    }
}
