import Ticketing

/// One numbered change of the database schema. A migration can't be undone. It has the same effect on both engines,
/// SQLite and PostgreSQL. Once a migration has been released in a version of the program, its statements are never
/// changed. The store contains the hash of each migration that was run, so that a change is detected.
struct Migration: Sendable {
    let number: Int
    let text: @Sendable (SQLDialect) -> String
    /// Changes existing rows in a way that is not possible with SQL alone. Runs after the statements. If it was
    /// interrupted, it runs again from its beginning. The parameters are the connection, the current time, and a
    /// closure to call with the number of rows processed so far.
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

    /// All migrations, in the order of their numbers: 1, 2, 3 …
    static let all = [
        m0001BaseTables, m0002AuditTrail, m0003OrdersAndSales, m0004SubEventsAndGuests, m0005RefusalIndex,
        m0006SubEventNumbers, m0007RestorableEvents, m0008CurrenciesAndRequests, m0009GuestIndexes,
        m0010LedgerFormat2, m0011AdmissionRules, m0012GatePacks, m0013LedgerMerging,
        m0014PrintBatches, m0015BatchNumbers, m0016SignIn, m0017PairedPhones, m0018ApiTokens, m0019PublicSearch,
        m0020Webhooks,
        m0021DeviceKeys, m0022VisitorLimits, m0023NoticeIndex, m0024AcceptedClocks, m0025TicketNames,
        m0026RefundPayments, m0027KnownRecords, m0028PlainNames, m0029TypeOrder, m0030NoticeDelivery,
        m0031IdentityReview,
        m0032Reservations, m0033PhoneEndings, m0034Companions, m0035SubEventDeadlines,
        m0036Headcounts, m0037NoticeAudiences, m0038SettledNotices,
        m0039PackPhoneSearch, m0040GateAndDeliveryFaults, m0041NewsConsents, m0042PaymentDeadlines, m0043OtherAddresses,
        m0044NoticesRead, m0045EntryConfirmations, m0046PushSubscriptions, m0047SortedOrders, m0048PendingChanges,
        m0049Pictures, m0050SearchWords, m0051GateLandmarks, m0052Couples, m0053PictureSubjects,
        m0054OrganizerPages, m0055AbuseReports, m0056SuggestionTimes, m0057UncountedSlots,
        m0058AwaitedNotices,
    ]
}

/// The parts of the migrations' statements that differ between SQLite and PostgreSQL. In the tables of both engines,
/// numbers, times (in Unix milliseconds) and flags (0 or 1) are 64-bit integers. Ids and hashes are blobs. States are
/// stored as texts that name them.
struct SQLDialect: Sendable {
    var isPostgreSQL = false
    let integer: String
    /// The type of text columns. Texts are compared byte by byte.
    let text: String
    let blob: String
    /// The text that follows the definition of an ordinary table.
    let rows: String
    /// The text that follows the definition of a table whose rows are mainly found by their primary key. SQLite stores
    /// such a table in the order of its key.
    let keyed: String
    /// Returns a statement that renames a column. The parameters are the table, the old name and the new name. On
    /// PostgreSQL, the statement does nothing if the old name no longer exists.
    let renameColumn: @Sendable (String, String, String) -> String
    /// Returns a statement that renames a table. The parameters are the old name and the new name. On PostgreSQL, the
    /// statement does nothing if the old name no longer exists.
    let renameTable: @Sendable (String, String) -> String

    static let sqlite = SQLDialect(
        integer: "INTEGER", text: "TEXT", blob: "BLOB", rows: " STRICT", keyed: " STRICT, WITHOUT ROWID",
        renameColumn: { "ALTER TABLE \($0) RENAME COLUMN \($1) TO \($2);" },
        renameTable: { "ALTER TABLE \($0) RENAME TO \($1);" })
    static let postgreSQL = SQLDialect(
        isPostgreSQL: true, integer: "BIGINT", text: "TEXT COLLATE \"C\"", blob: "BYTEA", rows: "", keyed: "",
        renameColumn: { table, old, new in
            """
            DO $$ BEGIN IF EXISTS (SELECT FROM pg_attribute
                WHERE attrelid = to_regclass('\(table)') AND attname = '\(old)' AND NOT attisdropped)
            THEN ALTER TABLE \(table) RENAME COLUMN \(old) TO \(new); END IF; END $$;
            """
        },
        renameTable: { old, new in
            """
            ALTER TABLE IF EXISTS \(old) RENAME TO \(new);
            ALTER INDEX IF EXISTS \(old)_pkey RENAME TO \(new)_pkey;
            """
        })
}
