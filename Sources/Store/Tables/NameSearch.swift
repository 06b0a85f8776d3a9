import Ticketing

/// A search by name. A row matches if each word of the search is the beginning of a word in one of the row's names.
/// Case and accents are ignored. Statements read the candidates: the rows whose names contain the words anywhere.
/// `found` keeps the candidates that match.
struct NameSearch {
    struct Candidate<Row> {
        let row: Row
        /// The folded name (without case and accents) by which the candidates are sorted.
        let foldedName: String
        /// The words of all names of the row.
        let words: [String]
    }

    /// The maximum number of words that a search uses. Further words rarely narrow the result, and each word makes the
    /// statement longer.
    private static let mostWords = 8
    /// The minimum number of candidates that one statement reads. Many candidates do not match, because they contain a
    /// word of the search only in the middle of a longer word, such as “ann” in “Hannah”.
    private static let leastCandidates = 500

    /// The folded words of the search.
    let words: [String]

    init(_ text: String) {
        words = NameSearchKeys.words(of: text).prefix(NameSearch.mostWords).map { NameSearchKeys.beginning([$0]) }
    }

    /// A condition for each word of the search: the word occurs in one of the row's names. The result has AND before
    /// each of these conditions.
    ///
    /// - Parameters:
    ///   - values: The values of the statement so far. The words are appended, because SQLite numbers placeholders in
    ///     the order of their first use.
    ///   - condition: Receives the SQL condition that the column `folded_name` contains a word. Returns the SQL
    ///     condition that the word occurs in one of the row's names; it can use the received condition in several
    ///     tables.
    func conditions(_ values: inout [SQLValue], _ condition: (_ isNamed: String) -> String) -> String {
        var text = ""
        for word in words {
            values.append(.text("%\(word.replacing(/[!%_]/) { "!\($0.output)" })%"))
            text += " AND (\(condition("folded_name LIKE $\(values.count) ESCAPE '!'")))"
        }
        return text
    }

    /// Reads candidates until `limit` rows match.
    ///
    /// - Parameters:
    ///   - most: The maximum number of candidates that are read.
    ///   - candidates: Reads the candidates that follow a candidate; at most `count`. Nil stands for the beginning.
    func found<Row>(
        limit: Int, examining most: Int = .max,
        _ candidates: (_ last: Candidate<Row>?, _ count: Int) throws -> [Candidate<Row>]
    ) throws -> [Row] {
        // Without words, every candidate matches, so no more than `limit` candidates are needed.
        let size = words.isEmpty ? limit : max(limit, NameSearch.leastCandidates)
        var found: [Row] = []
        var last: Candidate<Row>?
        var left = most
        while found.count < limit, left > 0 {
            let count = min(size, left)
            let page = try candidates(last, count)
            for candidate in page where matches(candidate.words) { found.append(candidate.row) }
            guard page.count == count, let end = page.last else { break }
            last = end
            left -= count
        }
        return Array(found.prefix(limit))
    }

    private func matches(_ names: [String]) -> Bool {
        words.allSatisfy { word in names.contains { $0.utf8.starts(with: word.utf8) } }
    }
}
