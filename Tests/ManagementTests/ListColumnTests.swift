import EventFixture
import Management
import Spreadsheet
import Store
import Testing
import Ticketing

@Suite("Columns of a guest list", .everyEngine)
struct ListColumnTests {
    private static let bounds = LoadedWorksheet.Limits(rows: 100, columns: 20, memory: 1 << 20, unpacked: 1 << 20)

    private func list(_ text: String, at festival: Festival) throws -> GuestListFile {
        try festival.folder.write(text, to: "list.csv")
        let kept = try LoadedWorksheet(path: festival.folder("list.csv"), within: ListColumnTests.bounds)
        return GuestListFile(kept, named: "list")
    }

    private func records(of festival: Festival) throws -> Int {
        try festival.store.read { try $0.audit.page(of: festival.event.organizer, after: 0, limit: 1000).count }
    }

    @Test("Headings are matched to guest fields, even if a sub-event has the name of a field")
    func guessing() throws {
        let wedding = try Wedding()
        let called = try wedding.services.subEvents.addSubEvent(
            SubEventDetails(kind: .other, name: "Email", note: "a letter"), to: wedding.event)
        let named = try list("Vorname,Name,Reception,Shoes\nAnn,B,x,41\nBo,C\nCy,D,?\n", at: wedding.festival)
        let columns = try wedding.services.guests.columns(ofGuestList: named, for: wedding.event)
        #expect(columns.headings == ["Vorname", "Name", "Reception", "Shoes"])
        #expect(columns.guessed == ["first", "last", "sub-event \(wedding.reception.number)", nil])
        let numbered = try list("Name,Sub-event \(wedding.reception.number)\nAnn,x\n", at: wedding.festival)
        #expect(
            try wedding.services.guests.columns(ofGuestList: numbered, for: wedding.event).guessed
                == ["name", "sub-event \(wedding.reception.number)"])
        #expect(Set(columns.known.map(\.key)).count == columns.known.count)
        for field in GuestDetails.fields {
            let column = columns.known.first { $0.key == field.name }
            #expect(column?.label == field.label, "\(field.name)")
        }
        #expect(columns.known.contains { $0.key == "sub-event \(called.number)" && $0.label.english == "Email" })
        #expect(columns.previewRows.map(\.line) == [2, 3, 4])
        #expect(try wedding.guests().isEmpty)
    }

    @Test("A mapping of columns to fields overrides the headings; a mapping that doesn’t fit the list is refused")
    func mapping() throws {
        let wedding = try Wedding()
        let list = try list("Name,Email\nAnn,Bo\n", at: wedding.festival)
        func importList(_ meanings: [String?]) throws -> GuestImportSummary {
            try wedding.services.guests.importGuests(list, GuestImportOptions(meanings: meanings), into: wedding.event)
        }
        #expect(throws: GuestError.duplicateColumnMeaning("name", first: 1, second: 2)) {
            try importList(["name", "name"])
        }
        #expect(throws: GuestError.self) { try importList(["shoe size", nil]) }
        #expect(throws: GuestListFault.self) { try importList([nil, "email"]) }
        let summary = try importList(["note", "name", "household", "meal"])
        #expect(summary.added == 1 && summary.columns.used.map(\.meaning) == ["name", "note"])
        var expected = GuestDetails(name: "Bo")
        expected.note = "Ann"
        #expect(try wedding.guests().map(\.guest.details) == [expected])
    }

    @Test("A dry run of issuing tickets reports the result, and writes no ticket and no audit record")
    func trying() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", quantity: 2))
        let list = try list("who,size\nAnn,1\nBo,3\n", at: festival)
        let before = try records(of: festival)
        func issue(_ effect: WriteMode) throws -> IssueSummary {
            try festival.services.tickets.issue(
                .guestList(TicketHolderList(list, meanings: ["holder", "admits"])), type: festival.regular,
                of: festival.event, signingWith: festival.ring, options: TicketIssueOptions(effect: effect))
        }
        for _ in 0..<2 {
            let summary = try issue(.dryRun)
            #expect(summary.tickets == 2 && summary.people == 4)
        }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
        #expect(try records(of: festival) == before)
        #expect(try issue(.commit).tickets == 2)
        #expect(throws: (any Error).self) { try issue(.dryRun) }
        #expect(throws: GuestError.duplicateColumnMeaning("note", first: 1, second: 2)) {
            try TicketHolderList(list, meanings: ["note", "note"])
        }
        #expect(try TicketHolderList.columns(of: list).guessed == [nil, nil])
    }
}
