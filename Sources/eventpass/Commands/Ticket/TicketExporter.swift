import ArgumentParser
import Dispatch
import FileAccess
import Foundation
import Management
import QRSymbol
import Synchronization
import TicketToken
import Ticketing

/// Writes the symbols of an event's issued tickets, on every core, page by page.
struct TicketExporter {
    enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
        case png, svg
    }

    let office: Office
    let event: Event
    let types: [TicketType]
    let ring: KeyRing
    let picture: PictureOptions
    let format: Format
    let folder: String
    let existing: AtomicFile.Existing

    /// - Returns: how many files were written.
    /// - Throws: `Failure` for tickets that can't be written; whatever a file's write throws. Then nothing of what was
    ///   made is left; files that were replaced stay.
    func run() throws -> Int {
        let made = try NewFolder(at: folder)
        let outcome = Outcome()
        do {
            return try write(into: outcome)
        } catch {
            if existing == .refuse { for path in outcome.paths { unlink(path) } }
            made.remove()
            throw error
        }
    }

    private func write(into outcome: Outcome) throws -> Int {
        Interrupt.watch()
        let workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
        var progress = Progress("export", total: try office.ticketCount(of: event))
        defer { progress.finish() }
        var seen = 0
        try office.forEachTicketPage(of: event) { page in
            let tickets = page.filter { $0.status == .issued }
            DispatchQueue.concurrentPerform(iterations: workers) { worker in
                let share = stride(from: worker, to: tickets.count, by: workers).lazy.map { tickets[$0] }
                outcome.attempt { try write(share, into: outcome) }
            }
            try outcome.check()
            seen += page.count
            progress.update(seen)
            if Interrupt.isPressed {
                progress.finish()
                StandardError.say(
                    "stopped after \(outcome.paths.count) symbols; each file in \(folder.visible) is whole")
                Interrupt.die()
            }
        }
        try AtomicFile.syncFolder(folder)
        return outcome.paths.count
    }

    /// One worker's share; the compressor and the keyed contexts are its own.
    private func write(_ tickets: some Sequence<Ticket>, into outcome: Outcome) throws {
        let renderer = TicketRenderer(event: event, types: types, ring: ring)
        let encoder = try PNGEncoder()
        for ticket in tickets {
            if Interrupt.isPressed { break }
            guard let token = try renderer.token(of: ticket) else {
                throw Failure(
                    .trouble,
                    "ticket \(ticket.code) was signed with key \(ticket.key), which is retired or not on the ring any more",
                    hint: "eventpass ticket reissue \(event.slug) \(ticket.code)")
            }
            let symbol = try QRSymbol(token, level: picture.level)
            let bytes =
                switch format {
                case .png: try encoder.png(of: symbol, size: try picture.size(), quietZone: picture.quietZone)
                case .svg:
                    Array(
                        try symbol.svg(
                            title: "\(event.details.title.visible) \(ticket.code)", quietZone: picture.quietZone,
                            millimetres: picture.mm
                        ).utf8)
                }
            let path = "\(folder)/\(ticket.code).\(format.rawValue)"
            try AtomicFile.write(bytes, to: path, existing: existing, durability: .atomic)
            outcome.note(path)
        }
    }
}

/// What several workers came to: the files that are there, and the first error.
private final class Outcome: Sendable {
    private let state = Mutex<(paths: [String], error: (any Error)?)>(([], nil))

    var paths: [String] { state.withLock(\.paths) }

    func note(_ path: String) { state.withLock { $0.paths.append(path) } }

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
