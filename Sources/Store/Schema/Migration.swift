import Cryptography
import Ticketing

/// One step of the schema: numbered, only forward, the same tables on both engines. One that was released never changes;
/// its hash is kept in the store, and shows when it did.
struct Migration: Sendable {
    let number: Int
    /// Its statements in an engine's words, one behind the other.
    let text: @Sendable (SchemaWords) -> String
    /// What statements alone can't do with the rows that are there; done behind them, and again when it broke off. Says
    /// after how many rows it is.
    let completion: @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void

    init(
        number: Int,
        completion: @escaping @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void = {
            _, _, _ in
        },
        text: @escaping @Sendable (SchemaWords) -> String
    ) {
        self.number = number
        self.text = text
        self.completion = completion
    }

    /// All there are, by number: 1, 2, 3 …
    static let all = [
        first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth,
        fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth,
        twentyFirst, twentySecond, twentyThird, twentyFourth, twentyFifth, twentySixth, twentySeventh,
    ]

    func hash(_ words: SchemaWords) throws -> [UInt8] { try SHA256.digest(Array(text(words).utf8)) }
}

/// What each engine calls the types of the schema: Unix milliseconds, numbers and 0 or 1 are integers of 64 bits, ids and
/// hashes blobs, names of statuses text.
struct SchemaWords: Sendable {
    let integer: String
    /// Compared byte by byte on both.
    let text: String
    let blob: String
    /// Behind a table.
    let rows: String
    /// Behind a table whose rows are found by their primary key.
    let keyed: String

    static let sqlite = SchemaWords(
        integer: "INTEGER", text: "TEXT", blob: "BLOB", rows: " STRICT", keyed: " STRICT, WITHOUT ROWID")
    static let postgreSQL = SchemaWords(
        integer: "BIGINT", text: "TEXT COLLATE \"C\"", blob: "BYTEA", rows: "", keyed: "")
}
