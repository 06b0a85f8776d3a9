import EventFixture
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Names of the subjects of audit records", .everyEngine)
struct SubjectNameTests {
    @Test("The names of many guests are read with one query; a guest who does not exist has no name")
    func guests() throws {
        let wedding = try Wedding()
        let rows = (1...40).map { "Guest \($0),yes\n" }.joined()
        try wedding.importGuests("name,ceremony\n\(rows)")
        let user = try wedding.festival.stranger().id
        let records = (1...41).map { number in
            var record = AuditRecord(
                organizer: wedding.event.organizer, sequence: Int64(number), at: Festival.start, user: user,
                action: "editGuest", subject: AuditSubject(.guest, number), before: [:], after: [:])
            record.event = wedding.event.number
            return record
        }
        var queries = 0
        let named = try wedding.festival.store.read { connection in
            let log = StatementLog(connection)
            let named = try SubjectNames(log, Set(Role.Right.allCases)).named(records)
            queries = log.statements.count
            return named
        }
        #expect(queries == 1)
        #expect(named.map(\.sequence) == records.map(\.sequence))
        let expected = (1...40).map { Optional("Guest \($0)") }
        #expect(named.prefix(40).map(\.subjectName) == expected)
        let missing = try #require(named.last)
        #expect(missing.subjectName == nil)
    }
}
