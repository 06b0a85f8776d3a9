import Cryptography
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Store

/// A gate pack has no phone numbers. If the organizer allows it, the pack has keyed hashes of their last digits.
@Suite("Gate packs that find tickets by the last digits of a phone number", .everyEngine)
struct PackPhoneSearchTests {
    /// A wedding with a household that has two phone numbers, a guest with a number of four digits, a guest without a
    /// number, and a buyer.
    private static func wedding() throws -> Wedding {
        let wedding = try Wedding()
        try wedding.importGuests(
            "name,household,phone,ceremony\nGrace,Nakato,+256772918273,yes\nJohn,Nakato,0701 999-888,yes\n"
                + "Amy,Akello,5555,yes\nZoe,Lane,,yes\n")
        try wedding.invite()
        try wedding.festival.sell(to: "Kay", phone: "+256 701 918-273")
        return wedding
    }

    @Test(
        "In a pack that allows phone searches, the last four to six digits find the same tickets as in the main store")
    func sameTickets() throws {
        let wedding = try PackPhoneSearchTests.wedding()
        let festival = wedding.festival
        let named = try OpenGatePack(
            at: festival.pack("Named", "named.gate") { ($0.showsNames, $0.allowsPhoneSearch) = (true, true) })
        let unnamed = try OpenGatePack(at: festival.pack { $0.allowsPhoneSearch = true })
        let searches = [
            "8273": 2, "18273": 2, "918273": 2, "9888": 1, "99888": 1, "999888": 1, "5555": 1, "05555": 0,
            "0000": 0, "8274": 0, "3728": 0, "018273": 0, "728273": 0, "372819": 0,
        ]
        for (digits, count) in searches {
            let query = TicketQuery.phoneEnding(digits)
            let expected = try festival.services.tickets.tickets(of: festival.event, matching: query, limit: 9)
            #expect(expected.count == count, "\(digits)")
            for pack in [named, unnamed] {
                let found = try pack.tickets(matching: query, limit: 9)
                #expect(found.count == count && Set(found.map(\.serial)) == Set(expected.map(\.serial)), "\(digits)")
            }
        }
        // The pack has hashes of the last six digits only, so it also finds other numbers that end with these digits.
        for text in ["+256772918273", "0772 918 273"] {
            #expect(try named.tickets(typed: text, limit: 9).compactMap(\.holder).sorted() == ["Kay", "Nakato"])
            #expect(try festival.services.tickets.tickets(of: festival.event, typed: text, limit: 9).count == 1)
        }
        #expect(try named.tickets(typed: "+256772918274", limit: 9).isEmpty)
        #expect(try named.tickets(typed: " 918 273 ", limit: 9).compactMap(\.holder).sorted() == ["Kay", "Nakato"])
        #expect(try unnamed.tickets(typed: "918273", limit: 9).map(\.holder) == [nil, nil])
        #expect(try named.tickets(typed: "nakato", limit: 9).count == 1)
        #expect(try unnamed.tickets(typed: "nakato", limit: 9).isEmpty)
        for digits in ["", "273", "0918273"] {
            #expect(try named.tickets(matching: .phoneEnding(digits), limit: 9).isEmpty, "“\(digits)”")
        }
    }

    @Test("The pages of a search in a pack show each ticket only once, even a ticket with two matching numbers")
    func pages() throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        try wedding.importGuests(
            "name,household,phone,ceremony\nGrace,Nakato,+256772118273,yes\nJohn,Nakato,+256772228273,yes\n")
        try wedding.invite()
        for number in 1...6 { try festival.sell(to: "Kay \(number)", phone: "+25670133\(number)8273") }
        let pack = try OpenGatePack(at: festival.pack { $0.allowsPhoneSearch = true })
        var paged: [Ticket] = []
        while case let page = try pack.store.read({ connection in
            try connection.ticketSearch.page(
                of: festival.event.number, matching: .phoneEnding("8273"), after: paged.last, limit: 2)
        }), !page.isEmpty {
            paged += page
        }
        #expect(paged.count == 7 && Set(paged.map(\.serial)).count == 7)
        #expect(try pack.tickets(matching: .phoneEnding("8273"), limit: 9).map(\.serial) == paged.map(\.serial))
    }

    @Test(
        "A pack that allows phone searches has hashes of numbers, but no digits; other packs have no trace of numbers")
    func contents() throws {
        let wedding = try PackPhoneSearchTests.wedding()
        var keys: [[String]] = []
        for (index, isAllowed) in [false, true, true].enumerated() {
            let path = try wedding.festival.pack("Laptop", "\(index).gate") {
                ($0.showsNames, $0.allowsPhoneSearch) = (true, isAllowed)
            }
            let file = try Data(contentsOf: URL(filePath: path))
            // A hash can contain the same six digits by chance. So the test searches for these digits only in the pack
            // without hashes.
            for digits in ["2918273", "#918273", "#372819", "#888999"] + (isAllowed ? [] : ["918273", "372819"]) {
                #expect(file.range(of: Data(digits.utf8)) == nil, "\(digits)")
            }
            let (found, key) = try GatePackFile.open(path).read { connection in
                let found = try connection.all(
                    "SELECT name FROM ticket_name WHERE packed = 0 OR name LIKE '#%' ORDER BY name", []
                ) { $0.text(0) }
                return (found, try connection.gatePackRecord.phoneSearchKey())
            }
            #expect(key?.count == (isAllowed ? PhoneEndingHashes.keyLength : nil))
            // There is one row for each phone number of each ticket. The row of a number with at least six digits has
            // three hashes: of its last four, five and six digits.
            #expect(found.map(\.utf8.count).sorted() == (isAllowed ? [17, 49, 49, 49] : []))
            #expect(found.allSatisfy { $0.hasPrefix("#") && Hexadecimal.bytes($0.dropFirst()) != nil })
            if isAllowed { keys.append(found) }
        }
        // In one pack, the rows of two people with the same last digits have the same hashes. Another pack has other
        // hashes, because each pack has a different key for them.
        #expect(keys.map { Set($0).count } == [3, 3])
        #expect(Set(keys[0]).isDisjoint(with: keys[1]))
    }
}

extension Festival {
    /// Sells a ticket that is paid at once.
    @discardableResult
    func sell(to name: String, phone: String) throws -> Order {
        try services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: regular.number, count: 1)], name: name, phone: phone, payment: Payment(.cash)),
            of: event, signingWith: ring)
    }
}
