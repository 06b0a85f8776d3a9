import Drawing

extension Chart {
    /// The distance between the tops of two successive bars.
    var barPitch: Double {
        switch bars.count {
        case ...12: 34
        case ...30: 27
        default: 21
        }
    }

    /// Draws a row for each bar: its name, the bar, and its value.
    func drawBars(on canvas: Canvas) {
        let bars = self.bars
        let scale = AxisScale(upTo: bars.map(\.value).max() ?? 0, integers: bars.allSatisfy { $0.value.isInteger })
        let font = barPitch > 25 ? ChartStyle.axis : ChartStyle.small
        let widest =
            bars.map { canvas.size(of: $0.label, font).width } + [
                canvas.size(of: labelAxisTitle, ChartStyle.small).width
            ]
        let names = min(widest.max() ?? 0, ChartStyle.width * 0.34)
        let numbers = bars.map { canvas.size(of: NumberText.of($0.value), font).width }.max() ?? 0
        let left = ChartStyle.margin + names + 12
        let plot = Canvas.Box(
            x: left, y: ChartStyle.top, width: ChartStyle.width - ChartStyle.margin - numbers - 8 - left,
            height: Double(bars.count) * barPitch)

        canvas.write(
            labelAxisTitle, ChartStyle.small, ChartStyle.faintInk, x: left - 12, middle: ChartStyle.top - 12, .right,
            width: left - 12 - ChartStyle.margin)
        for mark in scale.marks {
            let x = plot.x + plot.width * scale.fraction(mark)
            canvas.fill(
                Canvas.Box(x: x - 0.5, y: plot.y, width: 1, height: plot.height),
                mark == 0 ? ChartStyle.line : ChartStyle.grid)
            canvas.write(
                NumberText.of(mark), ChartStyle.small, ChartStyle.faintInk, x: x, middle: plot.y + plot.height + 16,
                .centre)
        }
        canvas.write(
            valueAxisTitle, ChartStyle.axis, ChartStyle.faintInk, x: plot.x + plot.width / 2,
            middle: plot.y + plot.height + 44,
            .centre,
            width: plot.width)
        for (index, bar) in bars.enumerated() {
            let middle = plot.y + (Double(index) + 0.5) * barPitch
            let length = plot.width * scale.fraction(bar.value)
            let thickness = (barPitch * 0.66).rounded()
            canvas.write(
                bar.label, font, ChartStyle.ink, x: plot.x - 12, middle: middle, .right,
                width: plot.x - 12 - ChartStyle.margin)
            canvas.fill(
                Canvas.Box(x: plot.x, y: middle - thickness / 2, width: length, height: thickness), ChartStyle.bar)
            let number = NumberText.of(bar.value)
            let width = canvas.size(of: number, font).width
            // The number gets a background, so that grid lines do not cross it.
            canvas.fill(
                Canvas.Box(x: plot.x + length + 4, y: middle - 8, width: width + 8, height: 16), ChartStyle.paper)
            canvas.write(number, font, ChartStyle.ink, x: plot.x + length + 8, middle: middle, .left)
        }
    }
}
