import Cryptography
package import FileAccess
import Foundation
package import Management
import Presentation
package import Printing
package import TicketToken
package import Ticketing

/// Draws the files of a batch of tickets, verifies them by decoding the QR symbols on the drawn pages, and moves them
/// to their final paths.
package struct BatchPrinter {
    /// The run was cancelled through its `PrintRunMonitor`.
    package struct Interrupted: Error {}

    /// The result of drawing sheets.
    package struct PrintResult {
        package var notes = RenderingWarnings()
        /// Tickets that were not printed, because they became invalid after the batch was planned.
        package var ended: [TicketCode] = []
        /// Tickets that were not printed, because their type now requires a live code.
        package var liveCodes: [TicketCode] = []
        /// The issue number of the token that was printed at each position of the batch.
        package var issues: [(position: Int, issue: UInt8)] = []
        package var sheets = 0
        /// The number of files that this run has moved to their final paths.
        package var files = 0

        package init() {}

        package var tickets: Int { issues.count }

        mutating func add(_ other: PrintResult) {
            notes.add(other.notes)
            ended += other.ended
            liveCodes += other.liveCodes
            issues += other.issues
            sheets += other.sheets
            files += other.files
        }
    }

    /// The number of sheets whose tickets are read from the store together. Progress is reported when these sheets are
    /// drawn.
    private static let progressInterval = 50

    package let services: ManagementServices
    package let event: Event
    package let batch: PrintBatch
    let layout: LoadedLayout
    let fields: TicketFieldValues
    private let liveTypes: Set<TicketTypeNumber>
    package let settings: PrintSettings
    let imposition: Imposition
    package let check: PrintedFile.Check
    private let clock: @Sendable () -> Instant
    let progress: PrintRunMonitor

    /// - Parameters:
    ///   - services: the services of a user who is allowed to see tokens.
    ///   - check: whether to verify all symbols of a PDF. For labels and receipts, this parameter is ignored, and
    ///     `PrintSettings.check` decides.
    ///   - clock: gives the current time, which is recorded when a file is moved to its final path.
    /// - Throws: `PrintRunError` if the batch cannot be printed as planned.
    package init(
        _ services: ManagementServices, _ event: Event, _ batch: PrintBatch, _ layout: LoadedLayout, _ ring: KeyRing,
        _ check: PrintedFile.Check, clock: @escaping @Sendable () -> Instant, progress: PrintRunMonitor
    ) throws {
        guard layout.hash == batch.plan.layoutHash else {
            throw PrintRunError.layoutChanged(layout.name, batch: batch.number)
        }
        guard let settings = PrintSettings(batch.plan.settings) else {
            throw PrintRunError.unknownSettings(batch: batch.number)
        }
        self.services = services
        self.event = event
        self.batch = batch
        self.layout = layout
        let types = try services.ticketTypes.ticketTypes(of: event)
        liveTypes = Set(types.filter(\.requiresLiveCode).map(\.number))
        fields = TicketFieldValues(
            event: event, organizer: try services.organizerName(of: event), language: settings.language,
            renderer: TicketRenderer(event: event, types: types, ring: ring))
        self.settings = settings
        imposition = try Imposition(batch)
        self.check = settings.check(check)
        self.clock = clock
        self.progress = progress
    }

    package func path(ofFile file: Int) -> String {
        BatchPrinter.path(ofFile: file, of: batch.files, at: batch.plan.output)
    }

    /// The path of a file: `tickets.pdf`, or `tickets-001.pdf` if the batch has several files.
    package static func path(ofFile file: Int, of files: Int, at output: String) -> String {
        guard files > 1 else { return output }
        let url = URL(filePath: output)
        let number = "\(file + 1)".padded(to: max(3, "\(files)".count))
        let name = url.deletingPathExtension().lastPathComponent
        let suffix = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingLastPathComponent().appending(path: "\(name)-\(number)\(suffix)").path
    }

    /// Whether a finished file still exists at its path and is unaltered. A file that this process is not allowed to
    /// read is assumed to be unaltered.
    package static func isIntact(_ file: PrintedFile) throws -> Bool {
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        guard FileManager.default.isReadableFile(atPath: file.path) else { return true }
        return try SHA256Stream.digest(ofFile: file.path) == file.hash
    }

    /// Prints the files of the batch that are not finished yet. Prints finished files again if they are now missing or
    /// altered. Each file is written completely or not at all.
    ///
    /// - Parameter state: the progress of earlier runs; nil for a new batch.
    package func printFiles(resuming state: PrintBatchState?, existing: AtomicFile.Existing) throws -> PrintResult {
        let done = Set(try (state?.files ?? []).filter { try BatchPrinter.isIntact($0) }.map(\.number))
        var all = PrintResult()
        for file in 0..<batch.files where !done.contains(file) {
            let path = path(ofFile: file)
            var drawn: (PrintResult, hash: [UInt8])?
            do {
                try render(
                    Array(batch.sheets(ofFile: file)), into: path, existing: existing,
                    as: BatchFile(number: file, before: state?.rendered.first { $0.number == file })
                ) { drawn = ($0, $1) }
            } catch let error as SystemError where error.errno == EEXIST {
                // There is already a file at this path, perhaps from an earlier run that was killed before it recorded
                // the file. The existing file is accepted if it is identical to the file that this run has drawn.
                guard let drawn, try SHA256Stream.digest(ofFile: path) == drawn.hash else { throw error }
            }
            guard let (outcome, hash) = drawn else { continue }
            try services.printing.recordReleasedFile(
                PrintedFile(number: file, path: path, hash: hash, check: check, released: clock()), of: batch, of: event
            )
            all.add(outcome)
            all.files += 1
        }
        return all
    }

    /// Draws sheets into a file, verifies the file, records the printed tokens, and moves the file to its path.
    ///
    /// - Parameters:
    ///   - sheets: the sheets, numbered from 0.
    ///   - file: the file of the batch, with the progress of an interrupted run; nil if sheets are printed again into
    ///     another file.
    ///   - whenComplete: called before the file is moved to its path, with the result and the file's SHA-256.
    package func render(
        _ sheets: [Int], into path: String, existing: AtomicFile.Existing, as file: BatchFile? = nil,
        whenComplete: (PrintResult, _ hash: [UInt8]) throws -> Void
    ) throws {
        var outcome = PrintResult()
        let stream = try SHA256Stream()
        // Anyone who can read this file can use its tickets to enter the event, so only the file's owner gets the right
        // to read it.
        try AtomicFile.write(to: path, existing: existing, leftovers: .remove) { partial in
            let write = { (bytes: [UInt8]) in
                try partial.append(bytes)
                try stream.add(bytes)
            }
            let hash: [UInt8]
            if let language = settings.format.language {
                try render(sheets, for: language, &outcome, write)
                hash = try stream.digest()
            } else {
                let drawn = try drawPages(of: sheets, &outcome, write)
                hash = try stream.digest()
                if check == .everySymbolReadBack { try verify(partial.path, drawn, hash: hash, as: file) }
            }
            outcome.sheets = sheets.count
            try services.printing.recordPrintedTokens(of: batch, sheets: sheets, issues: outcome.issues, of: event)
            try whenComplete(outcome, hash)
        }
    }

    private func drawPages(
        of sheets: [Int], _ outcome: inout PrintResult, _ write: @escaping ([UInt8]) throws -> Void
    ) throws -> TicketSheetPDF.RenderedPages {
        let file = try TicketSheetPDF(
            layout.layout, event: fields.eventFields, artwork: layout.artwork, sides: settings.sides,
            direction: settings.direction, offset: (settings.offset.x, settings.offset.y),
            backOffset: settings.backOffset.map { ($0.x, $0.y) }, write)
        try forEach(sheets, &outcome) { try file.add($0) }
        let drawn = try file.finish()
        outcome.notes = drawn.warnings
        return drawn
    }

    /// Draws tickets for a label or receipt printer.
    private func render(
        _ sheets: [Int], for language: RollTicketWriter.PrinterLanguage, _ outcome: inout PrintResult,
        _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        let roll = try RollTicketWriter(
            layout.layout, for: language, symbols: settings.symbols, event: fields.eventFields, artwork: layout.artwork,
            direction: settings.direction, offset: (settings.offset.x, settings.offset.y), write
        )
        try forEach(sheets, &outcome) { for ticket in $0 { try ticket.map(roll.add) } }
        outcome.notes = roll.finish()
    }

    /// Calls `body` for each sheet with an array of the tickets in the sheet's cells. An element of the array is nil
    /// for an empty cell.
    private func forEach(
        _ sheets: [Int], _ outcome: inout PrintResult, _ body: ([PrintedTicket?]) throws -> Void
    ) throws {
        progress.report(.drawing(sheets: sheets.count))
        defer { progress.report(.over) }
        let digits = "\(batch.plan.firstNumber + batch.count - 1)".count
        for start in Swift.stride(from: 0, to: sheets.count, by: BatchPrinter.progressInterval) {
            let part = sheets[start..<min(start + BatchPrinter.progressInterval, sheets.count)]
            let tickets = try self.tickets(on: Array(part))
            for sheet in part {
                if progress.isCancelled() { throw Interrupted() }
                try body(
                    imposition.positions(onSheet: sheet).map { position in
                        guard let position, let entry = tickets[position] else { return nil }
                        return try printed(entry, digits: digits, sheet: sheet, &outcome)
                    })
            }
            progress.report(.done(start + part.count))
        }
    }

    /// The printed form of a ticket; nil if the ticket is invalid or requires a live code.
    private func printed(
        _ entry: PrintBatchTicket, digits: Int, sheet: Int, _ outcome: inout PrintResult
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

    /// The keys are the tickets' positions in the batch.
    private func tickets(on sheets: [Int]) throws -> [Int: PrintBatchTicket] {
        let positions = sheets.flatMap { imposition.positions(onSheet: $0).compactMap(\.self) }.sorted()
        var tickets: [Int: PrintBatchTicket] = [:]
        for range in positions.ranges {
            for ticket in try services.printing.tickets(of: batch, at: range, of: event) {
                tickets[ticket.position] = ticket
            }
        }
        return tickets
    }
}

extension String {
    fileprivate func padded(to digits: Int) -> String { String(repeating: "0", count: max(0, digits - count)) + self }
}

extension Imposition {
    /// Creates the arrangement of a batch's tickets on its sheets.
    ///
    /// - Throws: `PrintRunError` if this version of the program does not support the batch's arrangement.
    package init(_ batch: PrintBatch) throws {
        guard let order = FillOrder(rawValue: batch.plan.imposition) else {
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
    /// The ranges of consecutive numbers in this sorted array.
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
