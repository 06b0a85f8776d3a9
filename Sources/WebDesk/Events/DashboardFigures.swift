import Charts
import Foundation
import Management
import Ticketing
import WebHost

/// The figures on the dashboard of an event, as values for the template `desk-figures`.
struct DashboardFigures: Sendable {
    let event: Event
    let sales: SalesReport
    let attendance: AttendanceReport

    /// Reads the figures from the store.
    ///
    /// - Throws: `ManagementError` if the user is not allowed to read reports.
    init(of event: Event, _ services: ManagementServices) throws {
        self.event = event
        sales = try services.reports.salesReport(of: event)
        attendance = try services.reports.attendanceReport(of: event)
    }

    var context: [String: TemplateContext.Value] {
        let total = sales.total
        var context: [String: TemplateContext.Value] = [
            "numbers": .list(
                numbers.map { name, value in TemplateContext(["name": .text(name), "value": .text(value)]) }),
            "charts": .list(charts.map { id, chart in chart.context(id: id) }),
            "types": .list(sales.byType.map { TemplateContext(salesRow($0.type.name, $0.sums)) }),
            "all": .section(TemplateContext(salesRow("All", total))),
        ]
        if !attendance.totals.subEvents.isEmpty {
            context["sub_events"] = .section(
                TemplateContext(
                    ["sub_events_rows": .list(subEvents)].merging(SubEventLabel(event.details.kind).context) { $1 }))
        }
        if !attendance.totals.refusals.isEmpty {
            context["refusals"] = .section(TemplateContext(["refusals_rows": .list(refusals)]))
        }
        if !sales.others.isEmpty {
            context["others"] = .text(
                "Also sold in other currencies: \(sales.others.compactMap { money($0.total.net, $0.currency) }.joined(separator: ", "))."
            )
        }
        return context
    }

    private var numbers: [(String, String)] {
        let totals = attendance.totals
        var numbers = [
            ("Tickets", "\(sales.total.issued - sales.total.ended)"), ("People expected", "\(totals.expected)"),
        ]
        // These totals are nil for an event with sub-events, because one person can attend several sub-events and would
        // be counted several times.
        for (name, number) in [
            ("Admitted", totals.admitted), ("Inside now", totals.inside), ("Not yet arrived", attendance.noShows),
        ] {
            if let number { numbers.append((name, "\(number)")) }
        }
        numbers.append(("Refused", "\(totals.refused)"))
        if let net = money(sales.total.net, sales.currency) { numbers.append(("Net revenue", net)) }
        return numbers
    }

    private var charts: [(String, Chart)] {
        let refused = Dictionary(grouping: attendance.totals.refusals, by: \.reason)
            .map { ($0.key, $0.value.reduce(0) { $0 + $1.count }) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let timeline = attendance.timeline
        var times = timeline.map { $0.from.minuteText(in: event.zone) }
        // If all arrivals are on one day, the labels need no date.
        if Set(times.map { $0.prefix(10) }).count == 1 { times = times.map { String($0.suffix(5)) } }
        return [
            (
                "sold-by-type",
                Chart(
                    .bars, title: "Sales by type", labelAxisTitle: "Type", valueAxisTitle: "Tickets",
                    points: sales.byType.map { Chart.Point($0.type.name, Double($0.sums.issued - $0.sums.ended)) })
            ),
            (
                "sold-by-day",
                Chart(
                    .timeSeries, title: "Sales by day", labelAxisTitle: "Day", valueAxisTitle: "Tickets",
                    points: sales.byDay.map { Chart.Point($0.day.rawValue, Double($0.sums.issued - $0.sums.ended)) })
            ),
            (
                "arrivals",
                Chart(
                    .timeSeries, title: "Arrivals", labelAxisTitle: "Time", valueAxisTitle: "People in five minutes",
                    points: zip(times, timeline).map { Chart.Point($0, Double($1.people)) })
            ),
            (
                "gates",
                Chart(
                    .bars, title: "Admissions by gate", labelAxisTitle: "Gate", valueAxisTitle: "People",
                    points: attendance.byGate.map { entry in
                        Chart.Point(
                            [entry.gate, entry.subEvent?.name].compactMap(\.self).joined(separator: " · "),
                            Double(entry.people))
                    })
            ),
            (
                "refused",
                Chart(
                    .bars, title: "Refusals by reason", labelAxisTitle: "Reason", valueAxisTitle: "Times",
                    points: refused.map { Chart.Point(DashboardFigures.spaced($0.0), Double($0.1)) })
            ),
        ]
    }

    private func salesRow(_ name: String, _ sums: SalesReport.Sums) -> [String: TemplateContext.Value] {
        [
            "type": .text(name), "issued": .text("\(sums.issued)"), "ended": .text("\(sums.ended)"),
            "revenue": .text(money(sums.revenue, sales.currency) ?? "–"),
            "refunds": .text(money(sums.refunds, sales.currency) ?? "–"),
            "net": .text(money(sums.net, sales.currency) ?? "–"), "due": .text(money(sums.due, sales.currency) ?? "–"),
        ]
    }

    private var subEvents: [TemplateContext] {
        attendance.totals.subEvents.map {
            TemplateContext([
                "sub_event": .text($0.subEvent.name), "expected": .text("\($0.expected)"),
                "admitted": .text("\($0.admitted)"), "inside": .text("\($0.inside)"),
                "to_come": .text("\($0.noShows)"),
            ])
        }
    }

    private var refusals: [TemplateContext] {
        attendance.totals.refusals.map {
            TemplateContext([
                "gate": .text($0.gate), "reason": .text(DashboardFigures.spaced($0.reason)),
                "count": .text("\($0.count)"),
            ])
        }
    }

    private func money(_ amount: Int64, _ currency: String?) -> String? {
        currency.map { Money(minorUnits: amount, currency: $0).description }
    }

    /// Splits an identifier into words: `alreadyUsed` becomes `already used`.
    private static func spaced(_ reason: String) -> String { reason.spaced }
}
