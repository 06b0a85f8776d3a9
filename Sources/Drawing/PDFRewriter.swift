import Glibc
import Languages

/// Corrects cairo's PDF output, object by object, before it is written to the file.
///
/// - Dictionary keys become unique (ISO 32000-2 §7.3.7). Cairo repeats the name of a surface each time a page paints
///   it, and strict readers reject such pages.
/// - Each page gets the exact requested size. Cairo clips pages to whole points, so the caller rounds the size up.
/// - Black becomes DeviceGray black, because print shops would mix RGB black from four inks.
/// - If the document requires printing at actual size, its catalogue (the root object of a PDF) asks viewers to print
///   at that size.
final class PDFRewriter {
    private let writeBlock: ([UInt8]) throws -> Void
    private let printing: PDFDocument.PrintScaling
    var pageSizes: [PageSize] = []

    /// The size of a page, in points.
    struct PageSize {
        let width: Double
        let height: Double
        let trimArea: PDFDocument.TrimArea?
    }

    /// Bytes that do not form a complete object yet.
    private var pending: [UInt8] = []
    /// The number of pending bytes that were already searched for the end of an object.
    private var searched = 0
    private var output: [UInt8] = []
    private var written = 0
    /// The offset of each object in the file, by object number.
    private var offsets: [Int: Int] = [:]
    /// The new lengths of rewritten streams. The key is the number of the object in which cairo writes the length of
    /// the stream.
    private var lengths: [Int: Int] = [:]
    private var pages = 0
    private let black: BlackToGreyConverter
    private static let block = 1 << 16

    init(
        printing: PDFDocument.PrintScaling, passingTo writeBlock: @escaping ([UInt8]) throws -> Void
    ) throws(DrawingError) {
        self.printing = printing
        self.writeBlock = writeBlock
        black = try BlackToGreyConverter()
    }

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
    /// - Throws: `DrawingError.cairo` if the file has an unknown structure.
    func finish() throws {
        guard let trailer = PDFText.between("trailer\n", "startxref\n", in: pending[...]),
            PDFText.starts(pending[...], with: "xref\n"), pages == pageSizes.count,
            let size = PDFText.number(after: "/Size ", in: Array(trailer.utf8)[...]),
            (1..<size).allSatisfy({ offsets[$0] != nil })
        else { throw DrawingError.cairo(Sentence(DrawingError.Text.unknownStructure)) }
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
        try writeBlock(output)
        output.removeAll(keepingCapacity: true)
    }

    private func append(_ bytes: some Collection<UInt8>) {
        output += bytes
        written += bytes.count
    }

    /// The end of the object that begins at `start` in the pending bytes; nil if the object is incomplete.
    private func endOfObject(from start: Int) -> Int? {
        var from = max(start, searched)
        while let end = PDFText.first(PDFText.endOfObject, in: pending[from...])?.upperBound {
            // Compressed data may contain any bytes, so an object with a stream must also end with `endstream`.
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
        // The file header precedes the first object.
        while bytes.first == UInt8(ascii: "%"), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            append(bytes[...end])
            bytes = bytes[(end + 1)...]
        }
        guard let number = PDFText.leadingNumber(of: bytes),
            let head = PDFText.first(Array(" 0 obj\n".utf8), in: bytes)
        else { throw DrawingError.cairo(Sentence(DrawingError.Text.objectWithoutNumber)) }
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
        } else if let keyword = PDFText.first(PDFText.stream, in: body) {
            append(bytes[..<head.upperBound])
            try writeStream(body, dictionary: keyword.lowerBound)
        } else if PDFText.starts(body, with: "<<\n   /") {
            append(bytes[..<head.upperBound])
            append(Array("\(PDFDictionary.withUniqueKeys(PDFText.string(body.dropLast(7))))\nendobj\n".utf8))
        } else {
            append(bytes)
        }
    }

    private func page(_ text: String) throws -> String {
        guard pages < pageSizes.count else {
            throw DrawingError.cairo(Sentence(DrawingError.Text.pageNotDrawn))
        }
        let size = pageSizes[pages]
        pages += 1
        var lines: [Substring] = []
        var isInGroup = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "   /Group <<" {
                // The RGB transparency group is removed, so that black ink alone prints black.
                isInGroup = true
            } else if isInGroup {
                isInGroup = line != "   >>"
            } else if line.hasPrefix("   /MediaBox [") {
                // Cairo’s page is up to a point taller than the requested page. The content is at the top of cairo’s
                // page.
                let low = PDFText.decimal(size.height.rounded(.up) - size.height)
                let (right, high) = (PDFText.decimal(size.width), PDFText.decimal(size.height.rounded(.up)))
                lines.append("   /MediaBox [ 0 \(low) \(right) \(high) ]")
                lines += size.trimArea.map { $0.boxes(on: size) } ?? []
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

    /// Writes a stream. In drawing operators, RGB black becomes greyscale black.
    private func writeStream(_ body: ArraySlice<UInt8>, dictionary end: Int) throws {
        let dictionary = PDFText.string(body[..<end])
        let isDrawing = dictionary.contains("/Subtype /Form") || !dictionary.contains("/Subtype")
        guard isDrawing, !dictionary.contains("/Length1"), dictionary.contains("/Filter /FlateDecode"),
            let length = PDFText.number(after: "/Length ", in: body[..<end])
        else { return append(body) }
        let start = end + PDFText.stream.count
        let stream = body[start..<body.endIndex - PDFText.endOfStream.count]
        guard let rewritten = try black.converted(stream) else { return append(body) }
        lengths[length] = rewritten.count
        append(body[..<start])
        append(rewritten)
        append(PDFText.endOfStream)
    }
}

extension PDFDocument.TrimArea {
    /// The page dictionary's entries for the TrimBox and the BleedBox, which do not extend beyond the page. PDF
    /// measures upwards, from the lower edge of cairo’s page.
    fileprivate func boxes(on page: PDFRewriter.PageSize) -> [Substring] {
        let top = page.height.rounded(.up)
        let bottom = top - page.height
        return [("TrimBox", 0.0), ("BleedBox", bleed)].map { name, strip in
            let edges = [
                max(0, trim.x - strip), max(bottom, top - trim.y - trim.height - strip),
                min(page.width, trim.x + trim.width + strip), min(top, top - trim.y + strip),
            ].map(PDFText.decimal)
            return "   /\(name) [ \(edges.joined(separator: " ")) ]"
        }
    }
}
