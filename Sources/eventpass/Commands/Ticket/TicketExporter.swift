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
    /// - Throws: `Failure` for tickets that can't be written; whatever a file's write throws.
    func run() throws -> Int {
        try makeFolder()
        Interrupt.watch()
        let workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
        var progress = Progress("export", total: try office.ticketCount(of: event))
        defer { progress.finish() }
        var seen = 0
        var written = 0
        try office.forEachTicketPage(of: event) { page in
            let tickets = page.filter { $0.status == .issued }
            let outcome = Outcome()
            DispatchQueue.concurrentPerform(iterations: workers) { worker in
                outcome.gather {
                    try write(stride(from: worker, to: tickets.count, by: workers).lazy.map { tickets[$0] })
                }
            }
            written += try outcome.count()
            seen += page.count
            progress.update(seen)
            if Interrupt.isPressed {
                progress.finish()
                StandardError.say("stopped after \(written) symbols; each file in \(folder.visible) is whole")
                Interrupt.die()
            }
        }
        try AtomicFile.syncFolder(folder)
        return written
    }

    /// One worker's share; the compressor and the keyed contexts are its own.
    private func write(_ tickets: some Sequence<Ticket>) throws -> Int {
        let renderer = TicketRenderer(event: event, types: types, ring: ring)
        let encoder = try PNGEncoder()
        var count = 0
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
                            title: "\(event.details.title) \(ticket.code)", quietZone: picture.quietZone,
                            millimetres: picture.mm
                        ).utf8)
                }
            try AtomicFile.write(
                bytes, to: "\(folder)/\(ticket.code).\(format.rawValue)", existing: existing, durability: .atomic)
            count += 1
        }
        return count
    }

    private func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(.trouble, "the folder \(folder) can't be made: \(Failure.cause(of: error))")
        }
    }
}

/// What several workers came to: a count, or the first error.
private final class Outcome: Sendable {
    private let result = Mutex<Result<Int, any Error>>(.success(0))

    func gather(_ work: () throws -> Int) {
        let one = Result(catching: work)
        result.withLock { all in
            guard case .success(let sum) = all else { return }
            all = one.map { sum + $0 }
        }
    }

    func count() throws -> Int { try result.withLock { try $0.get() } }
}
