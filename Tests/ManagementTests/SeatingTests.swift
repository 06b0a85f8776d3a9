import EventFixture
import Management
import Testing
import Ticketing

@Suite("Seating at a sub-event", .everyEngine)
struct SeatingTests {
    private func names(_ seats: [Seat]) -> [String] { seats.map(\.name) }

    @Test("Each attending guest and each confirmed companion has a seat; unconfirmed companions have no seat")
    func attending() throws {
        let wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,meal,reception,ceremony
            Grace,H,3,fish,yes,yes
            Denis,H,2,halal,yes,yes
            Ann,,0,,yes,yes
            Tom,,1,,,yes

            """)
        func answer(_ answer: InvitationReply, _ name: String, _ subEvent: SubEvent) throws {
            _ = try wedding.services.guests.answer(answer, ofGuest: name, to: subEvent, of: wedding.event)
        }
        try answer(.attending(companions: 2), "Grace", wedding.reception)
        try answer(.declined, "Denis", wedding.reception)
        try answer(.attending(companions: 1), "Tom", wedding.ceremony)
        let seating = try wedding.services.guests.seating(at: wedding.reception, of: wedding.event)
        #expect(names(seating.seats) == ["Grace", "Guest of Grace", "Guest of Grace"])
        #expect(seating.seats.map(\.meal) == ["fish", nil, nil] && seating.seats.map(\.household) == ["H", "H", "H"])
        // With `.notDeclined`, guests without a reply also have seats, for themselves and for all their allowed
        // companions. Guests who declined, or are not invited to the reception, have no seat.
        let all = try wedding.services.guests.seating(at: wedding.reception, of: wedding.event, .notDeclined)
        #expect(names(all.seats) == ["Ann", "Grace", "Guest of Grace", "Guest of Grace"])
        let ceremony = try wedding.services.guests.seating(at: wedding.ceremony, of: wedding.event, .notDeclined)
        #expect(ceremony.seats.count == 1 + 4 + 3 + 2)
        try answer(.declined, "Grace", wedding.reception)
        try answer(.attending(companions: 0), "Denis", wedding.reception)
        #expect(try names(wedding.services.guests.seating(at: wedding.reception, of: wedding.event).seats) == ["Denis"])
    }

    @Test("If nobody attends a sub-event, the error says how many replies are missing")
    func nobody() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,reception\nGrace,yes\nDenis,yes\n")
        let seating = { try wedding.services.guests.seating(at: $0, of: wedding.event, $1) }
        #expect(throws: GuestError.nobodyInvited(subEvent: "Brunch")) {
            try seating(wedding.brunch, .notDeclined)
        }
        #expect(throws: GuestError.nobodyAttends(subEvent: "Reception", unanswered: 2)) {
            try seating(wedding.reception, .attending)
        }
        for name in ["Grace", "Denis"] {
            _ = try wedding.services.guests.answer(.declined, ofGuest: name, to: wedding.reception, of: wedding.event)
        }
        for whose in [Seating.GuestFilter.attending, .notDeclined] {
            #expect(throws: GuestError.nobodyAttends(subEvent: "Reception", unanswered: 0)) {
                try seating(wedding.reception, whose)
            }
        }
        #expect(GuestError.nobodyAttends(subEvent: "Reception", unanswered: 2).hint?.english.contains("--all") == true)
        #expect(GuestError.nobodyAttends(subEvent: "Reception", unanswered: 0).hint == nil)
    }

    @Test("Guests are read from the store in pages, and the guests after the first page also have seats")
    func pages() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,reception\n" + (1...2100).map { "G\($0),yes\n" }.joined())
        #expect(
            try wedding.services.guests.seating(at: wedding.reception, of: wedding.event, .notDeclined).seats.count
                == 2100)
    }
}

@Suite("Tables and their names")
struct SeatedTableTests {
    private func seating(_ tables: [String?]) throws -> Seating {
        let event = try #require(EventNumber(rawValue: 7))
        return Seating(
            tables.enumerated().map { index, table in
                Seat(
                    guest: Guest(
                        event: event, number: index + 1, household: nil,
                        details: GuestDetails(name: "G\(index + 1)", table: table)))
            })
    }

    @Test("Tables are sorted by name (2 before 10), and different spellings of a name count as one table")
    func order() throws {
        let tables = try seating([
            "10", "Rose", "2", "table 10", "B 12", "Table", "rosé", "B 2", "TABLE  2", "1", "Ünder", "02",
        ]).tables
        #expect(tables.map(\.name) == ["1", "02", "2", "10", "B 2", "B 12", "Rose", "Table", "Ünder"])
        #expect(
            tables.map { $0.seats.map(\.guest.number) } == [[10], [12], [3, 9], [1, 4], [8], [5], [2, 7], [6], [11]])
    }

    @Test("Guests are sorted by name; numbers in names are sorted by value (2 before 10)")
    func guestOrder() throws {
        let event = try #require(EventNumber(rawValue: 7))
        let names = ["Guest 10", "guest 2", "Ann", "Guest", "Guest 1", "Ánn 3"]
        let seats = names.enumerated().map { index, name in
            Seat(
                guest: Guest(event: event, number: index + 1, household: nil, details: GuestDetails(name: name)))
        }
        let sorted = Seating(seats).seats.map(\.guest.name)
        #expect(sorted == ["Ann", "Ánn 3", "Guest", "Guest 1", "guest 2", "Guest 10"])
    }

    @Test(
        "A table name without a visible character counts as no table",
        arguments: [nil, "", " ", "\t\u{A0}", "\u{200B}", "\u{2067}\u{2069}"])
    func blank(_ table: String?) throws {
        let seating = try seating([table, "4"])
        #expect(seating.withoutTable.map(\.guest.number) == [1] && seating.tables.map(\.name) == ["4"])
        #expect(seating.seats(by: .table).map(\.guest.number) == [2, 1])
        #expect(seating.seats(by: .name).map(\.guest.number) == [1, 2])
    }
}
