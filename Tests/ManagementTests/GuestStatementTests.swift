import EventFixture
import Store
import Testing
import Ticketing

@testable import Management

@Suite("The SQL statements that read and lock guests", .everyEngine)
struct GuestStatementTests {
    private let wedding: Wedding

    init() throws { wedding = try Wedding() }

    @Test("The function that locks a guest and the guest’s ticket locks the ticket first, as cancellations do")
    func locks() throws {
        try wedding.importGuests("name,ceremony\nA,yes\n")
        try wedding.invite()
        let locks: [String] = try wedding.festival.store.write { connection in
            let log = StatementLog(connection)
            let work = UnitOfWork(
                .editGuest, by: wedding.services.user.id, in: wedding.event.organizer,
                at: wedding.festival.clock.now(), mark: IdempotencyMark(nil), log)
            _ = try work.lockedWithTicket(guest: 1, of: wedding.event.number)
            return log.statements.filter { $0.contains("FOR NO KEY UPDATE") }
        }
        #expect(locks.count == 2, "\(locks)")
        let first = locks.first ?? ""
        let last = locks.last ?? ""
        #expect(first.contains("FROM ticket ") && last.contains("FROM guest "), "\(locks)")
    }

    @Test("Guests with numbers far apart are read with one statement for each table")
    func reading() throws {
        let rows = (1...60).map { "G\($0),H\($0),yes\n" }
        try wedding.importGuests("name,household,ceremony\n" + rows.joined())
        let event = wedding.event.number
        let (invited, count): ([InvitedGuest], Int) = try wedding.festival.store.read { connection in
            let log = StatementLog(connection)
            let guests = try connection.guests.all([60, 1, 30], of: event)
            let invited = try GuestService.withInvitations(guests, of: event, log)
            return (invited, log.statements.count)
        }
        #expect(invited.map(\.household) == ["H60", "H1", "H30"])
        #expect(invited.map { $0.invitations.map(\.subEvent) } == [[1], [1], [1]])
        #expect(count == 3)
    }

    @Test("A search reads many candidates with one statement, and examines no more candidates than allowed")
    func search() throws {
        let rows = (10...59).map { "Xana \($0),Yana \($0)\n" }
        try wedding.importGuests("name,household\n" + rows.joined() + "Zoe Ana,\n")
        let event = wedding.event.number
        func found(examining most: Int) throws -> (names: [String], statements: Int) {
            try wedding.festival.store.read { connection in
                let log = StatementLog(connection)
                let found = try log.guests.page(of: event, naming: "ana", after: nil, limit: 1, examining: most)
                return (names: found.map(\.name), statements: log.statements.count)
            }
        }
        // One statement reads the candidates, and one reads the names of their households.
        let all = try found(examining: .max)
        #expect(all.names == ["Zoe Ana"] && all.statements == 2, "\(all)")
        let few = try found(examining: 50)
        #expect(few.names.isEmpty && few.statements == 2, "\(few)")
        let statements: Int = try wedding.festival.store.read { connection in
            let log = StatementLog(connection)
            let found = try log.guests.households(of: event, naming: "ana", after: nil, limit: 1)
            #expect(found.isEmpty)
            return log.statements.count
        }
        #expect(statements == 2)
    }
}
