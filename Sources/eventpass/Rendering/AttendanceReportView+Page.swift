import Management
import Presenting

extension AttendanceReportView {
    var page: ReportPage {
        ReportPage(json: json, tables: [totals, gates, refusals], sheet: sheet, rows: rows, chart: chart)
    }

    private var totals: Table {
        var table = Table("expected", "admitted", "inside", "no-shows", "re-entries")
        table.add(
            "\(report.totals.expected)", "\(report.totals.admitted)", "\(report.totals.inside)", "\(report.noShows)",
            "\(report.reentries)")
        return table
    }

    private var gates: Table {
        var table = Table("gate", "people")
        for entry in report.byGate { table.add(entry.gate, "\(entry.people)") }
        return table
    }

    private var refusals: Table {
        var table = Table("refused", "gate", "reason")
        for refusal in report.totals.refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        return table
    }
}
