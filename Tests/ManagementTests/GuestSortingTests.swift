import EventFixture
import Management
import Testing
import Ticketing

@Suite("Sorted and filtered lists of guests", .everyEngine)
struct GuestSortingTests {
    private let wedding: Wedding
    private var guests: GuestService { wedding.services.guests }

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,table,companions,ceremony,reception,email
            Zoë,Okello,T2,2,yes,yes,
            ada,,T1,,yes,,first.ada@example.org
            Ábel,nakato,,1,yes,yes,
            Moses,Okello,T2,,,,
            Ada,,,,yes,yes,ada@example.org

            """)
        let replies: [String: Ticketing.InvitationReply] = [
            "Zoë": .attending(companions: 2), "2": .maybe, "3": .declined,
        ]
        for (name, reply) in replies {
            _ = try guests.answer(reply, ofGuest: name, to: wedding.ceremony, of: wedding.event)
        }
    }

    private func sorted(_ query: GuestListQuery) throws -> [Int] {
        func key(_ guest: InvitedGuest) -> [UInt8] {
            switch query.column {
            case .number: []
            case .name: Array(guest.guest.name.folded.utf8)
            case .household: Array((guest.household ?? "").folded.utf8)
            case .table: Array((guest.guest.details.table ?? "").utf8)
            }
        }
        let ascending = try wedding.guests().sorted { a, b in
            let (first, second) = (key(a), key(b))
            return first == second ? a.guest.number < b.guest.number : first.lexicographicallyPrecedes(second)
        }
        return (query.isDescending ? ascending.reversed() : ascending).map(\.guest.number)
    }

    private func numbers(_ query: GuestListQuery) throws -> [Int] {
        try guests.guestNumbers(of: wedding.event, in: query)
    }

    @Test("Guests can be sorted by every column in both directions, and the pages contain each guest exactly once")
    func columns() throws {
        for column in GuestListQuery.Column.allCases {
            for isDescending in [false, true] {
                let query = GuestListQuery(sortedBy: column, descending: isDescending)
                let expected = try sorted(query)
                for limit in [1, 2, 9] {
                    var found: [Int] = []
                    while true {
                        let page = try guests.guests(of: wedding.event, in: query, after: found.last, limit: limit)
                        if page.isEmpty { break }
                        found += page.map(\.guest.number)
                    }
                    #expect(found == expected, "\(column) \(isDescending) \(limit)")
                }
                #expect(try numbers(query) == expected)
                #expect(try guests.guestNumbers(of: wedding.event, in: query, limit: 2) == Array(expected.prefix(2)))
            }
        }
    }

    @Test(
        """
        If the last guest of a page is removed, a list sorted by number continues after that guest’s number; a list in \
        any other order begins again
        """)
    func removed() throws {
        try guests.removeGuest(3, of: wedding.event)
        func numbers(_ query: GuestListQuery, after last: Int) throws -> [Int] {
            try guests.guests(of: wedding.event, in: query, after: last, limit: 9).map(\.guest.number)
        }
        let ascending = try numbers(GuestListQuery(), after: 3)
        let descending = try numbers(GuestListQuery(descending: true), after: 3)
        #expect(ascending == [4, 5] && descending == [2, 1])
        let last = try numbers(GuestListQuery(), after: 9)
        #expect(last.isEmpty)
        let byName = GuestListQuery(sortedBy: .name)
        let (again, all) = (try numbers(byName, after: 3), try sorted(byName))
        #expect(again == all && again.count == 4)
    }

    @Test("Filters select guests by their answer, household and table")
    func filtered() throws {
        let (ceremony, reception) = (wedding.ceremony.number, wedding.reception.number)
        let cases: [(GuestListQuery, [Int])] = [
            (GuestListQuery(subEvent: ceremony), [1, 2, 3, 5]), (GuestListQuery(subEvent: reception), [1, 3, 5]),
            (GuestListQuery(subEvent: ceremony, state: .coming), [1]), (GuestListQuery(state: .maybe), [2]),
            (GuestListQuery(subEvent: ceremony, state: .declined), [3]),
            (GuestListQuery(subEvent: ceremony, state: .noAnswer), [5]),
            (GuestListQuery(state: .noAnswer), [1, 3, 5]), (GuestListQuery(state: .notInvited), [4]),
            (GuestListQuery(subEvent: reception, state: .notInvited), [2, 4]),
            (GuestListQuery(household: .without), [2, 5]), (GuestListQuery(table: .without), [3, 5]),
            (GuestListQuery(table: .only("T2")), [1, 4]),
            (GuestListQuery(subEvent: ceremony, state: .coming, household: .only(1), table: .only("T2")), [1]),
            (GuestListQuery(sortedBy: .name, descending: true, subEvent: reception, state: .noAnswer), [1, 5, 3]),
        ]
        for (query, expected) in cases { #expect(try numbers(query) == expected, "\(query)") }
        let choices = try guests.listChoices(of: wedding.event, limit: 9)
        #expect(choices.households.map(\.name) == ["Okello", "nakato"] && choices.tables == ["T1", "T2"])
        #expect(try guests.guestNumbers(of: wedding.event, in: GuestListQuery(), named: "okello") == [4, 1])
        var listed: [Int] = []
        try guests.forEachGuest([5, 1, 99, 3], of: wedding.event) { listed.append($0.guest.number) }
        #expect(listed == [5, 1, 3])
    }

    @Test("The totals of the answers equal the numbers for the caterer")
    func totals() throws {
        let totals = try guests.guestTotals(of: wedding.event)
        #expect(totals.guests == 5 && totals.withoutCode == 5)
        #expect(
            totals.subEvents.first
                == AnswerTotals(subEvent: 1, coming: 1, companions: 2, maybe: 1, declined: 1, unanswered: 1))
        let numbers = try wedding.services.headcounts.numbers(of: wedding.event).subEvents
        #expect(totals.subEvents.map(\.subEvent) == numbers.map(\.number))
        #expect(totals.subEvents.map(\.coming) == numbers.map(\.attending))
        #expect(totals.subEvents.map(\.companions) == numbers.map(\.companions))
        #expect(totals.subEvents.map(\.maybe) == numbers.map(\.maybe))
        #expect(totals.subEvents.map(\.unanswered) == numbers.map(\.silent))
        #expect(totals.subEvents.map(\.invited) == [4, 3, 0])
    }
}
