import CCSV
import FileAccess

/// Reads CSV (RFC 4180) record by record through libcsv, strictly: a quote out of place is a fault, not a guess.
///
/// libcsv does not count lines, so it is fed one at a time.
@safe final class CSVReader {
    /// The longest record, in bytes; what is longer, over several lines, is a quote that was never closed.
    private static let longest = 1 << 20

    /// One record, and the line on which it begins.
    struct Record {
        let line: Int
        let fields: [[UInt8]]
    }

    private let lines: LineReader
    private let parser: UnsafeMutablePointer<csv_parser>
    private let gathered = Gathered()
    private var line = 0
    private var recordLine = 1
    private var recordLength = 0

    /// - Throws: `SystemError` when the file can't be opened.
    init(path: String) throws {
        lines = try LineReader(path: path, limit: CSVReader.longest)
        unsafe parser = .allocate(capacity: 1)
        unsafe csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    }

    deinit {
        unsafe csv_free(parser)
        unsafe parser.deallocate()
    }

    /// The next record; nil at the end. Empty lines are passed over.
    ///
    /// - Throws: `GuestListFault` for what is not CSV; nothing can be read after it.
    func next() throws -> Record? {
        while true {
            if let fields = gathered.takeRecord() { return Record(line: recordLine, fields: fields) }
            guard let next = try lines.next() else { return try last() }
            line += 1
            if unsafe parser.pointee.pstate == 0 {
                recordLine = line
                recordLength = 0
            }
            recordLength += next.length
            guard recordLength <= CSVReader.longest else { throw next.isCut ? tooLong : unclosedQuote }
            try feed(next.bytes)
        }
    }

    private func feed(_ line: [UInt8]) throws {
        var bytes = line + [UInt8(ascii: "\n")]
        if self.line == 1 {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
            unsafe csv_set_delim(parser, CSVReader.delimiter(in: bytes))
        }
        let parsed = unsafe csv_parse(
            parser, bytes, bytes.count, gatherField, gatherRecord, Unmanaged.passUnretained(gathered).toOpaque())
        guard parsed == bytes.count else {
            throw GuestListFault(line: self.line, column: "\(gathered.fieldNumber)", fault: .strayQuote)
        }
    }

    private func last() throws -> Record? {
        let status = unsafe csv_fini(
            parser, gatherField, gatherRecord, Unmanaged.passUnretained(gathered).toOpaque())
        guard status == 0 else { throw unclosedQuote }
        return gathered.takeRecord().map { Record(line: recordLine, fields: $0) }
    }

    private var tooLong: GuestListFault {
        GuestListFault(line: line, column: "\(gathered.fieldNumber)", fault: .tooLong(limit: CSVReader.longest))
    }

    private var unclosedQuote: GuestListFault {
        GuestListFault(line: recordLine, column: "\(gathered.fieldNumber)", fault: .unclosedQuote)
    }

    /// Spreadsheets write commas, semicolons or tabs: the header uses one of them most.
    private static func delimiter(in header: [UInt8]) -> UInt8 {
        let choices = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = choices.map { choice in (choice, header.count { $0 == choice }) }
        return counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? UInt8(ascii: ",")
    }
}

/// What libcsv's callbacks have handed over.
private final class Gathered {
    private var fields: [[UInt8]] = []
    private var records: [[[UInt8]]] = []

    /// The field that is being read, counted from 1.
    var fieldNumber: Int { fields.count + 1 }

    func takeRecord() -> [[UInt8]]? { records.isEmpty ? nil : records.removeFirst() }

    func add(field: [UInt8]) { fields.append(field) }

    func endRecord() {
        records.append(fields)
        fields = []
    }
}

private func gatherField(_ bytes: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Gathered>.fromOpaque(context).takeUnretainedValue().add(
        field: [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
}

private func gatherRecord(_ terminator: Int32, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Gathered>.fromOpaque(context).takeUnretainedValue().endRecord()
}
