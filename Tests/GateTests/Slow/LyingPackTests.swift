import EventFixture
import Foundation
import Gate
import Management
import Testing
import TicketToken
import Ticketing

@testable import Store

/// These tests merge gate packs with more rows or larger values than any gate writes. No pack harms the main store,
/// which refuses most of the packs as a whole.
///
/// A hybrid clock is the timestamp of a record. It never decreases along a device's chain of records, even if the
/// device's clock is set back. A scan counter counts scans of texts that are not tickets of the event.
@Suite("Gate packs with excessive contents", .everyEngine, .slow)
struct LyingPackTests {
    private let festival: Festival
    private let serials: [Serial]
    private let path: String

    init() throws {
        festival = try Festival()
        serials = try festival.issue(3).map { try Festival.serial(of: $0) }
        path = try festival.pack()
    }

    private func refuses(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            let report = try festival.merge(path)
            Issue.record("merged \(report.summary)", sourceLocation: sourceLocation)
        } catch let error as MergeError {
            #expect("\(error)".contains(what) && "\(error)".contains(path), "\(error)", sourceLocation: sourceLocation)
        }
        let state = try festival.store.read { connection in
            (
                try connection.ledger.page(of: festival.event.number, after: nil, limit: 1).count,
                try connection.scanCounters.all(of: festival.event.number).count
            )
        }
        #expect(state == (0, 0), sourceLocation: sourceLocation)
    }

    @Test("A gate pack is refused if it has too many scan counters, too high a count, or too long a gate name")
    func counters() throws {
        let event = festival.event.number.rawValue
        let insertion = "INSERT INTO learned_counter (device, event, gate, reason, count)"
        try PackEditing(path).run("\(insertion) VALUES (X'\(festival.device)', \(event), 'g', 'r', 9007199254740992)")
        try refuses("scans of a counter: 9007199254740992")
        try PackEditing(path).run(
            """
            DELETE FROM learned_counter;
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
            \(insertion) SELECT X'\(festival.device)', \(event), 'g', 'r' || i, 1 FROM n
            """)
        try refuses("counters: 2001")
        try PackEditing(path).run(
            """
            DELETE FROM learned_counter;
            \(insertion) VALUES (X'\(festival.device)', \(event), '\(String(repeating: "g", count: 101))', 'r', 1)
            """)
        try refuses("bytes of a gate's name: 101")
    }

    @Test("A merge ignores scan counters of a device that is not in the main store")
    func countersOfUnknownDevices() throws {
        try PackEditing(path).run(
            """
            INSERT INTO learned_counter (device, event, gate, reason, count)
            VALUES (X'00112233445566778899AABBCCDDEEFF', \(festival.event.number), 'g', 'r', 5)
            """)
        let gate = try festival.gate(onPack: path)
        _ = gate.decide(Scan("no ticket"))
        try gate.flush()
        try festival.merge(path)
        let counters = try festival.store.read { try $0.scanCounters.all(of: festival.event.number) }
        #expect(counters.map(\.gate) == ["North"] && counters.map(\.count) == [1])
    }

    @Test("A gate pack with records that no gate would write is refused, and the error names the pack and the value")
    func records() throws {
        let cases: [(what: String, record: () throws -> AdmissionRecord)] = [
            ("names no ticket", { try festival.admission(nil) }),
            ("people who were admitted: 1099511627775", { try festival.admission(serials[0], count: 1 << 40 - 1) }),
            ("people who were admitted: 2", { try festival.admission(serials[0], count: 2) }),
            ("people who were admitted: 0", { try festival.admission(serials[0], count: 0) }),
            ("slots of the ticket: 1024", { try festival.admission(serials[0], count: 1024, allowed: 1024) }),
            ("slot: \(MergeLimits.slot + 1)", { try festival.admission(serials[0], slot: MergeLimits.slot + 1) }),
            (
                "bytes of the gate's name: 101",
                { try festival.admission(serials[0], gate: String(repeating: "g", count: 101)) }
            ),
            (
                "milliseconds since 1970: 7258118400000",
                { try festival.admission(serials[0], at: Instant(milliseconds: 7_258_118_400_000)) }
            ), ("milliseconds since 1970: -1", { try festival.admission(serials[0], at: Instant(milliseconds: -1)) }),
            ("hybrid clock: \(HybridClock.last.rawValue)", { try admission(with: .last) }),
        ]
        let good = try Data(contentsOf: URL(filePath: path))
        for (what, record) in cases {
            try good.write(to: URL(filePath: path))
            let editing = PackEditing(path)
            try editing.append(1) { _ in try record() }
            try editing.sign()
            try refuses(what)
        }
    }

    private func admission(with clock: HybridClock) throws -> AdmissionRecord {
        var record = try festival.admission(serials[0])
        record.hybridClock = clock
        return record
    }

    /// The token of a new ticket for four people.
    private func party() throws -> String {
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Party", admits: #require(Admits(rawValue: 4))), to: festival.event)
        return try festival.issue(1, type: type)[0]
    }

    @Test("After a record with the latest acceptable hybrid clock is merged, main store and pack still admit people")
    func farAhead() throws {
        let party = try party()
        let path = try festival.pack("Party", "party.gate")
        let now = festival.clock.now()
        let latest = HybridClock.latestAcceptable(at: now.advanced(bySeconds: MergeLimits.maxSecondsAhead))
        let editing = PackEditing(path)
        try editing.append(1) { _ in
            var record = try admission(with: latest)
            (record.serial, record.allowed) = (try Festival.serial(of: party), 4)
            return record
        }
        try editing.sign()
        #expect(try festival.merge(path).summary.new == 1)
        #expect(try festival.gate().decide(Scan(party)).outcome == .admit(again: false))
        try festival.services.gates.forEachRecord(of: festival.event) { _ in }
        // The refreshed pack's next record has a later hybrid clock. A merge one millisecond later accepts that record.
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        #expect(try festival.gate(onPack: path).decide(Scan(party)).outcome == .admit(again: false))
        festival.clock.set(Instant(milliseconds: now.milliseconds + 1))
        #expect(try festival.merge(path).summary.new == 1)
        #expect(try festival.store.check().isIntact)
        let clock = try festival.store.read { try $0.ledger.end(of: festival.device)?.clock }
        #expect(try #require(clock) <= HybridClock.latestAcceptable(at: festival.clock.now()))
    }

    @Test("If a record in a store has the highest possible hybrid clock, gates still decide, and records stay readable")
    func lastClock() throws {
        let party = try party()
        let serial = try Festival.serial(of: party)
        let other = try #require(DeviceID(bytes: [UInt8](repeating: 0, count: 16)))
        try festival.store.write { connection in
            var head = try connection.ledger.head(of: other)
            var record = try admission(with: .last)
            (record.serial, record.allowed) = (serial, 4)
            try connection.ledger.append(record, to: &head, hasher: ChainHasher())
            try connection.ledger.store(head)
            try connection.replayHistories([serial], of: festival.event.number)
        }
        for _ in 0..<2 {
            festival.clock.advance(bySeconds: 60)
            #expect(try festival.gate().decide(Scan(party)).outcome == .admit(again: false))
        }
        var clocks: [HybridClock] = []
        try festival.services.gates.forEachRecord(of: festival.event) { clocks.append($0.hybridClock) }
        #expect(clocks == [.last, .last, .last])
        let path = try festival.pack("Party", "party.gate")
        _ = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
    }

    @Test("A gate pack with too long a name or too many chain heads is refused")
    func descriptions() throws {
        let good = try Data(contentsOf: URL(filePath: path))
        try PackEditing(path).run("UPDATE gate_pack SET name = '\(String(repeating: "n", count: 1001))'")
        try refuses("bytes of the pack's name: 1001")
        try good.write(to: URL(filePath: path))
        let line = "\(festival.device) 1 \(String(repeating: "0", count: 64))"
        let lines = [String](repeating: line, count: MergeLimits.headsPerPack + 1)
        try PackEditing(path).run("UPDATE gate_pack SET heads = '\(lines.joined(separator: "\n"))'")
        try refuses("heads of chains: \(MergeLimits.headsPerPack + 1)")
    }

    /// Appends admissions of one ticket to a gate pack, each on a separate day.
    private func fill(_ path: String, _ count: Int) throws {
        let editing = PackEditing(path)
        try editing.append(count) { try festival.admission(serials[0], slot: ($0 + 2000) * AdmissionSlot.dayStride) }
        try editing.sign()
    }

    @Test(
        "A merge accepts up to 100 records of a ticket per device, even if the ticket then has more than 1,000 records"
    )
    func inTotal() throws {
        try festival.store.write { connection in
            var head = try connection.ledger.head(of: festival.device)
            let hasher = try ChainHasher()
            for index in 0..<MergeLimits.recordsPerTicket - 50 {
                let record = try festival.admission(serials[0], slot: index * AdmissionSlot.dayStride)
                try connection.ledger.append(record, to: &head, hasher: hasher)
            }
            try connection.ledger.store(head)
        }
        try fill(path, MergeLimits.recordsPerDevice)
        #expect(try festival.merge(path).summary.new == MergeLimits.recordsPerDevice)
        let weight = try work()
        try fill(path, 1)
        for other in [path, try festival.pack("Other", "other.gate")] {
            if other != path { try fill(other, MergeLimits.recordsPerDevice + 1) }
            #expect {
                try festival.merge(other)
            } throws: { error in
                let message = "\((error as? MergeError).map { "\($0)" } ?? "")"
                return message.contains("records of ticket \(TicketCode(serials[0]))") && message.contains(other)
            }
        }
        #expect(try work() == weight)
    }

    private func work() throws -> Int? {
        try festival.store.read { try $0.ledger.replayCosts(of: [serials[0]], festival.event.number)[serials[0]]?.cost }
    }

    @Test("A gate pack is refused if it has more records of one ticket, or more chains, than a merge accepts")
    func numbers() throws {
        let good = try Data(contentsOf: URL(filePath: path))
        var editing = PackEditing(path)
        try editing.append(MergeLimits.recordsPerTicket + 1) { index in
            try festival.admission(serials[0], slot: index * AdmissionSlot.dayStride)
        }
        try editing.sign()
        try refuses("records of ticket")
        try good.write(to: URL(filePath: path))
        editing = PackEditing(path)
        try editing.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
            INSERT INTO device (id, sequence, hybrid_clock, hash) SELECT randomblob(16), 1, 0, zeroblob(32) FROM n
            """)
        try refuses("chains: 1001")
    }

    @Test("If an older version merged values beyond today's limits, reports and `gate stats` still work")
    func merged() throws {
        let (event, device) = (festival.event.number, festival.device)
        try festival.store.write { connection in
            try connection.execute(
                "INSERT INTO learned_counter (device, event, gate, reason, count) VALUES ($1, $2, $3, $4, $5)",
                rows: (0..<1100).map {
                    [.blob(device.bytes), .int(event.rawValue), .text("g"), .text("r\($0)"), .int(1 << 53)]
                })
            var head = try connection.ledger.head(of: device)
            let hasher = try ChainHasher()
            let day: Int64 = 86_400
            for index in 0..<6000 {
                var record = try festival.admission(
                    index % 2 == 0 ? nil : serials[1], count: 1 << 40 - 1,
                    at: Festival.start.advanced(bySeconds: Int64(index) * day))
                record.slot = nil
                try connection.ledger.append(record, to: &head, hasher: hasher)
            }
            try connection.ledger.store(head)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let attendance = try festival.services.reports.attendance(of: festival.event)
        #expect(attendance.refused > 1 << 40)
        let report = try festival.services.reports.attendanceReport(of: festival.event)
        #expect(report.timeline.count <= 5000)
        #expect(report.timeline.reduce(0) { $0 + $1.people } == 3000 * AdmissionSlot.dayStride)
        #expect(clock.now - start < .seconds(20))
        let program = try Program(["gate", "stats", "new-year"], on: festival, input: [])
        #expect(try !program.rest().isEmpty)
        #expect(program.process.terminationStatus == 0)
    }
}

@Suite("The time to replay the history of a ticket", .slow)
struct LongHistoryTests {
    @Test("A history of 400 admissions of 1024 people each, on different days, is replayed within seconds")
    func linear() throws {
        let device = try #require(DeviceID(bytes: [UInt8](repeating: 1, count: 16)))
        let serial = try #require(Serial(rawValue: 5))
        let (event, type) = (try #require(EventNumber(rawValue: 1)), try #require(TicketTypeNumber(rawValue: 0)))
        let records = (1...400).flatMap { index -> [AdmissionRecord] in
            [AdmissionRecord.Decision.admit, .exit].map { decision in
                AdmissionRecord(
                    device: device, sequence: Int64(2 * index), event: event, direction: .entry, decision: decision,
                    gate: "g",
                    wallClock: Festival.start, hybridClock: HybridClock(rawValue: Int64(3 * index))
                ).with {
                    $0.request = nil
                    $0.serial = serial
                    $0.issue = 0
                    $0.type = type
                    $0.slot = index * AdmissionSlot.dayStride
                    $0.count = 1024
                    $0.used = 0
                    $0.allowed = 1024
                    $0.reentry = .afterExit
                    $0.operator = nil
                }
            }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let history = TicketHistory(records.filter { $0.decision == .admit })
        #expect(history.slots.count == 400 * 1024 && history.excess.isEmpty)
        #expect(clock.now - start < .seconds(20))
    }
}

extension Festival {
    static func serial(of token: String) throws -> Serial {
        guard case .success(let claims) = UnverifiedToken.decode(token.utf8.span).map(\.claims) else {
            throw Surprise("not a token: \(token)")
        }
        return claims.serial
    }
}
