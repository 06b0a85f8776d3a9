import EventFixture
import Foundation
import Gate
import Management
import Synchronization
import Testing
import Ticketing

@testable import Store

/// Chains of records that are within the limits of a merge, but cause the most work. A merge replays the history of
/// each ticket: it counts the people inside from all records of the ticket.
enum WorstChain: String, CaseIterable {
    case oneDay = "admissions of one ticket on one day, most of them beyond its slots"
    case manyDays = "admissions of one ticket, each on a separate day"
    case exits = "admissions of one ticket, then exits: the first takes everybody out, so the rest find nobody inside"
    case alternating = "admissions of four tickets in turn"

    /// - Parameter count: the number of records of each ticket.
    func records(_ count: Int, _ festival: Festival) throws -> [AdmissionRecord] {
        let tickets = self == .alternating ? 4 : 1
        return try (0..<count * tickets).map { index in
            let serial = try #require(Serial(rawValue: UInt64(5 + index % tickets)))
            let most = Int(Admits.most)
            var record = try festival.admission(
                serial, count: most, allowed: most, slot: self == .manyDays ? index * AdmissionSlot.dayStride : 0,
                at: Festival.start.advanced(bySeconds: Int64(index)))
            if self == .exits, index >= count / 2 {
                (record.decision, record.direction, record.count) = (.exit, .exit, AdmissionSlot.dayStride)
            }
            return record
        }
    }
}

