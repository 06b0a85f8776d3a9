import Store
public import TicketToken
public import Ticketing

/// A print batch (tickets that are printed together, on numbered sheets) and its progress.
public struct PrintBatchState: Sendable {
    public let batch: PrintBatch
    /// The released files, which were written to their destination.
    public let files: [PrintedFile]
    /// The files that were rendered but not released.
    public let rendered: [RenderedFile]
    /// The numbers of the voided sheets, counted from 0.
    public let voided: [Int]

    public var isFinished: Bool { files.count == batch.files }

    /// Whether all files of a batch are released. The raw values are used in JSON.
    public enum Status: String, CaseIterable, Sendable {
        /// All files are released.
        case printed
        /// A file is not released yet.
        case interrupted
    }

    public var status: Status { isFinished ? .printed : .interrupted }
}

/// The current state of a ticket of a batch.
public struct PrintBatchTicket: Sendable {
    /// The ticket's position in the batch, from 0.
    public let position: Int
    public let ticket: Ticket
    /// The issue number of the printed token; nil if the ticket was not printed.
    public let printed: UInt8?
}

/// The result of voiding a sheet.
public struct VoidedSheet: Sendable {
    /// Tickets that were reissued to void the sheet.
    public internal(set) var reissued: [Ticket] = []
    /// Tickets that had been cancelled or refunded before the sheet was voided.
    public internal(set) var ended: [Ticket] = []
    /// Tickets that had been reissued after the sheet was printed. Their tokens on the sheet were already invalid.
    public internal(set) var superseded: [Ticket] = []
    /// Tickets that have reached the maximum number of reissues. Their tokens are still valid, so the tickets should be
    /// cancelled.
    public internal(set) var exhausted: [Ticket] = []
    /// The positions, in other batches, at which the reissued tickets were also printed.
    public internal(set) var elsewhere: [PrintPosition] = []
    /// Whether the sheet had already been voided.
    public internal(set) var wasVoid = false
}

/// The position of a ticket in a batch, from 0.
public struct PrintPosition: Hashable, Sendable {
    public let batch: PrintBatch
    public let position: Int

    public init(batch: PrintBatch, position: Int) {
        self.batch = batch
        self.position = position
    }
}

/// Print batches, their sheets, and the records of printed and voided tickets.
public struct PrintService: Sendable {
    let services: ManagementServices

