import ArgumentParser
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import Store
import Ticketing

struct GateMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate merge new-year north.gate south.gate &&
                      eventpass gate conflicts new-year
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateMerge"

        case abstract = "Merge the ledgers of gate packs."
        case discussion =
            """
            The command copies the packs' records into INTO, except records that INTO already has. If it finds \
            conflicts (tickets that disconnected gates admitted twice), it writes the conflicts into the packs. Gates \
            can keep working meanwhile. If you merge the same packs again, nothing changes. The command skips a pack \
            whose ledger is broken. The exit status is 1 if a pack was cloned, has unsigned records, or lacks records \
            that another device has seen.

            {examples}
            """
        case into =
            "The target. An event: its number, slug, or an unambiguous beginning of either. Or the path of a gate pack."
        case files = "The gate packs to merge."
        case sealed = "{path} is sealed with a passphrase and contains no gate records"
        case sealedHint = "give the opened pack instead; its name ends in .open.gate"
        case notAPack = "{path} is not a gate pack; it was not changed"
        case notAPackHint = "give gate packs here; for a paper list: eventpass gate enter EVENT FILE --gate NAME"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.into), completion: NameCompletion.eventsAndPacks)
    var into: String
    @Argument(help: ArgumentHelp(Text.files), completion: .file(extensions: ["gate"]))
    var files: [String]

    func run() throws {
        // Opens all packs before merging the first one, so that an unreadable pack is reported before anything is
        // changed.
        let packs = try files.map { try openPack(DataFolder.absolute($0)) }
        var isSound = true
        for report in try reports(packs) { isSound = isSound && report.isIntact }
        if !isSound { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    /// Opens a pack. Refuses a pack that is sealed with a passphrase, because a sealed pack contains no records. The
    /// gate records its scans in an opened copy of the pack. The name of this copy ends in `.open.gate`.
    private func openPack(_ path: String) throws -> LaneStore {
        if FileManager.default.isReadableFile(atPath: path), try EncryptedGatePack.isEncryptedPack(path) {
            throw CommandFailure(.badInput, Text.sealed, ["path": .text(path)], hint: Sentence(Text.sealedHint))
        }
        do {
            return try LaneStore(OpenGatePack(at: path))
        } catch StoreError.notADatabase(path), StoreError.notAGatePack(path) {
            throw CommandFailure(.badInput, Text.notAPack, ["path": .text(path)], hint: Sentence(Text.notAPackHint))
        }
    }

    private func reports(_ packs: [LaneStore]) throws -> [LaneMergeReport] {
        if let path = GateArgument.packPath(into) {
            let target = try openPack(path)
            return try merged(packs, next: into) { try target.merge($0, at: Instant.now(), progress: $1) }
        }
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: into, among: .publishedFirst)
        let device = try folder.device()
        func merge(_ pack: LaneStore, _ progress: (Int) throws -> Void) throws -> LaneMergeReport {
            try services.gates.merge(pack, into: event, as: device, progress: progress)
        }
        let reports = try merged(packs, next: event.slug, by: merge)
        // Merges the earlier packs again, so that they also receive the conflicts that later packs revealed.
        if reports.contains(where: { !$0.summary.conflicts.isEmpty }) {
            for pack in packs.dropLast() { _ = try merge(pack) { _ in } }
        }
        return reports
    }

    private func merged(
        _ packs: [LaneStore], next: String,
        by merge: (LaneStore, (Int) throws -> Void) throws -> LaneMergeReport
    ) throws -> [LaneMergeReport] {
        var reports: [LaneMergeReport] = []
        for (file, pack) in zip(files, packs) {
            var progress = Progress(.merging, ["pack": .text(pack.name)], total: nil)
            defer { progress.finish() }
            let report = try merge(pack) { progress.update($0) }
            progress.finish()
            let gateMergeJSON = GateMergeJSON(file: file, report: report)
            if output.json {
                try StandardOutput.line(gateMergeJSON.json.text)
            } else {
                try StandardOutput.line(gateMergeJSON.line)
                for warning in gateMergeJSON.warnings { StandardError.warn(warning) }
            }
            reports.append(report)
        }
        if !output.json, reports.contains(where: { !$0.summary.conflicts.isEmpty }) {
            StandardError.next("eventpass gate conflicts \(next.visible.shellWord)")
        }
        return reports
    }
}