/// A batch of a merge is one transaction, during which gates wait for the lock. The cost of a batch is an estimate of
/// the work of replaying the histories of the batch's tickets.
@Suite("The cost of a merge", .slow)
struct MergeWorkTests {
    @Test(
        "A batch costs at most the cost limit or, if that is more, 1.25 times the highest possible cost of one ticket",
        arguments: WorstChain.allCases)
    func bounded(_ worst: WorstChain) throws {
        let count = 300
        let records = try worst.records(count, Festival(engine: .sqlite))
        let alone = ReplayCost(records: count, people: count * Int(Admits.most)).cost
        var rest = records.map { AdmissionLedger.HashedRecord(record: $0, hash: []) }[...]
        var works: [Serial: ReplayCost] = [:]
        var batches = 0
        while !rest.isEmpty {
            let batch = BatchPrefix(Array(rest), earlier: works, limit: MergeBatchSize.maxOnServer)
            try #require(batch.count > 0)
            #expect(batch.cost <= max(MergeBatchSize.maxOnServer, alone + alone / 4), "\(batch.cost)")
            for link in rest.prefix(batch.count) {
                works[try #require(link.record.serial), default: ReplayCost()].add(link.record)
            }
            batches += 1
            rest = rest.dropFirst(batch.count)
        }
        // One batch can contain several records of the same ticket.
        if worst != .alternating { #expect(batches <= records.count / 5, "\(batches)") }
        for (serial, work) in works {
            let own = records.filter { $0.serial == serial }
            let slotCount = TicketHistory(own).slots.count
            #expect(own.count + slotCount <= 2 * work.cost, "\(own.count) records and \(slotCount) slots")
        }
    }

    @Test("Even for a ticket with as many records as a merge accepts, a batch costs at most 11 times the cost limit")
    func heaviest() {
        let records = MergeLimits.recordsPerTicket
        let weight = ReplayCost(records: records, people: records * Int(Admits.most)).cost
        // A higher limit of records per ticket would make gates wait longer.
        #expect(weight + weight / 4 <= 11 * MergeBatchSize.maxOnServer, "\(weight)")
    }

    @Test(
        "Records of different tickets cost 1 each, so the cost limit of a batch also limits the number of its records")
    func ordinary() throws {
        let festival = try Festival(engine: .sqlite)
        let links = try (0..<3000).map { index in
            AdmissionLedger.HashedRecord(record: try festival.admission(Serial(rawValue: UInt64(5 + index))), hash: [])
        }
        let batch = BatchPrefix(links, earlier: [:], limit: MergeBatchSize.maxOnServer)
        #expect(batch.count == MergeBatchSize.maxOnServer && batch.cost == batch.count)
    }

    @Test("Refusals cost 1 each, so the cost limit of a batch also limits the number of its refusals")
    func refusals() throws {
        let festival = try Festival(engine: .sqlite)
        var record = try festival.admission(Serial(rawValue: 5))
        record.decision = .refuse("alreadyUsed")
        let links = [AdmissionLedger.HashedRecord](
            repeating: AdmissionLedger.HashedRecord(record: record, hash: []), count: 3000)
        let batch = BatchPrefix(links, earlier: [:], limit: MergeBatchSize.maxOnServer)
        #expect(batch.count == MergeBatchSize.maxOnServer && batch.cost == batch.count)
    }
}

@Suite("The lock during a merge", .everyEngine, .slow)
struct MergeLockTests {
    @Test("The store computes the same replay cost for a ticket as a merge does", arguments: WorstChain.allCases)
    func weighed(_ worst: WorstChain) throws {
        let festival = try Festival()
        let records = try worst.records(20, festival)
        try festival.store.write { connection in
            var head = try connection.ledger.head(of: festival.device)
            let hasher = try ChainHasher()
            for record in records { try connection.ledger.append(record, to: &head, hasher: hasher) }
            try connection.ledger.store(head)
        }
        var works: [Serial: ReplayCost] = [:]
        for record in records { works[try #require(record.serial), default: ReplayCost()].add(record) }
        let stored = try festival.store.read {
            try $0.ledger.replayCosts(of: works.keys.sorted(), festival.event.number)
        }
        #expect(stored == works)
    }

    /// The longest time for which a merge is allowed to hold the lock. A debug build takes ten times as long as a
    /// release build to replay a history.
    private static var longestLock: Duration {
        #if DEBUG
            .seconds(10)
        #else
            .seconds(1)
        #endif
    }

    @Test(
        "A merge of the worst gate pack that the limits permit never holds the lock for long", .soak,
        arguments: WorstChain.allCases)
    func lockDurations(_ worst: WorstChain) throws {
        let festival = try Festival()
        let path = try festival.pack()
        let records = try worst.records(MergeLimits.recordsPerTicket, festival)
        let editing = PackEditing(path)
        try editing.append(records.count) { records[$0] }
        try editing.sign()
        let engine = TimedEngine(inner: festival.store.engine)
        let context = MergeContext(
            event: festival.event.number, receiver: festival.device, at: festival.clock.now(), trust: .signed)
        let start = ContinuousClock.now
        let summary = try Store(engine: engine).merge(from: GatePackFile.open(path), context)
        #expect(summary.new == records.count)
        print(
            """
            \(EngineKind.current), \(worst.rawValue): longest lock \(engine.longest), \(engine.lockCount) locks, \
            \(ContinuousClock.now - start)
            """
        )
        #expect(engine.longest < MergeLockTests.longestLock)
        #expect(try festival.store.check().isIntact)
    }
}

/// Wraps the engine of a store, counts the writes through it, and measures the longest write.
private final class TimedEngine: StoreEngine {
    private let inner: any StoreEngine
    private let times = Mutex<(longest: Duration, lockCount: Int)>((.zero, 0))

    init(inner: any StoreEngine) { self.inner = inner }

    var path: String { inner.path }
    var mayLoseCommitOutcome: Bool { inner.mayLoseCommitOutcome }
    var longest: Duration { times.withLock(\.longest) }
    var lockCount: Int { times.withLock(\.lockCount) }

    func checkpointLog() throws { try inner.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try inner.read(until: deadline, work) }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result { try timed { try inner.write(until: deadline, work) } }

    private func timed<Result>(_ work: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer {
            let duration = ContinuousClock.now - start
            times.withLock { $0 = (max($0.longest, duration), $0.lockCount + 1) }
        }
        return try work()
    }
}
