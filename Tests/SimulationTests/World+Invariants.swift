import Management
import Store
import Ticketing

/// Checks one store's records against each invariant separately. The numbers of the invariants are those in
/// Docs/Gate.md, “What always holds”.
extension World {
    /// Reads all records, and checks them against each invariant and against the verdicts that the gates have shown.
    mutating func examine() throws {
        guard let store = try program(at: 0)?.store else {
            throw Violation(
                invariant: "a store opens", detail: "the store does not open, although the disk has not failed")
        }
        let records = try store.read { try $0.ledger.page(of: evening.event.number, after: nil, limit: 10_000) }
        try chainsGoOn(records)
        try decisionsAreKept(records)
        try requestsAreDecidedOnce(records)
        try slotsAreNotExceeded(records)
        try shownDecisionsAreRecorded(records)
        try whatIsRecordedWasAsked(records)
        recordsBefore = records
    }

    /// Checks the whole store: the chains of records, the slots, the pages of the file, and the counters.
    mutating func examineStore() throws {
        guard let store = try program(at: 0)?.store else { return }
        let check = try store.check()
        guard check.isIntact else { throw Violation(invariant: 6, detail: "\(check)") }
    }

    /// Invariant 6: each device's records are numbered from 1, without gaps.
    private func chainsGoOn(_ records: [AdmissionRecord]) throws {
        for (device, chain) in Dictionary(grouping: records, by: \.device) {
            guard chain.map(\.sequence) == Array(1...Int64(chain.count)) else {
                throw Violation(invariant: 6, detail: "\(device): \(chain.map(\.sequence))")
            }
        }
    }

    /// Invariant 6: no earlier record is missing or changed.
    private func decisionsAreKept(_ records: [AdmissionRecord]) throws {
        let now = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        for record in recordsBefore where now[record.id] != record {
            throw Violation(invariant: 6, detail: "\(record) is \(now[record.id] as Any)")
        }
    }

    /// Invariant 2: a device records at most one decision for each request ID.
    private func requestsAreDecidedOnce(_ records: [AdmissionRecord]) throws {
        for (device, chain) in Dictionary(grouping: records, by: \.device) {
            let ids = chain.compactMap(\.request)
            guard Set(ids).count == ids.count else { throw Violation(invariant: 2, detail: "\(device): \(ids)") }
        }
    }

    /// Invariants 1, 10 and 13: if a ticket's records are replayed in order, the number of people inside is never
    /// negative, and never exceeds the number of people that the ticket admits. Both hold even if clocks are wrong.
    private func slotsAreNotExceeded(_ records: [AdmissionRecord]) throws {
        let undone = Set(records.compactMap(\.reverses))
        for ticket in tickets {
            let history = records.filter { $0.serial == ticket.serial && !undone.contains($0.id) }
                .sorted { $0.moment < $1.moment }
            for (_, records) in Dictionary(grouping: history, by: \.subEvent) {
                try slotsAreNotExceeded(records, ticket.rules)
            }
        }
    }

    private func slotsAreNotExceeded(_ history: [AdmissionRecord], _ rules: TicketRules) throws {
        // Staff tick names on paper without knowing how many people are inside. So if the ticket has a paper check-in,
        // more people may be inside than the ticket admits.
        let isTicked = history.contains { $0.request?.hasPrefix("paper/") == true }
        var inside = 0
        var came: [Int: Int] = [:]
        for record in history {
            switch record.decision {
            case .admit:
                inside += record.count
                came[AdmissionSlot.day(of: record.slot ?? 0), default: 0] += record.count
            case .exit: inside -= record.count
            case .refuse, .void, .merge: break
            }
            let most: Int
            switch rules.reentry {
            case .never, .daily: most = came.values.max() ?? 0
            case .afterExit, .always: most = inside
            case .atMost(let times):
                most = max(inside, ((came.values.max() ?? 0) + times - 1) / times)
            }
            guard inside >= 0, most <= rules.seats || isTicked else {
                throw Violation(invariant: 1, detail: "\(inside) inside, \(rules), after \(record)")
            }
        }
    }

