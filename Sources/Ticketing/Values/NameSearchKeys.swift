/// Search keys of names, e-mail addresses and phone numbers. A name has one key for each of its words. The key is the
/// part of the name from that word to the end, folded (in lower case, without accents).
///
/// “Grace Nakato” has the keys `grace nakato` and `nakato`. Thus, a search for the beginning of a word, or for several
/// consecutive words, is a prefix search on the keys.
public enum NameSearchKeys {
    /// The maximum length of a key in characters. Longer keys and search texts are truncated.
    private static let longest = 60
    /// The maximum number of words of one name that get a key.
    private static let mostWords = 40
    /// The first character of the keys of e-mail addresses. Keys of names do not contain this character, unless the
    /// name has neither letters nor digits.
    private static let emailMark = "@"
    /// The first character of the keys of phone numbers. Keys of names do not contain this character, unless the name
    /// has neither letters nor digits. The SQL of migration 33 also contains this character.
    private static let phoneMark = "#"
    /// The numbers of digits that a search for the end of a phone number can have.
    public static let phoneEndingLengths = 4...6

    /// The keys of a name. The keys are folded, so that a search ignores case, accents and character width.
    public static func of(name: String) -> Set<String> {
        let words = words(of: name)
        return Set(words.indices.prefix(mostWords).map { cut(words[$0...].joined(separator: " ")) })
    }

    /// The key of an e-mail address.
    public static func of(email: String) -> String { emailMark + email.lowercased() }

    /// The key of a phone number: its last six digits in reverse order, so that the last digits of a number are the
    /// beginning of its key. A number with four or five digits has a shorter key. Nil if the text is not a phone
    /// number.
    public static func of(phone: String) -> String? {
        GuestPhoneNumber.normalized(of: phone).map { number in
            beginning(phoneEnding: String(number.drop { $0 == "+" }.suffix(phoneEndingLengths.upperBound)))
        }
    }

    /// The prefix of the keys of all phone numbers that end with the digits `digits`.
    public static func beginning(phoneEnding digits: String) -> String { phoneMark + String(digits.reversed()) }

    /// The last digits of the phone number from which a key was made, in their usual order. Nil if the key was not made
    /// from a phone number.
    public static func phoneEnding(of key: String) -> String? {
        guard key.hasPrefix(phoneMark) else { return nil }
        let digits = key.utf8.dropFirst(phoneMark.utf8.count)
        guard phoneEndingLengths.contains(digits.count),
            digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// The words of a name or a search text, folded for comparison.
    public static func words(of text: String) -> [String] {
        let folded = text.folded
        if folded.utf8.allSatisfy({ $0 == 0x20 || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
            return folded.utf8.split(separator: 0x20).map { String(Substring($0)) }
        }
        let words = folded.split { !$0.isLetter && !$0.isNumber }
        // A name without letters and digits, for example of emoji only, is split at its spaces.
        return (words.isEmpty ? folded.split(separator: " ") : words).map(String.init)
    }

    /// The prefix of every key that matches a search for these words.
    public static func beginning(_ words: [String]) -> String { cut(words.joined(separator: " ")) }

    private static func cut(_ key: String) -> String {
        key.utf8.count <= longest ? key : String(key.prefix(longest))
    }
}
