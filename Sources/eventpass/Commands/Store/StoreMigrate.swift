import ArgumentParser
import Presenting
import Store

struct StoreMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Create the store's tables or update them to this version.",
        discussion: """
            A SQLite store is migrated whenever it is opened. If the data folder was used before and the database is \
            empty, the command refuses to fill it, because you probably want to restore a backup (eventpass store \
            restore BACKUP). Several processes may run this command at once; one does the work. A SQLite file \
            without page checksums gets them if no other program has it open; this temporarily needs twice the \
            file's size in free space.

              EVENTPASS_STORE=postgres://events@127.0.0.1/events eventpass store migrate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        if let lost = try MissingStore(folder, asksServer: true) { throw lost.failure }
        let address = folder.store
        var progress = Progress("migrating the store", total: nil)
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
