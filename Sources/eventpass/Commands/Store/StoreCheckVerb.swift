import ArgumentParser
import Presenting
import Store

struct StoreCheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look at the whole store: pages, references, counters, migrations, the chains.",
        discussion: """
            Exit status 0 when all is whole, 1 when something is not. What holds is that every page of a SQLite file is as it \
            was written, that references lead somewhere, that counters are what tickets and orders come to, that the chains \
            of the ledger and of every audit trail are whole, and that who is inside follows from the ledger. A SQLite file \
            of an older version is migrated first.

              eventpass store check && eventpass store backup tonight.sqlite
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let (store, found) = try look(at: global.ownersDataFolder())
        let json = JSON.object([
            ("store", .string(store.path)), ("whole", .bool(found.isWhole)), ("version", .int(found.version)),
            ("page_checksums", found.pageChecksums.map { .bool($0 == .kept) } ?? .null),
            ("faults", .array(faults(found).map { .string($0) })),
            ("rows", .object(found.rows.map { ($0.table, .int($0.count)) })),
        ])
        if output.json {
            try StandardOutput.line(json.text)
        } else {
            let rows = found.rows.map(\.count).reduce(0, +)
            let state = found.isWhole ? "whole" : "damaged"
            try StandardOutput.line(
                "\(state): \(counted(rows, "row")) in \(counted(found.rows.count, "table")), version \(found.version)")
            if found.pageChecksums == .missing {
                try StandardOutput.line("  its pages have no checksums; eventpass store migrate adds them")
            }
            for fault in faults(found) { try StandardOutput.line("  \(fault.visible)") }
        }
        guard found.isWhole else { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func look(at folder: DataFolder) throws -> (Store, StoreCheck) {
        do {
            let store = try folder.openStore()
            return (store, try store.check())
        } catch let error as StoreError {
            // The usual hint names this command.
            guard case .damaged = error else { throw error }
            throw Failure(.trouble, "\(error)", hint: StoreError.wayBack)
        }
    }

    private func faults(_ found: StoreCheck) -> [String] {
        let trails = found.brokenTrails.map { trail in
            "the audit trail of \(trail.organizer.map { "organizer \($0)" } ?? "the store") is broken: \(trail.found)"
        }
        return found.faults + found.wrongCounters.map(\.description) + trails + [found.ledger?.fault].compactMap(\.self)
    }
}
