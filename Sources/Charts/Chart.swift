public import Languages

/// A chart of one series of numbers: named bars, or a value for each time interval.
///
/// ```swift
/// let chart = Chart(.bars, title: "Sold", labelAxisTitle: "Type", valueAxisTitle: "Tickets",
///     points: [.init("Regular", 1200)])
/// print(chart.text(columns: 80))
/// let png = try chart.png()
/// ```
///
/// A chart truncates each text after 200 characters. Apart from that, it renders texts unchanged. So the caller must
/// first make control characters and changes of writing direction visible in untrusted texts.
public struct Chart: Sendable {
    public enum Kind: Sendable {
        /// Horizontal bars, one for each name, such as a ticket type, gate or reason, in the given order.
        case bars
        /// Columns along a time axis in equal intervals, such as arrivals per 5 minutes.
        case timeSeries
    }

    public struct Point: Sendable, Hashable {
        public let label: String
        public let value: Double

        /// Makes a point.
        ///
        /// - Parameter value: Infinity and NaN are replaced by 0. A negative value is shown as a number without a bar.
        public init(_ label: String, _ value: Double) {
            self.label = String(label.prefix(Chart.longest))
            self.value = value.isFinite ? value : 0
        }
    }

    public let kind: Kind
    public let title: String
    /// The title of the label axis, such as “Gate” or “Time”.
    public let labelAxisTitle: String
    /// The title of the value axis, such as “Tickets” or “Arrivals per 5 minutes”.
    public let valueAxisTitle: String
    public let points: [Point]
    /// The language of the texts that the chart adds, such as “nothing yet”.
    let language: Language

    /// Makes a chart.
    public init(
        _ kind: Kind, title: String, labelAxisTitle: String, valueAxisTitle: String, points: [Point],
        in language: Language = .english
    ) {
        self.kind = kind
        self.language = language
        self.title = String(title.prefix(Chart.longest))
        self.labelAxisTitle = String(labelAxisTitle.prefix(Chart.longest))
        self.valueAxisTitle = String(valueAxisTitle.prefix(Chart.longest))
        self.points = points
    }

    /// The text that is shown instead of an empty chart.
    var emptyMessage: String { language.text(Text.empty) }

    enum Text: String, SentenceKey {
        static let subject = "chart"

        case empty = "nothing yet"
        case others = "{count} other|{count} others"
        case intervals = "{values}, {count} interval per column|{values}, {count} intervals per column"
    }

    /// Whether no point has a positive value.
    public var isEmpty: Bool { points.allSatisfy { $0.value <= 0 } }

    /// The value axis for the points themselves. If points are merged into columns, the columns need another axis,
    /// because their values are larger.
    public var scale: AxisScale {
        AxisScale(upTo: points.map(\.value).max() ?? 0, integers: points.allSatisfy { $0.value.isInteger })
    }

    /// The maximum length of a text, in characters.
    fileprivate static let longest = 200
}

extension Double {
    var isInteger: Bool { self == rounded() }
}
