import Management
import Presenting

extension SalesReportJSON {
    var page: ReportOutput {
        ReportOutput(
            json: json, tables: tables + otherCurrencies.flatMap(\.tables), sheet: worksheet, rows: rows, chart: chart)
    }

    private var tables: [Table] { [byType, byDay] }

    private var byType: Table {
        var table = Table(
            "type", "issued", "ended", "revenue", "refunds", "paid back", "owed", "fees", "net", "due",
            title: "Sales by type", empty: nil)
        for entry in report.byType { table.add(line(entry.type.name, entry.sums)) }
        table.add(line("all", report.total))
        return table
    }

    private var byDay: Table {
        var table = Table(
            "day", "issued", "ended", "revenue", "refunds", "paid back", "owed", "fees", "net", "due",
            title: "Sales by day",
            empty: "No tickets were issued.")
        for entry in report.byDay { table.add(line(entry.day.rawValue, entry.sums)) }
        return table
    }

    private func line(_ name: String, _ sums: SalesReport.Sums) -> [String?] {
        [
            name, "\(sums.issued)", "\(sums.ended)", amount(sums.revenue), amount(sums.refunds), amount(sums.paidBack),
            amount(sums.owed), amount(sums.fees),
            amount(sums.net), amount(sums.due),
        ]
    }
}
