import Mustache

/// A text that is escaped for HTML: `<`, `>`, `&`, `"` and `'` become character references.
///
/// A browser reads HTML scalar by scalar, so each of these five characters is replaced everywhere, even if a combining
/// mark makes it part of a longer `Character`. Templates get this type and never a `String`, so every tag renders
/// escaped text. The result is safe in elements and in quoted attributes, but not in scripts or styles.
struct HTMLText: MustacheCustomRenderable, MustacheParent, CustomStringConvertible {
    private let text: String

    init(_ text: String) { self.text = text }

    var description: String {
        guard text.utf8.contains(where: { HTMLText.reference(for: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        // In UTF-8, bytes of multi-byte scalars never equal an ASCII byte.
        for byte in text.utf8 {
            if let reference = HTMLText.reference(for: byte) {
                bytes.append(contentsOf: reference.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The character reference for a byte; nil if the byte needs no reference.
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
    /// False even for an empty text, because Mustache also treats an empty `String` as not null.
    var isNull: Bool { false }

    /// Nil, because a text has no members.
    func child(named name: String) -> Any? { nil }
}
