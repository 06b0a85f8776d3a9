import ArgumentParser
import Charts
import FileAccess
import Spreadsheet

/// A report in every form it can take.
struct ReportPage {
    let json: JSON
    let tables: [Table]
    let sheet: Sheet
    let rows: [[Cell]]
    let chart: Chart
}

/// The forms of a report that a command writes.
struct ReportOptions: ParsableArguments {
    @OptionGroup var output: JSONOption

    @Option(help: "Write the rows to this file as CSV.")
    var csv: String?
    @Option(help: "Write the rows to this file as a workbook.")
    var xlsx: String?
    @Flag(help: "Draw a chart in the terminal.")
    var chart = false
    @Option(help: "Draw the chart into this file as PNG.")
    var png: String?
    @Option(help: "Draw the chart into this file as SVG.")
    var svg: String?

    /// Files first, each whole or not at all; then the page, unless only files were asked for.
    func write(_ page: ReportPage, _ terminal: Terminal) throws {
        func rows(_ append: ([Cell]) throws -> Void) throws { try page.rows.forEach(append) }
        if let csv { try CSVWriter.write(page.sheet, to: csv, existing: .refuse, byteOrderMark: .with, rows: rows) }
        if let xlsx { try XLSXWriter.write(page.sheet, to: xlsx, existing: .refuse, rows: rows) }
        if let png { try AtomicFile.write(try page.chart.png(), to: png, existing: .refuse) }
        if let svg { try AtomicFile.write(try page.chart.svg(), to: svg, existing: .refuse) }
        let files = [csv, xlsx, png, svg].compactMap(\.self)
        for file in files { StandardError.say("wrote \(file.visible)") }
        if output.json { return try StandardOutput.line(page.json.text) }
        if chart {
            let text = page.chart.text(columns: terminal.columns ?? 80, with: terminal.isUTF8 ? .blocks : .ascii)
            return try StandardOutput.line(text.split(separator: "\n").joined(separator: "\n"))
        }
        if !files.isEmpty { return }
        for table in page.tables { try table.write(terminal) }
    }
}
