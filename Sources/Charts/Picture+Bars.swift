import Drawing

extension Chart {
    /// From one bar to the next.
    var barPitch: Double {
        switch bars.count {
        case ...12: 34
        case ...30: 27
        default: 21
        }
    }

    /// Names at the left, bars to the right, each with its number behind it.
    func drawBars(on canvas: Canvas) {
        let bars = self.bars
        let scale = Scale(upTo: bars.map(\.value).max() ?? 0, whole: bars.allSatisfy { $0.value.isWhole })
        let font = barPitch > 25 ? Picture.axis : Picture.small
        let widest = bars.map { canvas.size(of: $0.label, font).width } + [canvas.size(of: labels, Picture.small).width]
        let names = min(widest.max() ?? 0, Picture.width * 0.34)
        let numbers = bars.map { canvas.size(of: NumberText.of($0.value), font).width }.max() ?? 0
        let left = Picture.margin + names + 12
        let plot = Canvas.Box(
            x: left, y: Picture.top, width: Picture.width - Picture.margin - numbers - 8 - left,
            height: Double(bars.count) * barPitch)

        canvas.write(
            labels, Picture.small, Picture.faintInk, x: left - 12, middle: Picture.top - 12, .right,
            width: left - 12 - Picture.margin)
        for mark in scale.marks {
            let x = plot.x + plot.width * scale.share(mark)
            canvas.fill(
                Canvas.Box(x: x - 0.5, y: plot.y, width: 1, height: plot.height),
                mark == 0 ? Picture.line : Picture.grid)
            canvas.write(
                NumberText.of(mark), Picture.small, Picture.faintInk, x: x, middle: plot.y + plot.height + 16, .centre)
        }
        canvas.write(
            values, Picture.axis, Picture.faintInk, x: plot.x + plot.width / 2, middle: plot.y + plot.height + 44,
            .centre,
            width: plot.width)
        for (index, bar) in bars.enumerated() {
            let middle = plot.y + (Double(index) + 0.5) * barPitch
            let length = plot.width * scale.share(bar.value)
            let thickness = (barPitch * 0.66).rounded()
            canvas.write(
                bar.label, font, Picture.ink, x: plot.x - 12, middle: middle, .right,
                width: plot.x - 12 - Picture.margin)
            canvas.fill(
                Canvas.Box(x: plot.x, y: middle - thickness / 2, width: length, height: thickness), Picture.bar)
            let number = NumberText.of(bar.value)
            let width = canvas.size(of: number, font).width
            // No line of the grid goes through a number.
            canvas.fill(
                Canvas.Box(x: plot.x + length + 4, y: middle - 8, width: width + 8, height: 16), Picture.paper)
            canvas.write(number, font, Picture.ink, x: plot.x + length + 8, middle: middle, .left)
        }
    }
}
