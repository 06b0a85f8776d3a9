import Store
public import Ticketing

/// Printed lists of tickets, and the check-ins that staff ticked on them.
public struct PaperCheckInService: Sendable {
    let services: ManagementServices

    /// Passes the tickets of a printed list to a closure: the tickets that a gate would still admit. In a list ordered
    /// by name, tickets without a name come last. The store is read in pages.
    ///
    /// - Parameter subEvent: the number of the list's sub-event; nil for an event without sub-events.
    /// - Throws: `PaperCheckInError` if the event has no such sub-event, or if a sub-event must be chosen.
    @discardableResult
    public func forEachPaperListTicket(
        of event: Event, subEvent: Int? = nil, _ order: PaperListOrder, _ body: (PaperListTicket) throws -> Void
    ) throws -> PaperListSummary {
        let listing = try services.read(.showTickets, on: event) {
            try PaperListQuery(of: event, subEvent: subEvent, pack: nil, at: services.now(), $0)
        }
        return try listing.forEach(order, reading: { try services.read(.showTickets, on: event, $0) }, body)
    }

    /// Enters check-ins from paper into the ledger. The people on a line count as admitted, even if there are more of
    /// them than the ticket allows. If one line is faulty, no line is entered. Entering a sheet a second time changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - subEvent: the number of the sub-event that the people came to; nil for an event without sub-events.
    ///   - device: the device whose chain in the ledger gets the check-ins.
    /// - Throws: `PaperCheckInError` with all faulty lines.
    public func enterPaperCheckIns(
        _ sheet: PaperCheckIns, subEvent: Int? = nil, into event: Event, as device: DeviceID
    ) throws -> PaperCheckInSummary {
        try services.perform(.enterPaper, on: event) { work in
            let entry = try PaperCheckInImport(
                sheet, subEvent: subEvent, of: event, device: device, by: services.user, work)
            let summary = try entry.enterPaperCheckIns()
            if summary.entered > 0 {
                try work.record(
                    AuditSubject(.ledger, device), of: event.number,
                    after: ["paper_lines": "\(summary.entered)", "people": "\(summary.people)"])
            }
            return summary
        }
    }
}

extension OpenGatePack {
    /// Does the same as `PaperCheckInService.forEachPaperListTicket`, with the tickets of the pack. If `subEvent` is
    /// nil, the list is for the pack's sub-event. Names appear only if the pack contains them.
    ///
    /// - Throws: `PaperCheckInError`, also for a sub-event that the pack does not cover.
    @discardableResult
    public func forEachPaperListTicket(
        subEvent: Int? = nil, at now: Instant, _ order: PaperListOrder, _ body: (PaperListTicket) throws -> Void
    ) throws -> PaperListSummary {
        let listing = try store.read { try PaperListQuery(of: event, subEvent: subEvent, pack: pack, at: now, $0) }
        return try listing.forEach(order, reading: { try store.read($0) }, body)
    }
}

/// The order of a printed list.
public enum PaperListOrder: String, Hashable, Sendable, CaseIterable {
    case name, code
}

private struct PaperCheckInImport {
    let sheet: PaperCheckIns
    let subEvent: Int?
    let event: Event
    let device: DeviceID
    let user: User
    let work: UnitOfWork

    init(
        _ sheet: PaperCheckIns, subEvent: Int?, of event: Event, device: DeviceID, by user: User, _ work: UnitOfWork
    ) throws {
        self.sheet = sheet
        self.subEvent = subEvent
        self.event = event
        self.device = device
        self.user = user
        self.work = work
    }

