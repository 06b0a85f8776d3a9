import ArgumentParser
import Languages
import Management
import Presentation

/// The parser of the option `--map`, which assigns a meaning to a column of a list.
enum ColumnMapping {
    /// Parses a text such as `name=Column`: the meaning is `name`, and the column's heading is `Column`.
    static func pair(_ text: String) throws -> (meaning: String, heading: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw CommandFailure(
                .usage, Text.noColumn, ["option": "--map \(text)"], hint: Sentence(Text.noColumnHint))
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    enum Text: String, SentenceKey {
        static let subject = "columnMapping"

        case noColumn = "{option} has no column"
        case noColumnHint = "write --map FIELD=COLUMN"
        case missingColumnHint = "rename a column, or use {option}"
        case noHeaderHint = "only if line {line} is a header, use {option}"
        case worksheetHint = "to read another sheet, add --sheet NAME"
        case ignoredSheets = "sheet {sheet} was read; ignored: {others}"
        case ignoredColumns = "ignored columns: {columns}"
    }
}

extension GuestListFault {
    /// The fault as an error, with hints about the options `--map` and `--sheet` where they can help.
    ///
    /// - Parameter meaning: the word for the column of names in `--map`, such as `name` in `name=Column`.
    func failure(mapping meaning: String) -> CommandFailure {
        func option(_ heading: String) -> SentenceArgument { "--map \(meaning)=\"\(heading.visible)\"" }
        let mapping: Sentence? =
            switch fault {
            case .missingColumn(let found):
                found.first.map { Sentence(ColumnMapping.Text.missingColumnHint, ["option": option($0)]) }
            // The hint begins with “only if”, because `--map` makes the first row the header. In a list without a
            // header, this would leave out the first guest.
            case .noHeader(let first):
                Sentence(ColumnMapping.Text.noHeaderHint, ["line": "\(line)", "option": option(first)])
            default: nil
            }
        let sheet = worksheets.map { _ in Sentence(ColumnMapping.Text.worksheetHint) }
        let hints = [sheet, mapping].compactMap(\.self)
        return CommandFailure(.badInput, sentence, hint: hints.isEmpty ? nil : .list(hints, separator: "; "))
    }
}

extension StandardError {
    /// Prints which sheets and columns of a list were ignored.
    static func say(notRead columns: ColumnAssignment) {
        if let sheets = columns.worksheets, !sheets.others.isEmpty {
            let others = sheets.others.joined(separator: ", ")
            hint(ColumnMapping.Text.ignoredSheets, ["sheet": .text(sheets.read), "others": .text(others)])
        }
        if !columns.ignored.isEmpty {
            hint(ColumnMapping.Text.ignoredColumns, ["columns": .text(columns.ignored.joined(separator: ", "))])
        }
    }

    /// Prints how many faulty rows of a list were skipped, and the first faults. Prints nothing if no rows were
    /// skipped.
    static func say(skipped faults: [GuestListFault], of rows: Int) {
        if rows > 0 { say(faults.summary(skipped: rows), keeping: "\n") }
    }
}

struct WorksheetOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.sheet))
    var sheet: String?

    enum Text: String, SentenceKey {
        static let subject = "optionsWorksheet"

        case sheet = "The worksheet of an XLSX file, by name. (default: the first visible worksheet)"
    }
}
