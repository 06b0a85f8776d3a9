import FileAccess
import Languages

/// Makes texts from servers and other programs safe and short, for pages, terminals and the store.
enum ForeignText {
    /// The maximum length, in characters.
    private static let longest = 400

    /// The text as one line: white space becomes single spaces, and visible characters replace control characters. A
    /// long text is cut. The text is never read as a sentence of this program (`Sentence.init(stored:)`).
    static func line(_ text: String) -> String {
        let words = VisibleText(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")).text
        return Sentence.stored(words: words.count <= longest ? words : "\(words.prefix(longest - 1))…")
    }
}
