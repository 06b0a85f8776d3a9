import EventFixture
import Foundation
import Gate
import Management
import Store
import Synchronization
import Testing
import Ticketing

/// These tests sell, scan and refund tickets on a database server while an event is cancelled or edited. If two
/// transactions locked the same rows in different sequences, they would deadlock, and the server would abort one of
/// them.
@Suite("Sales, scans and refunds while an event is cancelled or edited")
struct EventEndConcurrencyTests {
    private let festival: Festival
    private var event: EventNumber { festival.event.number }

    init() throws {
        festival = try Festival(engine: .postgreSQL, type: TicketTypeDetails(name: "Regular", price: Money("10 UGX")))
    }

    /// Inserts pending orders directly, with SQL.
    private func fill(_ count: Int) throws {
        try festival.tamper(
            """
            INSERT INTO ticket_order (event, number, buyer, email, currency, total, status, created, holding, refund_owed)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            SELECT \(event.rawValue), i, 'Grace', 'g' || i || '@x.org', 'UGX', 10, 'pending', 0, 0, 0 FROM n
            """)
    }

    private final class Race: Sendable {
        let isOver = Mutex(false)
        let troubles = Mutex<[String]>([])
    }

    /// Runs `end`. Meanwhile, repeats each operation of `work` on its own thread, until `end` has returned or the
    /// operation is refused.
    private func race(_ end: () throws -> Void, against work: [@Sendable () throws -> Void]) throws {
        let race = Race()
        let running = DispatchGroup()
        for work in work {
            running.enter()
            Thread.detachNewThread {
                defer { running.leave() }
                do {
                    repeat { try work() } while !race.isOver.withLock { $0 }
                } catch is ManagementError, is SalesError {
                    // The event has been cancelled.
                } catch {
                    race.troubles.withLock { $0.append("\(error)") }
                }
            }
        }
        defer { #expect(race.troubles.withLock { $0 } == []) }
        defer {
            race.isOver.withLock { $0 = true }
            running.wait()
        }
        try end()
    }

    /// The operations that run at the same time as a change of the event: sales, payments, refunds, changes to a
    /// ticket, and scans.
    private func neighbours() throws -> [@Sendable () throws -> Void] {
        let festival = festival
        let (services, event, ring) = (festival.services, festival.event, festival.ring)
        let tokens = try festival.issue(3)
        let code = try festival.ticket(of: tokens[0]).code
        return [
            { _ = try festival.order(1, .cash) },
            { _ = try festival.order(2, .cash) },
            { _ = try festival.pay(try festival.order(1)) },
            {
                let order = try festival.order(1, .cash)
                _ = try services.orders.refund(.all, ofOrder: order.number, of: event, note: nil)
            },
            {
                _ = try services.tickets.block(code, of: event, note: "lost")
                _ = try services.tickets.unblock(code, of: event)
                _ = try services.tickets.reissue(code, of: event, signingWith: ring)
            },
            {
                let gate = try festival.gate()
                for token in tokens.dropFirst() {
                    let outcome = gate.decide(Scan(token)).outcome
                    if case .undecided(let reason) = outcome { throw Surprise(reason.english) }
                }
            },
        ]
    }

    @Test("After an event with thousands of orders is cancelled during sales and scans, no order or ticket is active")
    func cancelled() throws {
        try fill(3000)
        let services = festival.services.allowingMessages(to: .max)
        try race({ [festival] in _ = try services.events.cancelEvent(festival.event) }, against: neighbours())
        #expect(try festival.counts() == (0, 0))
        #expect(try festival.services.tickets.admittedPeople(of: festival.event) == 0)
        try festival.services.orders.forEachOrder(of: festival.event) {
            #expect($0.status == .cancelled || $0.status == .refunded)
        }
        let organizer = try #require(try festival.services.organizers.organizers().first)
        guard case .intact = try festival.services.audit.verifyAudit(of: organizer) else {
            throw Surprise("the audit trail is broken")
        }
    }

    @Test("If an event and its ticket types are edited and postponed during sales, the counts of tickets stay correct")
    func edited() throws {
        let shift = TimeShift(days: 1)
        let edit: @Sendable () throws -> Void = { [festival] in
            let (services, event) = (festival.services, festival.event)
            for round in 1...5 {
                _ = try services.events.edit(event) { $0.venue = "Hall \(round)" }
                _ = try services.ticketTypes.editTicketType(festival.regular.number, of: event) {
                    $0.quantity = 10_000 + round
                }
                _ = try services.events.shift([event], by: shift)
            }
        }
        try race(edit, against: neighbours())
        let counts = try festival.counts()
        let active = try festival.store.read { try $0.tickets.activeCount(of: festival.event.number) }
        #expect(counts.issued == active && counts.reserved == 0)
    }

    @Test(
        """
        If ticket types are added by invitations and by an organizer at the same time, each type gets a different \
        number
        """)
    func types() throws {
        let wedding = try EngineKind.$current.withValue(.postgreSQL) { try Wedding() }
        let rounds = 1...15
        try wedding.importGuests("name\n" + rounds.map { "Guest \($0)\n" }.joined())
        let invite: @Sendable () throws -> Void = {
            for round in rounds {
                _ = try wedding.services.guests.invite(
                    .named(["Guest \(round)"]),
                    InvitationChange(inviting: [wedding.ceremony.number], type: "Table \(round)"),
                    of: wedding.event, signingWith: wedding.festival.ring)
            }
        }
        let add = {
            for round in rounds {
                _ = try wedding.services.ticketTypes.addTicketType(
                    TicketTypeDetails(name: "Row \(round)"), to: wedding.event)
            }
        }
        try race(add, against: [invite])
        #expect(
            try wedding.services.ticketTypes.ticketTypes(of: wedding.event).map { Int($0.number.rawValue) }
                == Array(0...30))
    }
}
