import Ticketing

/// The headings of a list, compared without case, accents and punctuation.
struct HeaderRow {
    let names: [String]
    private let normalized: [String]

    init(_ names: [String]) {
        self.names = names
        normalized = names.map(HeaderRow.normalized)
    }

    /// Assigns columns to fields by their headings. The columns are assigned from left to right. A column gets the
    /// first field that has the column's heading among its names, and that has no column yet.
    func columns<Meaning: Hashable>(of known: [(Meaning, [String])]) -> [Meaning: Int] {
        var columns: [Meaning: Int] = [:]
        for (index, name) in normalized.enumerated() where !name.isEmpty {
            let meaning = known.first { meaning, names in columns[meaning] == nil && names.contains(name) }?.0
            if let meaning { columns[meaning] = index }
        }
        return columns
    }

    /// Assigns each column to the field that the caller chose for it.
    ///
    /// - Parameters:
    ///   - keys: the key of each column's field, in order; nil ignores the column.
    ///   - known: all fields to choose from.
    /// - Throws: `GuestError.unknownColumnMeaning`, `duplicateColumnMeaning`.
    func columns<Meaning: Hashable>(
        meaning keys: [String?], _ known: [(key: String, meaning: Meaning)]
    ) throws -> [Meaning: Int] {
        var columns: [Meaning: Int] = [:]
        for (index, key) in keys.prefix(names.count).enumerated() {
            guard let key else { continue }
            guard let meaning = known.first(where: { $0.key == key })?.meaning else {
                throw GuestError.unknownColumnMeaning(key, known: known.map(\.key))
            }
            if let other = columns[meaning] {
                throw GuestError.duplicateColumnMeaning(key, first: other + 1, second: index + 1)
            }
            columns[meaning] = index
        }
        return columns
    }

    func index(of name: String) -> Int? { normalized.firstIndex(of: HeaderRow.normalized(name)) }

    /// The headings of all columns that are not in `used`, without empty headings.
    func names(excluding used: some Sequence<Int>) -> [String] {
        let used = Set(used)
        return names.indices.filter { !used.contains($0) && !normalized[$0].isEmpty }.map { names[$0] }
    }

    /// Converts a heading to lower-case letters and digits. Each run of other characters between them becomes one
    /// space.
    static func normalized(_ name: String) -> String {
        name.folded.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
