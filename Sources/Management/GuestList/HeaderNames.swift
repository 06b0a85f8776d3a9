import Ticketing

/// The first row of a list, and what its columns may mean: letter case, accents, hyphens and the like aside.
struct HeaderNames {
    let names: [String]
    private let plain: [String]

    init(_ names: [String]) {
        self.names = names
        plain = names.map(HeaderNames.plain)
    }

    /// Which column means what: the first column that bears one of its names. A column has one meaning, the first that
    /// fits.
    func columns<Meaning: Hashable>(of known: [(Meaning, [String])]) -> [Meaning: Int] {
        var columns: [Meaning: Int] = [:]
        for (index, name) in plain.enumerated() where !name.isEmpty {
            let meaning = known.first { meaning, names in columns[meaning] == nil && names.contains(name) }?.0
            if let meaning { columns[meaning] = index }
        }
        return columns
    }

    /// Which column means what, where all of them were said.
    ///
    /// - Parameters:
    ///   - said: for each column in its order, the key of what it means; nil is not read.
    ///   - known: what there is.
    /// - Throws: `CelebrationError.unknownMeaning`, `meaningTwice`.
    func columns<Meaning: Hashable>(
        meaning said: [String?], _ known: [(key: String, meaning: Meaning)]
    ) throws -> [Meaning: Int] {
        var columns: [Meaning: Int] = [:]
        for (index, key) in said.prefix(names.count).enumerated() {
            guard let key else { continue }
            guard let meaning = known.first(where: { $0.key == key })?.meaning else {
                throw CelebrationError.unknownMeaning(key, known: known.map(\.key))
            }
            if let other = columns[meaning] {
                throw CelebrationError.meaningTwice(key, columns: [other + 1, index + 1])
            }
            columns[meaning] = index
        }
        return columns
    }

    /// The column of a name as people write it; nil when there is none.
    func index(of name: String) -> Int? { plain.firstIndex(of: HeaderNames.plain(name)) }

    /// The names of all columns but these, without nameless ones.
    func names(beside used: some Sequence<Int>) -> [String] {
        let used = Set(used)
        return names.indices.filter { !used.contains($0) && !plain[$0].isEmpty }.map { names[$0] }
    }

    /// Lower case letters and digits; whatever stands between them is one space.
    static func plain(_ name: String) -> String {
        name.folded.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
