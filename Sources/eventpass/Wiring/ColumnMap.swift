import Management
import Presenting

/// What `--map` says of a column.
enum ColumnMap {
    /// Reads `name=Column`.
    static func pair(_ text: String) throws -> (meaning: String, heading: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "--map \(text) says no column", hint: "write --map name=Column")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

extension GuestListFault {
    /// The fault, and how `--map` and `--sheet` help where no column is known to hold the names.
    ///
    /// - Parameter meaning: the command's name for that column.
    func failure(mapping meaning: String) -> Failure {
        let mapping: String? =
            switch fault {
            case .missingColumn(let found):
                found.first.map { "rename a column, or use --map \(meaning)=\"\($0.visible)\"" }
            // With --map, the first guest's row would be read as the header, and that guest would be lost.
            case .noHeader(let first): "only if line \(line) is a header, use --map \(meaning)=\"\(first.visible)\""
            default: nil
            }
        let sheet = sheets.map { _ in "--sheet NAME reads another sheet" }
        let hints = [sheet, mapping].compactMap(\.self)
        return Failure(.badInput, "\(self)", hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
    }
}

extension StandardError {
    /// Says which sheets and columns of a list were not read.
    static func say(notRead columns: GuestColumns) {
        if let sheets = columns.sheets, !sheets.others.isEmpty {
            say("hint: sheet \(sheets.read.visible) is read, not \(sheets.others.joined(separator: ", ").visible)")
        }
        if !columns.ignored.isEmpty { say("hint: not read: \(columns.ignored.joined(separator: ", ").visible)") }
    }

    /// Says how many faulty rows of a list were skipped and what is wrong with the first of them; nothing for none.
    static func say(skipped faults: [GuestListFault], of rows: Int) {
        if rows > 0 { say(faults.words(skipped: rows).visible(keeping: "\n")) }
    }
}
