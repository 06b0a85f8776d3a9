import Dispatch
import FileAccess
import Foundation
import Management
import Presenting
import PrintShop
import Printing
import Synchronization
import Ticketing

/// Writes an event's issued tickets, on every core, page by page.
struct TicketExporter {
    enum Packing {
        /// Each form of each ticket is a file.
        case files
        /// Each bundle is a ZIP.
        case archives
    }

    let office: Office
    let subject: TicketSubject
    let forms: [TicketForm]
    let packing: Packing
    let folder: String
    let existing: AtomicFile.Existing

    /// Writes these bundles; all of the event's when nothing is said.
    ///
    /// - Returns: how many files were written.
    /// - Throws: `Failure` for tickets that can't be written; whatever a file's write throws. Then nothing of what was
    ///   made is left; files that were replaced stay.
    func run(_ bundles: [TicketBundle]? = nil) throws -> Int {
        let made = try NewFolder(at: folder, mode: 0o700)
        let outcome = Outcome()
        do {
            if let bundles {
                try write(pages: [bundles], into: outcome)
            } else if packing == .archives {
                try write(pages: [try office.bundles(of: subject.event)], into: outcome)
            } else {
                try writeAll(into: outcome)
            }
            try AtomicFile.syncFolder(folder)
            outcome.notes.sentences.forEach { StandardError.say("warning: \($0.visible)") }
            return outcome.count
        } catch {
            for path in outcome.newPaths { unlink(path) }
            made.remove()
            throw error
        }
    }

    private func writeAll(into outcome: Outcome) throws {
        Interrupt.watch()
        var progress = Progress("export", total: try office.ticketCount(of: subject.event))
        defer { progress.finish() }
        var seen = 0
        try office.forEachTicketPage(of: subject.event) { page in
            try write(page.filter { $0.status == .issued }.map { TicketBundle($0) }, into: outcome)
            seen += page.count
            progress.update(seen)
            endIfInterrupted(&progress, outcome)
        }
    }

    private func write(pages: [[TicketBundle]], into outcome: Outcome) throws {
        Interrupt.watch()
        let bundles = pages.joined().map(\.self)
        var progress = Progress("export", total: bundles.count)
        defer { progress.finish() }
        for start in stride(from: 0, to: bundles.count, by: TicketExporter.page) {
            let end = min(start + TicketExporter.page, bundles.count)
            try write(Array(bundles[start..<end]), into: outcome)
            progress.update(end)
            endIfInterrupted(&progress, outcome)
        }
    }

    /// Bundles between two looks at the progress.
    private static let page = 100

    private func endIfInterrupted(_ progress: inout Progress, _ outcome: Outcome) {
        guard Interrupt.isPressed else { return }
        progress.finish()
        let what = packing == .archives ? "packs" : forms.allSatisfy(\.isSymbol) ? "symbols" : "files"
        StandardError.say("stopped after \(outcome.count) \(what); each file in \(folder.visible) is whole")
        Interrupt.die()
    }

    private func write(_ bundles: [TicketBundle], into outcome: Outcome) throws {
        let workers = min(bundles.count, max(1, ProcessInfo.processInfo.activeProcessorCount))
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            let share = stride(from: worker, to: bundles.count, by: workers).lazy.map { bundles[$0] }
            outcome.attempt { try write(share, into: outcome) }
        }
        try outcome.check()
    }

    /// One worker's share; its writer is its own.
    private func write(_ bundles: some Sequence<TicketBundle>, into outcome: Outcome) throws {
        let writer = try TicketFormWriter(subject) { outcome.remark($1, of: $0) }
        for bundle in bundles {
            if Interrupt.isPressed { break }
            if packing == .archives {
                try put(try writer.archive(of: bundle, as: forms), "\(bundle.name).zip", outcome)
                continue
            }
            for ticket in bundle.tickets {
                for form in forms {
                    try put(try writer.bytes(of: ticket, as: form), "\(ticket.code)\(form.ending)", outcome)
                }
            }
        }
    }

    private func put(_ bytes: [UInt8], _ name: String, _ outcome: Outcome) throws {
        let path = "\(folder)/\(name)"
        // Nobody else writes into the folder; who does has what is there taken for theirs, and left.
        let isNew = existing == .refuse || access(path, F_OK) != 0
        try AtomicFile.write(bytes, to: path, existing: existing, durability: .atomic, mode: TicketFile.mode)
        outcome.note(path, isNew: isNew)
    }
}

/// What several workers came to: the files that are there, and the first error.
private final class Outcome: Sendable {
    private struct State {
        var count = 0
        var newPaths: [String] = []
        var error: (any Error)?
        var notes = DrawingNotes()
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.count) }
    /// Those that were not there before.
    var newPaths: [String] { state.withLock(\.newPaths) }

    var notes: DrawingNotes { state.withLock(\.notes) }

    func remark(_ remark: FormRemark, of ticket: TicketCode) { state.withLock { $0.notes.add(remark, of: ticket) } }

    func note(_ path: String, isNew: Bool) {
        state.withLock {
            $0.count += 1
            if isNew { $0.newPaths.append(path) }
        }
    }

    func attempt(_ work: () throws -> Void) {
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
