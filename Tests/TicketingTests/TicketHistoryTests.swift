import EventFixture
import Testing

@testable import Ticketing

/// The rivals of an excess admission are the admissions that occupy the slots.
@Suite("Replaying a ticket's records")
struct TicketHistoryTests {
    private static let event = EventNumber(rawValue: 1)
    private static let serial = Serial(rawValue: 7)
    private static let devices = (1...3).compactMap { DeviceID(bytes: [UInt8](repeating: $0, count: 16)) }

    /// One device's records of the ticket. The devices have not seen each other's records.
    private struct DeviceChain {
        let device: DeviceID
        let allowed: Int
        let reentry: Reentry
        private(set) var records: [AdmissionRecord] = []

        init(_ device: DeviceID, allowed: Int = 1, reentry: Reentry = .afterExit) {
            self.device = device
            self.allowed = allowed
            self.reentry = reentry
        }

        mutating func add(
            _ decision: AdmissionRecord.Decision, at seconds: Int64, count: Int = 1, slot: Int? = 0,
            reverses: RecordID? = nil
        ) throws {
            records.append(
                try AdmissionRecord(
                    device: device, sequence: Int64(records.count) + 1, event: try #require(event), direction: .entry,
                    decision: decision,
                    gate: "G\(device.bytes[0])", wallClock: Instant(milliseconds: seconds * 1000),
                    hybridClock: HybridClock(rawValue: seconds << 26)
                ).with {
                    $0.request = nil
                    $0.serial = serial
                    $0.issue = 0
                    $0.type = try #require(TicketTypeNumber(rawValue: 0))
                    $0.slot = slot
                    $0.count = count
                    $0.used = 0
                    $0.allowed = allowed
                    $0.reentry = reentry
                    $0.operator = nil
                    $0.reverses = reverses
                })
        }
    }

    @Test("If two gates admit the same ticket, the later admission is in excess, with the earlier admission as rival")
    func doubleAdmission() throws {
        var (north, south) = (DeviceChain(Self.devices[0]), DeviceChain(Self.devices[1]))
        try north.add(.admit, at: 20)
        try south.add(.admit, at: 10)
        let history = TicketHistory(north.records + south.records)
        #expect(
            history.excess == [
                TicketHistory.Excess(
                    admission: north.records[0].id, people: 1, rivals: [south.records[0].id])
            ])
        // The ticket is for one person. Both people are inside, and both will leave, so the excess person gets a slot,
        // too.
        #expect(history.slots.map(\.number) == [0, 1] && history.slots.allSatisfy(\.isInside))
        #expect(history.slots[0].first.gate == "G2")
    }

    @Test("A ticket for three people admits one person at each of three gates; a fourth person is in excess")
    func party() throws {
        var chains = Self.devices.map { DeviceChain($0, allowed: 3) }
        for index in chains.indices { try chains[index].add(.admit, at: Int64(index)) }
        #expect(TicketHistory(chains.flatMap(\.records)).excess.isEmpty)
        try chains[0].add(.admit, at: 9)
        let excess = TicketHistory(chains.flatMap(\.records)).excess
        #expect(excess.map(\.admission) == [chains[0].records[1].id] && excess[0].rivals.count == 3)
    }

    @Test("If an exit is recorded while nobody is inside, the time of this exit is still the slot's last change")
    func unmetExit() throws {
        var (north, south) = (DeviceChain(Self.devices[0]), DeviceChain(Self.devices[1]))
        try north.add(.admit, at: 10)
        try north.add(.exit, at: 900)
        try south.add(.exit, at: 20)
        let slots = TicketHistory(north.records + south.records).slots
        #expect(slots.map(\.isInside) == [false] && slots.map(\.lastChange) == [north.records[1].hybridClock])
    }

    @Test("Leaving and then entering at another gate is a double admission only if the ticket allows a single entry")
    func reentry() throws {
        for (rule, doubles) in [(Reentry.afterExit, 0), (.never, 1), (.atMost(1), 1), (.atMost(2), 0)] {
            var (north, south) = (
                DeviceChain(Self.devices[0], reentry: rule), DeviceChain(Self.devices[1], reentry: rule)
            )
            try north.add(.admit, at: 1)
            try north.add(.exit, at: 2)
            try south.add(.admit, at: 3)
            #expect(TicketHistory(north.records + south.records).excess.count == doubles, "\(rule)")
        }
    }

    @Test("With daily entry, the admissions of each day are counted separately")
    func daily() throws {
        var chain = DeviceChain(Self.devices[0], reentry: .daily)
        try chain.add(.admit, at: 1, slot: 20_000 * AdmissionSlot.dayStride)
        try chain.add(.admit, at: 90_000, slot: 20_001 * AdmissionSlot.dayStride)
        #expect(TicketHistory(chain.records).excess.isEmpty)
        try chain.add(.admit, at: 90_100, slot: 20_001 * AdmissionSlot.dayStride)
        #expect(TicketHistory(chain.records).excess.count == 1)
    }

    @Test("An undone admission occupies no slot")
    func void() throws {
        var chain = DeviceChain(Self.devices[0])
        try chain.add(.admit, at: 1)
        try chain.add(.void("wrong person"), at: 2, reverses: chain.records[0].id)
        #expect(TicketHistory(chain.records).slots.isEmpty)
        try chain.add(.admit, at: 3)
        let history = TicketHistory(chain.records)
        #expect(history.excess.isEmpty && history.slots.map(\.entries) == [1])
    }

    @Test("Slots and excess admissions do not depend on the order in which records arrive (Docs/Gate.md, invariant 8)")
    func order() throws {
        var random = SeededGenerator(for: "order of arrival")
        for _ in 0..<200 {
            let rule = try #require([Reentry.never, .afterExit, .always, .atMost(2)].randomElement(using: &random))
            var chains = Self.devices.map {
                DeviceChain($0, allowed: Int.random(in: 1...4, using: &random), reentry: rule)
            }
            for step in 0..<30 {
                let index = Int.random(in: 0..<3, using: &random)
                let decision: AdmissionRecord.Decision = Bool.random(using: &random) ? .admit : .exit
                let count = Int.random(in: 1...2, using: &random)
                if let last = chains[index].records.last(where: { $0.decision == .admit }), step % 7 == 6 {
                    try chains[index].add(.void("slip"), at: Int64(step), reverses: last.id)
                } else {
                    try chains[index].add(decision, at: Int64(step), count: count)
                }
            }
            let records = chains.flatMap(\.records)
            let (expected, shuffled) = (TicketHistory(records), TicketHistory(records.shuffled(using: &random)))
            #expect(expected.slots == shuffled.slots && expected.excess == shuffled.excess)
        }
    }

    @Test("The text of chain heads is parsed as the same heads, and damaged text is rejected")
    func heads() {
        let heads = Self.devices.map { device in
            ChainHead(id: RecordID(device: device, sequence: 12), hash: [UInt8](repeating: device.bytes[0], count: 32))
        }
        let text = ChainHead.encoded(heads.reversed()) ?? ""
        #expect(ChainHead.parse(text) == heads)
        for damaged in ["", " ", text + "\n", String(text.dropLast()), text.replacing(" 12 ", with: " 0 ")] {
            #expect(ChainHead.parse(damaged) == nil)
        }
    }
}
