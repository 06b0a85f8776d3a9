import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("The plan of an event’s tables", .everyEngine)
struct SeatingPlanTests {
    private let wedding: Wedding

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,companions,table,ceremony,reception
            Grace,N,2,Rose,yes,yes
            Moses,N,0,rosé,yes,
            Ann,,1,Table 10,yes,
            Tom,,1,,yes,yes
            Zoe,,3,2,,

            """)
    }

    private var guests: GuestService { wedding.services.guests }

    private func answer(_ answer: Ticketing.InvitationReply, _ guest: Int, _ subEvent: SubEvent) throws {
        _ = try guests.answer(answer, ofGuest: "\(guest)", to: subEvent, of: wedding.event)
    }

    private func tables() throws -> [String?] { try wedding.guests().map(\.guest.details.table) }

    private func moves() throws -> [AuditRecord] {
        try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 1000)
        }.filter { $0.action == "seatGuests" }
    }

    @Test("A plan has all tables and the guests of the chosen sub-event, and as many people as the headcount")
    func plan() throws {
        try answer(.attending(companions: 2), 1, wedding.ceremony)
        try answer(.attending(companions: 1), 1, wedding.reception)
        try answer(.declined, 2, wedding.ceremony)
        try answer(.maybe, 3, wedding.ceremony)
        try answer(.declined, 4, wedding.ceremony)
        let all = try guests.seatingPlan(of: wedding.event)
        #expect(all.tables.map(\.name) == ["2", "10", "Rose"] && all.tables.map(\.numbers) == [[5], [3], [1, 2]])
        #expect(all.tables.map(\.guests.coming) == [0, 0, 3] && all.tables.map(\.guests.possible) == [4, 2, 0])
        #expect(all.tables[2].guests.map(\.reply) == [.attending, .declined])
        // Tom has declined one of two invitations, so he may still come.
        #expect(all.withoutTable.map(\.guest.name) == ["Tom"] && all.withoutTable.map(\.reply) == [.none])

        for subEvent in [wedding.ceremony, wedding.reception] {
            let plan = try guests.seatingPlan(of: wedding.event, for: subEvent)
            let people = plan.tables.map(\.guests.coming).reduce(0, +) + plan.withoutTable.coming
            let numbers = try wedding.services.headcounts.numbers(of: wedding.event).subEvents
            #expect(people == numbers.first { $0.number == subEvent.number }?.people && people > 0)
        }
        let ceremony = try guests.seatingPlan(of: wedding.event, for: wedding.ceremony, .notDeclined)
        #expect(ceremony.tables.map { $0.guests.map(\.guest.number) } == [[], [3], [1]])
        #expect(ceremony.withoutTable.isEmpty)
        let coming = try guests.seatingPlan(of: wedding.event, for: wedding.reception, .coming)
        #expect(coming.tables.map { $0.guests.map(\.coming) } == [[], [], [2]])
    }

    @Test("Guests are moved together, with one audit record for each guest whose table has changed")
    func move() throws {
        let moved = try guests.setTables(
            [1: "  Lake \t side ", 2: "rosé", 3: "\u{200B}"], expecting: [1: "Rose", 2: "rosé", 3: "Table 10"],
            of: wedding.event)
        #expect(moved.map(\.details.table) == ["Lake side", "rosé", nil])
        #expect(try tables() == ["Lake side", "rosé", nil, nil, "2"])
        let records = try moves()
        #expect(records.map(\.subject) == [AuditSubject(.guest, 1), AuditSubject(.guest, 3)])
        #expect(records.map(\.before) == [["table": "Rose"], ["table": "Table 10"]])
        #expect(records.map(\.after) == [["table": "Lake side"], [:]])
        // The same move again changes nothing.
        try guests.setTables([1: "Lake side"], expecting: [1: "Rose"], of: wedding.event)
        #expect(try moves().count == 2)
        // Nothing else about the guests has changed, and the move can be undone.
        try guests.setTables(
            [1: "Rose", 3: "Table 10"], expecting: [1: "Lake side", 3: nil], of: wedding.event)
        #expect(try tables() == ["Rose", "rosé", "Table 10", nil, "2"])
        #expect(try wedding.guests()[0].invitations.count == 2)
    }

    @Test("If somebody else has moved a guest in the meantime, nobody is moved, and the error names the guest’s table")
    func conflict() throws {
        try guests.setTables([1: "Oak", 3: nil], expecting: [1: "Rose", 3: "Table 10"], of: wedding.event)
        let error = #expect(throws: SeatingError.self) {
            try guests.setTables(
                [1: "2", 3: "2", 5: "Rose"], expecting: [1: "Rose", 3: "Table 10", 5: "2"], of: wedding.event)
        }
        guard case .movedMeanwhile(let moved) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(moved.map(\.number) == [1, 3] && moved.map(\.details.table) == ["Oak", nil])
        #expect(
            error?.sentence.english
                == "Somebody else has moved these guests in the meantime: "
                + "Grace (now at table Oak), Ann (now without a table).")
        #expect(try tables() == ["Oak", "rosé", nil, nil, "2"])
        #expect(try moves().count == 2)
    }

    @Test("Moves of unknown guests, of too many guests, to an invalid table, or by other users are refused")
    func refusals() throws {
        let event = wedding.event
        #expect(throws: GuestError.unknownGuest("9")) {
            try guests.setTables([1: "Oak", 9: "Oak"], expecting: [1: "Rose"], of: event)
        }
        let many = Dictionary(uniqueKeysWithValues: (1...GuestService.mostSeated + 1).map { ($0, String?.some("Oak")) })
        #expect(throws: SeatingError.tooMany(GuestService.mostSeated + 1)) {
            try guests.setTables(many, expecting: [:], of: event)
        }
        for name in [String(repeating: "x", count: 501), "Oak\u{202E}"] {
            let error = #expect(throws: ManagementError.self) {
                try guests.setTables([1: name], expecting: [1: "Rose"], of: event)
            }
            guard case .invalid(let faults) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(faults.map(\.field) == ["table"])
        }
        let seller = try wedding.festival.services(as: .seller)
        #expect(throws: ManagementError.forbidden(role: .seller, needs: [.owner, .manager])) {
            try seller.guests.setTables([1: "Oak"], expecting: [1: "Rose"], of: event)
        }
        #expect(try seller.guests.seatingPlan(of: event).tables.count == 3)
        let stranger = try wedding.festival.services(ofStranger: "Eve")
        #expect(throws: ManagementError.unknownOrganizer("\(event.organizer)", known: [])) {
            try stranger.guests.setTables([1: "Oak"], expecting: [1: "Rose"], of: event)
        }
        // The guest with this number belongs to another event.
        let other = try wedding.services.events.duplicate(event, titled: "Other", by: nil)
        #expect(throws: GuestError.unknownGuest("5")) {
            try guests.setTables([5: "Oak"], expecting: [5: "2"], of: other)
        }
        #expect(try tables() == ["Rose", "rosé", "Table 10", nil, "2"])
        #expect(try moves().isEmpty)
    }
}

@Suite("Households with their guests", .everyEngine)
struct HouseholdListTests {
    private let wedding: Wedding

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,ceremony,reception
            Grace Nakato,Nakato,yes,yes
            Zoe,Äbbas,yes,
            Moses Nakato,Nakato,yes,
            Tom,,yes,
            100%_Ann,O'Brien,,
            Ben,abel,yes,yes
            Sue,Abel,yes,yes

            """)
    }

    private func names(_ found: [InvitedHousehold]) -> [String] { found.map(\.household.name) }

    @Test("Households are sorted by name, without gaps between pages, and with all their guests")
    func pages() throws {
        let guests = wedding.services.guests
        let all = try guests.households(of: wedding.event, limit: 9)
        #expect(names(all) == ["Äbbas", "abel", "Nakato", "O'Brien"])
        #expect(all.map { $0.guests.map(\.guest.number) } == [[2], [6, 7], [1, 3], [5]])
        #expect(all.map { $0.guests.map(\.household) }[1] == ["abel", "abel"])
        var paged: [InvitedHousehold] = []
        while let next = try guests.households(
            of: wedding.event, after: paged.last?.household.number, limit: 1
        ).first {
            paged.append(next)
        }
        #expect(names(paged) == names(all))
        #expect(throws: HouseholdError.unknown(99)) {
            try guests.households(of: wedding.event, after: 99, limit: 1)
        }
        #expect(try guests.households(of: wedding.festival.draft(), limit: 1).isEmpty)
    }

    @Test(
        "A search finds households by the beginnings of words in their own name and in the names of their guests",
        arguments: [
            ("NAK", ["Nakato"]), ("moses nak", ["Nakato"]), ("akato", []), ("abb", ["Äbbas"]), ("brien", ["O'Brien"]),
            ("100%_ann", ["O'Brien"]), ("_", []), ("tom", []), ("grace zoe", []),
        ])
    func search(text: String, expected: [String]) throws {
        let found = try wedding.services.guests.households(of: wedding.event, named: text, limit: 9)
        #expect(names(found) == expected)
    }

    @Test("The answers of a household differ if its invited guests gave different answers for the same sub-event")
    func differences() throws {
        func differing() throws -> [[Int]] {
            try wedding.services.guests.households(of: wedding.event, limit: 9).map(\.differingSubEvents)
        }
        // Only Grace of her household is invited to the reception, so the household’s answers for it cannot differ.
        for subEvent in [wedding.ceremony, wedding.reception] {
            _ = try wedding.services.guests.answer(
                .attending(companions: 0), ofGuest: "1", to: subEvent, of: wedding.event)
        }
        #expect(try differing() == [[], [], [wedding.ceremony.number], []])
        _ = try wedding.services.guests.answer(
            .attending(companions: 0), ofGuest: "3", to: wedding.ceremony, of: wedding.event)
        #expect(try differing() == [[], [], [], []])
        for subEvent in [wedding.ceremony, wedding.reception] {
            _ = try wedding.services.guests.answer(.declined, ofGuest: "6", to: subEvent, of: wedding.event)
        }
        #expect(try differing()[1] == [wedding.ceremony.number, wedding.reception.number])
    }
}
