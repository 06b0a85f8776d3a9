import ArgumentParser
import Cryptography
import Presenting
import Store

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Migrate, check, back up, restore and move the store.",
        discussion: """
            To move from one laptop to a shared database server:
              eventpass store copy \\
                  --to "postgres://events@db/events?sslmode=verify-full"
              export EVENTPASS_STORE="postgres://events@db/events?sslmode=verify-full"
              eventpass store check
            """,
        subcommands: [
            StoreMigrateCommand.self, StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
            StoreCopyCommand.self,
        ])
}

/// The report of a copy, a backup or a restore.
struct CopyReport {
    let tables: [CopiedTable]
    /// The store's records that the restored backup lacks; nil if nothing was replaced.
    var lost: LostRecords?
    /// The path of the kept old file that a backup replaced.
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
        if let previousFile, !output.json { try StandardOutput.line("kept the old file: \(previousFile.visible)") }
        guard let lost, lost != .none, !output.json else { return }
        try StandardOutput.line("lost, because the backup does not have them: \(CopyReport.words(lost))")
    }
}

/// Runs a copy with a progress line.
func runCopy(
    _ what: String, _ work: (_ progress: (String, Int) -> Void) throws -> [CopiedTable]
) throws -> CopyReport {
    var progress = Progress(what, total: nil)
    defer { progress.finish() }
    return CopyReport(tables: try work { _, rows in progress.update(rows) })
}
