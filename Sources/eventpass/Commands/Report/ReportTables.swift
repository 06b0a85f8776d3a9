import Languages
import Management
import Presentation

extension AttendanceReportJSON {
    var page: ReportOutput {
        ReportOutput(
            json: json, tables: [totals, gates, refusals], sheet: worksheet, rows: rows,
            chart: chart(in: .ofCommandLine))
    }

    private var totals: Table {
        guard report.totals.subEvents.isEmpty else { return totalsBySubEvent }
        var table = Table("expected", "admitted", "inside", "no-shows", "re-entries", empty: nil)
        let numbers = [
            report.totals.expected, report.totals.admitted, report.totals.inside, report.noShows, report.reentries,
        ]
        table.add(numbers.map { $0.map(String.init) })
        return table
    }

    /// The totals by sub-event. The last row, for the whole event, shows only the number of expected people. The other
    /// numbers cannot be added up, because one person can attend several sub-events.
    private var totalsBySubEvent: Table {
        var table = Table("sub-event", "expected", "admitted", "inside", "no-shows", "re-entries", empty: nil)
        for figures in report.totals.subEvents {
            table.add(
                figures.subEvent.name, "\(figures.expected)", "\(figures.admitted)", "\(figures.inside)",
                "\(figures.noShows)", "\(report.reentriesBySubEvent[figures.subEvent.number] ?? 0)")
        }
        table.add("whole event", "\(report.totals.expected)", "–", "–", "–", "–")
        return table
    }

    private var gates: Table {
        guard report.totals.subEvents.isEmpty else {
            var table = Table("gate", "sub-event", "people", empty: "Nobody was admitted.")
            for entry in report.byGate { table.add(entry.gate, entry.subEvent?.name ?? "–", "\(entry.people)") }
            return table
        }
        var table = Table("gate", "people", empty: "Nobody was admitted.")
        for entry in report.byGate { table.add(entry.gate, "\(entry.people)") }
        return table
    }

    private var refusals: Table {
        var table = Table("refused", "gate", "reason", empty: "Nobody was refused.")
        for refusal in report.totals.refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        return table
    }
}

extension SalesReportJSON {
    var page: ReportOutput {
        ReportOutput(
            json: json, tables: tables + otherCurrencies.flatMap(\.tables), sheet: worksheet, rows: rows,
            chart: chart(in: .ofCommandLine))
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
