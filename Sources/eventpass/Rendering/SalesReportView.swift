import Charts
import Management
import Spreadsheet
import Ticketing

/// What an event has sold, in every form.
struct SalesReportView {
    let event: Event
    let report: SalesReport

    var page: ReportPage {
        let others = report.others.map { SalesReportView(event: event, report: $0) }
        return ReportPage(
            json: json(others), tables: tables + others.flatMap(\.tables), sheet: sheet,
            rows: rows + others.flatMap(\.rows), chart: chart)
    }

    /// - Parameter others: the same report of what was sold in other currencies.
    private func json(_ others: [SalesReportView]) -> JSON {
        .object(
            [("event", .int(event.number.rawValue))] + members
                + [("other_currencies", .array(others.map { .object($0.members) }))])
    }

    private var members: [(String, JSON)] {
        [
            ("currency", .optional(report.currency)),
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
        ]
    }

    /// Amounts in minor units.
    private func members(_ sums: SalesReport.Sums) -> [(String, JSON)] {
        [
            ("issued", .int(sums.issued)), ("ended", .int(sums.ended)), ("revenue", .integer(sums.revenue)),
            ("refunds", .integer(sums.refunds)), ("fees", .integer(sums.fees)),
            ("net", .integer(sums.net)), ("due", .integer(sums.due)),
        ]
    }

    private var tables: [Table] { [byType, byDay] }

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
        [
            name, "\(sums.issued)", "\(sums.ended)", amount(sums.revenue), amount(sums.refunds), amount(sums.fees),
            amount(sums.net), amount(sums.due),
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
            [
                .text(row.type.name), .text(row.day.rawValue), .integer(Int64(row.sums.issued)),
                .integer(Int64(row.sums.ended)), cell(row.sums.revenue), cell(row.sums.refunds), cell(row.sums.fees),
                cell(row.sums.net), cell(row.sums.due), report.currency.map { .text($0) } ?? .empty,
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
