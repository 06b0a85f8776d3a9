import EventFixture
import Gate
import Management
import Store
import Testing
import Ticketing

/// In each test, a long transaction runs on a database server. Meanwhile, the test sells and scans tickets on another
/// connection. If a sale or scan had to wait for the transaction, it would fail with the server’s lock timeout.
@Suite("Sales and scans during bulk writes")
struct BulkConcurrencyTests {
    private func sellAndScan(_ wedding: Wedding) throws {
        try sellAndScan(wedding.festival, at: try wedding.gate(at: wedding.reception))
    }

    private func sellAndScan(_ festival: Festival, at gate: Gate) throws {
        let order = try festival.order(1, .cash)
        #expect(try festival.services.orders.tickets(of: order, of: festival.event).count == 1)
        guard case .refuse = gate.decide(Scan("no ticket at all")).outcome else {
            throw Surprise("no refusal")
        }
        try gate.flush()
    }

    @Test("While guests are imported, tickets can be sold, and an invalid token is refused")
    func duringImport() throws {
        let wedding = try EngineKind.$current.withValue(.postgreSQL) { try Wedding(capacity: 100_000) }
        let festival = wedding.festival
        let list = "name,household,ceremony\n" + (1...3500).map { "Guest \($0),H\($0 / 3),yes\n" }.joined()
        try wedding.importGuests("name,ceremony\nGuest 1,\nGuest 2,yes\nOld,\n")
        try festival.folder.write(Array(list.utf8), to: "long.csv")
        var times = 0
        let summary = try festival.services.guests.importGuests(path: festival.folder("long.csv"), into: festival.event)
        { _ in
            times += 1
            #expect(throws: Never.self) { try sellAndScan(wedding) }
        }
        #expect(summary.added == 3498 && summary.updated == 2 && times == 3)
        #expect(try festival.services.tickets.admittedPeople(of: festival.event) == 3)
    }

    @Test("While tickets are issued, other tickets can be sold, an invalid token is refused, and nothing is oversold")
    func duringIssue() throws {
        let festival = try Festival(
            engine: .postgreSQL, capacity: 3003, type: TicketTypeDetails(name: "Regular", quantity: 3003))
        var times = 0
        let sell: (Int) -> Void = { _ in
            times += 1
            guard times <= 3 else { return }
            #expect(throws: Never.self) { try sellAndScan(festival, at: try festival.gate()) }
        }
        _ = try festival.services.tickets.issue(
            .unnamed(3000), type: festival.regular, of: festival.event, signingWith: festival.ring, progress: sell)
        #expect(try festival.counts().issued == 3003)
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 2000, left: 0)) {
            try festival.issue(2000)
        }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 3003)
    }

    @Test(
        "If a ticket is sold while all remaining tickets are being issued, the issuing fails, and no ticket is issued")
    func soldMeanwhile() throws {
        let festival = try Festival(engine: .postgreSQL, type: TicketTypeDetails(name: "Regular", quantity: 2000))
        var hasSold = false
        #expect(throws: ManagementError.quantityExceeded(type: "Regular", asked: 2000, left: 1999)) {
            try festival.services.tickets.issue(
                .unnamed(2000), type: festival.regular, of: festival.event, signingWith: festival.ring
            ) { written in
                guard written == 1000, !hasSold else { return }
                hasSold = true
                #expect(throws: Never.self) { try festival.order(1, .cash) }
            }
        }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 1)
        #expect(try festival.counts() == (1, 0))
    }

    @Test("While codes for many guests are issued, tickets can be sold, and an invalid token is refused")
    func duringInvitations() throws {
        let wedding = try EngineKind.$current.withValue(.postgreSQL) { try Wedding() }
        let festival = wedding.festival
        try wedding.importGuests("name\n" + (1...2500).map { "Guest \($0)\n" }.joined())
        var counts: [Int] = []
        _ = try festival.services.guests.invite(
            .all, InvitationChange(inviting: [wedding.ceremony.number]), of: festival.event,
            signingWith: festival.ring
        ) { count in
            counts.append(count)
            #expect(throws: Never.self) { try sellAndScan(wedding) }
        }
        // The first three calls of the progress callback are made while guests are invited. The last two are made while
        // codes are written.
        #expect(counts == [1000, 2000, 2500, 1000, 2000])
        #expect(try wedding.guests().allSatisfy { $0.guest.serial != nil })
    }

    @Test("While another event is created with many guests, tickets can be sold, and an invalid token is refused")
    func duringCreation() throws {
        let festival = try Festival(engine: .postgreSQL)
        try festival.folder.write(Array(("name\n" + (1...2500).map { "Guest \($0)\n" }.joined()).utf8), to: "long.csv")
        let gate = try festival.gate()
        var times = 0
        let new = EventCreation(
            details: EventDetails(title: "Wedding", timeZone: "Africa/Kampala"), suite: .hmac,
            types: [TicketTypeDetails(name: "VIP")], subEvents: [SubEventDetails(kind: .ceremony)],
            guestList: try GuestListFile(festival.folder("long.csv")))
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let created = try festival.services.events.createEvent(new, of: organizer) { _ in
            times += 1
            #expect(throws: Never.self) { try sellAndScan(festival, at: gate) }
        }
        #expect(created.guests?.added == 2500 && times == 2)
        guard case .intact = try festival.services.audit.verifyAudit(of: organizer) else {
            throw Surprise("the audit trail is broken")
        }
    }
}
