import Testing
import Ticketing

@Suite("People whom a change concerns")
struct MessagePeopleTests {
    @Test("A group of people, written as a code in a page’s URL, is parsed as the same group")
    func codes() throws {
        let serials = try [7, 1 << 39].map { try #require(Serial(rawValue: $0)) }
        let order = try #require(OrderNumber(rawValue: 3_141_592_653))
        let type = try #require(TicketTypeNumber(rawValue: 3))
        let all: [(MessagePeople, String)] = [
            (.everyone, "everyone"), (.audience(.type(type)), "to:type:3"), (.audience(.notInside), "to:not-inside"),
            (.holders([serials[0]]), "holders:7"), (.tickets(serials), "tickets:7.549755813888"),
            (.owners(serials), "owners:7.549755813888"),
            (.issued(at: Instant(milliseconds: 1_795_958_758_743)), "issued:1795958758743"),
            (.guests([3, 40]), "guests:3.40"), (.invited(toSubEvent: 2), "sub-event:2"),
            (.buyer(order), "order:3141592653"),
        ]
        for (people, code) in all {
            #expect(people.code == code)
            #expect(MessagePeople(code: code) == people, "\(code)")
        }
    }

    @Test("A code is invalid if it is malformed, has too many people, or names an unknown group of people")
    func malformed() {
        let long = (1...101).map(String.init).joined(separator: ".")
        for code in [
            "", ":", "everybody", "everyone:1", "tickets", "tickets:", "tickets:0", "tickets:x", "tickets:1.x",
            "guests:\(long)", "guests:1..y", "order:0", "order:-1", "sub-event:x", "to:nobody", "issued:now",
        ] {
            #expect(MessagePeople(code: code) == nil, "\(code)")
        }
    }

    @Test("If two lists of people whom no message reaches are joined, the result counts all, and names at most five")
    func sums() {
        func people(_ names: ClosedRange<Int>) -> UnreachedPeople {
            UnreachedPeople(
                counts: [.noAddress: names.count, .suppressed: 0],
                named: names.reversed().map {
                    UnreachedPerson(name: "\($0)", address: nil, reason: .noAddress, since: nil)
                })
        }
        var sum = people(1...3)
        #expect(sum.counts == [.noAddress: 3] && !sum.isShortened && sum.withAddress == 0)
        sum.add(people(4...9))
        #expect(sum.total == 9 && sum.named.map(\.name) == ["1", "2", "3", "4", "5"])
        #expect(sum.unnamed == 4 && sum.isShortened && sum.withoutNames.total == 9 && sum.withoutNames.named.isEmpty)
        #expect(UnreachedPeople().isEmpty)
    }
}
