import Dispatch
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import PrintShop
import Printing
import Synchronization
import Ticketing

/// Writes the files of an event's issued tickets, on all processor cores.
struct TicketExporter {
    enum OutputKind {
        /// One file for each format of each ticket.
        case files
        /// One ZIP for each bundle. A bundle contains the tickets of one order, the tickets of one household, or a
        /// single ticket that belongs neither to an order nor to a household.
        case archives
    }

    let services: ManagementServices
    let subject: TicketExportContext
    let forms: [TicketFormat]
    let packing: OutputKind
    let folder: String
    let existing: AtomicFile.Existing

    /// Writes the files of ticket bundles.
    ///
    /// - Parameter bundles: the bundles to write; nil for all bundles of the event.
    ///
    /// - Returns: the number of files written.
    /// - Throws: an error if a ticket cannot be drawn or a file cannot be written. The method then removes the files
    ///   that it created. Files that the method replaced stay replaced.
    func run(_ bundles: [TicketBundle]? = nil) throws -> Int {
        let made = try CreatedFolders(at: folder, mode: 0o700)
        let outcome = ExportState()
        do {
            if let bundles {
                try write(pages: [bundles], into: outcome)
            } else if packing == .archives {
                try write(pages: [try services.bundles(of: subject.event)], into: outcome)
            } else {
                try writeAll(into: outcome)
            }
            try AtomicFile.syncFolder(folder)
            outcome.notes.sentences.forEach { StandardError.warn($0) }
            return outcome.count
        } catch {
            for path in outcome.newPaths { unlink(path) }
            made.remove()
            throw error
        }
    }

    private func writeAll(into outcome: ExportState) throws {
        Interrupt.startWatching()
        var progress = Progress(.exporting, total: try services.tickets.ticketCount(of: subject.event))
        defer { progress.finish() }
        var seen = 0
        try services.tickets.forEachTicketPage(of: subject.event) { page in
            try write(page.filter { $0.status == .issued }.map { TicketBundle($0) }, into: outcome)
            seen += page.count
            progress.update(seen)
            endIfInterrupted(&progress, outcome)
        }
    }

    private func write(pages: [[TicketBundle]], into outcome: ExportState) throws {
        Interrupt.startWatching()
        let bundles = pages.joined().map(\.self)
        var progress = Progress(.exporting, total: bundles.count)
        defer { progress.finish() }
        for start in stride(from: 0, to: bundles.count, by: TicketExporter.page) {
            let end = min(start + TicketExporter.page, bundles.count)
            try write(Array(bundles[start..<end]), into: outcome)
            progress.update(end)
            endIfInterrupted(&progress, outcome)
        }
    }

    /// The number of bundles that are written between two progress updates.
    private static let page = 100

    private func endIfInterrupted(_ progress: inout Progress, _ outcome: ExportState) {
        guard Interrupt.isPressed else { return }
        progress.finish()
        let text: TicketExportCommand.Text =
            packing == .archives
            ? .stoppedArchives : forms.allSatisfy(\.isSymbol) ? .stoppedSymbols : .stoppedFiles
        StandardError.say(text, ["count": .number(outcome.count), "folder": .text(folder)])
        Interrupt.terminate()
    }

    private func write(_ bundles: [TicketBundle], into outcome: ExportState) throws {
        let workers = min(bundles.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            let share = stride(from: worker, to: bundles.count, by: workers).lazy.map { bundles[$0] }
            outcome.catchingFirstError { try write(share, into: outcome) }
        }
        try outcome.check()
    }

    private func write(_ bundles: some Sequence<TicketBundle>, into outcome: ExportState) throws {
        let writer = try TicketFormatWriter(subject) { outcome.remark($1, of: $0) }
        for bundle in bundles {
            if Interrupt.isPressed { break }
            if packing == .archives {
                try write(try writer.archive(of: bundle, as: forms), "\(bundle.name).zip", outcome)
                continue
            }
            for ticket in bundle.tickets {
                for form in forms {
                    try write(try writer.bytes(of: ticket, as: form), "\(ticket.code)\(form.fileExtension)", outcome)
                }
            }
        }
    }

    private func write(_ bytes: [UInt8], _ name: String, _ outcome: ExportState) throws {
        let path = "\(folder)/\(name)"
        // If an error occurs later, `run` removes only files that did not exist before.
        let isNew = existing == .refuse || access(path, F_OK) != 0
        try AtomicFile.write(bytes, to: path, existing: existing, durability: .atomic)
        outcome.record(path, isNew: isNew)
    }
}

/// The result that all workers share: the number of written files, the new files, the warnings, and the first error.
private final class ExportState: Sendable {
    private struct State {
        var count = 0
        var newPaths: [String] = []
        var error: (any Error)?
        var notes = RenderingWarnings()
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.count) }
    /// The written files that did not exist before the export.
    var newPaths: [String] { state.withLock(\.newPaths) }

    var notes: RenderingWarnings { state.withLock(\.notes) }

    func remark(_ warning: FormatWarning, of ticket: TicketCode) {
        state.withLock { $0.notes.add(warning, of: ticket) }
    }

    func record(_ path: String, isNew: Bool) {
        state.withLock {
            $0.count += 1
            if isNew { $0.newPaths.append(path) }
        }
    }

    func catchingFirstError(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            state.withLock { $0.error = $0.error ?? error }
        }
    }

    func check() throws {
        if let error = state.withLock(\.error) { throw error }
    }
}
