import CExpat
import Presenting

/// A piece of a page as a tree that a script builds elements from, without reading markup:
/// `["p", {"class": "quiet"}, "Nothing yet."]`.
///
/// The piece must be well-formed XML: each element closed, each attribute quoted.
struct MarkupTree {
    /// The elements and texts at the top, as an array.
    let json: JSON

    /// - Throws: `PageFault` for a piece that is not well-formed.
    init(_ html: String) throws {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { throw PageFault(template: "", why: "no memory") }
        defer { unsafe XML_ParserFree(parser) }
        let reading = Reading()
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe XML_SetElementHandler(parser, Reading.start, Reading.end)
        unsafe XML_SetCharacterDataHandler(parser, Reading.text)
        let bytes = Array("<all>\(MarkupTree.withoutForbidden(html))</all>".utf8)
        let status = unsafe bytes.withUnsafeBytes {
            unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
        }
        guard status == XML_STATUS_OK, let all = reading.top else {
            let line = unsafe XML_GetCurrentLineNumber(parser)
            throw PageFault(
                template: "line \(line)", why: unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
        }
        json = .array(all.contents)
    }

    /// Scalars that XML 1.0 has no place for (§2.2), as an old name may hold them, become U+FFFD.
    private static func withoutForbidden(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: shown.append(scalar)
            default: shown.append("\u{FFFD}")
            }
        }
        return String(shown)
    }
}

/// What expat has read so far.
private final class Reading {
    struct Element {
        let name: String
        let attributes: [(String, JSON)]
        var contents: [JSON] = []
    }

    private(set) var top: Element?
    private var open: [Element] = []
    private var pending: [UInt8] = []

    private func begin(_ element: Element) {
        takeText()
        open.append(element)
    }

    private func finish() {
        takeText()
        guard let element = open.popLast() else { return }
        guard !open.isEmpty else { return top = element }
        open[open.count - 1].contents.append(
            .array([.string(element.name), .object(element.attributes)] + element.contents))
    }

    /// Line breaks between elements are no part of what is shown.
    private func takeText() {
        let text = String(decoding: pending, as: UTF8.self)
        let isBetween = pending.contains(0xA) && pending.allSatisfy { [0x9, 0xA, 0xD, 0x20].contains($0) }
        pending = []
        guard !text.isEmpty, !isBetween, !open.isEmpty else { return }
        open[open.count - 1].contents.append(.string(text))
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Reading? {
        unsafe pointer.map { unsafe Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
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
