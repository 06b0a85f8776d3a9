import Store
public import Ticketing

extension Office {
    /// Hands over the tickets that a gate would still let in, a page at a time: for a list on paper. By name, those without
    /// one behind the others, or by code.
    ///
    /// - Parameter function: the number of the function that the list is for; nil at an event without functions.
    /// - Throws: `PaperError` where the function must be chosen.
    @discardableResult
    public func forEachListed(
        of event: Event, function: Int? = nil, _ order: PaperOrder, _ body: (ListedTicket) throws -> Void
    ) throws -> PaperListSummary {
        let listing = try look(.showTickets, on: event) {
            try PaperListing(of: event, function: function, pack: nil, at: now(), $0)
        }
        return try listing.forEach(order, reading: { try look(.showTickets, on: event, $0) }, body)
    }

    /// Enters what was ticked on paper into the ledger, as what it is: people who came in, whatever the places say. All
    /// lines or none; a sheet that is entered again changes nothing.
    ///
    /// - Parameters:
    ///   - function: the number of the function they came to; nil at an event without functions.
    ///   - device: whose chain the records go to.
    /// - Throws: `PaperError`, with every faulty line.
    public func enter(
        _ sheet: PaperSheet, function: Int? = nil, into event: Event, as device: DeviceID
    ) throws -> PaperSummary {
        try perform(.enterPaper, on: event) { work in
            let entry = try PaperEntry(sheet, function: function, of: event, device: device, by: user, work)
            let summary = try entry.enter()
            if summary.entered > 0 {
                try work.record(
                    AuditSubject(.ledger, device), of: event.number,
                    after: ["paper_lines": "\(summary.entered)", "people": "\(summary.people)"])
            }
            return summary
        }
    }
}

extension OpenPack {
    /// As `Office.forEachListed`; the function is the pack's own where nothing else is said, and names are there only when
    /// the pack has them.
    ///
    /// - Throws: `PaperError`, also for a function that the pack is not for.
    @discardableResult
    public func forEachListed(
        function: Int? = nil, at now: Instant, _ order: PaperOrder, _ body: (ListedTicket) throws -> Void
    ) throws -> PaperListSummary {
        let listing = try store.read { try PaperListing(of: event, function: function, pack: pack, at: now, $0) }
        return try listing.forEach(order, reading: { try store.read($0) }, body)
    }
}

/// In which order a list on paper is.
public enum PaperOrder: String, Hashable, Sendable, CaseIterable {
    case name, code
}

/// A sheet on its way into the ledger, inside one transaction.
private struct PaperEntry {
    let sheet: PaperSheet
    let function: Int?
    let event: Event
    let device: DeviceID
    let user: User
    let work: Work

    init(
        _ sheet: PaperSheet, function: Int?, of event: Event, device: DeviceID, by user: User, _ work: Work
    ) throws {
        self.sheet = sheet
        self.function = function
        self.event = event
        self.device = device
        self.user = user
        self.work = work
    }

    func enter() throws -> PaperSummary {
        let connection = work.connection
        let functions = try connection.functions.all(of: event.number)
        guard functions.contains(where: { $0.number == function }) || functions.isEmpty && function == nil else {
            throw PaperError.function(known: functions.map(\.name))
        }
        // The order in which gates take them: the head of the chain, then the tickets by serial.
        var head = try connection.ledger.head(of: device)
        let tickets = try known()
        let types = Dictionary(
            try connection.ticketTypes.all(of: event.number).map { ($0.number, $0.details.reentry) }
        ) { first, _ in first }
        let hasher = try ChainHasher()
        var summary = PaperSummary()
        var alike: [String: Int] = [:]
        var touched: Set<Serial> = []
        for line in sheet.entries {
            guard let ticket = tickets[line.code.serial] else { continue }
            alike[line.request(0), default: 0] += 1
            let request = line.request(alike[line.request(0), default: 1])
            guard try connection.ledger.record(request: request, device: device) == nil else {
                summary.known += 1
                continue
            }
            let places = try connection.places.of(ticket.serial, event: event.number, function: function ?? 0)
            let clock = head.clock(at: work.now, after: places)
            try connection.ledger.append(
                record(
                    line, ticket, types[ticket.type] ?? .afterExit, request: request,
                    used: places.count(where: \.isInside) + line.count, clock),
                to: &head, hasher: hasher)
            summary.entered += 1
            summary.people += line.count
            if touched.insert(ticket.serial).inserted, ticket.status != .issued {
                summary.ended.append(.init(code: ticket.code, status: ticket.status, since: ticket.statusSince))
            }
        }
        try connection.ledger.store(head)
        summary.conflicts = try connection.followAgain(touched, of: event.number)
        return summary
    }

    /// The tickets of the sheet, kept from others.
    ///
    /// - Throws: `PaperError`, with every faulty line.
    private func known() throws -> [Serial: Ticket] {
        var tickets: [Serial: Ticket] = [:]
        var faults = sheet.faults
        for line in sheet.entries.sorted(by: { $0.code.serial < $1.code.serial }) {
            if tickets[line.code.serial] != nil { continue }
            if let ticket = try work.connection.tickets.locked(serial: line.code.serial, of: event.number) {
                tickets[ticket.serial] = ticket
            } else {
                faults.append(PaperSheet.Fault(line: line.line, "the event has no ticket \(line.code)"))
            }
        }
        guard faults.isEmpty else { throw PaperError.faulty(faults.sorted { $0.line < $1.line }) }
        return tickets
    }

    private func record(
        _ line: PaperSheet.Entry, _ ticket: Ticket, _ reentry: Reentry, request: String, used: Int,
        _ clock: HybridClock
    ) throws -> AdmissionRecord {
        // Tickets that count by days took a place of the day when they were ticked.
        let day = reentry == .daily ? EventDay(line.about ?? work.now, in: event.zone).firstPlace : nil
        return AdmissionRecord(
            device: device, sequence: 0, request: request, event: event.number, serial: ticket.serial,
            issue: ticket.issue, type: ticket.type, function: function ?? 0, place: day, count: line.count, used: used,
            allowed: try allowed(ticket), reentry: reentry, direction: .override, decision: .admit, gate: line.gate,
            operator: user.name, wallClock: work.now, hybridClock: clock, about: line.about)
    }

    /// How many places it has there: a guest's as many as are invited.
    private func allowed(_ ticket: Ticket) throws -> Int {
        let admits = Int(ticket.admits.rawValue)
        guard let function else { return admits }
        guard let opened = try work.connection.invitations.opened(by: ticket.serial, of: event.number) else {
            return admits
        }
        return min(admits, opened.first { $0.function == function }?.people ?? 0)
    }
}
