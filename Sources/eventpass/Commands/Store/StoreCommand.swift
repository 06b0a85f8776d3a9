import ArgumentParser
import Cryptography
import Presenting
import Store

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Migrate, check, back up, restore and move the store.",
        discussion: """
            From one laptop to a server that several offices and gates share:
              eventpass store copy \\
                  --to "postgres://events@db/events?sslmode=verify-full"
              export EVENTPASS_STORE="postgres://events@db/events?sslmode=verify-full"
              eventpass store check
            """,
        subcommands: [StoreMigrate.self, StoreCheckVerb.self, StoreBackup.self, StoreRestore.self, StoreCopyVerb.self])
}

/// What a copy, a backup or a restoring says of its tables.
struct CopyReport {
    let tables: [CopiedTable]
    /// What the store had and a backup that took its place has not; nil where nothing was replaced.
    var lost: LostRecords?
    /// Where a file is kept whose place a backup took.
    var kept: String?

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
                + (kept.map { [("kept", .string($0))] } ?? []))
    }

    private static func json(_ lost: LostRecords) -> JSON {
        .object([("ledger_records", .int(lost.ledger)), ("audit_records", .int(lost.audit))])
    }

    /// "3 records of the ledger and 1 change of the audit trails"
    static func words(_ lost: LostRecords) -> String {
        "\(counted(lost.ledger, "record")) of the ledger and \(counted(lost.audit, "change")) of the audit trails"
    }

    /// "copied 17 rows in 11 tables, each read back and compared"
    func line(_ done: String) -> String {
        "\(done): \(counted(rows, "row")) in \(counted(tables.count, "table")), each read back and compared"
    }

    func write(_ output: JSONOption, _ done: String) throws {
        try StandardOutput.line(output.json ? json.text : line(done))
        if let kept, !output.json { try StandardOutput.line("kept the old file: \(kept.visible)") }
        guard let lost, lost != .none, !output.json else { return }
        try StandardOutput.line("lost, since the backup does not have them: \(CopyReport.words(lost))")
    }
}

/// Runs a copy and shows how far it is.
func copying(
    _ what: String, _ work: (_ progress: (String, Int) -> Void) throws -> [CopiedTable]
) throws -> CopyReport {
    var progress = Progress(what, total: nil)
    defer { progress.finish() }
    return CopyReport(tables: try work { _, rows in progress.update(rows) })
}
