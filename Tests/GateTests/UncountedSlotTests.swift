import EventFixture
import Foundation
import Gate
import Management
import Store
import Synchronization
import Testing
import Ticketing

/// Reports count no arrivals for admissions with tickets that are now cancelled, and none for excess admissions.
@Suite("Admissions that do not count as arrivals", .everyEngine)
struct UncountedSlotTests {
    private func noShows(_ festival: Festival) throws -> Int? {
        let check = try festival.store.check()
        #expect(check.isIntact, "\(check.wrongCounters) \(check.faults)")
        return try festival.services.reports.attendanceReport(of: festival.event).noShows
    }

    @Test("No admission with a cancelled ticket counts as an arrival, not even one that is merged or undone later")
    func merged() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        let codes = try tokens.map { try festival.ticket(of: $0).code }
        let replicas = try Replicas(festival, count: 1)
        #expect(try festival.gate().decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try replicas.gate(replicas.all[0], "South").decide(Scan(tokens[1])).outcome == .admit(again: false))
        #expect(try noShows(festival) == 2)
        for code in codes.prefix(2) { _ = try festival.services.tickets.cancel(code, of: festival.event, note: nil) }
        #expect(try noShows(festival) == 1)
        let lane = LaneStore(
            store: replicas.all[0].store, event: festival.event.number, device: replicas.all[0].device, name: "South",
            trust: .all)
        _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        #expect(try noShows(festival) == 1)
        #expect(try festival.gate().undo(Scan(tokens[0]), reason: "slip").outcome == .void)
        #expect(try noShows(festival) == 1)
        #expect(try festival.gate().decide(Scan(tokens[2])).outcome == .admit(again: false))
        #expect(try noShows(festival) == 0)
    }

    @Test("While an event is deleted, nobody counts as an arrival; after its restore, the same people count as before")
    func deleted() throws {
        let festival = try Festival()
        let tokens = try festival.issue(3)
        for token in tokens.prefix(2) {
            #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        }
        #expect(try noShows(festival) == 1)
        let deleted = try festival.services.events.deleteEvent(festival.event)
        let ended = try festival.store.read { try $0.turnouts.arrived(at: deleted.event.number, admitted: 2) }
        #expect(try festival.store.check().isIntact && ended == 0)
        _ = try festival.services.events.restoreEvent(festival.event)
        #expect(try noShows(festival) == 1)
    }

    @Test("If two offline gates admit the same ticket, the holder of an unused ticket still counts as a no-show")
    func admittedTwice() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let replicas = try Replicas(festival, count: 2)
        for (index, replica) in replicas.all.enumerated() {
            festival.clock.advance(bySeconds: 60)
            let gate = try replicas.gate(replica, "G\(index)")
            #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        }
        for replica in replicas.all {
            let lane = LaneStore(
                store: replica.store, event: festival.event.number, device: replica.device, name: "Lane", trust: .all)
            _ = try festival.services.gates.merge(lane, into: festival.event, as: festival.device)
        }
        #expect(try noShows(festival) == 1)
    }

    @Test("A second refresh of a gate pack reports no change, even if a used ticket was cancelled before the first")
    func refreshed() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let pack = try festival.pack()
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        _ = try festival.services.tickets.cancel(festival.ticket(of: token).code, of: festival.event, note: nil)
        func refresh() throws -> GatePackChanges {
            try festival.services.gatePacks.refreshGatePack(
                OpenGatePack(at: pack), from: festival.event, verifyingWith: festival.ring
            ).changes
        }
        #expect(try refresh().ended == 1)
        let second = try refresh()
        #expect(second.new + second.ended + second.reissued + second.other == 0)
    }

    @Test("If tickets are cancelled during scans, exactly the admissions with the remaining tickets count as arrivals")
    func race() throws {
        let festival = try Festival()
        let tokens = try festival.issue(60)
        let codes = try tokens.map { try festival.ticket(of: $0).code }
        let cancelled = Set(codes.indices.filter { $0.isMultiple(of: 2) })
        for index in 0..<10 { #expect(try festival.gate().decide(Scan(tokens[index])).outcome == .admit(again: false)) }
        let admitted = Mutex(Set(0..<10))
        let troubles = Mutex<[String]>([])
        let running = DispatchGroup()
        for (name, order) in [("North", Array(tokens.indices)), ("South", tokens.indices.reversed())] {
            running.enter()
            Thread.detachNewThread {
                defer { running.leave() }
                do {
                    let gate = try festival.gate(name)
                    for index in order {
                        let outcome = gate.decide(Scan(tokens[index])).outcome
                        if outcome == .admit(again: false) { _ = admitted.withLock { $0.insert(index) } }
                        if outcome.name == "undecided" { throw Surprise("\(outcome)") }
                    }
                } catch {
                    troubles.withLock { $0.append("\(error)") }
                }
            }
        }
        for index in cancelled.sorted() {
            _ = try festival.services.tickets.cancel(codes[index], of: festival.event, note: nil)
        }
        running.wait()
        #expect(troubles.withLock { $0 } == [])
        let arrived = admitted.withLock { $0.subtracting(cancelled).count }
        #expect(try noShows(festival) == tokens.count - cancelled.count - arrived && arrived == 30)
    }
}
