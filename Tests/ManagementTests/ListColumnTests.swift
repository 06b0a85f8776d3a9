import EventFixture
import Management
import Spreadsheet
import Store
import Testing
import Ticketing

@Suite("What the columns of a list are", .everyEngine)
struct ListColumnTests {
    private static let bounds = KeptSheet.Bounds(rows: 100, columns: 20, memory: 1 << 20, unpacked: 1 << 20)

    private func list(_ text: String, at festival: Festival) throws -> ListFile {
        try festival.folder.write(text, to: "list.csv")
        let kept = try KeptSheet(path: festival.folder("list.csv"), within: ListColumnTests.bounds)
        return ListFile(kept, named: "list")
    }

    private func records(of festival: Festival) throws -> Int {
        try festival.store.read { try $0.audit.page(of: festival.event.organizer, after: 0, limit: 1000).count }
    }

    @Test("Headings say what columns are, by keys that no function's name can take")
    func guessing() throws {
        let wedding = try Wedding()
        let called = try wedding.office.addFunction(
            FunctionDetails(kind: .other, name: "Email", note: "a letter"), to: wedding.event)
        let list = try list("Vorname,Name,Reception,Shoes\nAnn,B,x,41\nBo,C\nCy,D,?\n", at: wedding.festival)
        let columns = try wedding.office.columns(ofGuestList: list, for: wedding.event)
        #expect(columns.headings == ["Vorname", "Name", "Reception", "Shoes"])
        #expect(columns.guessed == ["first", "last", "function \(wedding.reception.number)", nil])
        #expect(Set(columns.known.map(\.key)).count == columns.known.count)
        #expect(columns.known.contains { $0.key == "function \(called.number)" && $0.label == "Email" })
        #expect(columns.firstRows.map(\.line) == [2, 3, 4])
        #expect(try wedding.guests().isEmpty)
    }

    @Test("Where all columns are said, headings say nothing; what does not fit is refused")
    func saying() throws {
        let wedding = try Wedding()
        let list = try list("Name,Email\nAnn,Bo\n", at: wedding.festival)
        func take(_ meanings: [String?]) throws -> GuestImportSummary {
            try wedding.office.importGuests(list, GuestImportOptions(meanings: meanings), into: wedding.event)
        }
        #expect(throws: CelebrationError.meaningTwice("name", columns: [1, 2])) { try take(["name", "name"]) }
        #expect(throws: CelebrationError.self) { try take(["shoe size", nil]) }
        #expect(throws: GuestListFault.self) { try take([nil, "email"]) }
        let summary = try take(["note", "name", "household", "meal"])
        #expect(summary.added == 1 && summary.columns.used.map(\.meaning) == ["name", "note"])
        #expect(try wedding.guests().map(\.guest.details) == [GuestDetails(name: "Bo", note: "Ann")])
    }

    @Test("An issue that is only tried takes no place, no audit record and no ticket, and says what it would be")
    func trying() throws {
        let festival = try Festival(type: TicketTypeDraft(name: "Regular", quantity: 2))
        let list = try list("who,size\nAnn,1\nBo,3\n", at: festival)
        let before = try records(of: festival)
        func issue(_ effect: Effect) throws -> IssueSummary {
            try festival.office.issue(
                .guestList(GuestList(list, meanings: ["holder", "admits"])), type: festival.regular, of: festival.event,
                signingWith: festival.ring, effect: effect)
        }
        for _ in 0..<2 {
            let summary = try issue(.tryOnly)
            #expect(summary.tickets == 2 && summary.people == 4)
        }
        #expect(try festival.office.ticketCount(of: festival.event) == 0)
        #expect(try records(of: festival) == before)
        #expect(try issue(.write).tickets == 2)
        #expect(throws: (any Error).self) { try issue(.tryOnly) }
        #expect(throws: CelebrationError.meaningTwice("note", columns: [1, 2])) {
            try GuestList(list, meanings: ["note", "note"])
        }
        #expect(try GuestList.columns(of: list).guessed == [nil, nil])
    }
}
