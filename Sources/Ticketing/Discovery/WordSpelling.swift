/// Finds words that differ from a typed word in one or two letters.
///
/// If two words differ in at most `n` letters, the same text can be made from the beginnings of both words by deleting
/// at most `n` letters from each. So the store keeps these texts (`variants`) for each word, and a search looks up the
/// texts of the typed word. `distance` then checks the few words that are found.
public enum WordSpelling {
    /// The number of letters at the beginning of a word from which `variants` are made. Later letters are left out.
    private static let beginning = 7

    /// The maximum number of letters in which a typed word may differ from a word that is found: none for up to 3
    /// letters, 1 for 4 to 7 letters, and 2 for longer words. It is 0 for a word with a digit, such as a year.
    public static func tolerance(of typed: String) -> Int {
        guard !typed.contains(where: \.isNumber) else { return 0 }
        switch typed.count {
        case ..<4: return 0
        case 4...7: return 1
        default: return 2
        }
    }

    /// The texts under which a word of an event is stored; empty for words with a digit and for words of one or two
    /// letters. For words of 6 and more letters, the texts lack up to two letters, because a typed word of 8 letters
    /// can find a stored word of 6 letters.
    public static func stored(of word: String) -> Set<String> {
        guard !word.contains(where: \.isNumber), word.count >= 3 else { return [] }
        return variants(of: word, deletions: word.count >= 6 ? 2 : 1)
    }

    /// The texts under which a typed word is looked up; empty if its tolerance is 0.
    public static func typed(_ word: String) -> Set<String> {
        let tolerance = tolerance(of: word)
        return tolerance == 0 ? [] : variants(of: word, deletions: tolerance)
    }

    private static func variants(of word: String, deletions: Int) -> Set<String> {
        var all: Set<String> = [String(word.prefix(beginning))]
        var latest = all
        for _ in 0..<deletions {
            latest = Set(
                latest.flatMap { text in
                    text.indices.map { index in
                        var shorter = text
                        shorter.remove(at: index)
                        return shorter
                    }
                })
            all.formUnion(latest)
        }
        all.remove("")
        return all
    }

    /// The minimum number of changes that turn one word into the other; nil if it is more than `limit`. A change
    /// inserts, deletes or replaces one letter, or exchanges two adjacent letters.
    public static func distance(_ first: String, _ second: String, atMost limit: Int) -> Int? {
        let (a, b) = (Array(first), Array(second))
        guard abs(a.count - b.count) <= limit else { return nil }
        var (before, last) = ([Int](), Array(0...b.count))
        for row in a.indices {
            var current = [row + 1]
            for column in b.indices {
                let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, last) = (last, current)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
