/// The texts that a name or an e-mail address is found by: the folded name from each of its words on.
///
/// “Grace Nakato” has `grace nakato` and `nakato`: every search for the beginning of a word, or for several words that
/// follow each other, is a search for the beginning of a key.
public enum NameKeys {
    /// In characters; longer keys, and longer texts that are looked for, are cut.
    private static let longest = 60
    /// Words of one name, from its first on, that have a key.
    private static let mostWords = 40
    /// No name has it in a key.
    private static let emailMark = "@"

    /// The keys of a name, letter case, accents and width aside.
    public static func of(name: String) -> Set<String> {
        let words = words(of: name)
        return Set(words.indices.prefix(mostWords).map { cut(words[$0...].joined(separator: " ")) })
    }

    /// The key of an e-mail address.
    public static func of(email: String) -> String { emailMark + email.lowercased() }

    /// The words of a name or of a text that is looked for, as they are compared.
    public static func words(of text: String) -> [String] {
        let folded = text.folded
        if folded.utf8.allSatisfy({ $0 == 0x20 || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
            return folded.utf8.split(separator: 0x20).map { String(Substring($0)) }
        }
        let words = folded.split { !$0.isLetter && !$0.isNumber }
        // A name of pictures alone has no letters.
        return (words.isEmpty ? folded.split(separator: " ") : words).map(String.init)
    }

    /// The beginning of the keys that have these words, one behind the other.
    public static func beginning(_ words: [String]) -> String { cut(words.joined(separator: " ")) }

    private static func cut(_ key: String) -> String {
        key.utf8.count <= longest ? key : String(key.prefix(longest))
    }
}
