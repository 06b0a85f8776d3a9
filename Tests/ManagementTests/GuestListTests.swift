import EventFixture
import Foundation
import FileAccess
@testable import Management
import Spreadsheet
import Testing
import Ticketing

@Suite("Guest lists", .everyEngine)
struct GuestListTests {
    private func issue(_ text: String, festival: Festival? = nil, type: Bool = true) throws -> [Ticket] {
        let festival = try festival ?? Festival()
        let path = "\(festival.folder.path)/guests.csv"
        try Data(text.utf8).write(to: URL(filePath: path))
        _ = try festival.services.tickets.issue(
            .guestList(TicketHolderList(path: path)), type: type ? festival.regular : nil, of: festival.event,
            signingWith: festival.ring)
        var tickets: [Ticket] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { tickets.append($0) }
        return tickets.sorted { ($0.holder ?? "") < ($1.holder ?? "") }
    }

    @Test(
        "A guest list can have any separator, line ending, quoting and order of columns, and a byte order mark",
        arguments: [
            "holder,Shoe size,admits\nAnn,41,2\n\"Bo, \"\"the\"\" Great\",\"42\nor 43\",1\nCy,44,3\n",
            "\u{FEFF}holder;Shoe size;admits\r\nAnn;41;2\r\n\"Bo, \"\"the\"\" Great\";\"42\nor 43\";1\r\nCy;44;3\r\n",
            "People\tFull Name\tShoe size\n2\tAnn\t41\n\n3\tCy\t44\n1\t\"Bo, \"\"the\"\" Great\"\t\"42\nor 43\"",
        ])
    func forms(text: String) throws {
        let tickets = try issue(text)
        #expect(tickets.map(\.holder) == ["Ann", "Bo, \"the\" Great", "Cy"])
        #expect(tickets.map(\.admits.rawValue) == [2, 1, 3])
    }

    @Test("All faulty rows are reported with line and column, and no ticket is issued")
    func faults() throws {
        let festival = try Festival()
        let text = "holder,type,admits\nAnn,Regular,1\n,Regular,1\n\"B\no\",Balcony,99\nCy,Regular,17\nDi,,0\n"
        let faults = [
            GuestListFault(line: 3, column: "holder", fault: .missing),
            GuestListFault(line: 4, column: "type", fault: .unknownType("Balcony", known: ["Regular"])),
            GuestListFault(line: 4, column: "admits", fault: .notANumberOfPeople("99")),
            GuestListFault(line: 4, column: "holder", fault: .text(.scalar("\n", position: 2))),
            GuestListFault(line: 6, column: "admits", fault: .notANumberOfPeople("17")),
            GuestListFault(line: 7, column: "admits", fault: .notANumberOfPeople("0")),
        ]
        #expect(throws: ManagementError.guestList(faults, total: 4)) { try issue(text, festival: festival) }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
    }

    @Test("A list or a row without a ticket type is refused if no default type was given")
    func noType() throws {
        let column = GuestListFault(line: 1, column: "type", fault: .noTypeColumn(ignored: ["Art"]))
        #expect(throws: ManagementError.guestList([column], total: 0)) { try issue("holder,Art\nAnn,x\n", type: false) }
        let row = GuestListFault(line: 2, column: "type", fault: .missing)
        #expect(throws: ManagementError.guestList([row], total: 1)) {
            try issue("holder,type\nAnn,\nBo,Regular\n", type: false)
        }
    }

    @Test("An unclosed quotation mark is reported in the row in which it opens, and no ticket is issued")
    func unclosed() throws {
        let festival = try Festival()
        #expect(throws: GuestListFault(line: 3, column: "note", fault: .sheet(.unclosedQuote))) {
            try issue("holder,note\nAnn,x\nBo,\"never\nCy,y\nDi,z\n", festival: festival)
        }
        let both = [
            GuestListFault(line: 2, column: "holder", fault: .missing),
            GuestListFault(line: 3, column: "note", fault: .sheet(.unclosedQuote)),
        ]
        #expect(throws: ManagementError.guestList(both, total: 2)) {
            try issue("holder,note\n,x\nBo,\"never\nCy,y\n", festival: festival)
        }
        #expect(try festival.services.tickets.ticketCount(of: festival.event) == 0)
    }

    @Test(
        "An unquoted comma, a long name and a NUL character are faults; trailing empty fields are not"
    )
    func fields() throws {
        let long = String(repeating: "n", count: 201)
        let faults = [
            GuestListFault(line: 2, column: "C", fault: .tooManyFields(3, header: 2)),
            GuestListFault(line: 3, column: "holder", fault: .text(.tooLong(length: 201, limit: 200))),
            GuestListFault(line: 4, column: "note", fault: .text(.scalar("\0", position: 2))),
        ]
        #expect(throws: ManagementError.guestList(faults, total: 3)) {
            try issue("holder,note\nNakato, Grace,VIP\n\(long),x\nJoy,n\u{0}l\nAnn,y,,\n")
        }
        #expect(try issue("holder,note\nAnn,y,,\n").map(\.holder) == ["Ann"])
    }

    @Test("A workbook is also accepted as a guest list, and its faulty cells are reported by column name")
    func workbook() throws {
        let festival = try Festival()
        let path = "\(festival.folder.path)/guests.xlsx"
        let sheet = Worksheet(
            name: "Guests", columns: [WorksheetColumn("Name", .text), WorksheetColumn("Admits", .integer)])
        try XLSXWriter.write(sheet, to: path, existing: .replace) { append in
            try append([.text("Žofie 日本"), .integer(2)])
            try append([.text("=1+1"), .integer(1)])
        }
        _ = try festival.services.tickets.issue(
            .guestList(TicketHolderList(path: path)), type: festival.regular, of: festival.event,
            signingWith: festival.ring)
        var holders: [String?] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { holders.append($0.holder) }
        #expect(Set(holders) == ["Žofie 日本", "=1+1"])
        let fault = GuestListFault(
            WorksheetError(line: 7, column: 2, .errorValue("#N/A")), header: ["Name", "Admits"])
        #expect(fault == GuestListFault(line: 7, column: "Admits", fault: .sheet(.errorValue("#N/A"))))
    }

    @Test("A list can be read again from its first row, and is refused if its file has changed in the meantime")
    func again() throws {
        let folder = try TemporaryFolder()
        try folder.write("name\nAnn\nBo\n", to: "guests.csv")
        let list = try TicketHolderList(path: folder("guests.csv"))
        for _ in 0..<3 {
            var holders: [String] = []
            try list.forEachRow {
                holders.append($0.holder)
            } onFaults: {
                Testing.Issue.record("\($0)")
            }
            #expect(holders == ["Ann", "Bo"])
        }
        try folder.write("", to: "guests.csv")
        #expect(throws: SystemError.self) {
            try list.forEachRow { _ in
            } onFaults: { _ in
            }
        }
    }

    @Test("Guests with the same name get a ticket each, and 20,000 tickets have different serials")
    func many() throws {
        let rows = (0..<20_000).map { "Guest \($0 % 100)" }
        let tickets = try issue("name\n" + rows.joined(separator: "\n"))
        #expect(tickets.count == 20_000)
        #expect(Set(tickets.map(\.serial)).count == 20_000)
    }
}
