extension Chart {
    /// The maximum number of bars.
    static let mostBars = 100

    /// The bars to render. If there are too many, the last one is the sum of the rest.
    public var bars: [Point] {
        guard points.count > Chart.mostBars else { return points }
        let rest = points.dropFirst(Chart.mostBars - 1)
        return points.prefix(Chart.mostBars - 1)
            + [Point("\(rest.count) others", rest.map(\.value).reduce(0, +))]
    }

    /// The columns of a time series, merged to at most `most`. Merged columns begin on the hour if possible; the first
    /// and the last may cover less time.
    public func columns(atMost most: Int) -> (points: [Point], together: Int) {
        // One column is reserved for a shorter first one.
        let together = points.count <= most ? 1 : Chart.roundCount(atLeast: (points.count - 1) / max(most - 1, 1) + 1)
        guard together > 1 else { return (points, 1) }
        let first = Chart.start(of: points, every: together)
        let starts = (first > 0 ? [0] : []) + Array(stride(from: first, to: points.count, by: together))
        let merged = zip(starts, starts.dropFirst() + [points.count]).map { start, end in
            Point(points[start].label, points[start..<end].map(\.value).reduce(0, +))
        }
        return (merged, together)
    }

    /// The title of the value axis, with the number of points per column if it is more than one.
    public func values(together: Int) -> String {
        together > 1 ? "\(valueAxisTitle), \(together) intervals per column" : valueAxisTitle
    }

    /// The indices of the labels to write on a time axis so that none overlap. Labels are evenly spaced, on the hour if
    /// possible.
    ///
    /// - Parameters:
    ///   - pitch: The distance between two columns.
    ///   - width: The width of the widest label, plus the gap to the next one.
    static func labelledIndices(_ points: [Point], pitch: Double, width: Double) -> [Int] {
        let every = roundCount(atLeast: Int((width / pitch).rounded(.up)))
        let start = start(of: points, every: every)
        return Array(stride(from: start, to: points.count, by: every))
    }

    /// The smallest number of columns, at least `count`, that makes a round time span if each column is five minutes.
    private static func roundCount(atLeast count: Int) -> Int {
        [1, 2, 3, 4, 6, 12, 24, 36, 48, 72, 144, 288].first { $0 >= count } ?? count
    }

    /// The index from which counting in steps of `every` reaches a full hour; 0 if no index does.
    private static func start(of points: [Point], every: Int) -> Int {
        (points.firstIndex { $0.label.hasSuffix(":00") } ?? 0) % every
    }
}
