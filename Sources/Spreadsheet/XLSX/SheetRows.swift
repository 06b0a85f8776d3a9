import Languages

/// Builds the rows of a worksheet from the worksheet's XML, one row at a time.
final class SheetRows: XMLHandler {
    private let strings: SharedStrings
    private let styles: NumberStyles
    private let epoch: DateEpoch
    private let merged: MergedCells

    private var isInData = false
    private var line = 0
    private var isRowOpen = false
    private var fields: [String] = []
    private var textLength = 0
    private var fault: WorksheetError?
    private var cell: SheetCell?
    private var column = 0
    private var isInValue = false
    private var ended: WorksheetReader.Row?
    private var endedFault: WorksheetError?

    init(strings: SharedStrings, styles: NumberStyles, epoch: DateEpoch, merged: MergedCells) {
        self.merged = merged
        self.strings = strings
        self.styles = styles
        self.epoch = epoch
    }

    /// Removes and returns the completed row; nil if the row is empty or not yet complete.
    ///
    /// - Throws: the first error in the completed row.
    func popRow() throws -> WorksheetReader.Row? {
        defer {
            ended = nil
            endedFault = nil
        }
        if let endedFault { throw endedFault }
        return ended
    }

    func start(_ tag: XMLTag) throws {
        if cell != nil {
            try startInCell(tag)
        } else if isRowOpen {
            if tag.isNamed("c") { try startCell(tag) }
        } else if isInData {
            if tag.isNamed("row") { try startRow(tag) }
        } else if tag.isNamed("sheetData") {
            isInData = true
        }
    }

    private func startRow(_ tag: XMLTag) throws {
        let next = tag["r"].map { Int($0) ?? 0 } ?? line + 1
        guard next > line, next <= 1 << 20 else {
            throw damaged(
                Sentence(WorksheetError.Reason.Text.rowOrder, ["next": "\(next)", "row": "\(line)"]))
        }
        line = next
        isRowOpen = true
        column = 0
        textLength = 0
        let width = fields.count
        fields = []
        fields.reserveCapacity(width)
    }

    private func startCell(_ tag: XMLTag) throws {
        var next = column + 1
        if let reference = tag["r"] {
            guard let position = ColumnLetters.parse(reference), position.row == line, position.column >= next else {
                throw damaged(
                    Sentence(
                        WorksheetError.Reason.Text.cellPlace,
                        ["cell": .text(reference.singleLineExcerpt), "row": "\(line)"]))
            }
            next = position.column
        }
        column = next
        if column > WorksheetLimits.columns {
            fault = fault ?? WorksheetError(line: line, column: column, .tooManyColumns(limit: WorksheetLimits.columns))
        }
        cell = SheetCell(type: tag["t"], isDate: tag.number("s").map(styles.isDate) ?? false)
    }

    private func startInCell(_ tag: XMLTag) throws {
        if tag.isNamed("v") {
            isInValue = true
            cell?.hasValue = true
        } else if tag.isNamed("f") {
            cell?.hasFormula = true
        } else if tag.isNamed("is") {
            cell?.inline.begin()
        } else {
            cell?.inline.start(tag)
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws {
        guard cell != nil else { return }
        if isInValue { unsafe cell?.value.append(contentsOf: bytes) } else { unsafe try cell?.inline.add(bytes) }
        guard (cell?.value.count ?? 0) <= WorksheetLimits.rowText else { throw tooLong }
    }

    func end(_ tag: XMLTag) throws -> XMLFlow {
        if let open = cell {
            if tag.isNamed("c") {
                cell = nil
                try endCell(open)
            } else if tag.isNamed("v") {
                isInValue = false
            } else if tag.isNamed("is") {
                cell?.inline.close()
            } else {
                cell?.inline.end(tag)
            }
        } else if isRowOpen, tag.isNamed("row") {
            return endRow()
        } else if isInData, tag.isNamed("sheetData") {
            isInData = false
        }
        return .proceed
    }

    private func endCell(_ cell: SheetCell) throws {
        do throws(WorksheetError.Reason) {
            let text = try cell.text(strings, epoch)
            guard !text.isEmpty, column <= WorksheetLimits.columns else { return }
            textLength += text.utf8.count
            while fields.count < column - 1 { fields.append("") }
            fields.append(text)
        } catch {
            fault = fault ?? WorksheetError(line: line, column: column, error)
        }
        guard textLength <= WorksheetLimits.rowText else { throw tooLong }
    }

    private func endRow() -> XMLFlow {
        isRowOpen = false
        defer { fault = nil }
        merged.fill(&fields, row: line)
        if let fault {
            endedFault = fault
        } else if !fields.isEmpty {
            ended = WorksheetReader.Row(line: line, fields: fields)
        } else {
            return .proceed
        }
        return .pause
    }

    private var tooLong: WorksheetError {
        WorksheetError(line: line, column: column, .rowTooLong(limit: WorksheetLimits.rowText))
    }

    private func damaged(_ why: Sentence) -> WorksheetError {
        WorksheetError(line: line, .damaged(part: Sentence(WorksheetError.Reason.Text.sheet), why: why))
    }
}
