/// Header fields of a mail (RFC 5322): folded, encoded, and never two where one was meant.
struct MailHeader {
    private(set) var text = ""
    /// Octets of a line that are asked for (RFC 5322 §2.1.1), and of an encoded word (RFC 2047 §2).
    private static let longest = 76
    private static let longestWord = 75

    /// A field whose value is ours: ASCII, short, without line breaks.
    mutating func add(_ name: String, _ value: String) { text += "\(name): \(value)\r\n" }

    /// A field of people's words.
    mutating func add(words: String, as name: String) {
        text += "\(name): \(MailHeader.encoded(words, after: name))\r\n"
    }

    /// A field with one address, and a name to it.
    mutating func add(address: String, named display: String?, as name: String) {
        guard let display else { return add(name, address) }
        let phrase = MailHeader.encoded(display, after: name, asPhrase: .phrase)
        text += "\(name): \(phrase)\r\n <\(address)>\r\n"
    }

    enum Place { case text, phrase }

    /// Words as they may stand in a field: plain where they are plain ASCII, else encoded words (RFC 2047) of whole
    /// characters, one a line.
    static func encoded(_ words: String, after name: String, asPhrase place: Place = .text) -> String {
        let oneLine = String(String.UnicodeScalarView(words.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        let isPlain = oneLine.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !oneLine.contains("=?")
        if isPlain, name.utf8.count + oneLine.utf8.count + 4 <= longest {
            guard place == .phrase else { return oneLine }
            let escaped = oneLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            if escaped.utf8.count + name.utf8.count + 4 <= longest { return "\"\(escaped)\"" }
        }
        // Q and not B: some readers stop at the padding that B has between two words.
        let (start, end) = ("=?UTF-8?Q?", "?=")
        var line = ""
        // The first line has the field's name as well.
        var room = longestWord - start.utf8.count - end.utf8.count - name.utf8.count - 2
        var lines: [String] = []
        for scalar in oneLine.unicodeScalars {
            let letter = QuotedPrintable.letter(scalar)
            if line.utf8.count + letter.utf8.count > room {
                lines.append(line)
                (line, room) = ("", longestWord - start.utf8.count - end.utf8.count)
            }
            line += letter
        }
        lines.append(line)
        return lines.map { start + $0 + end }.joined(separator: "\r\n ")
    }
}
