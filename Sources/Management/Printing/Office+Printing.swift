import Store
public import TicketToken
public import Ticketing

/// A batch, and what has become of it.
public struct BatchState: Sendable {
    public let batch: PrintBatch
    /// What was released of it.
    public let files: [PrintedFile]
    /// What was drawn and is not released.
    public let drawn: [DrawnFile]
    /// Sheets that were spoiled, from 0.
    public let voided: [Int]

    public var isFinished: Bool { files.count == batch.files }
}

/// A ticket of a batch, as it is now.
public struct BatchTicket: Sendable {
    /// Its place in the run, from 0.
    public let position: Int
    public let ticket: Ticket
    /// The issue that is on the paper; nil where none is.
    public let printed: UInt8?
}

/// What became of a spoiled sheet.
public struct VoidedSheet: Sendable {
    /// Tickets whose tokens on that sheet are worth nothing any more.
    public internal(set) var reissued: [Ticket] = []
    /// Tickets that were cancelled or refunded: no gate lets them in anyway.
    public internal(set) var ended: [Ticket] = []
    /// Tickets that have another token since the sheet was printed: what is on it was worthless before.
    public internal(set) var superseded: [Ticket] = []
    /// Tickets that were reissued as often as can be: they are still good, and are to be cancelled.
    public internal(set) var exhausted: [Ticket] = []
    /// Other paper that bears tokens of the reissued ones: they are worth nothing there, either.
    public internal(set) var elsewhere: [PaperPlace] = []
    /// Whether the sheet was void before.
    public internal(set) var wasVoid = false
}

/// A place in the run of a batch, from 0.
public struct PaperPlace: Hashable, Sendable {
    public let batch: PrintBatch
    public let position: Int

    public init(batch: PrintBatch, position: Int) {
        self.batch = batch
        self.position = position
    }
}

