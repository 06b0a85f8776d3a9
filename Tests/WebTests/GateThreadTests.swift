import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import Synchronization
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// Each gate of a server decides scans on a separate thread. A pool opens and closes the gates.
@Suite("Gates on separate threads", .everyEngine, .serving)
struct GateThreadTests {
    @Test("Two hundred simultaneous scans are each answered once, in a few commits")
    func together() async throws {
        let stage = try Stage()
        let tokens = try stage.festival.issue(200)
        let verdicts = try await stage.decideTogether(tokens.map { Scan($0, requestID: $0) })
        #expect(verdicts.count == 200)
        #expect(verdicts.allSatisfy { $0.outcome == .admit(again: false) })
        #expect(Set(verdicts.map { $0.ticket?.serial }).count == 200)
        // The gate decides a batch of scans in one commit, and reads the clock once for each batch. The first batch may
        // consist of the first scan only. The other batches have up to 64 scans.
        #expect(Set(verdicts.map(\.at)).count <= 5)
        await stage.pool.close()
        #expect(try stage.records().count == 200)
    }

    @Test("If two hundred phones scan the same ticket, only one scan is admitted, and each phone gets a verdict")
    func oneTicket() async throws {
        let stage = try Stage()
        let token = try stage.festival.issue(1)[0]
        let verdicts = try await stage.decideTogether((0..<200).map { Scan(token, requestID: "\($0)") })
        #expect(verdicts.count == 200)
        #expect(verdicts.count { $0.outcome == .admit(again: false) } == 1)
        #expect(verdicts.allSatisfy { ["admit", "repeat"].contains($0.outcome.name) })
        await stage.pool.close()
        #expect(try stage.records().count { $0.decision == .admit } == 1)
    }

    @Test("A repeated request gets the same response as before, even if the gate was closed and reopened meanwhile")
    func sameRequest() async throws {
        let stage = try Stage()
        let token = try stage.festival.issue(1)[0]
        stage.door.open()
        let first = try await stage.decide(Scan(token, requestID: "r"))
        stage.festival.clock.advance(bySeconds: 60)
        let second = try await stage.decide(Scan(token, requestID: "r"))
        await stage.pool.close()
        let another = try Stage(stage.festival)
        another.door.open()
        let third = try await another.decide(Scan(token, requestID: "r"))
        await another.pool.close()
        #expect(first.outcome == .admit(again: false))
        #expect(second.outcome == first.outcome && third.outcome == first.outcome)
        #expect(second.at == first.at && third.at == first.at)
        #expect(try stage.records().count == 1)
    }

    @Test("When the queue is full, the next scan is rejected and all queued scans are answered")
    func full() async throws {
        var habits = GateThread.Timing()
        habits.maximumQueued = 2
        let stage = try Stage(habits: habits)
        let tokens = try stage.festival.issue(5)
        try await withThrowingTaskGroup(of: Verdict?.self) { group in
            for token in tokens {
                group.addTask {
                    do { return try await stage.decide(Scan(token)) } catch let problem as Problem {
                        #expect(problem.status == .serviceUnavailable)
                        return nil
                    }
                }
            }
            // The gate takes at most two of the five scans, and then waits for its keys. Two more scans are queued, so
            // at least one scan is rejected.
            let refused = try #require(try await group.next())
            #expect(refused == nil)
            stage.door.open()
            var admitted = 0
            for try await verdict in group where verdict?.outcome == .admit(again: false) { admitted += 1 }
            #expect((2...4).contains(admitted))
            await stage.pool.close()
            #expect(try stage.records().count == admitted)
        }
    }

    @Test("If an idle gate closes while scans arrive, no scan is lost, and the gate opens again")
    func resting() async throws {
        var habits = GateThread.Timing()
        habits.idleTimeout = .zero
        habits.flushDelay = .zero
        let stage = try Stage(habits: habits)
        stage.door.open()
        for token in try stage.festival.issue(40) {
            #expect(try await stage.decide(Scan(token)).outcome == .admit(again: false))
            #expect(try await stage.decide(Scan("rubbish")).outcome.name == "refuse")
        }
        await stage.pool.close()
        #expect(try stage.records().count == 40)
        #expect(try stage.counted() == 40)
    }

