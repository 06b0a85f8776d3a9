/// The header fields of a mail (RFC 5322), folded and encoded. User input cannot inject further fields.
struct MailHeader {
    private(set) var text = ""
    /// The maximum length of a line that contains encoded words, in octets (RFC 2047 §2).
    private static let maximumLineLength = 76
    /// The maximum length of an encoded word, in octets (RFC 2047 §2).
    private static let maximumEncodedWordLength = 75

    /// Adds a field with a fixed value: ASCII, short, without line breaks.
    mutating func add(_ name: String, _ value: String) { text += "\(name): \(value)\r\n" }

    /// Adds a field with text from users.
    mutating func add(text value: String, as name: String) {
        text += "\(name): \(MailHeader.encoded(value, after: name))\r\n"
    }

    /// Adds a field with one address and an optional display name.
    mutating func add(address: String, named display: String?, as name: String) {
        guard let display else { return add(name, address) }
        let phrase = MailHeader.encoded(display, after: name, asPhrase: .phrase)
        text += "\(name): \(phrase)\r\n <\(address)>\r\n"
    }

    /// Adds a field with a URL in angle brackets (RFC 2369). The URL stays on one line, because it must not be folded.
    mutating func add(url: MailURL, as name: String) { add(name, "<\(url.text)>") }

    enum HeaderContext { case text, phrase }

    /// Encodes text for a field. ASCII text that fits into one line is not encoded. If such a text is the display name
    /// of an address, it is put into quotation marks. Any other text becomes encoded words (RFC 2047), one on each
    /// line, and no word ends within a character.
    static func encoded(_ text: String, after name: String, asPhrase context: HeaderContext = .text) -> String {
        let oneLine = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        let isPlain = oneLine.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !oneLine.contains("=?")
        if isPlain, name.utf8.count + oneLine.utf8.count + 4 <= maximumLineLength {
            guard context == .phrase else { return oneLine }
            let escaped = oneLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            if escaped.utf8.count + name.utf8.count + 4 <= maximumLineLength { return "\"\(escaped)\"" }
        }
        // The words use the encoding Q instead of B (base64), because some mail programs stop reading at the base64
        // padding between two words.
        let (start, end) = ("=?UTF-8?Q?", "?=")
        var line = ""
        // The first line also contains the field's name.
        var available = maximumEncodedWordLength - start.utf8.count - end.utf8.count - name.utf8.count - 2
        var lines: [String] = []
        for scalar in oneLine.unicodeScalars {
            let letter = QuotedPrintable.encodedCharacter(scalar)
            if line.utf8.count + letter.utf8.count > available {
                lines.append(line)
                (line, available) = ("", maximumEncodedWordLength - start.utf8.count - end.utf8.count)
            }
            line += letter
        }
        lines.append(line)
        return lines.map { start + $0 + end }.joined(separator: "\r\n ")
    }
}
