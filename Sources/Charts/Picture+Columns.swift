import Drawing

extension Chart {
    /// Columns along the time, the largest with its number above it.
    func drawColumns(on canvas: Canvas) {
        // A column is three pixels at least, one of them the distance to the next.
        let (points, together) = columns(atMost: 280)
        let scale = Scale(upTo: points.map(\.value).max() ?? 0, whole: points.allSatisfy { $0.value.isWhole })
        let numbers = scale.marks.map { canvas.size(of: NumberText.of($0), Picture.small).width }.max() ?? 0
        let left = Picture.margin + numbers + 10
        let plot = Canvas.Box(
            x: left, y: Picture.top + 18, width: Picture.width - Picture.margin - left,
            height: 440 - Picture.top - 18 - Picture.foot)

        canvas.write(
            values(together: together), Picture.axis, Picture.faintInk, x: Picture.margin, middle: Picture.top - 12,
            .left, width: Picture.width - 2 * Picture.margin)
        for mark in scale.marks {
            let y = plot.y + plot.height * (1 - scale.share(mark))
            canvas.fill(
                Canvas.Box(x: plot.x, y: y - 0.5, width: plot.width, height: 1), mark == 0 ? Picture.line : Picture.grid
            )
            canvas.write(NumberText.of(mark), Picture.small, Picture.faintInk, x: plot.x - 10, middle: y, .right)
        }
        let pitch = min(plot.width / Double(points.count), 80)
        func middle(_ index: Int) -> Double { plot.x + (Double(index) + 0.5) * pitch }
        let thickness = min(max(pitch * 0.8, pitch - 4), pitch - 1)
        for (index, point) in points.enumerated() {
            let height = plot.height * scale.share(point.value)
            canvas.fill(
                Canvas.Box(
                    x: middle(index) - thickness / 2, y: plot.y + plot.height - height, width: thickness, height: height
                ),
                Picture.bar)
        }
        drawPeak(of: points, on: canvas, plot, scale, middle)
        drawTimes(of: points, on: canvas, pitch: pitch, below: plot.y + plot.height, middle)
        canvas.write(
            labels, Picture.axis, Picture.faintInk, x: plot.x + plot.width / 2, middle: plot.y + plot.height + 46,
            .centre,
            width: plot.width)
    }

    private func drawTimes(
        of points: [Point], on canvas: Canvas, pitch: Double, below line: Double, _ middle: (Int) -> Double
    ) {
        let widest = min(points.map { canvas.size(of: $0.label, Picture.small).width }.max() ?? 0, 120)
        for index in Chart.labelled(points, pitch: pitch, width: widest + 16) {
            let x = middle(index)
            // One that would leave the picture is left out, not moved to where it would be wrong.
            guard x - widest / 2 > 8, x + widest / 2 < Picture.width - 8 else { continue }
            canvas.write(
                points[index].label, Picture.small, Picture.faintInk, x: x, middle: line + 18, .centre, width: 120)
        }
    }

    private func drawPeak(
        of points: [Point], on canvas: Canvas, _ plot: Canvas.Box, _ scale: Scale, _ middle: (Int) -> Double
    ) {
        guard let peak = points.indices.max(by: { points[$0].value < points[$1].value }) else { return }
        let text = NumberText.of(points[peak].value)
        let font = Font(size: 12, weight: .bold)
        let half = canvas.size(of: text, font).width / 2
        let x = min(max(middle(peak), plot.x + half), plot.x + plot.width - half)
        let top = plot.y + plot.height * (1 - scale.share(points[peak].value))
        canvas.write(text, font, Picture.ink, x: x, middle: top - 10, .centre)
    }
}
