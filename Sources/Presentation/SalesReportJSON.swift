package import Charts
package import Languages
package import Management
package import Spreadsheet
package import Ticketing

/// The sales report of an event as JSON, as a table and as a chart.
package struct SalesReportJSON {
    package let event: Event
    package let report: SalesReport

    package init(event: Event, report: SalesReport) {
        self.event = event
        self.report = report
    }

    /// The reports for the other currencies in which tickets of the event were sold.
    package var otherCurrencies: [SalesReportJSON] { report.others.map { SalesReportJSON(event: event, report: $0) } }

    package var json: JSON {
        .object(
            [("event", .int(event.number.rawValue))] + members
                + [("other_currencies", .array(otherCurrencies.map { .object($0.members) }))])
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

    private func members(_ sums: SalesReport.Sums) -> [(String, JSON)] {
        func amount(_ minorUnits: Int64) -> JSON { .optional(money(minorUnits)) }
        return [
            ("issued", .int(sums.issued)), ("ended", .int(sums.ended)), ("revenue", amount(sums.revenue)),
            ("refunds", amount(sums.refunds)), ("paid_back", amount(sums.paidBack)), ("owed", amount(sums.owed)),
            ("fees", amount(sums.fees)), ("net", amount(sums.net)), ("due", amount(sums.due)),
        ]
    }

    package func amount(_ minorUnits: Int64) -> String { money(minorUnits) ?? "–" }

    /// The amount with its currency; nil if no ticket has a price.
    private func money(_ minorUnits: Int64) -> String? {
        report.currency.map { Money(minorUnits: minorUnits, currency: $0).description }
    }

    package var worksheet: Worksheet {
        Worksheet(
            name: "Sales",
            columns: [
                WorksheetColumn("Type", .text), WorksheetColumn("Day", .date), WorksheetColumn("Issued", .integer),
                WorksheetColumn("Ended", .integer), WorksheetColumn("Revenue", .decimal),
                WorksheetColumn("Refunds", .decimal),
                WorksheetColumn("Paid back", .decimal), WorksheetColumn("Owed", .decimal),
                WorksheetColumn("Fees", .decimal),
                WorksheetColumn("Net", .decimal), WorksheetColumn("Due", .decimal),
                WorksheetColumn("Currency", .text),
            ])
    }

    package var rows: [[WorksheetCell]] { ownRows + otherCurrencies.flatMap(\.ownRows) }

    private var ownRows: [[WorksheetCell]] {
        report.rows.map { row in
            [
                .text(row.type.name), .text(row.day.rawValue), .integer(Int64(row.sums.issued)),
                .integer(Int64(row.sums.ended)), cell(row.sums.revenue), cell(row.sums.refunds),
                cell(row.sums.paidBack), cell(row.sums.owed), cell(row.sums.fees), cell(row.sums.net),
                cell(row.sums.due), report.currency.map { .text($0) } ?? .empty,
            ]
        }
    }

    private func cell(_ minorUnits: Int64) -> WorksheetCell {
        report.currency.map { .decimal(units: minorUnits, places: Money.decimals(of: $0)) } ?? .empty
    }

    /// - Parameter language: the language of the chart's texts.
    package func chart(in language: Language) -> Chart {
        let issued = Dictionary(uniqueKeysWithValues: report.byDay.map { ($0.day, $0.sums.issued) })
        return Chart(
            .timeSeries, title: language.text(ReportChartText.issued, ["event": .text(event.details.title.visible)]),
            labelAxisTitle: language.text(ReportChartText.day), valueAxisTitle: language.text(ReportChartText.tickets),
            points: Chart.Point.daily(issued) { $0.rawValue }, in: language)
    }
}
