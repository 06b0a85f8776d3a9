import ArgumentParser
import Presenting
import Store

struct StoreCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy everything into another, empty store (SQLite or PostgreSQL).",
        discussion: """
            The copy is consistent, and complete or not made at all. A SQLite file of an older version is migrated \
            first; to keep the old version, copy the file itself. Passwords come from PGPASSWORD or ~/.pgpass.

              eventpass store copy --to postgres://events@db.example.org/events
              EVENTPASS_STORE=postgres://events@db.example.org/events eventpass store check
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The store to copy. (default: the current store)")
    var from: String?
    @Option(help: "The empty store to copy to; its tables are created if necessary.")
    var to: String

    func run() throws {
        let source = try from.map(StoreURL.address(argument:)) ?? global.ownersDataFolder().store
        let target = try StoreURL.address(argument: to)
        let store = try Store.open(source)
        let report = try runCopy("copying") { progress in
            try store.copy(to: Store.open(target, creating: true), progress: progress)
        }
        try report.write(output, "copied to \(target.description.visible)")
    }
}
