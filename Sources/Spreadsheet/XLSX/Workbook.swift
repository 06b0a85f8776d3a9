/// The workbook's own part: which sheets there are, and from where its dates count.
final class Workbook: XMLHandler {
    private struct Sheet {
        let name: String
        let path: String
        let isVisible: Bool
    }

    private let relationships: Relationships
    private var sheets: [Sheet] = []
    private(set) var epoch = DateEpoch.y1900
    let stylesPath: String?
    let sharedStringsPath: String?

    /// - Throws: `SheetFault` for an archive that holds something else.
    init(in archive: ZipArchive) throws {
        let path = try Relationships(of: "", in: archive).first(ofType: "officeDocument") ?? "xl/workbook.xml"
        guard !path.hasSuffix(".bin") else { throw SheetFault(.binaryWorkbook) }
        guard let entry = try archive.entry(path) else {
            let isOpenDocument = archive.has("mimetype") && archive.has("META-INF/manifest.xml")
            throw SheetFault(isOpenDocument ? .openDocument : .notAWorkbook(missing: path))
        }
        relationships = try Relationships(of: path, in: archive)
        stylesPath = relationships.first(ofType: "styles")
        sharedStringsPath = relationships.first(ofType: "sharedStrings")
        try XMLStream(entry, handler: self, limit: SheetLimits.smallPart).readAll()
        guard !sheets.isEmpty else { throw SheetFault(.notAWorkbook(missing: "sheet in \(path)")) }
    }

    /// Where the chosen sheet is in the archive.
    func path(to choice: SheetReader.Choice) throws -> String { try sheet(choice).path }

    /// The chosen sheet's name, and those of the others.
    func names(_ choice: SheetReader.Choice) throws -> SheetReader.Sheets {
        let chosen = try sheet(choice)
        return SheetReader.Sheets(
            read: chosen.name, others: sheets.filter { $0.path != chosen.path }.map(\.name))
    }

    private func sheet(_ choice: SheetReader.Choice) throws -> Sheet {
        switch choice {
        case .firstVisible:
            guard let sheet = sheets.first(where: \.isVisible) else { throw SheetFault(.noVisibleSheet) }
            return sheet
        case .named(let name):
            guard let sheet = sheets.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw SheetFault(.noSuchSheet(name, found: sheets.map(\.name)))
            }
            return sheet
        }
    }

    func start(_ tag: XMLTag) {
        if tag.isNamed("workbookPr") {
            if tag.isTrue("date1904") { epoch = .y1904 }
        } else if tag.isNamed("sheet"), let name = tag["name"], let id = tag["id"],
            // Sheets that are only a chart have no rows.
            let target = relationships.byID[id], target.type == "worksheet"
        {
            let state = tag["state"] ?? "visible"
            sheets.append(Sheet(name: name, path: target.path, isVisible: state == "visible"))
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow { .goOn }
}
