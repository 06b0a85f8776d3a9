import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Two devices with four gate programs each, on one store", .serialized, .everyEngine, .slow)
struct TwoDeviceTests {
    /// The work of one gate program.
    private struct Post {
        let gate: String
        let device: DeviceID
        let isExit: Bool
        let count: Int
        let tokens: [String]

        func verdicts(_ festival: Festival) throws -> [PrintedVerdict] {
            try Program(
                ["gate", "check", "new-year", "--gate", gate, "--json", "--count", "\(count)"]
                    + (isExit ? ["--exit"] : []),
                on: festival, input: tokens, device: device
            ).rest().map(PrintedVerdict.init)
        }
    }

    @Test("Each printed verdict, except for repeats, is in the ledger, and follows from the records before it")
    func alternating() throws {
        var random = SeededGenerator(for: "two devices, on \(EngineKind.current)")
        let festival = try Festival()
        let family = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Family", admits: try #require(Admits(rawValue: 3))), to: festival.event)
        let tokens = try festival.issue(16) + festival.issue(16, type: family)
        let rounds = TestEffort.isSoak ? 100 : 10
        let devices = [festival.device, DeviceID.random(using: &random)]
        let posts = devices.enumerated().flatMap { number, device in
            [(false, 1), (true, 1), (false, 2), (true, 2)].map { isExit, count in
                Post(
                    gate: "\(isExit ? "Out" : "In") \(number)-\(count)", device: device, isExit: isExit, count: count,
                    tokens: (0..<rounds).flatMap { _ in tokens.shuffled(using: &random) })
            }
        }
        let printed = try atOnce(posts.count) { try posts[$0].verdicts(festival) }

        var records: [AdmissionRecord] = []
        try festival.services.gates.forEachRecord(of: festival.event) { records.append($0) }
        for (post, printed) in zip(posts, printed) {
            #expect(printed.count == post.tokens.count)
            compare(printed, with: records.filter { $0.gate == post.gate }, at: post)
        }
        for (serial, records) in Dictionary(grouping: records, by: \.serial) {
            follow(records)
            let last = records.filter(\.isChange).max { $0.moment < $1.moment }?.used ?? 0
            let slots = try festival.store.read { connection in
                try connection.slots.of(#require(serial), event: festival.event.number, subEvent: 0)
            }
            #expect(slots.count(where: \.isInside) == last)
        }
        let verification = try festival.store.read { try $0.ledger.verify() }
        #expect(verification == .intact(devices: 2, records: records.count))
        let kinds = Dictionary(grouping: printed.joined(), by: \.verdict).mapValues(\.count)
        print(kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }

    /// Checks that a program's verdicts match its records, in the same order. Repeats are the only verdicts that are
    /// not recorded.
    private func compare(_ printed: [PrintedVerdict], with records: [AdmissionRecord], at post: Post) {
        for verdict in printed where verdict.verdict == "repeat" {
            #expect(!post.isExit && verdict.used == verdict.allowed)
        }
        let decided = printed.filter { $0.verdict != "repeat" }
        #expect(decided.count == records.count)
        #expect(records.map(\.sequence) == records.map(\.sequence).sorted())
        for (verdict, record) in zip(decided, records) {
            #expect(verdict.verdict == record.decision.name && verdict.reason == record.decision.reason)
            #expect(verdict.serial == record.serial?.rawValue)
            #expect(verdict.used == record.used && verdict.allowed == record.allowed)
            #expect(record.device == post.device && record.count == post.count)
            #expect(record.direction == (post.isExit ? .exit : .entry))
        }
    }

    /// Counts the people inside with one ticket, record by record, and compares each record with the count.
    private func follow(_ records: [AdmissionRecord]) {
        let changes = records.filter(\.isChange).sorted { $0.moment < $1.moment }
        /// The numbers of people inside: first the number before all changes, then the number after each change.
        var inside = [0]
        for change in changes {
            let now = inside[inside.count - 1] + (change.decision == .admit ? change.count : -change.count)
            #expect(now >= 0 && now <= change.allowed ?? 0)
            #expect(change.used == now, "\(change.id)")
            inside.append(now)
        }
        for refusal in records where !refusal.isChange {
            // A gate writes a refusal some time after the decision, but writes its records in the order of its
            // decisions. So the gate decided the refusal between its previous change and its next change.
            let own = changes.indices.filter { changes[$0].gate == refusal.gate }
            let least = own.last { changes[$0].sequence < refusal.sequence } ?? -1
            let most = own.first { changes[$0].sequence > refusal.sequence } ?? changes.count
            let seen = inside[(least + 1)...most]
            #expect(seen.contains(refusal.used), "\(refusal.id) saw \(refusal.used), not one of \(seen)")
            let room = (refusal.allowed ?? 0) - refusal.used
            #expect(refusal.count > (refusal.direction == .entry ? room : refusal.used))
            #expect(refusal.decision.reason == (refusal.direction == .entry ? "alreadyUsed" : "notInside"))
        }
    }
}

extension AdmissionRecord {
    fileprivate var isChange: Bool { decision == .admit || decision == .exit }
}
