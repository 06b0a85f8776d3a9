/// The grammar of this program’s pages: every attribute’s value is in double quotes, and every special character in a
/// text is a reference such as `&lt;`. A script has a URL, or it is data that browsers do not run.
enum MarkupGrammar {
    /// The start tag of the only scripts without a URL.
    static let dataScript = #"<script type="application/ld+json">"#

    /// The text around the first violation of the grammar; nil for a valid page.
    static func fault(in page: String) -> String? {
        let bytes = Array(page.utf8)
        var index = 0
        while index < bytes.count {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "<"):
                guard let end = endOfTag(from: index, in: bytes) else { return context(start, bytes) }
                let tag = String(decoding: bytes[start..<end], as: UTF8.self)
                let isScript = tag.lowercased().hasPrefix("<script")
                guard !isScript || tag.contains(" src=\"/assets/") || tag == dataScript else {
                    return context(start, bytes)
                }
                index = end
            case UInt8(ascii: ">"): return context(start, bytes)
            case UInt8(ascii: "&"):
                guard isReference(from: index, in: bytes) else { return context(start, bytes) }
                index += 1
            default: index += 1
            }
        }
        return nil
    }

    private static func endOfTag(from start: Int, in bytes: [UInt8]) -> Int? {
        var index = start + 1
        if index < bytes.count, [UInt8(ascii: "/"), UInt8(ascii: "!")].contains(bytes[index]) { index += 1 }
        guard index < bytes.count, isLetter(bytes[index]) else { return nil }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"): return index + 1
            case UInt8(ascii: "\""):
                guard bytes[index - 1] == UInt8(ascii: "=") else { return nil }
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    if [UInt8(ascii: "<"), UInt8(ascii: ">")].contains(bytes[index]) { return nil }
                    if bytes[index] == UInt8(ascii: "&"), !isReference(from: index, in: bytes) { return nil }
                    index += 1
                }
                index += 1
            case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "/"), 0x20, 0xA: index += 1
            case let byte where isLetter(byte) || (0x30...0x39).contains(byte): index += 1
            default: return nil
            }
        }
        return nil
    }

    private static func isReference(from start: Int, in bytes: [UInt8]) -> Bool {
        ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;"].contains { bytes[start...].starts(with: $0.utf8) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func context(_ index: Int, _ bytes: [UInt8]) -> String {
        let part = bytes[max(0, index - 80)..<min(bytes.count, index + 80)]
        return String(decoding: part, as: UTF8.self).debugDescription
    }
}