    /// The properties by which a record is matched with a request.
    private struct Mark: Hashable {
        let device: DeviceID
        let request: String?
        let serial: Serial?
        let gate: String
        let direction: LedgerRecordKind
        /// The number of people; 0 for an undo.
        let count: Int
    }

    /// A mark (see `Mark`), together with the answer to the request and the time of the decision.
    private struct Decided: Hashable {
        let mark: Mark
        let answer: Answer
        let at: Instant
    }

    private func mark(_ record: AdmissionRecord) -> Mark {
        Mark(
            device: record.device, request: record.request, serial: record.serial, gate: record.gate,
            direction: record.direction, count: record.direction == .void ? 0 : record.count)
    }

    private func mark(_ delivery: Delivery) -> Mark {
        let request = delivery.request
        let direction: LedgerRecordKind
        switch request.act {
        case .enter: direction = request.issue == nil ? .override : .entry
        case .tick: direction = .override
        case .leave: direction = .exit
        case .undo: direction = .void
        }
        return Mark(
            device: request.device, request: request.id, serial: delivery.serial, gate: request.gate,
            direction: direction, count: direction == .void ? 0 : request.count)
    }

    /// Invariant 5: each answer that a gate has shown has a record. A retry gets the answer of the same record.
    /// Refusals of requests without an ID are not checked: the record of such a refusal waits in memory for the next
    /// commit, and is lost if the gate ends before that commit.
    private func shownDecisionsAreRecorded(_ records: [AdmissionRecord]) throws {
        var recorded: [Decided: Int] = [:]
        for record in records {
            let answer: Answer
            switch record.decision {
            case .admit: answer = .admit
            case .exit: answer = .exit
            case .void: answer = .void
            case .refuse(let reason): answer = .refuse(reason)
            case .merge: continue
            }
            recorded[Decided(mark: mark(record), answer: answer, at: record.wallClock), default: 0] += 1
        }
        var displayed: [Decided: Int] = [:]
        for delivery in deliveries {
            guard let answer = delivery.answer, answer != .repeat else { continue }
            if case .refuse = answer, delivery.request.id == nil { continue }
            let decided = Decided(mark: mark(delivery), answer: answer, at: delivery.decidedAt)
            displayed[decided, default: 0] = delivery.request.id == nil ? displayed[decided, default: 0] + 1 : 1
        }
        for (decided, count) in displayed where recorded[decided, default: 0] < count {
            throw Violation(
                invariant: 5,
                detail: "\(decided) was shown \(count) times, and recorded \(recorded[decided] ?? 0) times")
        }
    }

    /// Invariant 12: every record is the answer to a request.
    private func whatIsRecordedWasAsked(_ records: [AdmissionRecord]) throws {
        var asked: [Mark: Int] = [:]
        for delivery in deliveries { asked[mark(delivery), default: 0] += 1 }
        let implied = impliedExits(records)
        let asking = records.filter { !implied.contains($0.id) }
        for (mark, found) in Dictionary(grouping: asking, by: mark) where found.count > asked[mark, default: 0] {
            throw Violation(invariant: 12, detail: "\(mark) is recorded \(found.count) times")
        }
    }

    /// The exits that the re-entry rule “always” implies. If a ticket is used again while somebody is inside with it,
    /// the gate records an exit just before the new admission. This exit has no request.
    private func impliedExits(_ records: [AdmissionRecord]) -> Set<RecordID> {
        let always = Set(tickets.filter { $0.rules.reentry == .always }.map(\.serial))
        let byID = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
        let exits = records.filter { record in
            let next = byID[RecordID(device: record.device, sequence: record.sequence + 1)]
            return record.decision == .exit && record.request == nil && record.serial.map(always.contains) == true
                && next?.decision == .admit && next?.serial == record.serial && next?.wallClock == record.wallClock
        }
        return Set(exits.map(\.id))
    }
}
