import ArgumentParser
import Presenting
import Store

struct StoreMigrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the store's tables to this version, or make them.",
        discussion: """
            SQLite does so whenever it is opened. In a data folder that was used before, an empty database is not filled: a \
            backup is probably wanted (eventpass store restore BACKUP). Several may run this at once; one does the work. A SQLite file whose pages \
            have no checksums gets them, when no other program has it open; meanwhile that takes as much room again as the \
            file has, twice.

              EVENTPASS_STORE=postgres://events@127.0.0.1/events eventpass store migrate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let folder = try global.ownersDataFolder()
        if let lost = try LostStore(folder, asksServer: true) { throw lost.failure }
        let address = folder.store
        var progress = Progress("bringing the store to this version", total: nil)
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
