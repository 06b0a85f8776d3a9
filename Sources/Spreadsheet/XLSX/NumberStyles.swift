/// Finds out which of a workbook's cell styles show numbers as dates.
final class NumberStyles: XMLHandler {
    /// The maximum number of styles, and also of date formats. No program writes more. Further styles and date formats
    /// are ignored.
    private static let most = 65_536

    private var dateFormats: Set<Int> = []
    private var isDateStyle: [Bool] = []
    private var isInCellStyles = false

    /// Reads the styles of a workbook.
    ///
    /// - Parameter path: The path of the styles part; nil if the workbook has no styles part.
    init(path: String?, in archive: ZipReader) throws {
        guard let path, let entry = try archive.entry(path) else { return }
        try XMLStream(entry, handler: self, limit: WorksheetLimits.smallPart).readAll()
    }

    func isDate(style: Int) -> Bool { isDateStyle.indices.contains(style) && isDateStyle[style] }

    func start(_ tag: XMLTag) {
        if tag.isNamed("numFmt") {
            guard let id = tag.number("numFmtId"), let code = tag["formatCode"], dateFormats.count < NumberStyles.most
            else { return }
            if NumberStyles.isDate(format: code) { dateFormats.insert(id) }
        } else if tag.isNamed("cellXfs") {
            isInCellStyles = true
        } else if isInCellStyles, tag.isNamed("xf"), isDateStyle.count < NumberStyles.most {
            let format = tag.number("numFmtId") ?? 0
            isDateStyle.append(NumberStyles.isBuiltInDate(format) || dateFormats.contains(format))
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow {
        if tag.isNamed("cellXfs") { isInCellStyles = false }
        return .proceed
    }

    /// Whether a built-in format (ECMA-376, 18.8.30) is for dates. The East Asian date formats are included. Format 46
    /// is for elapsed hours, not for dates.
    private static func isBuiltInDate(_ format: Int) -> Bool {
        switch format {
        case 14...22, 27...36, 45, 47, 50...58: true
        default: false
        }
    }

    /// Whether a format is for dates or times. Such a format has a letter for a part of a date or time, such as `d` or
    /// `h`, in its first section (up to a semicolon). Letters in quotes, letters in brackets and escaped letters are
    /// ignored. Formats for elapsed time, such as `[h]:mm`, are not date formats.
    static func isDate(format: String) -> Bool {
        var letters = format.makeIterator()
        var isDate = false
        while let letter = letters.next() {
            switch letter {
            case ";": return isDate
            case "\\", "_", "*": _ = letters.next()
            case "\"": while let quoted = letters.next(), quoted != "\"" {}
            case "[":
                var code = ""
                while let bracketed = letters.next(), bracketed != "]" { code.append(bracketed) }
                if ["h", "hh", "m", "mm", "s", "ss"].contains(code.lowercased()) { return false }
            case "d", "D", "m", "M", "y", "Y", "h", "H", "s", "S": isDate = true
            default: break
            }
        }
        return isDate
    }
}
