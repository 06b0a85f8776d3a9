import CZip
import EventFixture
import Spreadsheet
import Testing

/// Makes workbooks from given parts, even from parts that no spreadsheet program would write.
struct Workbooks {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let rootRelationships = """
        <?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" \
        Target="xl/workbook.xml"/></Relationships>
        """
    static let relationships = """
        <Relationships>\
        <Relationship Id="r1" Type="x/relationships/worksheet" Target="worksheets/sheet1.xml"/>\
        <Relationship Id="r2" Type="x/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/>\
        <Relationship Id="r3" Type="x/relationships/styles" Target="styles.xml"/>\
        <Relationship Id="r4" Type="x/relationships/sharedStrings" Target="../xl/strings.xml"/></Relationships>
        """
    static func workbook(_ properties: String = "", sheets: String = #"<sheet name="One" r:id="r1"/>"#) -> String {
        "<workbook xmlns:r=\"x\"><workbookPr \(properties)/><sheets>\(sheets)</sheets></workbook>"
    }
    static func sheet(_ rows: String) -> String { "<worksheet><sheetData>\(rows)</sheetData></worksheet>" }

    static func parts(_ rows: String = "", strings: String = "", styles: String = "") -> [String: [UInt8]] {
        [
            "_rels/.rels": Array(rootRelationships.utf8),
            "xl/_rels/workbook.xml.rels": Array(relationships.utf8),
            "xl/workbook.xml": Array(workbook().utf8),
            "xl/worksheets/sheet1.xml": Array(sheet(rows).utf8),
            "xl/strings.xml": Array("<sst>\(strings)</sst>".utf8),
            "xl/styles.xml": Array("<styleSheet>\(styles)</styleSheet>".utf8),
        ]
    }

    func pack(_ parts: [String: [UInt8]], password: String? = nil) throws -> String {
        let path = folder("\(parts.count)-\(UInt32.random(in: 0 ... .max)).xlsx")
        var code: Int32 = 0
        let archive = try #require(zip_open(path, ZIP_CREATE | ZIP_EXCL, &code))
        // libzip reads the bytes only when the archive is closed, so the buffers must exist until then.
        var kept: [UnsafeMutableBufferPointer<UInt8>] = []
        defer { for buffer in kept { buffer.deallocate() } }
        for (name, bytes) in parts.sorted(by: { $0.key < $1.key }) {
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            _ = buffer.initialize(from: bytes)
            kept.append(buffer)
            let source = try #require(zip_source_buffer(archive, buffer.baseAddress, UInt64(bytes.count), 0))
            let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
            try #require(index >= 0)
            if let password {
                try #require(zip_file_set_encryption(archive, UInt64(index), UInt16(ZIP_EM_AES_256), password) == 0)
            }
        }
        try #require(zip_close(archive) == 0)
        return path
    }

    func rows(_ parts: [String: [UInt8]], sheet: WorksheetReader.SheetSelection = .firstVisible) throws
        -> [WorksheetReader.Row]
    {
        try allRows(try pack(parts), sheet: sheet)
    }

    /// Writes a sheet that consists of these `<row>` elements, and returns the rows that are read from it.
    func rows(of rows: String, strings: String = "", styles: String = "") throws -> [WorksheetReader.Row] {
        try self.rows(Workbooks.parts(rows, strings: strings, styles: styles))
    }

    /// Writes a sheet with one row that consists of these `<c>` elements, and returns the fields that are read from it.
    func fields(_ cells: String, strings: String = "", styles: String = "") throws -> [String] {
        let rows = try rows(of: "<row r=\"1\">\(cells)</row>", strings: strings, styles: styles)
        return try #require(rows.first).fields
    }
}

func allRows(_ path: String, sheet: WorksheetReader.SheetSelection = .firstVisible) throws -> [WorksheetReader.Row] {
    let reader = try WorksheetReader(path: path, sheet: sheet)
    var rows: [WorksheetReader.Row] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
}

/// All rows and all faults of a table, both in the table's order.
func rowsAndFaults(_ path: String) throws -> (rows: [WorksheetReader.Row], faults: [WorksheetError]) {
    let reader = try WorksheetReader(path: path)
    var rows: [WorksheetReader.Row] = []
    var faults: [WorksheetError] = []
    while true {
        do {
            guard let row = try reader.next() else { return (rows, faults) }
            rows.append(row)
        } catch let fault as WorksheetError {
            faults.append(fault)
        }
    }
}

func unpacked(_ part: String, of path: String) throws -> String {
    var code: Int32 = 0
    let archive = try #require(zip_open(path, ZIP_RDONLY, &code))
    defer { zip_discard(archive) }
    var status = zip_stat_t()
    try #require(zip_stat(archive, part, 0, &status) == 0)
    let file = try #require(zip_fopen(archive, part, 0))
    defer { zip_fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    try #require(zip_fread(file, &bytes, status.size) == Int64(bytes.count))
    return String(decoding: bytes, as: UTF8.self)
}
