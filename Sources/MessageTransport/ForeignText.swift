import FileAccess
import Languages

/// Makes texts from servers and other programs safe and short, for pages, terminals and the store.
enum ForeignText {
    /// The maximum length, in characters.
    private static let longest = 400

    /// The text as one line: white space becomes single spaces, and visible characters replace control characters. A
    /// long text is cut. If the text happens to have the form of a stored sentence of this program, a space is added
    /// before it, so that it is not read as a sentence (`Sentence.stored(words:)`).
    static func line(_ text: String) -> String {
        let words = VisibleText(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).text
        return Sentence.stored(words: words.count <= longest ? words : "\(words.prefix(longest - 1))…")
    }
}
