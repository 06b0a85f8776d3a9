public import Ticketing

extension StoreConnection {
    public var searchWords: SearchWords { SearchWords(connection: self) }
}

/// The words of published public events, for visitors who type only the beginning of a word, or misspell it.
/// `EventTerms` updates the words whenever an event changes.
public struct SearchWords {
    let connection: any StoreConnection

    /// The maximum number of words that a search uses in place of one typed word.
    public static let mostAlternatives = 8
    /// The minimum number of letters of a typed word for which other words are looked up.
    private static let leastPrefix = 2
    /// The maximum number of words with the same beginning that are examined. Only words that `isCurrent` accepts are
    /// used.
    private static let mostExamined = 64

    /// The words that a search uses in place of a typed word; at most `mostAlternatives`. They are the words that begin
    /// with the typed word. If there are none, they are the words that differ from it in one or two letters
    /// (`WordSpelling.tolerance`). Words that belong only to events that ended more than 31 days ago are not used. If
    /// no word is found, the result contains only the typed word.
    ///
    /// - Parameters:
    ///   - typed: one word, folded (without case and accents).
    public func alternatives(for typed: String, at now: Instant) throws -> [String] {
        guard typed.count >= SearchWords.leastPrefix else { return [typed] }
        let longer = try beginning(with: typed, at: now)
        if !longer.isEmpty { return longer }
        let similar = try similar(to: typed, at: now)
        return similar.isEmpty ? [typed] : similar
    }

    private func beginning(with typed: String, at now: Instant) throws -> [String] {
        var found: [String] = []
        var last = EventTerms.Term.word(typed).text
        // This text sorts after every term that begins with the typed word.
        let limit = "\(last)\u{10FFFF}"
        // The typed word itself comes first.
        if try isCurrent(typed, at: now) { found.append(typed) }
        for _ in 0..<SearchWords.mostExamined where found.count < SearchWords.mostAlternatives {
            let next = try connection.first(
                "SELECT term FROM event_term WHERE term > $1 AND term < $2 ORDER BY term LIMIT 1",
                [.text(last), .text(limit)]
            ) { $0.text(0) }
            guard let next else { break }
            last = next
            guard let word = EventTerms.Term.word(ofTerm: next), try isCurrent(word, at: now) else { continue }
            found.append(word)
        }
        return found
    }

    private func similar(to typed: String, at now: Instant) throws -> [String] {
        let spellings = WordSpelling.typed(typed).sorted()
        guard !spellings.isEmpty else { return [] }
        let words = try connection.all(
            "SELECT word FROM search_word WHERE spelling IN (\(placeholders(spellings.count)))",
            spellings.map { .text($0) }
        ) { $0.text(0) }
        let tolerance = WordSpelling.tolerance(of: typed)
        let similar = Set(words).compactMap { word in
            WordSpelling.distance(typed, word, atMost: tolerance).map { (distance: $0, word: word) }
        }.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
        var found: [String] = []
        for (_, word) in similar where found.count < SearchWords.mostAlternatives {
            if try isCurrent(word, at: now) { found.append(word) }
        }
        return found
    }

    /// Whether the word belongs to an event that is not over. The result can also be true for a word of an event that
    /// ended in the last 31 days (`EventTerms.firstAnchor`). This does no harm, because the search itself leaves out
    /// events that are over.
    private func isCurrent(_ word: String, at now: Instant) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM event_term WHERE term = $1 AND anchor > $2 LIMIT 1",
            [.text(EventTerms.Term.word(word).text), .instant(EventTerms.firstAnchor(at: now))]
        ) { _ in true } ?? false
    }

    /// Removes words that an event no longer has, and adds words that the event has now. A word stays if another event
    /// has it.
    ///
    /// A word has several rows: one for each spelling by which the word is found. Two transactions can change the same
    /// word at the same time. So each transaction first locks the row in which the column `spelling` contains the word
    /// itself. All transactions lock words in the same order, so no deadlock occurs.
    func update(removing removed: Set<String>, adding added: Set<String>) throws {
        for word in removed.union(added).sorted() {
            if added.contains(word) { try add(word) } else { try removeIfUnused(word) }
        }
    }

    private static let insertion = """
        INSERT INTO search_word (spelling, word) VALUES ($1, $2)
        ON CONFLICT (spelling, word) DO UPDATE SET word = excluded.word
        """

    private func add(_ word: String) throws {
        let spellings = WordSpelling.stored(of: word)
        guard !spellings.isEmpty else { return }
        try connection.execute(SearchWords.insertion, [.text(word), .text(word)])
        try connection.execute(
            SearchWords.insertion, rows: spellings.sorted().map { [.text($0), .text(word)] })
    }

    private func removeIfUnused(_ word: String) throws {
        let isKnown =
            try connection.first(
                "SELECT 1 FROM search_word WHERE spelling = $1 AND word = $2 FOR UPDATE", [.text(word), .text(word)]
            ) { _ in true } ?? false
        guard isKnown else { return }
        let isUsed =
            try connection.first(
                "SELECT 1 FROM event_term WHERE term = $1 LIMIT 1", [.text(EventTerms.Term.word(word).text)]
            ) { _ in true } ?? false
        guard !isUsed else { return }
        let spellings = WordSpelling.stored(of: word).union([word])
        try connection.execute(
            "DELETE FROM search_word WHERE spelling = $1 AND word = $2",
            rows: spellings.sorted().map { [.text($0), .text(word)] })
    }

    /// Adds the words of all events, for stores that were created before `search_word` existed.
    func backfill(_ progress: (Int) -> Void) throws {
        let terms = try connection.all(
            "SELECT term FROM event_term WHERE term > $1 AND term < $2 GROUP BY term",
            [.text(EventTerms.Term.word("").text), .text(EventTerms.Term.word("\u{10FFFF}").text)]
        ) { $0.text(0) }
        for (index, term) in terms.enumerated() {
            if let word = EventTerms.Term.word(ofTerm: term) { try add(word) }
            if index.isMultiple(of: 1000) { progress(index) }
        }
    }
}
