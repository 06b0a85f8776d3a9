import CCSV

/// A strict CSV parser, which treats a misplaced quote as an error. This is the only Swift code that calls libcsv.
@safe final class LibCSV {
    struct Record {
        var fields: [String] = []
        /// The number of the first field that is not valid UTF-8, from 1; nil if all fields are valid.
        var firstNotUTF8: Int?
    }

    private let parser: UnsafeMutablePointer<csv_parser>
    private var open = Record()
    private var ended: Record?

    init(delimiter: UInt8) {
        unsafe parser = .allocate(capacity: 1)
        unsafe csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI))
        unsafe csv_set_delim(parser, delimiter)
    }

    deinit {
        unsafe csv_free(parser)
        unsafe parser.deallocate()
    }

    /// The number of the current field, from 1.
    var column: Int { open.fields.count + 1 }

    var isBetweenRecords: Bool { unsafe parser.pointee.pstate == 0 }

    /// Removes and returns the completed record; nil if no record is complete.
    func popRecord() -> Record? {
        defer { ended = nil }
        return ended
    }

    /// Parses more bytes of the file. The bytes must not complete more than one record. Returns false if a quote is
    /// misplaced.
    func feed(_ bytes: ArraySlice<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            return unsafe csv_parse(parser, bytes.baseAddress, bytes.count, gatherField, gatherRecord, context)
                == bytes.count
        }
    }

    /// Completes the last record at the end of the file. Returns false if a quoted field is not closed.
    func finish() -> Bool {
        unsafe csv_fini(parser, gatherField, gatherRecord, Unmanaged.passUnretained(self).toOpaque()) == 0
    }

    fileprivate func add(_ bytes: UnsafeRawBufferPointer) {
        if let field = unsafe String(validating: bytes, as: UTF8.self) {
            open.fields.append(field)
        } else {
            open.firstNotUTF8 = open.firstNotUTF8 ?? column
            open.fields.append("\u{FFFD}")
        }
    }

    fileprivate func endRecord() {
        let width = open.fields.count
        ended = open
        open = Record()
        open.fields.reserveCapacity(width)
    }
}

private func gatherField(_ bytes: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<LibCSV>.fromOpaque(context).takeUnretainedValue().add(
        UnsafeRawBufferPointer(start: bytes, count: count))
}

private func gatherRecord(_ terminator: Int32, _ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<LibCSV>.fromOpaque(context).takeUnretainedValue().endRecord()
}
