import Charts
import WebHost

extension Chart {
    /// The largest number of columns in a chart; more columns would be too thin on a phone.
    private static let maxColumns = 120

    /// Values for the template `chart`: shapes in percent of the chart’s size, labels, and all values as a table.
    ///
    /// - Parameter id: The id of the chart on the page.
    func context(id: String) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "chart_id": .text(id), "chart_title": .text(title), "chart_labels": .text(labelAxisTitle),
            "chart_values": .text(valueAxisTitle),
        ]
        if isEmpty {
            context["chart_empty"] = .section(TemplateContext([:]))
        } else {
            switch kind {
            case .bars: context["chart_bars"] = .section(bars(id))
            case .timeSeries: context["chart_columns"] = .section(columns())
            }
        }
        return TemplateContext(context)
    }

    private func bars(_ id: String) -> TemplateContext {
        let bars = bars
        let longest = bars.map(\.value).max() ?? 0
        return TemplateContext([
            "rows": .list(
                bars.map { bar in
                    TemplateContext([
                        "label": .text(bar.label), "value": .text(NumberText.of(bar.value)),
                        "share": .text(Chart.percent(longest > 0 ? max(bar.value, 0) / longest : 0)),
                    ])
                })
        ])
    }

    private func columns() -> TemplateContext {
        let (points, together) = columns(atMost: Chart.maxColumns)
        let scale = AxisScale(upTo: points.map(\.value).max() ?? 0, integers: points.allSatisfy { $0.value.isInteger })
        let pitch = 100 / Double(points.count)
        // The width of a column is limited, so that a few columns do not fill the whole chart.
        let width = min(pitch * 0.8, 12)
        let shapes = points.enumerated().compactMap { index, point -> TemplateContext? in
            let height = scale.fraction(point.value) * 100
            guard height > 0 else { return nil }
            return TemplateContext([
                "x": .text(Chart.rounded((Double(index) + 0.5) * pitch - width / 2)),
                "width": .text(Chart.rounded(width)),
                "y": .text(Chart.rounded(100 - height)), "height": .text(Chart.rounded(height)),
            ])
        }
        let peak = points.max { $0.value < $1.value }
        var context: [String: TemplateContext.Value] = [
            "shapes": .list(shapes), "top": .text(NumberText.of(scale.top)),
            "unit": .text(values(together: together)),
            "peak": .text(peak.map { "Peak: \(NumberText.of($0.value)) at \($0.label)." } ?? ""),
            // The table lists every value, even if each column shows the sum of several values.
            "rows": .list(
                self.points.map {
                    TemplateContext(["label": .text($0.label), "value": .text(NumberText.of($0.value))])
                }),
            "first": .text(points.first?.label ?? ""),
        ]
        if points.count > 1 { context["last"] = .text(points.last?.label ?? "") }
        if points.count > 4 { context["middle"] = .text(points[points.count / 2].label) }
        return TemplateContext(context)
    }

    private static func percent(_ share: Double) -> String { "\(rounded(share * 100))%" }

    private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

extension Double {
    fileprivate var isInteger: Bool { self == rounded() }
}