    func enterPaperCheckIns() throws -> PaperCheckInSummary {
        let connection = work.connection
        let subEvents = try connection.subEvents.all(of: event.number)
        guard subEvents.contains(where: { $0.number == subEvent }) || subEvents.isEmpty && subEvent == nil else {
            throw PaperCheckInError.subEvent(known: subEvents.map(\.name))
        }
        // Lock first the head of the device's chain (its last record) and then the tickets, ordered by serial. Gates
        // use the same order, so no deadlock occurs.
        var head = try connection.ledger.head(of: device)
        let tickets = try lockedTickets()
        let types = Dictionary(
            try connection.ticketTypes.all(of: event.number).map { ($0.number, $0.details.reentry) }
        ) { first, _ in first }
        let hasher = try ChainHasher()
        var summary = PaperCheckInSummary()
        var alike: [String: Int] = [:]
        var touched: Set<Serial> = []
        for line in sheet.entries {
            guard let ticket = tickets[line.code.serial] else { continue }
            alike[line.request(0), default: 0] += 1
            let request = line.request(alike[line.request(0), default: 1])
            guard try connection.ledger.record(request: request, device: device) == nil else {
                summary.alreadyEntered += 1
                continue
            }
            let slots = try connection.slots.of(ticket.serial, event: event.number, subEvent: subEvent ?? 0)
            let clock = head.clock(at: work.now, after: slots)
            try connection.ledger.append(
                record(
                    line, ticket, types[ticket.type] ?? .afterExit, request: request,
                    used: slots.count(where: \.isInside) + line.count, clock),
                to: &head, hasher: hasher)
            summary.entered += 1
            summary.people += line.count
            if touched.insert(ticket.serial).inserted, ticket.status != .issued {
                summary.ended.append(.init(code: ticket.code, status: ticket.status, since: ticket.statusSince))
            }
        }
        try connection.ledger.store(head)
        summary.conflicts = try connection.replayHistories(touched, of: event.number)
        return summary
    }

    /// Locks and returns the tickets of the sheet.
    ///
    /// - Throws: `PaperCheckInError` with all faulty lines.
    private func lockedTickets() throws -> [Serial: Ticket] {
        var tickets: [Serial: Ticket] = [:]
        var faults = sheet.faults
        for line in sheet.entries.sorted(by: { $0.code.serial < $1.code.serial }) {
            if tickets[line.code.serial] != nil { continue }
            if let ticket = try work.connection.tickets.locked(serial: line.code.serial, of: event.number) {
                tickets[ticket.serial] = ticket
            } else {
                faults.append(PaperCheckIns.Fault(line: line.line, ManagementError.unknownTicket(line.code).sentence))
            }
        }
        guard faults.isEmpty else { throw PaperCheckInError.faulty(faults.sorted { $0.line < $1.line }) }
        return tickets
    }

    private func record(
        _ line: PaperCheckIns.Entry, _ ticket: Ticket, _ reentry: Reentry, request: String, used: Int,
        _ clock: HybridClock
    ) throws -> AdmissionRecord {
        // With daily re-entry, a ticket has separate slots for each day. The record uses a slot of the day on which the
        // line was ticked.
        let day = reentry == .daily ? EventDay(line.approximateTime ?? work.now, in: event.zone).firstSlot : nil
        return try AdmissionRecord(
            device: device, sequence: 0, event: event.number, direction: .override, decision: .admit, gate: line.gate,
            wallClock: work.now, hybridClock: clock
        ).with {
            $0.request = request
            $0.serial = ticket.serial
            $0.issue = ticket.issue
            $0.type = ticket.type
            $0.subEvent = subEvent ?? 0
            $0.slot = day
            $0.count = line.count
            $0.used = used
            $0.allowed = try allowed(ticket)
            $0.reentry = reentry
            $0.operator = user.name
            $0.approximateTime = line.approximateTime
        }
    }

    /// The number of slots that a ticket has at the sub-event. A guest ticket has one slot for each invited person.
    private func allowed(_ ticket: Ticket) throws -> Int {
        let admits = Int(ticket.admits.rawValue)
        guard let subEvent else { return admits }
        guard let opened = try work.connection.invitations.accesses(by: ticket.serial, of: event.number) else {
            return admits
        }
        return min(admits, opened.first { $0.subEvent == subEvent }?.people ?? 0)
    }
}
