/// What `--map` says of a column.
enum ColumnMap {
    /// Reads `name=Column`.
    static func pair(_ text: String) throws -> (meaning: String, heading: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "--map \(text) says no column", hint: "write --map name=Column")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
