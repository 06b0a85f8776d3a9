import Charts
import Languages
import Management
import Presentation
import Store
import Ticketing
import WebHost

/// The reports of one event as tables and charts: sales by ticket type, by day and by payment method, and admissions.
/// Amounts in different currencies are in different rows.
struct EventReports: Sendable {
    /// A report. The raw value is a part of the paths of the report’s files.
    enum Kind: String, CaseIterable, Sendable {
        case types = "sales-by-type"
        case days = "sales-by-day"
        case methods = "sales-by-method"
        case admissions
    }

    let event: Event
    private let sales: SalesReport
    private let payments: [Orders.PaymentSums]
    private let attendance: AttendanceReport

    /// - Throws: `ManagementError` if the user is not allowed to read reports.
    init(of event: Event, _ services: ManagementServices) throws {
        self.event = event
        sales = try services.reports.salesReport(of: event)
        payments = try services.reports.paymentReport(of: event)
        attendance = try services.reports.attendanceReport(of: event)
    }

    /// The sales report. If tickets were sold in several currencies, a report for each further currency follows.
    private var currencies: [SalesReport] { [sales] + sales.others }

    func table(_ kind: Kind) -> ReportTable {
        switch kind {
        case .types: typeTable
        case .days: dayTable
        case .methods: methodTable
        case .admissions: admissionTable
        }
    }

    // MARK: Tables

    private static let salesColumns = [
        ListColumn(Sentence(DeskListSentence.currency)), ListColumn(Sentence(DeskSentence.issued), .integer),
        ListColumn(Sentence(DeskEventSentence.ended), .integer),
        ListColumn(Sentence(DeskEventSentence.revenue), .decimal),
        ListColumn(Sentence(DeskEventSentence.refunds), .decimal),
        ListColumn(Sentence(DeskEventSentence.net), .decimal), ListColumn(Sentence(DeskEventSentence.due), .decimal),
    ]

    private static func cells(_ sums: SalesReport.Sums, _ currency: String?) -> [ListCell] {
        [
            ListCell(currency), ListCell(sums.issued), ListCell(sums.ended), money(sums.revenue, currency),
            money(sums.refunds, currency), money(sums.net, currency), money(sums.due, currency),
        ]
    }

    private static func money(_ amount: Int64, _ currency: String?) -> ListCell {
        ListCell(currency.map { Money(minorUnits: amount, currency: $0) })
    }

    private var typeTable: ReportTable {
        ReportTable(
            name: Kind.types.rawValue, title: Sentence(DeskEventSentence.soldByType),
            columns: [ListColumn(Sentence(DeskSentence.type))] + EventReports.salesColumns,
            rows: currencies.flatMap { report in
                report.byType.map { [ListCell($0.type.name)] + EventReports.cells($0.sums, report.currency) }
            }, sums: totals, none: Sentence(DeskReportSentence.noSales))
    }

    private var dayTable: ReportTable {
        ReportTable(
            name: Kind.days.rawValue, title: Sentence(DeskEventSentence.soldByDay),
            columns: [ListColumn(Sentence(DeskEventSentence.day))] + EventReports.salesColumns,
            rows: currencies.flatMap { report in
                report.byDay.map { [ListCell($0.day.displayText)] + EventReports.cells($0.sums, report.currency) }
            }, sums: totals, none: Sentence(DeskReportSentence.noSales))
    }

    private var totals: [[ListCell]] {
        currencies.filter { !$0.rows.isEmpty }.map { report in
            [ListCell(Sentence(DeskEventSentence.allTypes))] + EventReports.cells(report.total, report.currency)
        }
    }

    private var methodTable: ReportTable {
        ReportTable(
            name: Kind.methods.rawValue, title: Sentence(DeskReportSentence.soldByMethod),
            columns: [
                ListColumn(Sentence(FieldSentence.paymentMethod)), ListColumn(Sentence(DeskListSentence.currency)),
                ListColumn(Sentence(DeskSentence.orders), .integer),
                ListColumn(Sentence(DeskReportSentence.ticketsOrdered), .integer),
                ListColumn(Sentence(DeskReportSentence.paid), .decimal),
                ListColumn(Sentence(DeskEventSentence.refunds), .decimal),
                ListColumn(Sentence(DeskEventSentence.net), .decimal),
            ],
            rows: payments.map { sums in
                [
                    ListCell(sums.method.label), ListCell(sums.currency), ListCell(sums.orders), ListCell(sums.tickets),
                    EventReports.money(sums.paid, sums.currency), EventReports.money(sums.refunds, sums.currency),
                    EventReports.money(sums.paid &- sums.refunds, sums.currency),
                ]
            }, none: Sentence(DeskReportSentence.noPaidOrders))
    }

    private var admissionTable: ReportTable {
        let gates = attendance.byGate
        let hasSubEvents = gates.contains { $0.subEvent != nil }
        let subEvent = hasSubEvents ? [ListColumn(SubEventLabel(event.details.kind).singular)] : []
        return ReportTable(
            name: Kind.admissions.rawValue, title: Sentence(DeskEventSentence.admissionsByGate),
            columns: [ListColumn(Sentence(DeskSentence.gate))] + subEvent
                + [ListColumn(Sentence(DeskEventSentence.people), .integer)],
            rows: gates.map { gate in
                var cells = [ListCell(gate.gate)]
                if hasSubEvents { cells.append(ListCell(gate.subEvent?.name)) }
                cells.append(ListCell(gate.people))
                return cells
            }, none: Sentence(DeskReportSentence.noAdmissions))
    }

    // MARK: Charts

    /// The chart above a table. It shows numbers of tickets, orders or people, which need no currency.
    func chart(_ kind: Kind) -> PageChart {
        switch kind {
        case .types:
            PageChart(
                .bars, id: "types-chart", title: Sentence(DeskReportSentence.ticketsByType),
                labelAxisTitle: Sentence(DeskSentence.type), valueAxisTitle: Sentence(DeskSentence.tickets),
                points: currencies.flatMap(\.byType).map {
                    Chart.Point($0.type.name, Double($0.sums.issued - $0.sums.ended))
                })
        case .days: dayChart
        case .methods:
            PageChart(
                .bars, id: "methods-chart", title: Sentence(DeskReportSentence.ordersByMethod),
                labelAxisTitle: Sentence(FieldSentence.paymentMethod), valueAxisTitle: Sentence(DeskSentence.orders),
                points: payments.map { Chart.Point($0.method.rawValue, Double($0.orders)) },
                barLabels: payments.map(\.method.label))
        case .admissions: arrivalChart
        }
    }

    private var dayChart: PageChart {
        var byDay: [CalendarDay: Int] = [:]
        for (day, sums) in currencies.flatMap(\.byDay) { byDay[day, default: 0] += sums.issued - sums.ended }
        return PageChart(
            .timeSeries, id: "days-chart", title: Sentence(DeskReportSentence.ticketsByDay),
            labelAxisTitle: Sentence(DeskEventSentence.day), valueAxisTitle: Sentence(DeskSentence.tickets),
            points: Chart.Point.daily(byDay) { $0.displayText }, every: .day)
    }

    private var arrivalChart: PageChart {
        PageChart(
            .timeSeries, id: "arrivals-chart", title: Sentence(DeskEventSentence.arrivals),
            labelAxisTitle: Sentence(DeskEventSentence.time),
            valueAxisTitle: Sentence(DeskEventSentence.peopleInFiveMinutes),
            points: attendance.timeline.map { Chart.Point($0.from.minuteText(in: event.zone), Double($0.people)) })
    }
}
