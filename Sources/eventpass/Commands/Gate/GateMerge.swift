import ArgumentParser
import Foundation
import Management
import Presenting
import Store
import Ticketing

struct GateMerge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Bring the ledgers of gate packs together.",
        discussion: """
            Takes what the packs have and INTO has not, and tells the packs who was let in twice. Gates go on meanwhile; \
            merging again changes nothing. Nothing is taken of a pack whose ledger is broken. Exit status 1 when a pack \
            was cloned, or lacks what others knew of it.

              eventpass gate merge new-year north.gate south.gate &&
                  eventpass gate conflicts new-year
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: "Where to: an event of the store, by number, slug or an unambiguous beginning; or a pack, by its path.",
        completion: .file(extensions: ["gate"]))
    var into: String
    @Argument(help: "The packs.", completion: .file(extensions: ["gate"]))
    var files: [String]

    func run() throws {
        // All are opened before the first is merged: one that can't be is told while nothing has happened.
        let lanes = try files.map { try lane(DataFolder.absolute($0)) }
        var isSound = true
        for report in try reports(lanes) { isSound = isSound && report.isSound }
        if !isSound { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    /// A sealed pack is as it left the office: what its gate decided is in the file that it was opened into.
    private func lane(_ path: String) throws -> GateLane {
        if FileManager.default.isReadableFile(atPath: path), try SealedPack.isOne(path) {
            throw Failure(
                .badInput, "\(path) is sealed with a passphrase, and holds nothing that a gate decided",
                hint: "name the file that it was opened into: it ends in .open.gate")
        }
        do {
            return try GateLane(OpenPack(at: path))
        } catch StoreError.notADatabase(path), StoreError.isNoPack(path) {
            throw Failure(
                .badInput, "\(path) is no gate pack; it was left untouched",
                hint: "name packs here; eventpass gate enter EVENT FILE --gate NAME takes what was ticked on paper")
        }
    }

    private func reports(_ lanes: [GateLane]) throws -> [LaneReport] {
        if let path = GateArgument.packPath(into) {
            let target = try lane(path)
            return try merged(lanes, next: into) { try target.merge($0, at: Instant.now(), progress: $1) }
        }
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: into, among: .publishedFirst)
        let device = try folder.device()
        func merge(_ lane: GateLane, _ progress: (Int) throws -> Void) throws -> LaneReport {
            try office.merge(lane, into: event, as: device, progress: progress)
        }
        let reports = try merged(lanes, next: event.slug, by: merge)
        // Who came first hears of what came to light with the others.
        if reports.contains(where: { !$0.summary.conflicts.isEmpty }) {
            for lane in lanes.dropLast() { _ = try merge(lane) { _ in } }
        }
        return reports
    }

    private func merged(
        _ lanes: [GateLane], next: String,
        by merge: (GateLane, (Int) throws -> Void) throws -> LaneReport
    ) throws -> [LaneReport] {
        var reports: [LaneReport] = []
        for (file, lane) in zip(files, lanes) {
            var progress = Progress("merging \(lane.name.visible)", total: nil)
            defer { progress.finish() }
            let report = try merge(lane) { progress.update($0) }
            progress.finish()
            let view = LaneView(file: file, report: report)
            if output.json {
                try StandardOutput.line(view.json.text)
            } else {
                try StandardOutput.line(view.line)
                for warning in view.warnings { StandardError.say("warning: \(warning)") }
            }
            reports.append(report)
        }
        if !output.json, reports.contains(where: { !$0.summary.conflicts.isEmpty }) {
            StandardError.say("next: eventpass gate conflicts \(next.visible)")
        }
        return reports
    }
}
