/// The content of a cell's XML element.
struct SheetCell {
    /// The cell type (ECMA-376, 18.18.11); nil for a number.
    let type: String?
    let isDate: Bool
    var hasFormula = false
    var hasValue = false
    var value: [UInt8] = []
    var inline = RichText()

    init(type: String?, isDate: Bool) {
        self.type = type
        self.isDate = isDate
    }

    /// The value of the cell as text; an empty text for an empty cell. `strings` contains the shared strings to which
    /// the cell may refer. `epoch` is the day from which the workbook counts its date numbers.
    func text(_ strings: SharedStrings, _ epoch: DateEpoch) throws(WorksheetError.Reason) -> String {
        // Some programs write an empty value for a formula that they did not compute. If a formula was computed and its
        // result is an empty text, the cell has the type `str`.
        if hasFormula, !hasValue || (value.isEmpty && type != "str") { throw .formulaWithoutValue }
        if type == "inlineStr" { return EscapedText.decode(inline.bytes[...]) }
        guard !value.isEmpty else { return "" }
        let text = String(decoding: value, as: UTF8.self)
        switch type {
        case "s":
            guard let index = Int(text), let shared = strings[index] else { throw .missingText(text) }
            return shared
        case "str": return EscapedText.decode(value[...])
        case "b": return text == "1" || text == "true" ? "TRUE" : "FALSE"
        case "e": throw .errorValue(text)
        case "d": return text
        default: return try number(text, epoch)
        }
    }

    private func number(_ text: String, _ epoch: DateEpoch) throws(WorksheetError.Reason) -> String {
        guard let shortest = DecimalText.shortest(text) else { throw .notANumber(text) }
        guard isDate else { return shortest }
        guard let days = Double(shortest), let date = epoch.date(days: days) else { throw .notADate(shortest) }
        return date.description
    }
}
