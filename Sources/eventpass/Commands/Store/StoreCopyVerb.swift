import ArgumentParser
import Presenting
import Store

struct StoreCopyVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy everything into another, empty store, of either kind.",
        discussion: """
            All of it or nothing, of one moment. A SQLite file of an older version is migrated first; copy the file itself \
            to keep it as it is. Passwords are taken from PGPASSWORD or ~/.pgpass.

              eventpass store copy --to postgres://events@db.example.org/events
              EVENTPASS_STORE=postgres://events@db.example.org/events eventpass store check
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "The store to copy. (default: the one that other commands use)")
    var from: String?
    @Option(help: "The empty store to copy to; what it lacks is made.")
    var to: String

    func run() throws {
        let source = try from.map(StoreURL.address(argument:)) ?? global.ownersDataFolder().store
        let target = try StoreURL.address(argument: to)
        let store = try Store.open(source)
        let report = try copying("copying") { progress in
            try store.copy(to: Store.open(target, creating: true), progress: progress)
        }
        try report.write(output, "copied to \(target.description.visible)")
    }
}
