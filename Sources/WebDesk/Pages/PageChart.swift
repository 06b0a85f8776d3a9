import Charts
import Languages
import WebHost

/// A chart on a page. Its texts are translated only when a page is rendered, because viewers with different languages
/// see the same figures.
struct PageChart {
    /// The length of time that each point of a time series covers.
    enum Interval {
        case minutes, day
    }

    /// The largest number of columns in a chart; more columns would be too thin on a phone.
    private static let maxColumns = 120

    private let id: String
    private let title: Sentence
    private let labelAxisTitle: Sentence
    private let valueAxisTitle: Sentence
    /// The label of each bar; nil if each bar has the label of its point.
    private let barLabels: [Sentence]?
    private let interval: Interval
    private let chart: Chart

    init(
        _ kind: Chart.Kind, id: String, title: DeskEventSentence, labelAxisTitle: Sentence, valueAxisTitle: Sentence,
        points: [Chart.Point], barLabels: [Sentence]? = nil, every interval: Interval = .minutes
    ) {
        self.init(
            kind, id: id, title: Sentence(title), labelAxisTitle: labelAxisTitle, valueAxisTitle: valueAxisTitle,
            points: points, barLabels: barLabels, every: interval)
    }

    init(
        _ kind: Chart.Kind, id: String, title: Sentence, labelAxisTitle: Sentence, valueAxisTitle: Sentence,
        points: [Chart.Point], barLabels: [Sentence]? = nil, every interval: Interval = .minutes
    ) {
        self.interval = interval
        self.id = id
        self.title = title
        self.labelAxisTitle = labelAxisTitle
        self.valueAxisTitle = valueAxisTitle
        self.barLabels = barLabels
        chart = Chart(kind, title: "", labelAxisTitle: "", valueAxisTitle: "", points: points)
    }

    /// Values for the template `chart`: shapes in percent of the chart’s size, labels, and all values as a table.
    var context: TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "chart_id": .text(id), "chart_title": .sentence(title), "chart_labels": .sentence(labelAxisTitle),
            "chart_values": .sentence(valueAxisTitle),
        ]
        if chart.isEmpty {
            context["chart_empty"] = .section(TemplateContext([:]))
        } else {
            switch chart.kind {
            case .bars: context["chart_bars"] = .section(bars)
            case .timeSeries: context["chart_columns"] = .section(columns)
            }
        }
        return TemplateContext(context)
    }

    private var bars: TemplateContext {
        let bars = chart.bars
        let longest = bars.map(\.value).max() ?? 0
        return TemplateContext([
            "rows": .list(
                bars.enumerated().map { index, bar in
                    TemplateContext([
                        "label": .sentence(label(ofBar: index, among: bars)), "value": .text(NumberText.of(bar.value)),
                        "share": .text(PageChart.percent(longest > 0 ? max(bar.value, 0) / longest : 0)),
                    ])
                })
        ])
    }

    private func label(ofBar index: Int, among bars: [Chart.Point]) -> Sentence {
        // If there are too many points, the last bar is the sum of several points.
        let inLastBar = chart.points.count - bars.count + 1
        if inLastBar > 1, index == bars.count - 1 {
            return Sentence(DeskEventSentence.otherBars, ["count": .number(inLastBar)])
        }
        return barLabels?[index] ?? .verbatim(bars[index].label)
    }

    private var columns: TemplateContext {
        let (points, together) = chart.columns(atMost: PageChart.maxColumns)
        let scale = AxisScale(upTo: points.map(\.value).max() ?? 0, integers: points.allSatisfy { $0.value.isInteger })
        let pitch = 100 / Double(points.count)
        // The width of a column is limited, so that a few columns do not fill the whole chart.
        let width = min(pitch * 0.8, 12)
        let shapes = points.enumerated().compactMap { index, point -> TemplateContext? in
            let height = scale.fraction(point.value) * 100
            guard height > 0 else { return nil }
            return TemplateContext([
                "x": .text(PageChart.rounded((Double(index) + 0.5) * pitch - width / 2)),
                "width": .text(PageChart.rounded(width)),
                "y": .text(PageChart.rounded(100 - height)), "height": .text(PageChart.rounded(height)),
                "point": .text("\(point.label): \(NumberText.of(point.value))"),
            ])
        }
        var context: [String: TemplateContext.Value] = [
            "shapes": .list(shapes), "top": .text(NumberText.of(scale.top)),
            "unit": .sentence(unit(together: together)),
            // If a column shows the sum of several values, the table still lists each of these values.
            "rows": .list(
                chart.points.map {
                    TemplateContext(["label": .text($0.label), "value": .text(NumberText.of($0.value))])
                }),
            "first": .text(points.first?.label ?? ""),
        ]
        if let peak = points.max(by: { $0.value < $1.value }) {
            context["peak"] = .sentence(self.peak(peak, together: together))
        }
        if points.count > 1 { context["last"] = .text(points.last?.label ?? "") }
        if points.count > 4 { context["middle"] = .text(points[points.count / 2].label) }
        return TemplateContext(context)
    }

    /// The title of the value axis. If a column contains several points, the title includes the number of points per
    /// column.
    private func unit(together: Int) -> Sentence {
        guard together > 1 else { return valueAxisTitle }
        let text =
            switch interval {
            case .minutes: DeskEventSentence.intervals
            case .day: DeskEventSentence.daysPerColumn
            }
        return Sentence(text, ["values": .sentence(valueAxisTitle), "count": .number(together)])
    }

    private func peak(_ point: Chart.Point, together: Int) -> Sentence {
        let value = SentenceArgument.text(NumberText.of(point.value))
        switch interval {
        case .minutes: return Sentence(DeskEventSentence.peak, ["value": value, "time": .text(point.label)])
        case .day:
            let text = together > 1 ? DeskEventSentence.peakFromDay : .peakOnDay
            return Sentence(text, ["value": value, "day": .text(point.label)])
        }
    }

    private static func percent(_ share: Double) -> String { "\(rounded(share * 100))%" }

    private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

extension Double {
    fileprivate var isInteger: Bool { self == rounded() }
}
