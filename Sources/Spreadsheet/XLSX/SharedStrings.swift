/// The texts that cells refer to by number, kept as bytes, some thousand together: an array of strings would take
/// several times as much, and one long array twice as much whenever it grows.
final class SharedStrings: XMLHandler {
    private static let stringsPerPage = 4096

    private struct Page {
        var bytes: [UInt8] = []
        /// Where each string ends.
        var ends: [UInt32] = []
    }

    private var pages: [Page] = []
    private var current = Page()
    private var size = 0
    private var item = RichText()

    /// - Parameter path: nil for a workbook without such a table.
    init(path: String?, in archive: ZipArchive) throws {
        guard let path, let entry = try archive.entry(path) else { return }
        try XMLStream(entry, handler: self).readAll()
        pages.append(current)
    }

    subscript(index: Int) -> String? {
        guard index >= 0 else { return nil }
        let (page, place) = index.quotientAndRemainder(dividingBy: SharedStrings.stringsPerPage)
        guard page < pages.count, place < pages[page].ends.count else { return nil }
        let start = place == 0 ? 0 : Int(pages[page].ends[place - 1])
        return EscapedText.decode(pages[page].bytes[start..<Int(pages[page].ends[place])])
    }

    func start(_ tag: XMLTag) {
        if tag.isNamed("si") { item.begin() } else { item.start(tag) }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws { unsafe try item.add(bytes) }

    func end(_ tag: XMLTag) throws -> XMLFlow {
        guard tag.isNamed("si") else {
            item.end(tag)
            return .goOn
        }
        item.close()
        current.bytes += item.bytes
        current.ends.append(UInt32(current.bytes.count))
        size += item.bytes.count + 4
        guard size <= SheetLimits.sharedStrings else {
            throw SheetFault(.tooMuchText(limit: SheetLimits.sharedStrings))
        }
        if current.ends.count == SharedStrings.stringsPerPage {
            // A copy is as large as what it holds.
            pages.append(Page(bytes: Array(current.bytes[...]), ends: current.ends))
            current.bytes.removeAll(keepingCapacity: true)
            current.ends = []
        }
        return .goOn
    }
}
