import Cryptography
import Ticketing

/// One numbered, forward-only step of the schema, which creates the same tables on both engines. A released migration
/// never changes: the store keeps its hash, so that a change is detected.
struct Migration: Sendable {
    let number: Int
    /// The statements in an engine's dialect.
    let text: @Sendable (SQLDialect) -> String
    /// Changes to existing rows that SQL alone can't make. Runs after the statements, and again if it was interrupted.
    /// Its last parameter receives the number of rows processed so far.
    let dataMigration: @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void

    init(
        number: Int,
        dataMigration: @escaping @Sendable (any StoreConnection, Instant, (Int) -> Void) throws -> Void = {
            _, _, _ in
        },
        text: @escaping @Sendable (SQLDialect) -> String
    ) {
        self.number = number
        self.text = text
        self.dataMigration = dataMigration
    }

    /// All migrations, by number: 1, 2, 3 …
    static let all = [
        m0001_baseTables, m0002_auditTrail, m0003_ordersAndSales, m0004_subEventsAndGuests, m0005_refusalIndex,
        m0006_subEventNumbers, m0007_restorableEvents, m0008_currenciesAndRequests, m0009_guestIndexes,
        m0010_ledgerFormat2, m0011_admissionRules, m0012_gatePacks, m0013_ledgerMerging,
        m0014_printBatches, m0015_batchNumbers, m0016_signIn, m0017_pairedPhones, m0018_apiTokens, m0019_publicSearch,
        m0020_webhooks,
        m0021_deviceKeys, m0022_visitorLimits, m0023_noticeIndex, m0024_acceptedClocks, m0025_ticketNames,
        m0026_refundPayments, m0027_knownRecords,
    ]

    func hash(_ words: SQLDialect) throws -> [UInt8] { try SHA256.digest(Array(text(words).utf8)) }
}

/// An engine's names for the column types of the schema. Times in Unix milliseconds, numbers and flags (0 or 1) are
/// 64-bit integers; ids and hashes are blobs; status names are text.
struct SQLDialect: Sendable {
    let integer: String
    /// Compared byte by byte on both engines.
    let text: String
    let blob: String
    /// Follows the definition of a table.
    let rows: String
    /// Follows the definition of a table whose rows are found by their primary key.
    let keyed: String

    static let sqlite = SQLDialect(
        integer: "INTEGER", text: "TEXT", blob: "BLOB", rows: " STRICT", keyed: " STRICT, WITHOUT ROWID")
    static let postgreSQL = SQLDialect(
        integer: "BIGINT", text: "TEXT COLLATE \"C\"", blob: "BYTEA", rows: "", keyed: "")
}