    @Test(
        "At the limit of open gates, a new gate replaces the least recently used one, unless all open gates are busy"
    )
    func tooMany() async throws {
        let stage = try Stage(most: 2)
        let tokens = try stage.festival.issue(6)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
            for (token, name) in zip(tokens, ["North", "South"]) {
                group.addTask {
                    _ = try await stage.decide(Scan(token), at: name) { arrive.yield() }
                }
            }
            var iterator = arrivals.makeAsyncIterator()
            for _ in 0..<2 { await iterator.next() }
            await #expect(throws: Problem.self) { try await stage.decide(Scan(tokens[2]), at: "East") }
            stage.door.open()
            try await group.waitForAll()
        }
        for (token, name) in zip(tokens.dropFirst(2), ["East", "West", "North", "South"]) {
            // A gate may stay busy for a moment after its last response.
            var verdict: Verdict?
            while verdict == nil {
                do { verdict = try await stage.decide(Scan(token), at: name) } catch is Problem { await Task.yield() }
            }
            #expect(verdict?.outcome == .admit(again: false))
            #expect(stage.pool.count <= 2)
        }
        await stage.pool.close()
        #expect(try stage.records().count == 6)
    }

    @Test("When a pool of gates closes, it decides all queued scans and writes all records; later scans are rejected")
    func closing() async throws {
        let stage = try Stage()
        let tokens = try stage.festival.issue(100)
        try await withThrowingTaskGroup(of: Verdict.self) { group in
            let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
            for text in tokens + Array(repeating: "rubbish", count: 20) {
                group.addTask { try await stage.decide(Scan(text)) { arrive.yield() } }
            }
            var iterator = arrivals.makeAsyncIterator()
            for _ in 0..<120 { await iterator.next() }
            async let closed: Void = stage.pool.close()
            stage.door.open()
            await closed
            #expect(try stage.records().count == 100)
            #expect(try stage.counted() == 20)
            await #expect(throws: Problem.self) { try await stage.decide(Scan("late")) }
            var names: [String: Int] = [:]
            for try await verdict in group { names[verdict.outcome.name, default: 0] += 1 }
            #expect(names == ["admit": 100, "refuse": 20])
        }
    }

    @Test("If a key is created or retired while a gate is open, the next scan uses the changed keys")
    func changedKeys() async throws {
        let festival = try Festival()
        let stage = try Stage(festival)
        stage.door.open()
        let tokens = try festival.issue(2)
        #expect(try await stage.decide(Scan(tokens[0])).outcome == .admit(again: false))
        let young = try festival.youngToken()
        let before = try await stage.decide(Scan(young.text))
        guard case .refuse(.unknownKey) = before.outcome else { throw Surprise("\(before.outcome)") }
        var ring = young.ring
        stage.ring.withLock { $0 = young.ring }
        #expect(try await stage.decide(Scan(young.text)).outcome == .admit(again: false))
        let first = try #require(ring.keys.first).number
        try ring.retire(first, at: Festival.start)
        stage.ring.withLock { [ring] in $0 = ring }
        let retired = try await stage.decide(Scan(tokens[1]))
        guard case .refuse(.unknownKey) = retired.outcome else { throw Surprise("\(retired.outcome)") }
        await stage.pool.close()
    }

    @Test("While the key files are unreadable, an open gate continues with the keys that it has already read")
    func unreadableKeys() async throws {
        let festival = try Festival()
        let stage = try Stage(festival)
        stage.door.open()
        let tokens = try festival.issue(3)
        #expect(try await stage.decide(Scan(tokens[0])).outcome == .admit(again: false))
        let young = try festival.youngToken()
        stage.fails.withLock { $0 = true }
        for token in tokens.dropFirst() {
            let missed = try await stage.decide(Scan(young.text))
            guard case .refuse(.unknownKey) = missed.outcome else { throw Surprise("\(missed.outcome)") }
            #expect(try await stage.decide(Scan(token)).outcome == .admit(again: false))
        }
        stage.ring.withLock { $0 = young.ring }
        stage.fails.withLock { $0 = false }
        #expect(try await stage.decide(Scan(young.text)).outcome == .admit(again: false))
        await stage.pool.close()
    }

    @Test(
        "If a gate can’t read its keys, a scan is undecided; when the keys are readable, the next scan opens the gate"
    )
    func noKeys() async throws {
        let stage = try Stage()
        stage.door.open()
        let token = try stage.festival.issue(1)[0]
        stage.fails.withLock { $0 = true }
        let verdict = try await stage.decide(Scan(token, requestID: "r"))
        guard case .undecided = verdict.outcome else { throw Surprise("\(verdict.outcome)") }
        #expect(try stage.records().isEmpty)
        stage.fails.withLock { $0 = false }
        #expect(try await stage.decide(Scan(token, requestID: "r")).outcome == .admit(again: false))
        await stage.pool.close()
    }
}

