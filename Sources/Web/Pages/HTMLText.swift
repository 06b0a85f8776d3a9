import Mustache

/// A text that a page shows and never obeys: `<`, `>`, `&`, `"` and `'` become character references.
///
/// A browser reads HTML scalar by scalar, so each of the five is replaced wherever it stands: also where a mark or a
/// prefix beside it makes both one `Character`. Templates are given this type and never a `String`, so no tag of a
/// template can render a text in any other way. Safe in elements and in quoted attributes, not in scripts or styles.
struct HTMLText: MustacheCustomRenderable, MustacheParent, CustomStringConvertible {
    private let text: String

    init(_ text: String) { self.text = text }

    /// The text as HTML.
    var description: String {
        guard text.utf8.contains(where: { HTMLText.reference(for: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        // In UTF-8 no byte of another scalar equals an ASCII byte.
        for byte in text.utf8 {
            if let reference = HTMLText.reference(for: byte) {
                bytes.append(contentsOf: reference.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil for a byte that stands for itself.
    private static func reference(for byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    var renderText: String { description }
    /// An empty text is there, as an empty `String` is.
    var isNull: Bool { false }

    /// A text has no parts that a template could name.
    func child(named name: String) -> Any? { nil }
}