    /// Plans a batch: selects its tickets and their order. Each time the batch is rendered, the same tickets are on the
    /// same sheets.
    ///
    /// Tickets that need a live code are left out.
    ///
    /// - Throws: `PrintBatchError.nothingToPrint`; `onlyLiveCodes`; `emptyRange`; `ManagementError.eventCancelled`.
    public func planBatch(
        _ plan: PrintBatch.Plan, _ selection: PrintSelection, of event: Event
    ) throws -> PrintBatch {
        try services.perform(.printTickets, on: event) { work in
            let event = try work.locked(event)
            if event.status == .cancelled { throw ManagementError.eventCancelled }
            let batches = work.connection.printBatches
            let tickets = try batches.select(selection, of: event.number)
            let live = try batches.countNeedingLiveCode(selection, of: event.number)
            guard !tickets.isEmpty else {
                if live > 0 { throw PrintBatchError.onlyLiveCodes(live) }
                var all = selection
                all.paperFilter = .all
                let isPrinted =
                    try selection.paperFilter == .unprinted && !batches.select(all, of: event.number).isEmpty
                throw PrintBatchError.nothingToPrint(papersOnly: isPrinted)
            }
            let chosen = tickets.prefix(selection.to ?? .max).dropFirst(selection.from - 1)
            guard !chosen.isEmpty else {
                throw PrintBatchError.emptyRange(from: selection.from, to: selection.to, tickets: tickets.count)
            }
            var plan = plan
            if live > 0 { plan.settings[PrintBatch.liveCodes] = "\(live)" }
            let batch = try batches.add(plan, of: event.number, chosen, at: work.now)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: ["tickets": "\(batch.count)", "sheets": "\(batch.sheets)", "layout": plan.layout])
            return batch
        }
    }

    /// An event's batches, ordered by number.
    public func batches(of event: Event) throws -> [PrintBatchState] {
        try services.read(.showBatches, on: event) { connection in
            try connection.printBatches.all(of: event.number).map { try PrintService.state($0, connection) }
        }
    }

    /// Finds a batch of an event by its number.
    ///
    /// - Throws: `PrintBatchError.unknownBatch`.
    public func batch(_ number: Int, of event: Event) throws -> PrintBatchState {
        try services.read(.showBatches, on: event) {
            try PrintService.state(PrintService.batch(number, of: event, $0), $0)
        }
    }

    static func batch(
        _ number: Int, of event: Event, _ connection: any StoreConnection
    ) throws -> PrintBatch {
        guard let batch = try connection.printBatches.with(number: number, of: event.number) else {
            throw PrintBatchError.unknownBatch(number, known: try connection.printBatches.all(of: event.number).count)
        }
        return batch
    }

    private static func state(_ batch: PrintBatch, _ connection: any StoreConnection) throws -> PrintBatchState {
        let files = try connection.printBatches.files(of: batch)
        let released = Set(files.map(\.number))
        return PrintBatchState(
            batch: batch, files: files,
            rendered: try connection.renderedFiles.all(of: batch).filter { !released.contains($0.number) },
            voided: try connection.printBatches.voidedSheets(of: batch).map(\.sheet))
    }

    /// The tickets of a batch at the given positions, in their current state. Cancelled and refunded tickets are
    /// included.
    ///
    /// - Throws: `ManagementError.eventCancelled`, because nothing is printed for a cancelled event.
    public func tickets(of batch: PrintBatch, at positions: Range<Int>, of event: Event) throws -> [PrintBatchTicket] {
        try services.read(.showTokens, on: event) {
            if try $0.events.with(number: event.number)?.status == .cancelled { throw ManagementError.eventCancelled }
            let batch = try PrintService.batch(batch.number, of: event, $0)
            return try $0.printBatches.tickets(of: batch, at: positions).map {
                PrintBatchTicket(position: $0.position, ticket: $0.ticket, printed: $0.printed)
            }
        }
    }

    /// Removes a batch that failed, for example because of its layout or fonts. A batch with a released file is kept.
    public func discardBatch(_ batch: PrintBatch, of event: Event) throws {
        try services.perform(.discardBatch, on: event) { work in
            let batches = work.connection.printBatches
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            guard try batches.files(of: batch).isEmpty else { return }
            try batches.remove(batch)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number, before: ["tickets": "\(batch.count)"], after: [:])
        }
    }

    /// Records which tokens are on which sheets. Call this method before anyone can get the paper, so that every sheet
    /// can be voided even if the program stops.
    public func recordPrintedTokens(
        of batch: PrintBatch, sheets: [Int], issues: [(position: Int, issue: UInt8)], of event: Event
    ) throws {
        try services.perform(.printTickets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            try work.connection.printBatches.setIssues(issues, of: batch)
            let numbers =
                sheets.count > 2 && sheets.last.map { $0 - sheets[0] + 1 } == sheets.count
                ? "\(sheets[0] + 1)-\(sheets[sheets.count - 1] + 1)"
                : sheets.map { "\($0 + 1)" }.joined(separator: ", ")
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: ["sheets": numbers, "tickets": "\(issues.count)"])
        }
    }

    /// Records that a file of a batch was written to its destination.
    public func recordReleasedFile(_ file: PrintedFile, of batch: PrintBatch, of event: Event) throws {
        try services.perform(.releaseSheets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            try work.connection.printBatches.record(file, of: batch)
            let sheets = batch.sheets(ofFile: file.number)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: [
                    "file": "\(file.number + 1)", "sheets": "\(sheets.lowerBound + 1)-\(sheets.upperBound)",
                    "read_back": file.check == .everySymbolReadBack ? "yes" : "no",
                ])
        }
    }

    /// Voids a spoiled or lost sheet: reissues its tickets, so that gates refuse the old tokens.
    ///
    /// - Parameters:
    ///   - sheet: the number of the sheet, from 0.
    ///   - positions: the batch positions of the tickets on the sheet.
    /// - Throws: `PrintBatchError` if the batch or the sheet does not exist.
    public func voidSheet(
        _ sheet: Int, at positions: [Int], of batch: PrintBatch, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused
    ) throws -> VoidedSheet {
        let key = try ManagementServices.signingKey(of: ring, publicKeys)
        return try services.perform(.voidSheet, on: event) { work in
            let batches = work.connection.printBatches
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            guard (0..<batch.sheets).contains(sheet) else {
                throw PrintBatchError.unknownSheet(sheet + 1, sheets: batch.sheets)
            }
            var voided = VoidedSheet()
            let entries = try positions.flatMap { try batches.tickets(of: batch, at: $0..<$0 + 1) }
            for entry in entries.sorted(by: { $0.ticket.serial < $1.ticket.serial }) {
                guard
                    let ticket = try work.connection.tickets.locked(serial: entry.ticket.serial, of: event.number)
                else { continue }
                // If the printed issue is unknown, assume that the current issue was printed.
                switch ticket {
                case _ where !ticket.status.isActive: voided.ended.append(ticket)
                case _ where entry.printed.map { $0 != ticket.issue } ?? false: voided.superseded.append(ticket)
                case _ where ticket.issue == .max: voided.exhausted.append(ticket)
                default:
                    for paper in try batches.otherPrints(of: ticket.serial, issue: ticket.issue, besides: batch) {
                        voided.elsewhere.append(
                            PrintPosition(
                                batch: try PrintService.batch(paper.batch, of: event, work.connection),
                                position: paper.position))
                    }
                    voided.reissued.append(try reissueVoided(ticket, key: key, ring, work))
                }
            }
            try work.enqueueWebhooks(.voided, voided.reissued, more: ["voided": "paper"])
            voided.wasVoid = try !batches.void(sheet: sheet, of: batch, at: work.now)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: ["voided_sheet": "\(sheet + 1)", "reissued": "\(voided.reissued.count)"])
            return voided
        }
    }

    /// Reissues an active ticket. A blocked ticket stays blocked.
    private func reissueVoided(_ ticket: Ticket, key: UInt8, _ ring: KeyRing, _ work: UnitOfWork) throws -> Ticket {
        let new = try work.reissue(ticket, in: [.issued, .blocked], key: key, ring)
        try work.notifyOwners(of: ticket, ofReissue: new)
        try work.record(
            AuditSubject(.ticket, ticket.code), of: ticket.event, before: ["issue": "\(ticket.issue)"],
            after: ["issue": "\(new.issue)"])
        return new
    }
}
