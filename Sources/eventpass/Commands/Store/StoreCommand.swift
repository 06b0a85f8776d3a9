import ArgumentParser
import Cryptography
import Languages
import Presentation
import Store

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass store copy \\
                      --to "postgres://events@db/events?sslmode=verify-full"
                  export EVENTPASS_STORE="postgres://events@db/events?sslmode=verify-full"
                  eventpass store check
                """
            ]),
        subcommands: [
            StoreMigrateCommand.self, StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
            StoreCopyCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandStore"

        case abstract = "Migrate, check, back up, restore and move the store."
        case discussion =
            """
            To move from one laptop to a shared database server:
            {examples}
            """
    }
}

/// The report of a copy, a backup or a restore.
struct CopyReport {
    let tables: [CopiedTable]
    /// The numbers of ledger records and audit records that a restore removed from the store, because they are not in
    /// the backup. Nil for a copy, for a backup, and for a restore that replaced the store's file.
    var lost: LostRecords?
    /// The path at which a restore kept the store's old file; nil if the restore replaced no file.
    var previousFile: String?

    private var rows: Int { tables.map(\.rows).reduce(0, +) }

    var json: JSON {
        .object(
            [
                ("rows", .int(rows)),
                (
                    "tables",
                    .array(
                        tables.map { table in
                            .object([
                                ("name", .string(table.name)), ("rows", .int(table.rows)),
                                ("sha256", .string(Hexadecimal.text(table.hash))),
                            ])
                        })
                ),
            ] + (lost.map { [("lost", CopyReport.json($0))] } ?? [])
                + (previousFile.map { [("kept", .string($0))] } ?? []))
    }

    private static func json(_ lost: LostRecords) -> JSON {
        .object([("ledger_records", .int(lost.ledger)), ("audit_records", .int(lost.audit))])
    }

    static func text(_ lost: LostRecords) -> String {
        "\(counted(lost.ledger, "record")) of the ledger and \(counted(lost.audit, "change")) of the audit trails"
    }

    func line(_ done: String) -> String {
        "\(done): \(counted(rows, "row")) in \(counted(tables.count, "table")), each read back and compared"
    }

    func write(_ output: JSONOption, _ done: String) throws {
        try StandardOutput.line(output.json ? json.text : line(done))
        if let previousFile, !output.json { try StandardOutput.line("kept the old file: \(previousFile.visible)") }
        guard let lost, lost != .none, !output.json else { return }
        try StandardOutput.line("records that are not in the backup are lost: \(CopyReport.text(lost))")
    }
}

func runCopy(
    _ task: Progress.Task, _ work: (_ progress: (String, Int) -> Void) throws -> [CopiedTable]
) throws -> CopyReport {
    var progress = Progress(task, total: nil)
    defer { progress.finish() }
    return CopyReport(tables: try work { _, rows in progress.update(rows) })
}

struct StoreMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  EVENTPASS_STORE=postgres://events@127.0.0.1/events eventpass store migrate
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandStoreMigrate"

        case abstract = "Create the store's tables, or update them to this program's version."
        case discussion =
            """
            A SQLite store is migrated whenever it is opened. If the data folder was used before and the database is \
            empty, the command refuses to fill the database, because you probably want to restore a backup (“eventpass \
            store restore BACKUP”). Several processes may run this command at once; one of them does the work. If a \
            SQLite file has no page checksums and no other program has the file open, the command adds them. This \
            temporarily needs free space of twice the file's size.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        if let lost = try MissingStore(folder, asksServer: true) { throw lost.failure }
        let address = folder.store
        var progress = Progress(.migrating, total: nil)
        defer { progress.finish() }
        let version = try Store.migrate(address) { progress.update($0) }
        progress.finish()
        let json = JSON.object([
            ("store", .string(address.description)), ("from", .int(version.from)), ("to", .int(version.to)),
            ("page_checksums", version.checksums.map { .bool($0 == .kept) } ?? .null),
        ])
        let line =
            version.from == version.to
            ? "already at version \(version.to): \(address.description.visible)"
            : "migrated from version \(version.from) to \(version.to): \(address.description.visible)"
        try StandardOutput.line(output.json ? json.text : line)
    }
}

struct StoreCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass store copy --to postgres://events@db.example.org/events
                  EVENTPASS_STORE=postgres://events@db.example.org/events eventpass store check
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandStoreCopy"

        case abstract = "Copy everything into another, empty store (SQLite or PostgreSQL)."
        case discussion =
            """
            The copy is consistent. If it cannot be completed, the other store stays empty. A SQLite file of an older \
            version is migrated first; to keep the old version, copy the file itself. Set passwords in PGPASSWORD or \
            ~/.pgpass.

            {examples}
            """
        case from = "The store to copy. (default: the current store)"
        case to = "The empty store to copy to; its tables are created if necessary."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.from))
    var from: String?
    @Option(help: ArgumentHelp(Text.to))
    var to: String

    func run() throws {
        let source = try from.map(StoreURL.address(argument:)) ?? global.ownersDataFolder().store
        let target = try StoreURL.address(argument: to)
        let store = try Store.open(source)
        let report = try runCopy(.copying) { progress in
            try store.copy(to: Store.open(target, creating: true), progress: progress)
        }
        try report.write(output, "copied to \(target.description.visible)")
    }
}
