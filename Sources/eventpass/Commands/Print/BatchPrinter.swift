import Cryptography
import FileAccess
import Foundation
import Management
import Printing
import Synchronization
import Ticketing

/// Draws the files of a batch, reads them back, and releases them.
struct BatchPrinter {
    /// Whether pages are read back before they are released.
    enum Check { case everySymbol, nothing }

    /// Somebody pressed Ctrl-C.
    struct Interrupted: Error {}

    /// What drawing some sheets came to.
    struct Outcome {
        var notes = DrawingNotes()
        /// Tickets that ended since the batch was planned.
        var ended: [TicketCode] = []
        /// Where another token is on the paper than before.
        var issues: [(position: Int, issue: UInt8)] = []
        var tickets = 0

        mutating func add(_ other: Outcome) {
            notes.add(other.notes)
            ended += other.ended
            tickets += other.tickets
        }
    }

    /// Sheets whose tickets are fetched together.
    private static let stride = 50

    let office: Office
    let event: Event
    let batch: PrintBatch
    let layout: LoadedLayout
    let fields: PrintedFields
    let settings: PrintSettings
    let check: Check

    private var imposition: Imposition { Imposition(batch) }

    func path(ofFile file: Int) -> String {
        BatchPrinter.path(ofFile: file, of: batch.files, at: batch.plan.output)
    }

    /// The path of one of several files: `tickets.pdf`, or `tickets-001.pdf` where there are more.
    static func path(ofFile file: Int, of files: Int, at output: String) -> String {
        guard files > 1 else { return output }
        let url = URL(filePath: output)
        let number = "\(file + 1)".padded(to: max(3, "\(files)".count))
        let name = url.deletingPathExtension().lastPathComponent
        let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingLastPathComponent().appending(path: "\(name)-\(number)\(suffix)").path
    }

    /// Prints the files of the batch that were not released yet, each whole or not at all.
    func printFiles(besides released: [PrintedFile], existing: AtomicFile.Existing) throws -> Outcome {
        let done = Set(released.map(\.number))
        var all = Outcome()
        for file in 0..<batch.files where !done.contains(file) {
            let path = path(ofFile: file)
            let (outcome, hash) = try draw(Array(batch.sheets(ofFile: file)), into: path, existing: existing)
            try office.release(
                PrintedFile(number: file, path: path, hash: hash, released: .now()), of: batch, issues: outcome.issues,
                of: event)
            all.add(outcome)
        }
        return all
    }

    /// Draws some sheets into a file, reads it back, and puts it in its place.
    ///
    /// - Parameter sheets: from 0.
    /// - Returns: what came up, and the file's SHA-256.
    func draw(
        _ sheets: [Int], into path: String, existing: AtomicFile.Existing
    ) throws -> (Outcome, hash: [UInt8]) {
        var outcome = Outcome()
        let stream = try SHA256Stream()
        try AtomicFile.write(to: path, existing: existing) { partial in
            let file = try SheetFile(
                layout.layout, event: fields.ofEvent, artwork: layout.artwork, sides: settings.sides,
                offset: (settings.offset.x, settings.offset.y)
            ) { bytes in
                try partial.append(bytes)
                try stream.add(bytes)
            }
            try draw(sheets, on: file, &outcome)
            let drawn = try file.finish()
            outcome.notes = drawn.notes
            if check == .everySymbol { try readBack(partial.path, drawn) }
        }
        return (outcome, try stream.digest())
    }

    private func draw(_ sheets: [Int], on file: SheetFile, _ outcome: inout Outcome) throws {
        var progress = Progress("drawing sheets", total: sheets.count)
        defer { progress.finish() }
        let digits = "\(batch.plan.firstNumber + batch.count - 1)".count
        for start in Swift.stride(from: 0, to: sheets.count, by: BatchPrinter.stride) {
            let part = sheets[start..<min(start + BatchPrinter.stride, sheets.count)]
            let tickets = try self.tickets(on: Array(part))
            for sheet in part {
                if Interrupt.isPressed { throw Interrupted() }
                try file.add(
                    imposition.positions(onSheet: sheet).map { position in
                        guard let position, let entry = tickets[position] else { return nil }
                        guard entry.ticket.status == .issued else {
                            outcome.ended.append(entry.ticket.code)
                            return nil
                        }
                        if entry.ticket.issue != entry.printed {
                            outcome.issues.append((position, entry.ticket.issue))
                        }
                        outcome.tickets += 1
                        return try fields.ticket(
                            entry.ticket, number: "\(batch.plan.firstNumber + position)".padded(to: digits),
                            sheet: sheet + 1)
                    })
            }
            progress.update(start + part.count)
        }
    }

    /// The tickets of some sheets, by their places in the run.
    private func tickets(on sheets: [Int]) throws -> [Int: BatchTicket] {
        let positions = sheets.flatMap { imposition.positions(onSheet: $0).compactMap(\.self) }.sorted()
        var tickets: [Int: BatchTicket] = [:]
        for range in positions.ranges {
            for ticket in try office.tickets(of: batch, at: range, of: event) { tickets[ticket.position] = ticket }
        }
        return tickets
    }

    private func readBack(_ path: String, _ drawn: SheetFile.Drawn) throws {
        let progress = Mutex(Progress("reading pages back", total: drawn.pages.count))
        defer { progress.withLock { $0.finish() } }
        try SelfCheck.check(path, against: drawn, workers: ProcessInfo.processInfo.activeProcessorCount) { done in
            if Interrupt.isPressed { throw Interrupted() }
            progress.withLock { $0.update(done) }
        }
    }
}

extension String {
    /// With zeros before it.
    fileprivate func padded(to digits: Int) -> String { String(repeating: "0", count: max(0, digits - count)) + self }
}

extension Imposition {
    /// How a batch is laid on its sheets.
    init(_ batch: PrintBatch) {
        self.init(
            Order(rawValue: batch.plan.imposition) ?? .rows, cellsPerSheet: batch.plan.cellsPerSheet, count: batch.count
        )
    }
}

extension [Int] {
    /// Runs of numbers that follow each other, of numbers in order.
    fileprivate var ranges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        for number in self {
            if let last = ranges.last, last.upperBound == number {
                ranges[ranges.count - 1] = last.lowerBound..<number + 1
            } else {
                ranges.append(number..<number + 1)
            }
        }
        return ranges
    }
}
