import Charts

extension Chart {
    /// Columns that a picture has at most: more would be thinner than can be seen on a phone.
    private static let mostColumns = 120

    /// The chart for the template `chart`: shapes as shares of their picture, texts beside them, and all of it as a table.
    ///
    /// - Parameter id: of its table on the page.
    func facts(id: String) -> Facts {
        var facts: [String: Facts.Fact] = [
            "chart_id": .text(id), "chart_title": .text(title), "chart_labels": .text(labels),
            "chart_values": .text(values),
        ]
        if isEmpty {
            facts["chart_empty"] = .one(Facts([:]))
        } else {
            switch kind {
            case .bars: facts["chart_bars"] = .one(bars(id))
            case .timeSeries: facts["chart_columns"] = .one(columns())
            }
        }
        return Facts(facts)
    }

    private func bars(_ id: String) -> Facts {
        let bars = bars
        let longest = bars.map(\.value).max() ?? 0
        return Facts([
            "rows": .list(
                bars.map { bar in
                    Facts([
                        "label": .text(bar.label), "value": .text(NumberText.of(bar.value)),
                        "share": .text(Chart.percent(longest > 0 ? max(bar.value, 0) / longest : 0)),
                    ])
                })
        ])
    }

    private func columns() -> Facts {
        let (points, together) = columns(atMost: Chart.mostColumns)
        let scale = Scale(upTo: points.map(\.value).max() ?? 0, whole: points.allSatisfy { $0.value.isWhole })
        let pitch = 100 / Double(points.count)
        // Few columns do not fill the picture.
        let width = min(pitch * 0.8, 12)
        let shapes = points.enumerated().compactMap { index, point -> Facts? in
            let height = scale.share(point.value) * 100
            guard height > 0 else { return nil }
            return Facts([
                "x": .text(Chart.short((Double(index) + 0.5) * pitch - width / 2)), "width": .text(Chart.short(width)),
                "y": .text(Chart.short(100 - height)), "height": .text(Chart.short(height)),
            ])
        }
        let peak = points.max { $0.value < $1.value }
        var facts: [String: Facts.Fact] = [
            "shapes": .list(shapes), "top": .text(NumberText.of(scale.top)),
            "unit": .text(values(together: together)),
            "told": .text(peak.map { "The most, \(NumberText.of($0.value)), at \($0.label)." } ?? ""),
            // One by one, also where columns are sums.
            "rows": .list(
                self.points.map { Facts(["label": .text($0.label), "value": .text(NumberText.of($0.value))]) }),
            "first": .text(points.first?.label ?? ""),
        ]
        if points.count > 1 { facts["last"] = .text(points.last?.label ?? "") }
        if points.count > 4 { facts["middle"] = .text(points[points.count / 2].label) }
        return Facts(facts)
    }

    private static func percent(_ share: Double) -> String { "\(short(share * 100))%" }

    private static func short(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

extension Double {
    fileprivate var isWhole: Bool { self == rounded() }
}
