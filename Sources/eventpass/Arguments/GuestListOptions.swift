import ArgumentParser
import Management
import Presentation

/// The parser of the option `--map`, which assigns a meaning to a column of a list.
enum ColumnMapping {
    /// Parses a text such as `name=Column`: the meaning is `name`, and the column's heading is `Column`.
    static func pair(_ text: String) throws -> (meaning: String, heading: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw CommandFailure(.usage, "--map \(text) has no column", hint: "write --map name=Column")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

extension GuestListFault {
    /// The fault as an error, with hints about the options `--map` and `--sheet` where they can help.
    ///
    /// - Parameter meaning: the word for the column of names in `--map`, such as `name` in `name=Column`.
    func failure(mapping meaning: String) -> CommandFailure {
        let mapping: String? =
            switch fault {
            case .missingColumn(let found):
                found.first.map { "rename a column, or use --map \(meaning)=\"\($0.visible)\"" }
            // `--map` makes this row the header. In a list without a header, this row is the first guest.
            case .noHeader(let first): "only if line \(line) is a header, use --map \(meaning)=\"\(first.visible)\""
            default: nil
            }
        let sheet = worksheets.map { _ in "to read another sheet, add --sheet NAME" }
        let hints = [sheet, mapping].compactMap(\.self)
        return CommandFailure(.badInput, "\(self)", hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
    }
}

extension StandardError {
    /// Prints which sheets and columns of a list were ignored.
    static func say(notRead columns: ColumnAssignment) {
        if let sheets = columns.worksheets, !sheets.others.isEmpty {
            let others = sheets.others.joined(separator: ", ").visible
            say("hint: sheet \(sheets.read.visible) was read; ignored: \(others)")
        }
        if !columns.ignored.isEmpty { say("hint: ignored columns: \(columns.ignored.joined(separator: ", ").visible)") }
    }

    /// Prints how many faulty rows of a list were skipped, and the first faults. Prints nothing if no rows were
    /// skipped.
    static func say(skipped faults: [GuestListFault], of rows: Int) {
        if rows > 0 { say(faults.summary(skipped: rows).visible(keeping: "\n")) }
    }
}

/// The option that selects a worksheet.
struct WorksheetOption: ParsableArguments {
    @Option(help: "The worksheet of an XLSX file, by name. (default: the first visible worksheet)")
    var sheet: String?
}
