import Charts
import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The figures on the dashboard of an event, as values for the template `dashboard-figures`. Numbers, dates and
/// amounts are in English, like the pages of organizers.
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
            "heroes": .list(heroes),
            "numbers": .list(
                numbers.map { name, value in TemplateContext(["name": .sentence(name), "value": .text(value)]) }),
            "charts": .list(charts.map(\.context)),
            "types": .list(sales.byType.map { TemplateContext(salesRow(.verbatim($0.type.name), $0.sums)) }),
            "all": .section(TemplateContext(salesRow(Sentence(DeskEventSentence.allTypes), total))),
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
            let amounts = sales.others.compactMap { money($0.total.net, $0.currency) }.joined(separator: ", ")
            context["others"] = .sentence(DeskEventSentence.otherCurrencies, ["amounts": .text(amounts)])
        }
        return context
    }

    /// The two most important numbers, which the page shows in large digits: the number of people inside, and the net
    /// revenue. An event with sub-events has no total of the people inside, so the page shows the number of expected
    /// people instead. If nothing was sold for money, the page shows the number of tickets instead of the revenue.
    private var heroes: [TemplateContext] {
        let expected = attendance.totals.expected
        var people: [String: TemplateContext.Value] = [
            "hero_name": .sentence(DeskEventSentence.peopleExpected),
            "hero_value": .text(DashboardFigures.text(expected)),
        ]
        if let inside = attendance.totals.inside {
            people = [
                "hero_name": .sentence(DeskEventSentence.insideNow),
                "hero_value": .text(DashboardFigures.text(inside)),
                "hero_about": .sentence(DeskOverviewSentence.ofExpected, ["count": .number(expected)]),
            ]
            if expected > 0 {
                people["hero_share"] = .section(
                    TemplateContext([
                        "share_count": .text("\(inside)"), "share_most": .text("\(expected)"),
                        "share_label": .sentence(DeskEventSentence.insideNow),
                    ]))
            }
        }
        let second =
            netRevenue.map { (Sentence(DeskEventSentence.netRevenue), $0) }
            ?? (Sentence(DeskSentence.tickets), tickets)
        return [
            TemplateContext(people),
            TemplateContext(["hero_name": .sentence(second.0), "hero_value": .text(second.1)]),
        ]
    }

    private var tickets: String { DashboardFigures.text(sales.total.issued - sales.total.ended) }

    private var netRevenue: String? { money(sales.total.net, sales.currency) }

    private var numbers: [(Sentence, String)] {
        let totals = attendance.totals
        var numbers: [(Sentence, String)] = []
        if netRevenue != nil { numbers.append((Sentence(DeskSentence.tickets), tickets)) }
        // These totals are nil for an event with sub-events, because one person can attend several sub-events and would
        // be counted several times.
        let people: [(DeskEventSentence, Int?)] = [(.admitted, totals.admitted), (.notArrived, attendance.noShows)]
        for (name, number) in people {
            if let number { numbers.append((Sentence(name), DashboardFigures.text(number))) }
        }
        numbers.append((Sentence(DeskEventSentence.refused), DashboardFigures.text(totals.refused)))
        return numbers
    }

    private var charts: [PageChart] {
        let refused = Dictionary(grouping: attendance.totals.refusals, by: \.reason)
            .map { ($0.key, $0.value.reduce(0) { $0 + $1.count }) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let timeline = attendance.timeline
        let byDay = Dictionary(uniqueKeysWithValues: sales.byDay.map { ($0.day, $0.sums.issued - $0.sums.ended) })
        var times = timeline.map { $0.from.minuteText(in: event.zone) }
        // If all arrivals are on one day, the labels need no date.
        if Set(times.map { $0.dropLast(5) }).count == 1 { times = times.map { String($0.suffix(5)) } }
        return [
            PageChart(
                .bars, id: "sold-by-type", title: .soldByType, labelAxisTitle: Sentence(DeskSentence.type),
                valueAxisTitle: Sentence(DeskSentence.tickets),
                points: sales.byType.map { Chart.Point($0.type.name, Double($0.sums.issued - $0.sums.ended)) }),
            PageChart(
                .timeSeries, id: "sold-by-day", title: .soldByDay, labelAxisTitle: Sentence(DeskEventSentence.day),
                valueAxisTitle: Sentence(DeskSentence.tickets),
                points: Chart.Point.daily(byDay) { $0.displayText }, every: .day),
            PageChart(
                .timeSeries, id: "arrivals", title: .arrivals, labelAxisTitle: Sentence(DeskEventSentence.time),
                valueAxisTitle: Sentence(DeskEventSentence.peopleInFiveMinutes),
                points: zip(times, timeline).map { Chart.Point($0, Double($1.people)) }),
            PageChart(
                .bars, id: "gates", title: .admissionsByGate, labelAxisTitle: Sentence(DeskSentence.gate),
                valueAxisTitle: Sentence(DeskEventSentence.people),
                points: attendance.byGate.map { entry in
                    Chart.Point(
                        [entry.gate, entry.subEvent?.name].compactMap(\.self).joined(separator: " · "),
                        Double(entry.people))
                }),
            PageChart(
                .bars, id: "refused", title: .refusalsByReason, labelAxisTitle: Sentence(DeskSentence.reason),
                valueAxisTitle: Sentence(DeskEventSentence.times),
                points: refused.map { Chart.Point($0.0, Double($0.1)) },
                barLabels: refused.map { DashboardFigures.label(ofReason: $0.0) }),
        ]
    }

    private func salesRow(_ name: Sentence, _ sums: SalesReport.Sums) -> [String: TemplateContext.Value] {
        [
            "type": .sentence(name), "issued": .text(DashboardFigures.text(sums.issued)),
            "ended": .text(DashboardFigures.text(sums.ended)),
            "revenue": .text(money(sums.revenue, sales.currency) ?? "–"),
            "refunds": .text(money(sums.refunds, sales.currency) ?? "–"),
            "net": .text(money(sums.net, sales.currency) ?? "–"), "due": .text(money(sums.due, sales.currency) ?? "–"),
        ]
    }

    private var subEvents: [TemplateContext] {
        attendance.totals.subEvents.map {
            TemplateContext([
                "sub_event": .text($0.subEvent.name), "expected": .text(DashboardFigures.text($0.expected)),
                "admitted": .text(DashboardFigures.text($0.admitted)),
                "inside": .text(DashboardFigures.text($0.inside)),
                "to_come": .text(DashboardFigures.text($0.noShows)),
            ])
        }
    }

    private var refusals: [TemplateContext] {
        attendance.totals.refusals.map {
            TemplateContext([
                "gate": .text($0.gate), "reason": .sentence(DashboardFigures.label(ofReason: $0.reason)),
                "count": .text(DashboardFigures.text($0.count)),
            ])
        }
    }

    private static func text(_ number: Int) -> String { Language.english.text(number) }

    private func money(_ amount: Int64, _ currency: String?) -> String? {
        currency.map { Money(minorUnits: amount, currency: $0).displayText }
    }

    /// The words for a reason in the ledger. A reason that a newer version of the program has recorded is unknown to
    /// this version. The words are then made from the name of the reason.
    private static func label(ofReason reason: String) -> Sentence {
        Refusal.Reason(rawValue: reason)?.label ?? .verbatim(reason.spaced)
    }
}
