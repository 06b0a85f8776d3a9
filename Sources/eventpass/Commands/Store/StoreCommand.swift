import ArgumentParser
import Cryptography
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

    private var rows: Int { tables.map(\.rows).reduce(0, +) }

    var json: JSON {
        .object([
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
        ])
    }

    /// "copied 17 rows in 11 tables, each read back and compared"
    func line(_ done: String) -> String {
        "\(done): \(counted(rows, "row")) in \(counted(tables.count, "table")), each read back and compared"
    }

    func write(_ output: JSONOption, _ done: String) throws {
        try StandardOutput.line(output.json ? json.text : line(done))
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