@Suite("A gate on a full disk", .serving)
struct FullDiskTests {
    @Test("While the disk is full, nobody is admitted; when the disk has space again, the same requests succeed")
    func fullDisk() async throws {
        let disk = try SimulatedDisk(seed: 1)
        let festival = try Festival(engine: .sqlite, at: .sqlite(path: disk("store.sqlite")))
        let tokens = try festival.issue(70)
        var habits = GateThread.Timing()
        // Only one thread may use the simulated disk at a time. With this delay, the gate’s thread writes no pending
        // records while the test uses the disk.
        habits.flushDelay = .seconds(3600)
        let stage = try Stage(festival, store: festival.store, habits: habits)
        stage.door.open()
        _ = try await stage.decide(Scan("rubbish"))
        let scans = tokens.map { Scan($0, requestID: $0) }
        disk.count()
        disk.plan(.full, at: 1, staying: .forGood)
        for verdict in try await stage.decideTogether(scans) {
            guard case .undecided = verdict.outcome else { throw Surprise("\(verdict.outcome)") }
        }
        disk.planNothing()
        for verdict in try await stage.decideTogether(scans) { #expect(verdict.outcome == .admit(again: false)) }
        for verdict in try await stage.decideTogether(scans) { #expect(verdict.outcome == .admit(again: false)) }
        await stage.pool.close()
        #expect(disk.faults > 0)
        #expect(try stage.records().count == 70)
    }
}

extension Festival {
    /// Issues a ticket that is signed with a new key. Returns the ticket’s token, and a key ring that contains the key.
    fileprivate func youngToken() throws -> (text: String, ring: KeyRing) {
        var ring = try KeyRing.open(at: "\(folder.path)/keys")
        let key = try ring.generate(at: Festival.start).number
        _ = try services.tickets.issue(.unnamed(1), type: regular, of: event, signingWith: ring)
        var text: String?
        try services.tickets.forEachTicket(of: event) { ticket in
            if ticket.key == key { text = try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event)) }
        }
        return (try #require(text), ring)
    }
}

/// A pool of a festival’s gates. The gates get no keys before the latch `door` opens.
private final class Stage: Sendable {
    let festival: Festival
    let pool: GatePool
    let door = WebTests.Gate()
    let ring: Mutex<KeyRing>
    let fails = Mutex(false)

    private final class Ticks: Sendable {
        let count = Mutex(Int64(0))
    }

    private struct NoKeys: Error {}

    init(
        _ festival: Festival? = nil, store: Store? = nil, most: Int = 64,
        habits: GateThread.Timing = GateThread.Timing()
    ) throws {
        let festival = try festival ?? Festival()
        self.festival = festival
        ring = Mutex(festival.ring)
        let ticks = Ticks()
        // The pool’s closures need this `Stage`, but can’t capture the `Stage` before it is initialized. So they
        // capture `late`, which gets a reference to the `Stage` afterwards.
        let late = Late()
        pool = GatePool(
            GatePool.Configuration(
                store: try store ?? Store.open(festival.address), ring: { try late.ring() }, device: festival.device,
                now: {
                    // Each reading of the clock is a millisecond later than the previous reading.
                    let tick = ticks.count.withLock { count in
                        count += 1
                        return count
                    }
                    return Instant(milliseconds: festival.clock.now().milliseconds + tick)
                },
                onVerdict: { _, _ in }, onError: { if !($0 is NoKeys) { Issue.record($0) } }),
            maximumOpen: most, timing: habits)
        late.stage.withLock { $0 = Weak(stage: self) }
    }

    private struct Weak { weak var stage: Stage? }

    private final class Late: Sendable {
        let stage = Mutex(Weak())

        func ring() throws -> KeyRing {
            guard let stage = stage.withLock(\.stage) else { throw NoKeys() }
            stage.door.wait()
            if stage.fails.withLock({ $0 }) { throw NoKeys() }
            return stage.ring.withLock { $0 }
        }
    }

    /// Sends a scan to the gate with the given name, and returns the verdict.
    ///
    /// - Parameter onQueued: called when the scan has been queued or rejected.
    func decide(
        _ scan: Scan, at name: String = "North", _ onQueued: @Sendable () -> Void = {}
    ) async throws -> Verdict {
        let gateID = GateID(event: festival.event.number, subEvent: nil, name: name)
        return try await pool.decide(scan, at: gateID, of: festival.event, onQueued)
    }

    /// Queues all scans before it opens the latch, so that the gate finds many scans in its queue.
    func decideTogether(_ scans: [Scan]) async throws -> [Verdict] {
        try await withThrowingTaskGroup(of: Verdict.self) { group in
            let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
            for scan in scans { group.addTask { try await self.decide(scan) { arrive.yield() } } }
            var iterator = arrivals.makeAsyncIterator()
            for _ in scans { await iterator.next() }
            door.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    func records() throws -> [AdmissionRecord] {
        var records: [AdmissionRecord] = []
        try festival.services.gates.forEachRecord(of: festival.event) { records.append($0) }
        return records
    }

    /// The number of scans whose text was not a ticket. The store has only counters of such scans, and no records.
    func counted() throws -> Int {
        try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }.reduce(0) { $0 + $1.count }
    }
}
