import ArgumentParser
import Languages
import Presentation
import Store

struct StoreCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass store check && eventpass store backup tonight.sqlite
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandStoreCheck"

        case abstract = "Check the whole store: pages, references, counters and hash chains."
        case discussion =
            """
            The command verifies the page checksums of a SQLite file and the references between rows. It also \
            verifies that counters match tickets and orders, that the hash chains of the ledger and of every audit \
            trail are intact, and that the attendance matches the ledger. A SQLite file of an older version is \
            migrated first. The exit status is 0 if everything is intact, and 1 otherwise.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let (store, found) = try check(at: global.ownersDataFolder())
        let json = JSON.object([
            ("store", .string(store.path)), ("intact", .bool(found.isIntact)), ("version", .int(found.version)),
            ("page_checksums", found.pageChecksums.map { .bool($0 == .kept) } ?? .null),
            ("faults", .array(faults(found).map { .string($0) })),
            ("rows", .object(found.rows.map { ($0.table, .int($0.count)) })),
        ])
        if output.json {
            try StandardOutput.line(json.text)
        } else {
            let rows = found.rows.map(\.count).reduce(0, +)
            let state = found.isIntact ? "intact" : "damaged"
            try StandardOutput.line(
                "\(state): \(counted(rows, "row")) in \(counted(found.rows.count, "table")), version \(found.version)")
            if found.pageChecksums == .missing {
                try StandardOutput.line("  the store's pages have no checksums; add them with: eventpass store migrate")
            }
            for fault in faults(found) { try StandardOutput.line("  \(fault.visible)") }
        }
        guard found.isIntact else { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func check(at folder: DataFolder) throws -> (Store, StoreCheck) {
        do {
            let store = try folder.openStore()
            return (store, try store.check())
        } catch let error as StoreError {
            // The default hint for this error suggests `store check`. That command is already running, so another hint
            // replaces it.
            guard case .damaged = error else { throw error }
            throw CommandFailure(.trouble, error.sentence, hint: StoreError.restoreHint)
        }
    }

    private func faults(_ found: StoreCheck) -> [String] {
        let trails = found.brokenTrails.map { trail in
            "the audit trail of \(trail.organizer.map { "organizer \($0)" } ?? "the store") is broken: \(trail.found)"
        }
        return found.faults.map(\.english) + found.wrongCounters.map(\.description) + trails
            + [found.ledger?.fault].compactMap(\.self)
    }
}
