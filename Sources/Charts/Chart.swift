/// A picture of one series of numbers: bars by name, or a number for each span of time.
///
/// ```swift
/// let chart = Chart(.bars, title: "Sold", labels: "Type", values: "Tickets", points: [.init("Regular", 1200)])
/// print(chart.text(columns: 80))
/// let png = try chart.png()
/// ```
///
/// Texts are drawn as they are: who has them from strangers makes control characters and changes of writing direction
/// visible first.
public struct Chart: Sendable {
    public enum Kind: Sendable {
        /// One bar below the other, each with its name: types, gates, reasons. In the order given.
        case bars
        /// Columns along an axis of time, each span as long as the others, as arrivals per 5 minutes.
        case timeSeries
    }

    public struct Point: Sendable, Hashable {
        public let label: String
        public let value: Double

        /// - Parameter value: what is no finite number counts as 0; what is below 0 has its number and no bar.
        public init(_ label: String, _ value: Double) {
            self.label = String(label.prefix(Chart.longest))
            self.value = value.isFinite ? value : 0
        }
    }

    public let kind: Kind
    public let title: String
    /// What the labels are: “Gate”, “Time”.
    public let labels: String
    /// What the values are: “Tickets”, “Arrivals per 5 minutes”.
    public let values: String
    public let points: [Point]

    public init(_ kind: Kind, title: String, labels: String, values: String, points: [Point]) {
        self.kind = kind
        self.title = String(title.prefix(Chart.longest))
        self.labels = String(labels.prefix(Chart.longest))
        self.values = String(values.prefix(Chart.longest))
        self.points = points
    }

    /// What stands where there is nothing to draw.
    static let nothing = "nothing yet"

    /// Whether no point has anything to show.
    public var isEmpty: Bool { points.allSatisfy { $0.value <= 0 } }

    /// The axis of the values as they are given.
    public var scale: Scale {
        Scale(upTo: points.map(\.value).max() ?? 0, whole: points.allSatisfy { $0.value.isWhole })
    }

    /// The longest text that is drawn at all, in characters.
    fileprivate static let longest = 200
}

extension Double {
    var isWhole: Bool { self == rounded() }
}
