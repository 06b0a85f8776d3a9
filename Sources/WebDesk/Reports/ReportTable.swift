import Foundation
import Languages
import Ticketing
import WebHost

/// A table of a report: on a page, and as a file.
struct ReportTable: Sendable {
    /// The last part of the paths of the table’s files, without the extension. Also the id of the table’s heading on
    /// the page.
    let name: String
    let title: Sentence
    let columns: [ListColumn]
    /// One cell for each column. The first cell is the heading of the row.
    let rows: [[ListCell]]
    /// Sums below the rows. Files leave them out, so that programs do not add them to the rows.
    var sums: [[ListCell]] = []
    /// The text in place of a table without rows.
    let none: Sentence

    /// Template values for the template `report-table`.
    ///
    /// - Parameter path: the path of the files, without the extension.
    func context(filesAt path: String, query: String = "") -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "table_id": .text(name), "table_title": .sentence(title), "table_none": .sentence(none),
        ]
        guard !rows.isEmpty else { return context }
        var table: [String: TemplateContext.Value] = [
            "table_columns": .list(
                columns.map { column in
                    var context: [String: TemplateContext.Value] = ["column_label": .sentence(column.heading)]
                    if column.isNumber { context["column_number"] = .section(TemplateContext([:])) }
                    return TemplateContext(context)
                }),
            "table_rows": .list(rows.map(row)),
            "table_files": .list(
                ListFormat.allCases.map { format in
                    TemplateContext([
                        "file_path": .text("\(path).\(format.rawValue)\(query)"),
                        "file_format": .text(format.rawValue.uppercased()),
                        "file_label": .sentence(
                            DeskReportSentence.file,
                            ["format": .text(format.rawValue.uppercased()), "table": .sentence(title)]),
                    ])
                }),
        ]
        if !sums.isEmpty {
            table["table_totals"] = .section(TemplateContext(["total_rows": .list(sums.map(row))]))
        }
        context["table"] = .section(TemplateContext(table))
        return context
    }

    private func row(_ cells: [ListCell]) -> TemplateContext {
        TemplateContext([
            "row_title": .sentence(cells.first?.text ?? .verbatim("–")),
            "row_cells": .list(
                zip(columns, cells).dropFirst().map { column, cell in
                    var context: [String: TemplateContext.Value] = [
                        "cell_label": .sentence(column.heading), "cell_text": .sentence(cell.text ?? .verbatim("–")),
                    ]
                    if column.isNumber { context["cell_number"] = .section(TemplateContext([:])) }
                    return TemplateContext(context)
                }),
        ])
    }

    /// - Parameters:
    ///   - file: the name of the file, without the extension.
    ///   - subject: the event or organizer that the title of a PDF names.
    ///   - zone: the time zone of the time in the title of a PDF.
    func response(
        _ format: ListFormat, named file: String, of subject: String, at now: Instant, in zone: TimeZone,
        language: Language
    ) async throws -> RouteResponse {
        let heading = Sentence(
            DeskReportSentence.tableOf, ["subject": .text(subject), "table": .sentence(title)])
        let export = ListExport(
            name: file,
            title: Sentence(
                DeskListSentence.exportedOn,
                ["title": .sentence(heading), "time": .text(now.zonedText(in: zone))]),
            sheet: title, columns: columns, language: language)
        do {
            let content = try export.content(format) { append in
                for cells in rows { try append(cells) }
            }
            return try await export.response(format, content)
        } catch let fault as FieldFault {
            throw Problem(.unprocessableContent, fault.allowed)
        }
    }
}