extension Office {
    /// Plans a batch: which tickets are printed, in which order. From now on it can be drawn and drawn again, always with
    /// the same tickets on the same sheets.
    ///
    /// Tickets that need a live code are left out.
    ///
    /// - Throws: `BatchError.nothing`; `onlyLiveCodes`; `emptyRange`; `ManagementError.eventCancelled`.
    public func planBatch(
        _ plan: PrintBatch.Plan, _ selection: PrintSelection, of event: Event
    ) throws -> PrintBatch {
        try perform(.printTickets, on: event) { work in
            let event = try work.locked(event)
            if event.status == .cancelled { throw ManagementError.eventCancelled }
            let batches = work.connection.printBatches
            let tickets = try batches.select(selection, of: event.number)
            let live = try batches.needingLiveCode(selection, of: event.number)
            guard !tickets.isEmpty else {
                if live > 0 { throw BatchError.onlyLiveCodes(live) }
                var all = selection
                all.papers = .all
                let isPrinted = try selection.papers == .unprinted && !batches.select(all, of: event.number).isEmpty
                throw BatchError.nothing(papersOnly: isPrinted)
            }
            let chosen = tickets.prefix(selection.to ?? .max).dropFirst(selection.from - 1)
            guard !chosen.isEmpty else {
                throw BatchError.emptyRange(from: selection.from, to: selection.to, tickets: tickets.count)
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

    /// An event's batches, by number.
    public func batches(of event: Event) throws -> [BatchState] {
        try look(.showBatches, on: event) { connection in
            try connection.printBatches.all(of: event.number).map { try Office.state($0, connection) }
        }
    }

    /// - Throws: `BatchError.unknownBatch`.
    public func batch(_ number: Int, of event: Event) throws -> BatchState {
        try look(.showBatches, on: event) { try Office.state(Office.batch(number, of: event, $0), $0) }
    }

    static func batch(
        _ number: Int, of event: Event, _ connection: any StoreConnection
    ) throws -> PrintBatch {
        guard let batch = try connection.printBatches.with(number: number, of: event.number) else {
            throw BatchError.unknownBatch(number, known: try connection.printBatches.all(of: event.number).count)
        }
        return batch
    }

    private static func state(_ batch: PrintBatch, _ connection: any StoreConnection) throws -> BatchState {
        let files = try connection.printBatches.files(of: batch)
        let released = Set(files.map(\.number))
        return BatchState(
            batch: batch, files: files,
            drawn: try connection.drawnFiles.all(of: batch).filter { !released.contains($0.number) },
            voided: try connection.printBatches.voidedSheets(of: batch).map(\.sheet))
    }

    /// The tickets of a batch at some of its places, as they are now; those that ended meanwhile are among them.
    ///
    /// - Throws: `ManagementError.eventCancelled`: nothing of it is printed any more.
    public func tickets(of batch: PrintBatch, at positions: Range<Int>, of event: Event) throws -> [BatchTicket] {
        try look(.showTokens, on: event) {
            if try $0.events.with(number: event.number)?.status == .cancelled { throw ManagementError.eventCancelled }
            let batch = try Office.batch(batch.number, of: event, $0)
            return try $0.printBatches.tickets(of: batch, at: positions).map {
                BatchTicket(position: $0.position, ticket: $0.ticket, printed: $0.printed)
            }
        }
    }

    /// Takes a batch away that came to nothing: its layout or its fonts did not do. One of which a file was released stays.
    public func discardBatch(_ batch: PrintBatch, of event: Event) throws {
        try perform(.discardBatch, on: event) { work in
            let batches = work.connection.printBatches
            let batch = try Office.batch(batch.number, of: event, work.connection)
            guard try batches.files(of: batch).isEmpty else { return }
            try batches.remove(batch)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number, before: ["tickets": "\(batch.count)"], after: [:])
        }
    }

    /// Notes which tokens sheets bear. To be called before the paper is anybody's: what is on it can then be voided,
    /// whatever happens between.
    public func notePaper(
        of batch: PrintBatch, sheets: [Int], issues: [(position: Int, issue: UInt8)], of event: Event
    ) throws {
        try perform(.printTickets, on: event) { work in
            let batch = try Office.batch(batch.number, of: event, work.connection)
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

    /// Notes that a file of a batch is at its place.
    public func release(_ file: PrintedFile, of batch: PrintBatch, of event: Event) throws {
        try perform(.releaseSheets, on: event) { work in
            let batch = try Office.batch(batch.number, of: event, work.connection)
            try work.connection.printBatches.note(file, of: batch)
            let sheets = batch.sheets(ofFile: file.number)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: [
                    "file": "\(file.number + 1)", "sheets": "\(sheets.lowerBound + 1)-\(sheets.upperBound)",
                    "read_back": file.check == .everySymbol ? "yes" : "no",
                ])
        }
    }

    /// Makes a spoiled or lost sheet worthless: whatever is on it gets a new token, and gates refuse the old one.
    ///
    /// - Parameters:
    ///   - sheet: from 0.
    ///   - positions: the places of the run that are on it.
    /// - Throws: `BatchError`.
    public func voidSheet(
        _ sheet: Int, at positions: [Int], of batch: PrintBatch, of event: Event, signingWith ring: KeyRing,
        publicKeys: PublicKeyUse = .refused
    ) throws -> VoidedSheet {
        let key = try Office.signingKey(of: ring, publicKeys)
        return try perform(.voidSheet, on: event) { work in
            let batches = work.connection.printBatches
            let batch = try Office.batch(batch.number, of: event, work.connection)
            guard (0..<batch.sheets).contains(sheet) else {
                throw BatchError.unknownSheet(sheet + 1, sheets: batch.sheets)
            }
            var voided = VoidedSheet()
            let entries = try positions.flatMap { try batches.tickets(of: batch, at: $0..<$0 + 1) }
            for entry in entries.sorted(by: { $0.ticket.serial < $1.ticket.serial }) {
                guard
                    let ticket = try work.connection.tickets.locked(serial: entry.ticket.serial, of: event.number)
                else { continue }
                // Where it is not known what is on the paper, it is what it would be.
                switch ticket {
                case _ where !ticket.status.stands: voided.ended.append(ticket)
                case _ where entry.printed.map { $0 != ticket.issue } ?? false: voided.superseded.append(ticket)
                case _ where ticket.issue == .max: voided.exhausted.append(ticket)
                default:
                    for paper in try batches.papers(of: ticket.serial, issue: ticket.issue, besides: batch) {
                        voided.elsewhere.append(
                            PaperPlace(
                                batch: try Office.batch(paper.batch, of: event, work.connection),
                                position: paper.position))
                    }
                    voided.reissued.append(try replace(ticket, key: key, ring, work))
                }
            }
            try work.tellWebhooks(.voided, voided.reissued, more: ["voided": "paper"])
            voided.wasVoid = try !batches.void(sheet: sheet, of: batch, at: work.now)
            try work.record(
                AuditSubject(.batch, batch.number), of: event.number,
                after: ["voided_sheet": "\(sheet + 1)", "reissued": "\(voided.reissued.count)"])
            return voided
        }
    }

    /// Gives a ticket that stands a new token; one that is blocked stays so.
    private func replace(_ ticket: Ticket, key: UInt8, _ ring: KeyRing, _ work: Work) throws -> Ticket {
        let new = try work.reissue(ticket, in: [.issued, .blocked], key: key, ring)
        try work.tell(ticket.email, .ticketReissued, of: new)
        try work.record(
            AuditSubject(.ticket, ticket.code), of: ticket.event, before: ["issue": "\(ticket.issue)"],
            after: ["issue": "\(new.issue)"])
        return new
    }
}
