import CExpat
package import Presentation

/// A part of a page as a tree, such as `["p", {"class": "quiet"}, "Nothing yet."]`. A script builds the elements of the
/// page from the tree, without parsing HTML.
///
/// The part must be well-formed XML: each element is closed and each attribute is quoted. `scripts/markup.js` lists the
/// allowed elements, attributes and URLs. It rejects a tree that contains other elements, attributes or URLs.
package struct MarkupTree: Sendable {
    /// The top-level elements and texts, as an array.
    package let json: JSON

    /// Parses a part of a page.
    ///
    /// - Throws: `TemplateError` if the part is not well-formed XML.
    package init(_ html: String) throws {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else {
            throw TemplateError(template: "", reason: "no memory")
        }
        defer { unsafe XML_ParserFree(parser) }
        let reading = MarkupParser()
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe XML_SetElementHandler(parser, MarkupParser.start, MarkupParser.end)
        unsafe XML_SetCharacterDataHandler(parser, MarkupParser.text)
        let bytes = Array("<all>\(MarkupTree.replacingForbiddenScalars(html))</all>".utf8)
        let status = unsafe bytes.withUnsafeBytes {
            unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
        }
        guard status == XML_STATUS_OK, let all = reading.top else {
            let line = unsafe XML_GetCurrentLineNumber(parser)
            throw TemplateError(
                template: "line \(line)", reason: unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
        }
        json = .array(all.contents)
    }

    /// Puts U+FFFD in place of each scalar that XML 1.0 forbids (§2.2). Names in old data can contain such scalars.
    private static func replacingForbiddenScalars(_ text: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: cleaned.append(scalar)
            default: cleaned.append("\u{FFFD}")
            }
        }
        return String(cleaned)
    }
}

/// The elements that the XML parser `expat` has parsed so far.
private final class MarkupParser {
    struct Element {
        let name: String
        let attributes: [(String, JSON)]
        var contents: [JSON] = []
    }

    private(set) var top: Element?
    private var open: [Element] = []
    private var pending: [UInt8] = []

    private func begin(_ element: Element) {
        flushText()
        open.append(element)
    }

    private func finish() {
        flushText()
        guard let element = open.popLast() else { return }
        guard !open.isEmpty else { return top = element }
        open[open.count - 1].contents.append(
            .array([.string(element.name), .object(element.attributes)] + element.contents))
    }

    /// Adds the current text to the innermost open element. A text that consists of line breaks and spaces is dropped,
    /// because it only separates elements.
    private func flushText() {
        let text = String(decoding: pending, as: UTF8.self)
        let isBetween = pending.contains(0xA) && pending.allSatisfy { [0x9, 0xA, 0xD, 0x20].contains($0) }
        pending = []
        guard !text.isEmpty, !isBetween, !open.isEmpty else { return }
        open[open.count - 1].contents.append(.string(text))
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkupParser? {
        unsafe pointer.map { unsafe Unmanaged<MarkupParser>.fromOpaque($0).takeUnretainedValue() }
    }

    static let start: XML_StartElementHandler = { pointer, name, attributes in
        guard let reading = unsafe of(pointer), let name = unsafe name else { return }
        var pairs: [(String, JSON)] = []
        var next = unsafe attributes
        while let pair = unsafe next, let key = unsafe pair[0], let value = unsafe pair[1] {
            unsafe pairs.append((String(cString: key), .string(String(cString: value))))
            unsafe next = pair + 2
        }
        unsafe reading.begin(Element(name: String(cString: name), attributes: pairs))
    }

    static let end: XML_EndElementHandler = { pointer, _ in unsafe of(pointer)?.finish() }

    static let text: XML_CharacterDataHandler = { pointer, bytes, count in
        guard let reading = unsafe of(pointer) else { return }
        unsafe reading.pending += Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
}
