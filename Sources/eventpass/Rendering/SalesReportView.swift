import Charts
import Management
import Spreadsheet
import Ticketing

/// What an event has sold, in every form.
struct SalesReportView {
    let event: Event
    let report: SalesReport

    var page: ReportPage {
        ReportPage(json: json, tables: [byType, byDay], sheet: sheet, rows: rows, chart: chart)
    }

    private var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("currency", .optional(report.currency)),
            ("total", .object(members(report.total))),
            (
                "types",
                .array(
                    report.byType.map { entry in
                        .object(
                            [("type", .string(entry.type.name)), ("number", .int(entry.type.number.rawValue))]
                                + members(entry.sums))
                    })
            ),
            (
                "days",
                .array(
                    report.byDay.map { entry in
                        .object([("day", .string(entry.day.rawValue))] + members(entry.sums))
                    })
            ),
        ])
    }

    /// Amounts in minor units.
    private func members(_ sums: SalesReport.Sums) -> [(String, JSON)] {
        [
            ("issued", .int(sums.issued)), ("ended", .int(sums.ended)), ("revenue", .integer(sums.revenue)),
            ("refunds", .integer(sums.refunds)), ("fees", .integer(report.fees(of: sums))),
            ("net", .integer(sums.net - report.fees(of: sums))), ("due", .integer(sums.due)),
        ]
    }

    private var byType: Table {
        var table = Table("type", "issued", "ended", "revenue", "refunds", "fees", "net", "due")
        for entry in report.byType { table.add(line(entry.type.name, entry.sums)) }
        table.add(line("all", report.total))
        return table
    }

    private var byDay: Table {
        var table = Table("day", "issued", "ended", "revenue", "refunds", "fees", "net", "due")
        for entry in report.byDay { table.add(line(entry.day.rawValue, entry.sums)) }
        return table
    }

    private func line(_ name: String, _ sums: SalesReport.Sums) -> [String?] {
        let fees = report.fees(of: sums)
        return [
            name, "\(sums.issued)", "\(sums.ended)", amount(sums.revenue), amount(sums.refunds), amount(fees),
            amount(sums.net - fees), amount(sums.due),
        ]
    }

    private func amount(_ minorUnits: Int64) -> String {
        report.currency.map { Money(minorUnits: minorUnits, currency: $0).description } ?? "–"
    }

    private var sheet: Sheet {
        Sheet(
            name: "Sales",
            columns: [
                SheetColumn("Type", .text), SheetColumn("Day", .date), SheetColumn("Issued", .integer),
                SheetColumn("Ended", .integer), SheetColumn("Revenue", .decimal), SheetColumn("Refunds", .decimal),
                SheetColumn("Fees", .decimal), SheetColumn("Net", .decimal), SheetColumn("Due", .decimal),
                SheetColumn("Currency", .text),
            ])
    }

    private var rows: [[Cell]] {
        report.rows.map { row in
            let fees = report.fees(of: row.sums)
            return [
                .text(row.type.name), .text(row.day.rawValue), .integer(Int64(row.sums.issued)),
                .integer(Int64(row.sums.ended)), cell(row.sums.revenue), cell(row.sums.refunds), cell(fees),
                cell(row.sums.net - fees), cell(row.sums.due), report.currency.map { .text($0) } ?? .empty,
            ]
        }
    }

    private func cell(_ minorUnits: Int64) -> Cell {
        report.currency.map { .decimal(units: minorUnits, places: Money.decimals(of: $0)) } ?? .empty
    }

    private var chart: Chart {
        Chart(
            .timeSeries, title: "\(event.details.title.visible): tickets issued", labels: "Day", values: "Tickets",
            points: report.byDay.map { Chart.Point($0.day.rawValue, Double($0.sums.issued)) })
    }
}
