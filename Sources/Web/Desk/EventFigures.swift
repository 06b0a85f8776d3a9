import Charts
import Foundation
import Management
import Ticketing

/// What the dashboard of an event shows, as facts for the template `desk-figures`.
struct EventFigures: Sendable {
    let event: Event
    let sales: SalesReport
    let attendance: AttendanceReport

    /// - Throws: `ManagementError` where the user may not read reports.
    init(of event: Event, _ office: Office) throws {
        self.event = event
        sales = try office.salesReport(of: event)
        attendance = try office.attendanceReport(of: event)
    }

    var facts: [String: Facts.Fact] {
        let total = sales.total
        var facts: [String: Facts.Fact] = [
            "numbers": .list(
                numbers.map { name, value in Facts(["name": .text(name), "value": .text(value)]) }),
            "charts": .list(charts.map { id, chart in chart.facts(id: id) }),
            "types": .list(sales.byType.map { Facts(line($0.type.name, $0.sums)) }),
            "all": .one(Facts(line("All", total))),
        ]
        if !attendance.totals.functions.isEmpty {
            facts["functions"] = .one(Facts(["functions_rows": .list(functions)]))
        }
        if !attendance.totals.refusals.isEmpty {
            facts["refusals"] = .one(Facts(["refusals_rows": .list(refusals)]))
        }
        if !sales.others.isEmpty {
            facts["others"] = .text(
                "Sold in other currencies, too: \(sales.others.compactMap { money($0.total.net, $0.currency) }.joined(separator: ", "))."
            )
        }
        return facts
    }

    private var numbers: [(String, String)] {
        let totals = attendance.totals
        var numbers = [
            ("Tickets", "\(sales.total.issued - sales.total.ended)"), ("People expected", "\(totals.expected)"),
        ]
        // An event with functions has none of these as a whole: one person may come to several.
        for (name, number) in [
            ("Came", totals.admitted), ("Inside now", totals.inside), ("Still to come", attendance.noShows),
        ] {
            if let number { numbers.append((name, "\(number)")) }
        }
        numbers.append(("Refused", "\(totals.refused)"))
        if let net = money(sales.total.net, sales.currency) { numbers.append(("Taken, without refunds", net)) }
        return numbers
    }

    private var charts: [(String, Chart)] {
        let refused = Dictionary(grouping: attendance.totals.refusals, by: \.reason)
            .map { ($0.key, $0.value.reduce(0) { $0 + $1.count }) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let timeline = attendance.timeline
        var times = timeline.map { $0.from.minuteText(in: event.zone) }
        // Whoever came on one day needs no date.
        if Set(times.map { $0.prefix(10) }).count == 1 { times = times.map { String($0.suffix(5)) } }
        return [
            (
                "sold-by-type",
                Chart(
                    .bars, title: "Sold by type", labels: "Type", values: "Tickets",
                    points: sales.byType.map { Chart.Point($0.type.name, Double($0.sums.issued - $0.sums.ended)) })
            ),
            (
                "sold-by-day",
                Chart(
                    .timeSeries, title: "Sold by day", labels: "Day", values: "Tickets",
                    points: sales.byDay.map { Chart.Point($0.day.rawValue, Double($0.sums.issued - $0.sums.ended)) })
            ),
            (
                "arrivals",
                Chart(
                    .timeSeries, title: "Arrivals", labels: "Time", values: "People in five minutes",
                    points: zip(times, timeline).map { Chart.Point($0, Double($1.people)) })
            ),
            (
                "gates",
                Chart(
                    .bars, title: "By gate", labels: "Gate", values: "People",
                    points: attendance.byGate.map { entry in
                        Chart.Point(
                            [entry.gate, entry.function?.name].compactMap(\.self).joined(separator: " · "),
                            Double(entry.people))
                    })
            ),
            (
                "refused",
                Chart(
                    .bars, title: "Refused, by reason", labels: "Reason", values: "Times",
                    points: refused.map { Chart.Point(EventFigures.words($0.0), Double($0.1)) })
            ),
        ]
    }

    private func line(_ name: String, _ sums: SalesReport.Sums) -> [String: Facts.Fact] {
        [
            "type": .text(name), "issued": .text("\(sums.issued)"), "ended": .text("\(sums.ended)"),
            "revenue": .text(money(sums.revenue, sales.currency) ?? "–"),
            "refunds": .text(money(sums.refunds, sales.currency) ?? "–"),
            "net": .text(money(sums.net, sales.currency) ?? "–"), "due": .text(money(sums.due, sales.currency) ?? "–"),
        ]
    }

    private var functions: [Facts] {
        attendance.totals.functions.map {
            Facts([
                "function": .text($0.function.name), "expected": .text("\($0.expected)"),
                "admitted": .text("\($0.admitted)"), "inside": .text("\($0.inside)"),
                "to_come": .text("\($0.noShows)"),
            ])
        }
    }

    private var refusals: [Facts] {
        attendance.totals.refusals.map {
            Facts([
                "gate": .text($0.gate), "reason": .text(EventFigures.words($0.reason)), "count": .text("\($0.count)"),
            ])
        }
    }

    private func money(_ amount: Int64, _ currency: String?) -> String? {
        currency.map { Money(minorUnits: amount, currency: $0).description }
    }

    /// `alreadyUsed` as `already used`.
    private static func words(_ reason: String) -> String { reason.spelledOut }
}
