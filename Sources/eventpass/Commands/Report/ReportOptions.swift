import ArgumentParser
import Charts
import FileAccess
import Presenting
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

    @Option(help: "Write the rows to this file as CSV; - is standard output.")
    var csv: String?
    @Option(help: "Write the rows to this file as a workbook.")
    var xlsx: String?
    @Flag(help: "Draw a chart in the terminal.")
    var chart = false
    @Option(help: "Draw the chart into this file as PNG; - is standard output.")
    var png: String?
    @Option(help: "Draw the chart into this file as SVG; - is standard output.")
    var svg: String?
    @OptionGroup var replacing: ReplaceOption

    private static let standardOutput = "-"

    func validate() throws {
        if xlsx == Self.standardOutput { throw ValidationError("--xlsx needs the name of a file") }
        let named = [csv, xlsx, png, svg].compactMap(\.self)
        let onStandardOutput = named.count { $0 == Self.standardOutput }
        if [output.json, chart].count(where: \.self) + onStandardOutput > 1 {
            throw ValidationError("only one of --json, --chart and - goes to standard output")
        }
        if Set(named).count < named.count { throw ValidationError("each file needs a name of its own") }
    }

    /// The files first, all of them or none; then the page, unless only files were asked for.
    func write(_ page: ReportPage, _ terminal: Terminal) throws {
        var files = FileGroup()
        if let csv, csv != Self.standardOutput {
            files.add(csv) { try CSVWriter.write(page.sheet, byteOrderMark: .with, into: $0.append, rows: page.each) }
        }
        if let xlsx { files.add(xlsx) { try XLSXWriter.write(page.sheet, into: $0, rows: page.each) } }
        if let png, png != Self.standardOutput { files.add(png) { try $0.append(try page.chart.png()) } }
        if let svg, svg != Self.standardOutput { files.add(svg) { try $0.append(try page.chart.svg()) } }
        try replacing.making { try files.write(existing: replacing.existing) }
        for file in files.paths { StandardError.say("wrote \(file.visible)") }
        if output.json { return try StandardOutput.line(page.json.text) }
        if chart {
            let text = page.chart.text(columns: terminal.columns ?? 80, with: terminal.isUTF8 ? .blocks : .ascii)
            return try StandardOutput.line(text.split(separator: "\n").joined(separator: "\n"))
        }
        if csv == Self.standardOutput {
            return try CSVWriter.write(
                page.sheet,
                into: { bytes in
                    guard terminal.isTerminal else { return try StandardOutput.write(bytes: bytes) }
                    try StandardOutput.write(String(decoding: bytes, as: UTF8.self).visible(keeping: "\r\n"))
                }, rows: page.each)
        }
        if png == Self.standardOutput {
            try StandardOutput.demandNoTerminal(for: "a PNG", hint: "say --png FILE, or --chart")
            return try StandardOutput.write(bytes: try page.chart.png())
        }
        if svg == Self.standardOutput { return try StandardOutput.write(bytes: try page.chart.svg()) }
        if !files.paths.isEmpty { return }
        for table in page.tables { try table.write(terminal) }
    }
}

extension ReportPage {
    fileprivate func each(_ append: ([Cell]) throws -> Void) throws { try rows.forEach(append) }
}
