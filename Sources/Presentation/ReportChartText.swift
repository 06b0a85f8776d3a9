import Languages

/// The titles of the charts of reports, and of their axes.
enum ReportChartText: String, SentenceKey {
    static let subject = "reportChart"

    case arrivals = "{event}: arrivals per 5 minutes"
    case issued = "{event}: tickets issued"
    case headcount = "{event}: people"
    case time = "Time"
    case day = "Day"
    case subEvent = "Sub-event"
    case people = "People"
    case tickets = "Tickets"
}
