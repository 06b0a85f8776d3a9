import FileAccess

/// Texts of servers and other programs, made safe and short for a page, a terminal and the store.
enum ForeignText {
    /// The maximum length, in characters.
    private static let longest = 400

    /// The text as one line: white space becomes single spaces, and visible characters replace control characters. A
    /// long text is cut.
    static func line(_ text: String) -> String {
        let words = VisibleText(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).text
        return words.count <= longest ? words : "\(words.prefix(longest - 1))…"
    }
}
