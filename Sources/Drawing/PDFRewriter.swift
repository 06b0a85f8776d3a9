import Glibc

/// Corrects the PDF that cairo writes, object by object, on its way into the file.
///
/// - Keys of a dictionary become unique (ISO 32000-2 §7.3.7). Cairo names a surface again each time a page paints it, and
///   readers that keep the rule drop such a page.
/// - Each page gets the exact size that was asked for. Cairo clips pages to whole points, so they are drawn larger.
/// - Black ink becomes DeviceGray black: print shops would mix RGB black from four inks.
/// - The catalogue tells viewers to print in actual size.
///
/// The cross-reference table is written anew.
final class PDFRewriter {
    private let handOn: ([UInt8]) throws -> Void
    private let printing: PDFDocument.Printing
    /// Of the pages in their order, in points.
    var pageSizes: [(width: Double, height: Double)] = []

    /// Bytes that are not part of a whole object yet.
    private var pending: [UInt8] = []
    /// So many of them hold no end of an object.
    private var searched = 0
    private var output: [UInt8] = []
    private var written = 0
    /// Where each object begins in the file, by its number.
    private var offsets: [Int: Int] = [:]
    /// New contents of objects that cairo will write: the lengths of streams that were rewritten.
    private var lengths: [Int: Int] = [:]
    private var pages = 0
    private let black: BlackInk
    private static let block = 1 << 16

    init(printing: PDFDocument.Printing, handingOn handOn: @escaping ([UInt8]) throws -> Void) throws(DrawingError) {
        self.printing = printing
        self.handOn = handOn
        black = try BlackInk()
    }

    /// Takes the next bytes of cairo's file.
    func add(_ bytes: [UInt8]) throws {
        pending += bytes
        var start = 0
        while let end = endOfObject(from: start) {
            try write(object: pending[start..<end])
            start = end
            searched = 0
        }
        pending.removeFirst(start)
        searched = max(0, pending.count - PDFText.endOfObject.count)
        if output.count >= PDFRewriter.block { try flush() }
    }

    /// Writes the cross-reference table and the trailer.
    ///
    /// - Throws: `DrawingError.cairo` for a file that is built in another way than this class knows.
    func finish() throws {
        guard let trailer = PDFText.between("trailer\n", "startxref\n", in: pending[...]),
            PDFText.starts(pending[...], with: "xref\n"), pages == pageSizes.count,
            let size = PDFText.number(after: "/Size ", in: Array(trailer.utf8)[...]),
            (1..<size).allSatisfy({ offsets[$0] != nil })
        else { throw DrawingError.cairo("its PDF is built in another way than this program knows") }
        let start = written
        var table = "xref\n0 \(size)\n0000000000 65535 f \n"
        for number in 1..<size {
            let offset = "\(offsets[number] ?? 0)"
            table += String(repeating: "0", count: max(0, 10 - offset.utf8.count)) + offset + " 00000 n \n"
        }
        append(Array("\(table)trailer\n\(trailer)startxref\n\(start)\n%%EOF\n".utf8))
        try flush()
    }

    private func flush() throws {
        try handOn(output)
        output.removeAll(keepingCapacity: true)
    }

    private func append(_ bytes: some Collection<UInt8>) {
        output += bytes
        written += bytes.count
    }

    /// The end of the object, header included, that begins at `start` of the pending bytes.
    private func endOfObject(from start: Int) -> Int? {
        var from = max(start, searched)
        while let end = PDFText.first(PDFText.endOfObject, in: pending[from...])?.upperBound {
            // Compressed bytes may hold anything: a stream ends with its own word as well.
            let object = pending[start..<end]
            if PDFText.first(PDFText.stream, in: object) == nil || PDFText.ends(object, with: PDFText.endOfStream) {
                return end
            }
            from = end
        }
        return nil
    }

    private func write(object bytes: ArraySlice<UInt8>) throws {
        var bytes = bytes
        // The file's own header stands before the first object.
        while bytes.first == UInt8(ascii: "%"), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            append(bytes[...end])
            bytes = bytes[(end + 1)...]
        }
        guard let number = PDFText.leadingNumber(of: bytes),
            let head = PDFText.first(Array(" 0 obj\n".utf8), in: bytes)
        else { throw DrawingError.cairo("its PDF has an object without a number") }
        offsets[number] = written
        let body = bytes[head.upperBound...]
        if let length = lengths.removeValue(forKey: number) {
            append(Array("\(number) 0 obj\n   \(length)\nendobj\n".utf8))
        } else if PDFText.starts(body, with: "<< /Type /Page %") {
            append(bytes[..<head.upperBound])
            append(Array(try page(PDFText.string(body)).utf8))
        } else if PDFText.starts(body, with: "<< /Type /Catalog\n") {
            append(bytes[..<head.upperBound])
            append(Array(catalog(PDFText.string(body)).utf8))
        } else if let words = PDFText.first(PDFText.stream, in: body) {
            append(bytes[..<head.upperBound])
            try writeStream(body, dictionary: words.lowerBound)
        } else if PDFText.starts(body, with: "<<\n   /") {
            append(bytes[..<head.upperBound])
            append(Array("\(PDFDictionary.withUniqueKeys(PDFText.string(body.dropLast(7))))\nendobj\n".utf8))
        } else {
            append(bytes)
        }
    }

    private func page(_ text: String) throws -> String {
        guard pages < pageSizes.count else { throw DrawingError.cairo("its PDF has a page that was not drawn") }
        let size = pageSizes[pages]
        pages += 1
        var lines: [Substring] = []
        var isInGroup = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "   /Group <<" {
                // Without a group in RGB, black stays black ink.
                isInGroup = true
            } else if isInGroup {
                isInGroup = line != "   >>"
            } else if line.hasPrefix("   /MediaBox [") {
                // Drawn from the top of a page that is a part of a point higher.
                let low = PDFText.decimal(size.height.rounded(.up) - size.height)
                let (right, high) = (PDFText.decimal(size.width), PDFText.decimal(size.height.rounded(.up)))
                lines.append("   /MediaBox [ 0 \(low) \(right) \(high) ]")
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func catalog(_ text: String) -> String {
        guard let preferences = printing.viewerPreferences else { return text }
        let start = "<< /Type /Catalog\n"
        return start + "   /ViewerPreferences << \(preferences) >>\n" + text.dropFirst(start.count)
    }

    /// Writes a stream; what draws gets its black in grey.
    private func writeStream(_ body: ArraySlice<UInt8>, dictionary end: Int) throws {
        let dictionary = PDFText.string(body[..<end])
        let isDrawing = dictionary.contains("/Subtype /Form") || !dictionary.contains("/Subtype")
        guard isDrawing, !dictionary.contains("/Length1"), dictionary.contains("/Filter /FlateDecode"),
            let length = PDFText.number(after: "/Length ", in: body[..<end])
        else { return append(body) }
        let start = end + PDFText.stream.count
        let stream = body[start..<body.endIndex - PDFText.endOfStream.count]
        guard let rewritten = try black.inGrey(stream) else { return append(body) }
        lengths[length] = rewritten.count
        append(body[..<start])
        append(rewritten)
        append(PDFText.endOfStream)
    }
}
