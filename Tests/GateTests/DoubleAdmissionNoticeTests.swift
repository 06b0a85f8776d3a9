import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Messages about double admissions", .everyEngine)
struct DoubleAdmissionNoticeTests {
    /// Admits tickets at every replica, and merges the replicas into the main store.
    private func admitTwice(_ festival: Festival, _ tokens: [String], _ replicas: Replicas) throws {
        for (index, replica) in replicas.all.enumerated() {
            for token in tokens {
                festival.clock.advance(bySeconds: 60)
                #expect(try replicas.gate(replica, "G\(index)").decide(Scan(token)).outcome == .admit(again: false))
            }
        }
        festival.clock.advance(bySeconds: 60)
        for (index, replica) in replicas.all.enumerated() {
            let lane = LaneStore(
                store: replica.store, event: festival.event.number, device: replica.device, name: "Lane \(index)",
                trust: .all)
            _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        }
    }

    private func notices(_ festival: Festival) throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .doubleAdmissions }
    }

    private func queue(_ festival: Festival) throws -> Int {
        try DoubleAdmissionScheduler(clock: festival.clock.now).queueNew(festival.store)
    }

    private func manager(_ festival: Festival) throws {
        let user = try festival.services.users.addUser(
            UserDetails(name: "Mona", email: EmailAddress(rawValue: "mona@example.org")))
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.members.setRole(.manager, of: user, in: organizer)
    }

    @Test(
        """
        After a merge, managers get one message with the number of tickets used twice, even if four servers look for \
        double admissions at once
        """)
    func merged() async throws {
        let festival = try Festival()
        try manager(festival)
        let tokens = try festival.issue(3)
        let replicas = try Replicas(festival, count: 2)
        #expect(try queue(festival) == 0)
        try admitTwice(festival, [tokens[0], tokens[1]], replicas)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try DoubleAdmissionScheduler(clock: festival.clock.now).queueNew(Store.open(festival.address))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 0, 1])
        #expect(try notices(festival).map(\.recipient) == ["mona@example.org"])
        #expect(try notices(festival).map { $0.payload["tickets"] } == ["2"])
        // If the same records are merged again, no notice is queued. A new double admission causes a notice.
        try admitTwice(festival, [], replicas)
        #expect(try queue(festival) == 0)
        try admitTwice(festival, [tokens[2]], replicas)
        #expect(try queue(festival) == 1)
        #expect(try notices(festival).map { $0.payload["tickets"] }.last == "1")
        #expect(try queue(festival) == 0)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let sent = try dispatcher.decide(atMost: 100, channels: [.email], festival.store).leases
        #expect(sent.map(\.notice.kind) == [.doubleAdmissions, .doubleAdmissions])
    }

    @Test("If no manager has an e-mail address, no message is queued, even if a manager gets an address later")
    func nobody() throws {
        let festival = try Festival()
        let tokens = try festival.issue(1)
        try admitTwice(festival, tokens, Replicas(festival, count: 2))
        #expect(try queue(festival) == 0)
        try manager(festival)
        #expect(try queue(festival) == 0)
    }
}
