import ArgumentParser
import FileAccess
import Languages
import Presentation
import Spreadsheet

/// The option that writes a list as CSV, for commands that also have `JSONOption` and `ReplaceOption`.
struct CSVOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.csv), completion: .file())
    var csv: String?

    private static let standardOutput = "-"

    func check(with output: JSONOption, _ replacing: ReplaceOption) throws {
        guard csv == nil || !output.json else { throw ValidationError(Text.withJSON) }
        if replacing.force, csv ?? Self.standardOutput == Self.standardOutput {
            throw ValidationError(Text.forceWithoutFile)
        }
    }

    /// Writes the rows to standard output or to a file. A file is written completely or not at all.
    ///
    /// - Parameter rows: calls its parameter `append` with the cells of each row.
    func write(
        _ sheet: Worksheet, to path: String, _ replacing: ReplaceOption, _ terminal: Terminal,
        rows: @escaping (_ append: ([WorksheetCell]) throws -> Void) throws -> Void
    ) throws {
        guard path == Self.standardOutput else {
            var files = FileGroup()
            files.add(path) { try CSVWriter.write(sheet, byteOrderMark: .utf8, into: $0.append, rows: rows) }
            try replacing.explainingExistingFile { try files.write(existing: replacing.existing) }
            return StandardError.say(ReportOptions.Text.written, ["path": .text(path)])
        }
        try CSVWriter.write(
            sheet,
            into: { bytes in
                guard terminal.isTerminal else { return try StandardOutput.write(bytes: bytes) }
                try StandardOutput.write(String(decoding: bytes, as: UTF8.self).visible(keeping: "\r\n"))
            }, rows: rows)
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsCSV"

        case csv = "Write the list to this file as CSV; - is standard output."
        case withJSON = "--csv and --json cannot be combined"
        case forceWithoutFile = "--force needs --csv FILE"
    }
}
