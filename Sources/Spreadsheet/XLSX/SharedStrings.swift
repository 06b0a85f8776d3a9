/// The shared strings of a workbook: texts to which cells refer by number. To save memory, they are stored as bytes, in
/// blocks (“pages”) of 4096 texts. A single array of bytes would use twice as much memory while it grows.
final class SharedStrings: XMLHandler {
    private static let stringsPerPage = 4096

    private struct Page {
        var bytes: [UInt8] = []
        /// The offset in `bytes` at which each string ends.
        var ends: [UInt32] = []
    }

    private var pages: [Page] = []
    private var current = Page()
    private var size = 0
    private var item = RichText()

    /// Reads the shared strings of a workbook.
    ///
    /// - Parameter path: The path of the shared strings part; nil if the workbook has no shared strings.
    init(path: String?, in archive: ZipReader) throws {
        guard let path, let entry = try archive.entry(path) else { return }
        try XMLStream(entry, handler: self).readAll()
        pages.append(current)
    }

    subscript(index: Int) -> String? {
        guard index >= 0 else { return nil }
        let (page, position) = index.quotientAndRemainder(dividingBy: SharedStrings.stringsPerPage)
        guard page < pages.count, position < pages[page].ends.count else { return nil }
        let start = position == 0 ? 0 : Int(pages[page].ends[position - 1])
        return EscapedText.decode(pages[page].bytes[start..<Int(pages[page].ends[position])])
    }

    func start(_ tag: XMLTag) {
        if tag.isNamed("si") { item.begin() } else { item.start(tag) }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws { unsafe try item.add(bytes) }

    func end(_ tag: XMLTag) throws -> XMLFlow {
        guard tag.isNamed("si") else {
            item.end(tag)
            return .proceed
        }
        item.close()
        current.bytes += item.bytes
        current.ends.append(UInt32(current.bytes.count))
        size += item.bytes.count + 4
        guard size <= WorksheetLimits.sharedStrings else {
            throw WorksheetError(.tooMuchText(limit: WorksheetLimits.sharedStrings))
        }
        if current.ends.count == SharedStrings.stringsPerPage {
            // The page gets a copy of the bytes. Unlike `current.bytes`, the copy has no spare capacity.
            pages.append(Page(bytes: Array(current.bytes[...]), ends: current.ends))
            current.bytes.removeAll(keepingCapacity: true)
            current.ends = []
        }
        return .proceed
    }
}
