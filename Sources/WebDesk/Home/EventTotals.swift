import Charts
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The totals over several events, as values for the template `home-totals`.
struct EventTotals: Sendable {
    private(set) var events: [(event: Event, figures: EventFigures)]
    /// The titles of the events whose figures could not be read.
    private(set) var titlesNotRead: [String] = []

    private static let maxNamed = 5

    init(events: [(event: Event, figures: EventFigures)]) { self.events = events }

    /// - Parameter figures: The figures of the event; nil if they could not be read.
    mutating func add(_ figures: EventFigures?, of event: Event) {
        if let figures { events.append((event, figures)) } else { titlesNotRead.append(event.details.title) }
    }

    /// The template values. If no figures could be read, the page only names the events whose figures are missing.
    var context: [String: TemplateContext.Value] {
        guard !titlesNotRead.isEmpty else { return figureContext }
        var context = events.isEmpty ? [:] : figureContext
        context["totals_not_read"] = .sentence(DeskHomeSentence.totalsNotRead, notRead)
        return context
    }

    /// The arguments `count` and `titles` of a sentence about the events whose figures could not be read.
    var notRead: [String: SentenceArgument] {
        let more = titlesNotRead.count > EventTotals.maxNamed ? ["…"] : []
        let named = (titlesNotRead.prefix(EventTotals.maxNamed) + more).joined(separator: ", ")
        return ["count": .number(titlesNotRead.count), "titles": .text(named)]
    }

    private var figureContext: [String: TemplateContext.Value] {
        let all = events.map(\.figures)
        var numbers: [(DeskHomeSentence, Int)] = [
            (.events, events.count), (.tickets, all.reduce(0) { $0 + $1.tickets }),
            (.ticketsToday, all.reduce(0) { $0 + $1.ticketsToday }),
        ]
        // A person can come to several sub-events, so events with sub-events are not counted.
        let counted = all.compactMap(\.admitted)
        if !counted.isEmpty { numbers.append((.admitted, counted.reduce(0, +))) }
        var context: [String: TemplateContext.Value] = [
            "numbers": .list(
                numbers.map { TemplateContext(["name": .sentence($0), "value": .number($1)]) }),
            "charts": .list(charts.map(\.context)),
        ]
        if counted.count < all.count, !counted.isEmpty {
            context["uncounted"] = .sentence(
                DeskHomeSentence.admittedAbout, ["count": .number(all.count - counted.count)])
        }
        let rows = currencies
        if !rows.isEmpty { context["money"] = .section(TemplateContext(["currencies": .list(rows)])) }
        return context
    }

    private var currencies: [TemplateContext] {
        let names = Set(events.flatMap { $0.figures.sums.keys }).sorted()
        return names.map { currency in
            var (revenue, refunds, net, today) = (Int64(0), Int64(0), Int64(0), Int64(0))
            for (_, figures) in events {
                guard let sums = figures.sums[currency] else { continue }
                revenue = EventTotals.sum(revenue, sums.revenue)
                refunds = EventTotals.sum(refunds, sums.refunds)
                net = EventTotals.sum(net, sums.net)
                today = EventTotals.sum(today, figures.netToday[currency] ?? 0)
            }
            func text(_ amount: Int64) -> TemplateContext.Value {
                .text(Money(minorUnits: amount, currency: currency).displayText)
            }
            return TemplateContext([
                "currency": .text(currency), "revenue": text(revenue), "refunds": text(refunds), "net": text(net),
                "net_today": text(today),
            ])
        }
    }

    /// The sum of two amounts, limited to the range of `Int64`. The amounts of one event always fit, but damaged data
    /// can have amounts whose sum does not.
    static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (a < 0 ? .min : .max) : sum
    }

    private var charts: [PageChart] {
        let sorted = events.sorted { $0.figures.tickets > $1.figures.tickets }.filter { $0.figures.tickets > 0 }
        var byDay: [CalendarDay: Int] = [:]
        for (_, figures) in events { byDay.merge(figures.ticketsByDay, uniquingKeysWith: +) }
        return [
            PageChart(
                .bars, id: "tickets-by-event", title: Sentence(DeskHomeSentence.ticketsByEvent),
                labelAxisTitle: Sentence(DeskSentence.event), valueAxisTitle: Sentence(DeskSentence.tickets),
                points: sorted.map { Chart.Point($0.event.details.title, Double($0.figures.tickets)) }),
            PageChart(
                .timeSeries, id: "tickets-by-day", title: Sentence(DeskHomeSentence.ticketsByDay),
                labelAxisTitle: Sentence(DeskEventSentence.day), valueAxisTitle: Sentence(DeskSentence.tickets),
                points: Chart.Point.daily(byDay) { $0.displayText }, every: .day),
        ]
    }
}
