extension Chart {
    /// Bars that are drawn one by one.
    static let mostBars = 100

    /// The bars to draw: where there are too many, the last is the sum of the rest.
    public var bars: [Point] {
        guard points.count > Chart.mostBars else { return points }
        let rest = points.dropFirst(Chart.mostBars - 1)
        return points.prefix(Chart.mostBars - 1)
            + [Point("\(rest.count) others", rest.map(\.value).reduce(0, +))]
    }

    /// The columns of a time series where there is room for `most` of them. Those that are sums begin on the hour where
    /// they can; the first and the last may be sums of fewer.
    public func columns(atMost most: Int) -> (points: [Point], together: Int) {
        // One column is kept for a first one that is cut short.
        let together = points.count <= most ? 1 : Chart.roundCount(atLeast: (points.count - 1) / max(most - 1, 1) + 1)
        guard together > 1 else { return (points, 1) }
        let first = Chart.start(of: points, every: together)
        let starts = (first > 0 ? [0] : []) + Array(stride(from: first, to: points.count, by: together))
        let merged = zip(starts, starts.dropFirst() + [points.count]).map { start, end in
            Point(points[start].label, points[start..<end].map(\.value).reduce(0, +))
        }
        return (merged, together)
    }

    /// What the values are, where columns are sums of several.
    public func values(together: Int) -> String {
        together > 1 ? "\(values), each column \(together) of them together" : values
    }

    /// Which labels of an axis of time are written, so that none touches the next: every so many, on the hour where it
    /// can be.
    ///
    /// - Parameters:
    ///   - pitch: the distance of two columns.
    ///   - width: what the widest label takes, with its distance to the next.
    static func labelled(_ points: [Point], pitch: Double, width: Double) -> [Int] {
        let every = roundCount(atLeast: Int((width / pitch).rounded(.up)))
        let start = start(of: points, every: every)
        return Array(stride(from: start, to: points.count, by: every))
    }

    /// Numbers of five minutes that make round times, and what comes close to one beyond them.
    private static func roundCount(atLeast count: Int) -> Int {
        [1, 2, 3, 4, 6, 12, 24, 36, 48, 72, 144, 288].first { $0 >= count } ?? count
    }

    /// From where one counts in order to come upon a full hour; 0 where there is none.
    private static func start(of points: [Point], every: Int) -> Int {
        (points.firstIndex { $0.label.hasSuffix(":00") } ?? 0) % every
    }
}
