/// The main part (file in the archive) of a workbook. It lists the worksheets, and says from which day (in 1900 or
/// 1904) the workbook counts its dates.
final class Workbook: XMLHandler {
    private struct SheetEntry {
        let name: String
        let path: String
        let isVisible: Bool
    }

    private let relationships: Relationships
    private var sheets: [SheetEntry] = []
    private(set) var epoch = DateEpoch.y1900
    let stylesPath: String?
    let sharedStringsPath: String?

    /// Reads the main part of a workbook and finds the paths of other parts.
    ///
    /// - Throws: `WorksheetError` if the archive is not a workbook.
    init(in archive: ZipReader) throws {
        let path = try Relationships(of: "", in: archive).first(ofType: "officeDocument") ?? "xl/workbook.xml"
        guard !path.hasSuffix(".bin") else { throw WorksheetError(.binaryWorkbook) }
        guard let entry = try archive.entry(path) else {
            let isOpenDocument = archive.contains("mimetype") && archive.contains("META-INF/manifest.xml")
            throw WorksheetError(isOpenDocument ? .openDocument : .notAWorkbook(missing: path))
        }
        relationships = try Relationships(of: path, in: archive)
        stylesPath = relationships.first(ofType: "styles")
        sharedStringsPath = relationships.first(ofType: "sharedStrings")
        try XMLStream(entry, handler: self, limit: WorksheetLimits.smallPart).readAll()
        guard !sheets.isEmpty else { throw WorksheetError(.noSheets(part: path)) }
    }

    /// The path, in the archive, of the selected worksheet.
    func path(to choice: WorksheetReader.SheetSelection) throws -> String { try sheet(choice).path }

    /// The name of the selected worksheet and the names of the other worksheets.
    func names(_ choice: WorksheetReader.SheetSelection) throws -> WorksheetReader.Sheets {
        let chosen = try sheet(choice)
        return WorksheetReader.Sheets(
            read: chosen.name, others: sheets.filter { $0.path != chosen.path }.map(\.name))
    }

    private func sheet(_ choice: WorksheetReader.SheetSelection) throws -> SheetEntry {
        switch choice {
        case .firstVisible:
            guard let sheet = sheets.first(where: \.isVisible) else { throw WorksheetError(.noVisibleSheet) }
            return sheet
        case .named(let name):
            guard let sheet = sheets.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw WorksheetError(.noSuchSheet(name, found: sheets.map(\.name)))
            }
            return sheet
        }
    }

    func start(_ tag: XMLTag) {
        if tag.isNamed("workbookPr") {
            if tag.isTrue("date1904") { epoch = .y1904 }
        } else if tag.isNamed("sheet"), let name = tag["name"], let id = tag["id"],
            // Only worksheets are included, because chart sheets have no rows.
            let target = relationships.byID[id], target.type == "worksheet"
        {
            let state = tag["state"] ?? "visible"
            sheets.append(SheetEntry(name: name, path: target.path, isVisible: state == "visible"))
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow { .proceed }
}
