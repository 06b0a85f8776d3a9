import ArgumentParser
import Charts
import FileAccess
import Languages
import Presentation
import Spreadsheet

/// A report in all output formats.
struct ReportOutput {
    var heading: [String] = []
    let json: JSON
    let tables: [Table]
    let sheet: Worksheet
    let rows: [[WorksheetCell]]
    let chart: Chart
}

struct ReportOptions: ParsableArguments {
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.csv))
    var csv: String?
    @Option(help: ArgumentHelp(Text.xlsx))
    var xlsx: String?
    @Flag(help: ArgumentHelp(Text.chart))
    var chart = false
    @Option(help: ArgumentHelp(Text.png))
    var png: String?
    @Option(help: ArgumentHelp(Text.svg))
    var svg: String?
    @OptionGroup var replacing: ReplaceOption

    private static let standardOutput = "-"

    func validate() throws {
        if xlsx == Self.standardOutput { throw ValidationError(Text.xlsxOnStandardOutput) }
        let named = [csv, xlsx, png, svg].compactMap(\.self)
        let onStandardOutput = named.count { $0 == Self.standardOutput }
        if [output.json, chart].count(where: \.self) + onStandardOutput > 1 {
            throw ValidationError(Text.twoOnStandardOutput)
        }
        if Set(named).count < named.count { throw ValidationError(Text.repeatedFile) }
    }

    /// Writes all requested files, or no file if one of them cannot be written. Then prints the report, unless only
    /// files were requested.
    func write(_ page: ReportOutput, _ terminal: Terminal) throws {
        var files = FileGroup()
        if let csv, csv != Self.standardOutput {
            files.add(csv) {
                try CSVWriter.write(page.sheet, byteOrderMark: .utf8, into: $0.append, rows: page.forEachRow)
            }
        }
        if let xlsx { files.add(xlsx) { try XLSXWriter.write(page.sheet, into: $0, rows: page.forEachRow) } }
        if let png, png != Self.standardOutput { files.add(png) { try $0.append(try page.chart.png()) } }
        if let svg, svg != Self.standardOutput { files.add(svg) { try $0.append(try page.chart.svg()) } }
        try replacing.explainingExistingFile { try files.write(existing: replacing.existing) }
        for file in files.paths { StandardError.say(Text.written, ["path": .text(file)]) }
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
                }, rows: page.forEachRow)
        }
        if png == Self.standardOutput {
            try StandardOutput.refuseTerminal(Sentence(StandardOutput.Text.pngOnTerminal), hint: Sentence(Text.pngHint))
            return try StandardOutput.write(bytes: try page.chart.png())
        }
        if svg == Self.standardOutput { return try StandardOutput.write(bytes: try page.chart.svg()) }
        if !files.paths.isEmpty { return }
        for line in page.heading { try StandardOutput.line(line) }
        for table in page.tables { try table.write(terminal) }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsReport"

        case csv = "Write the rows to this file as CSV; - is standard output."
        case xlsx = "Write the rows to this file as an Excel workbook."
        case chart = "Draw a chart in the terminal."
        case png = "Draw the chart into this file as PNG; - is standard output."
        case svg = "Draw the chart into this file as SVG; - is standard output."
        case xlsxOnStandardOutput = "--xlsx needs a file name"
        case twoOnStandardOutput =
            "only one output can go to standard output: --json, --chart, or one option with the file name “-”"
        case repeatedFile = "each file needs a different name"
        case pngHint = "use --png FILE or --chart"
        case written = "wrote {path}"
    }
}

extension ReportOutput {
    fileprivate func forEachRow(_ append: ([WorksheetCell]) throws -> Void) throws { try rows.forEach(append) }
}
