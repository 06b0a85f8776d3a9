import Cryptography
package import FileAccess
import Foundation
package import Management
import Presenting
package import Printing
package import TicketToken
package import Ticketing

/// Draws the files of a batch, reads them back, and releases them.
package struct BatchPrinter {
    /// The run was stopped by who watches it.
    package struct Interrupted: Error {}

    /// What drawing some sheets came to.
    package struct Outcome {
        package var notes = DrawingNotes()
        /// Tickets that ended since the batch was planned.
        package var ended: [TicketCode] = []
        /// Tickets whose type demands a live code since the batch was planned.
        package var liveCodes: [TicketCode] = []
        /// Which token is on the paper.
        package var issues: [(position: Int, issue: UInt8)] = []
        package var sheets = 0
        /// Files that were released now.
        package var files = 0

        package init() {}

        package var tickets: Int { issues.count }

        mutating func add(_ other: Outcome) {
            notes.add(other.notes)
            ended += other.ended
            liveCodes += other.liveCodes
            issues += other.issues
            sheets += other.sheets
            files += other.files
        }
    }

    /// Sheets whose tickets are fetched together.
    private static let stride = 50

    package let office: Office
    package let event: Event
    package let batch: PrintBatch
    let layout: LoadedLayout
    let fields: PrintedFields
    private let liveTypes: Set<TicketTypeNumber>
    package let settings: PrintSettings
    let imposition: Imposition
    package let check: PrintedFile.Check
    private let clock: @Sendable () -> Instant
    let watch: PrintWatch

    /// - Parameters:
    ///   - office: whose user may have tokens.
    ///   - check: what is read back, where that much can be.
    ///   - clock: says when a file is released.
    /// - Throws: `PrintRunError` for a batch that can't be printed as it was planned.
    package init(
        _ office: Office, _ event: Event, _ batch: PrintBatch, _ layout: LoadedLayout, _ ring: KeyRing,
        _ check: PrintedFile.Check, clock: @escaping @Sendable () -> Instant, watch: PrintWatch
    ) throws {
        guard layout.hash == batch.plan.layoutHash else {
            throw PrintRunError.otherLayout(layout.name, batch: batch.number)
        }
        guard let settings = PrintSettings(batch.plan.settings) else {
            throw PrintRunError.unknownSettings(batch: batch.number)
        }
        self.office = office
        self.event = event
        self.batch = batch
        self.layout = layout
        let types = try office.ticketTypes(of: event)
        liveTypes = Set(types.filter(\.demandsLiveCode).map(\.number))
        fields = PrintedFields(
            event: event, organizer: try office.organizerName(of: event), language: settings.language,
            renderer: TicketRenderer(event: event, types: types, ring: ring))
        self.settings = settings
        imposition = try Imposition(batch)
        self.check = settings.check(check)
        self.clock = clock
        self.watch = watch
    }

    package func path(ofFile file: Int) -> String {
        BatchPrinter.path(ofFile: file, of: batch.files, at: batch.plan.output)
    }

    /// The path of one of several files: `tickets.pdf`, or `tickets-001.pdf` where there are more.
    package static func path(ofFile file: Int, of files: Int, at output: String) -> String {
        guard files > 1 else { return output }
        let url = URL(filePath: output)
        let number = "\(file + 1)".padded(to: max(3, "\(files)".count))
        let name = url.deletingPathExtension().lastPathComponent
        let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingLastPathComponent().appending(path: "\(name)-\(number)\(suffix)").path
    }

    /// Whether a released file is on this machine as it was released. One that this user may not read is taken for that.
    package static func isIntact(_ file: PrintedFile) throws -> Bool {
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        guard FileManager.default.isReadableFile(atPath: file.path) else { return true }
        return try SHA256Stream.digest(ofFile: file.path) == file.hash
    }

    /// Prints the files of the batch that were not released yet, or are not there any more, each whole or not at all.
    ///
    /// - Parameter state: what was done before; nil of a new batch.
    package func printFiles(besides state: BatchState?, existing: AtomicFile.Existing) throws -> Outcome {
        let done = Set(try (state?.files ?? []).filter { try BatchPrinter.isIntact($0) }.map(\.number))
        var all = Outcome()
        for file in 0..<batch.files where !done.contains(file) {
            let path = path(ofFile: file)
            var drawn: (Outcome, hash: [UInt8])?
            do {
                try draw(
                    Array(batch.sheets(ofFile: file)), into: path, existing: existing,
                    as: FileOfBatch(number: file, before: state?.drawn.first { $0.number == file })
                ) { drawn = ($0, $1) }
            } catch let error as SystemError where error.errno == EEXIST {
                // What a run that was killed has put there, and could not note any more, is the same to the byte.
                guard let drawn, try SHA256Stream.digest(ofFile: path) == drawn.hash else { throw error }
            }
            guard let (outcome, hash) = drawn else { continue }
            try office.release(
                PrintedFile(number: file, path: path, hash: hash, check: check, released: clock()), of: batch, of: event
            )
            all.add(outcome)
            all.files += 1
        }
        return all
    }

    /// Draws some sheets into a file, reads it back, notes which tokens are on it, and puts it in its place.
    ///
    /// - Parameters:
    ///   - sheets: from 0.
    ///   - file: which of the batch that is, so that a run that is broken off can go on; nil for sheets that are printed
    ///     again.
    ///   - whenWhole: is handed what came up and the file's SHA-256, before it is at its place.
    package func draw(
        _ sheets: [Int], into path: String, existing: AtomicFile.Existing, as file: FileOfBatch? = nil,
        whenWhole: (Outcome, _ hash: [UInt8]) throws -> Void
    ) throws {
        var outcome = Outcome()
        let stream = try SHA256Stream()
        // Who has the file comes in: it is for its owner alone.
        try AtomicFile.write(to: path, existing: existing, mode: TicketFile.mode, leftovers: .removed) { partial in
            let write = { (bytes: [UInt8]) in
                try partial.append(bytes)
                try stream.add(bytes)
            }
            let hash: [UInt8]
            if let language = settings.format.language {
                try draw(sheets, for: language, &outcome, write)
                hash = try stream.digest()
            } else {
                let drawn = try drawPages(of: sheets, &outcome, write)
                hash = try stream.digest()
                if check == .everySymbol { try readBack(partial.path, drawn, hash: hash, as: file) }
            }
            outcome.sheets = sheets.count
            try office.notePaper(of: batch, sheets: sheets, issues: outcome.issues, of: event)
            try whenWhole(outcome, hash)
        }
    }

    /// Draws sheets as PDF.
    private func drawPages(
        of sheets: [Int], _ outcome: inout Outcome, _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> SheetFile.Drawn {
        let file = try SheetFile(
            layout.layout, event: fields.ofEvent, artwork: layout.artwork, sides: settings.sides,
            offset: (settings.offset.x, settings.offset.y), backOffset: settings.backOffset.map { ($0.x, $0.y) }, write)
        try forEach(sheets, &outcome) { try file.add($0) }
        let drawn = try file.finish()
        outcome.notes = drawn.notes
        return drawn
    }

    /// Draws tickets for a label or receipt printer, each read back before it is written.
    private func draw(
        _ sheets: [Int], for language: TicketRoll.Language, _ outcome: inout Outcome,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let roll = try TicketRoll(
            layout.layout, for: language, symbols: settings.symbols, event: fields.ofEvent, artwork: layout.artwork,
            offset: (settings.offset.x, settings.offset.y), write)
        try forEach(sheets, &outcome) { for ticket in $0 { try ticket.map(roll.add) } }
        outcome.notes = roll.finish()
    }

    /// Hands over sheets with their tickets, cell by cell; of those that ended, the cells are empty.
    private func forEach(
        _ sheets: [Int], _ outcome: inout Outcome, _ body: ([PrintedTicket?]) throws -> Void
    ) throws {
        watch.tell(.drawing(sheets: sheets.count))
        defer { watch.tell(.over) }
        let digits = "\(batch.plan.firstNumber + batch.count - 1)".count
        for start in Swift.stride(from: 0, to: sheets.count, by: BatchPrinter.stride) {
            let part = sheets[start..<min(start + BatchPrinter.stride, sheets.count)]
            let tickets = try self.tickets(on: Array(part))
            for sheet in part {
                if watch.isStopped() { throw Interrupted() }
                try body(
                    imposition.positions(onSheet: sheet).map { position in
                        guard let position, let entry = tickets[position] else { return nil }
                        return try printed(entry, digits: digits, sheet: sheet, &outcome)
                    })
            }
            watch.tell(.done(start + part.count))
        }
    }

    /// What is printed of a ticket; nil for one that ended.
    private func printed(
        _ entry: BatchTicket, digits: Int, sheet: Int, _ outcome: inout Outcome
    ) throws -> PrintedTicket? {
        let ticket = entry.ticket
        guard ticket.status == .issued else {
            outcome.ended.append(ticket.code)
            return nil
        }
        guard !liveTypes.contains(ticket.type) else {
            outcome.liveCodes.append(ticket.code)
            return nil
        }
        outcome.issues.append((entry.position, ticket.issue))
        return try fields.ticket(
            ticket, number: "\(batch.plan.firstNumber + entry.position)".padded(to: digits), sheet: sheet + 1)
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
}

extension String {
    /// With zeros before it.
    fileprivate func padded(to digits: Int) -> String { String(repeating: "0", count: max(0, digits - count)) + self }
}

extension Imposition {
    /// How a batch is laid on its sheets.
    ///
    /// - Throws: `PrintRunError` for an order that this program does not know.
    package init(_ batch: PrintBatch) throws {
        guard let order = Order(rawValue: batch.plan.imposition) else {
            throw PrintRunError.unknownImposition(batch.plan.imposition, batch: batch.number)
        }
        self.init(order, cellsPerSheet: batch.plan.cellsPerSheet, count: batch.count)
    }
}

extension SHA256Stream {
    static func digest(ofFile path: String) throws -> [UInt8] {
        let reader = try BlockReader(path: path)
        let stream = try SHA256Stream()
        while case let block = try reader.next(atMost: 1 << 16), !block.isEmpty { try stream.add(block) }
        return try stream.digest()
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
