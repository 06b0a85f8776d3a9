package import Charts
package import Ticketing

extension Chart.Point {
    /// A time series shows at most this many successive days without a value, and leaves out longer gaps. Without this
    /// limit, a wrong clock could add years of such days.
    private static let maxEmptyDays = 366
    /// If a time series has this number of points, no more days without a value are added to it.
    private static let maxPoints = 2000

    /// The points of a time series with one point for each day from the first to the last day. Days without a value get
    /// the value 0. Gaps of more than `maxEmptyDays` days are left out.
    package static func daily(_ values: [CalendarDay: Int], label: (CalendarDay) -> String) -> [Chart.Point] {
        var points: [Chart.Point] = []
        var last: CalendarDay?
        for (day, value) in values.sorted(by: { $0.key < $1.key }) {
            if points.count < maxPoints {
                points += emptyDays(after: last, before: day).map { Chart.Point(label($0), 0) }
            }
            points.append(Chart.Point(label(day), Double(value)))
            last = day
        }
        return points
    }

    /// The days between `first` and `last`, without these two; empty if there are more than `maxEmptyDays`.
    private static func emptyDays(after first: CalendarDay?, before last: CalendarDay) -> [CalendarDay] {
        var days: [CalendarDay] = []
        var day = first?.next
        while let empty = day, empty < last {
            guard days.count < maxEmptyDays else { return [] }
            days.append(empty)
            day = empty.next
        }
        return days
    }
}
