import Languages

extension Chart {
    static let mostBars = 100

    /// The bars to render. If there are more than `mostBars` points, the last bar is the sum of the remaining points.
    public var bars: [Point] {
        guard points.count > Chart.mostBars else { return points }
        let rest = points.dropFirst(Chart.mostBars - 1)
        return points.prefix(Chart.mostBars - 1)
            + [Point(language.text(Text.others, ["count": .number(rest.count)]), rest.map(\.value).reduce(0, +))]
    }

    /// Merges the points of a time series into at most `most` columns. Each column is the sum of `together` successive
    /// points. Only the first and the last column may be the sum of fewer points. If possible, the columns are chosen
    /// so that one of them begins on the hour.
    public func columns(atMost most: Int) -> (points: [Point], together: Int) {
        // One column is reserved, because the points before the first full hour may need a separate column.
        let together = points.count <= most ? 1 : Chart.roundCount(atLeast: (points.count - 1) / max(most - 1, 1) + 1)
        guard together > 1 else { return (points, 1) }
        let first = Chart.start(of: points, every: together)
        let starts = (first > 0 ? [0] : []) + Array(stride(from: first, to: points.count, by: together))
        let merged = zip(starts, starts.dropFirst() + [points.count]).map { start, end in
            Point(points[start].label, points[start..<end].map(\.value).reduce(0, +))
        }
        return (merged, together)
    }

    /// The title of the value axis. If a column contains several points, the title includes the number of points per
    /// column.
    public func values(together: Int) -> String {
        guard together > 1 else { return valueAxisTitle }
        return language.text(Text.intervals, ["values": .text(valueAxisTitle), "count": .number(together)])
    }

    /// The indices of the points whose labels are written on the time axis, chosen so that labels do not overlap. The
    /// labels are evenly spaced, and one of them is on the hour if possible.
    ///
    /// - Parameters:
    ///   - pitch: The distance between two columns.
    ///   - width: The width of the widest label, plus the gap to the next label.
    static func labelledIndices(_ points: [Point], pitch: Double, width: Double) -> [Int] {
        let every = roundCount(atLeast: Int((width / pitch).rounded(.up)))
        let start = start(of: points, every: every)
        return Array(stride(from: start, to: points.count, by: every))
    }

    /// Rounds a number of points up, so that they cover a round time span, such as 15 minutes or 2 hours. Each point is
    /// assumed to cover 5 minutes. If the time span would exceed one day, the result is `count` itself.
    private static func roundCount(atLeast count: Int) -> Int {
        [1, 2, 3, 4, 6, 12, 24, 36, 48, 72, 144, 288].first { $0 >= count } ?? count
    }

    /// The index of the first point to choose, if every `every`-th point is chosen and the first point on the hour must
    /// be one of the chosen points; 0 if no point is on the hour.
    private static func start(of points: [Point], every: Int) -> Int {
        (points.firstIndex { $0.label.hasSuffix(":00") } ?? 0) % every
    }
}
