/// The characters that draw a chart on a terminal.
public enum ChartCharacters: Sendable {
    /// Unicode block characters, which fill a character cell in steps of one eighth.
    case blocks
    /// ASCII characters, for terminals without UTF-8. Labels stay unchanged.
    case ascii

    /// A horizontal bar. Its length is given in eighths of a character cell.
    func bar(eighths: Int) -> String {
        switch self {
        case .blocks:
            String(repeating: "█", count: eighths / 8)
                + (eighths % 8 > 0 ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1] : "")
        case .ascii: String(repeating: "#", count: (eighths + 4) / 8)
        }
    }

    /// The character for the part of a column in one line of text. `eighths` is the height of that part, in eighths of
    /// the line.
    func partialBlock(eighths: Int) -> String {
        switch self {
        case .blocks: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
        case .ascii: eighths >= 4 ? "#" : " "
        }
    }

    var ellipsis: String { self == .blocks ? "…" : "~" }
    var axis: String { self == .blocks ? "│" : "|" }
    var mark: String { self == .blocks ? "┤" : "+" }
    var corner: String { self == .blocks ? "└" : "+" }
    var floor: String { self == .blocks ? "─" : "-" }
}

extension Chart {
    /// The minimum width of a chart, in terminal columns.
    public static let fewestColumns = 32

    /// Renders the chart as lines of text. Each line ends in a line feed, and is at most `columns` wide.
    ///
    /// - Parameter columns: The width of the terminal. Values below `fewestColumns` are replaced by `fewestColumns`.
    public func text(columns: Int, with characters: ChartCharacters = .blocks) -> String {
        let columns = max(columns, Chart.fewestColumns)
        let body =
            if isEmpty { ["  \(emptyMessage)"] } else {
                switch kind {
                case .bars: barLines(columns, characters)
                case .timeSeries: columnLines(columns, characters)
                }
            }
        let lines = [title] + body
        return lines.map { line in
            let cut = TextWidth.of(line) > columns ? TextWidth.fit(line, columns, mark: characters.ellipsis) : line
            return String(cut.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    private func barLines(_ columns: Int, _ characters: ChartCharacters) -> [String] {
        let bars = self.bars
        let numbers = bars.map { NumberText.of($0.value) }
        let widest = bars.map { TextWidth.of($0.label) } + [TextWidth.of(labelAxisTitle)]
        let names = min(widest.max() ?? 0, columns / 3)
        let barColumns = columns - names - 2 - 1 - (numbers.map(\.utf8.count).max() ?? 0)
        let largest = bars.map(\.value).max() ?? 1
        let heading = TextWidth.fit(labelAxisTitle, names, mark: characters.ellipsis) + "  " + valueAxisTitle
        return [heading]
            + zip(bars, numbers).map { bar, number in
                let eighths = Int((max(bar.value, 0) / largest * Double(barColumns * 8)).rounded())
                // A positive value always gets a visible bar.
                let drawn = characters.bar(eighths: bar.value > 0 ? max(eighths, characters == .ascii ? 4 : 1) : 0)
                let space = drawn.isEmpty ? "" : " "
                return TextWidth.fit(bar.label, names, mark: characters.ellipsis) + "  \(drawn)\(space)\(number)"
            }
    }

    private func columnLines(_ columns: Int, _ characters: ChartCharacters) -> [String] {
        let numbers = scale.marks.map { NumberText.of($0).utf8.count }.max() ?? 1
        let (points, together) = self.columns(atMost: max(columns - numbers - 4, 1))
        let scale = AxisScale(upTo: points.map(\.value).max() ?? 0, integers: points.allSatisfy { $0.value.isInteger })
        let margin = scale.marks.map { NumberText.of($0).utf8.count }.max() ?? 1
        let pitch = max(1, min(3, (columns - margin - 2) / points.count))
        let steps = scale.marks.count - 1
        let linesPerStep = max(2, 10 / steps)
        var lines = [values(together: together)]
        for line in (0..<(steps * linesPerStep)).reversed() {
            let isMark = (line + 1).isMultiple(of: linesPerStep)
            let number = isMark ? NumberText.of(scale.marks[(line + 1) / linesPerStep]) : ""
            var text = String(repeating: " ", count: margin - number.utf8.count) + number + " "
            text += isMark ? characters.mark : characters.axis
            for point in points {
                let eighths = Int((scale.fraction(point.value) * Double(steps * linesPerStep * 8)).rounded())
                let least = point.value > 0 ? (characters == .ascii ? 4 : 1) : 0
                let part = characters.partialBlock(eighths: max(eighths, least) - line * 8)
                text += String(repeating: part, count: max(1, pitch - 1)) + (pitch > 1 ? " " : "")
            }
            lines.append(text)
        }
        lines.append(
            String(repeating: " ", count: margin - 1) + "0 " + characters.corner
                + String(repeating: characters.floor, count: pitch * points.count))
        lines.append(String(repeating: " ", count: margin + 2) + timeLabels(points, pitch: pitch))
        lines.append(String(repeating: " ", count: margin + 2) + labelAxisTitle)
        return lines
    }

    private func timeLabels(_ points: [Point], pitch: Int) -> String {
        let widest = points.map { TextWidth.of($0.label) }.max() ?? 0
        var text = ""
        for index in Chart.labelledIndices(points, pitch: Double(pitch), width: Double(widest + 2)) {
            text += String(repeating: " ", count: max(0, index * pitch - TextWidth.of(text))) + points[index].label
        }
        return text
    }
}
