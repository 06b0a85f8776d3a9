import Testing
import Ticketing

@Suite("Merging messages about tickets")
struct NoticeTicketsTests {
    private static func code(_ number: UInt64) throws -> TicketCode {
        TicketCode(try #require(Serial(rawValue: number)))
    }

    private static func notice(_ payload: [String: String], _ kind: Notice.Kind = .ticketTransferred) -> Notice {
        Notice(
            organizer: nil, event: EventNumber(rawValue: 7), kind: kind, recipient: "ada@example.org", payload: payload,
            key: "key", created: .june(12, 9))
    }

    @Test("A merged message lists its own ticket first, and then each ticket of the messages that it replaces once")
    func tickets() throws {
        let codes = try (1...3).map { try Self.code($0) }
        let notices = (codes + [codes[0]]).map { Self.notice(["ticket": "\($0)"]) }
        var merged = notices[0]
        for next in notices.dropFirst() {
            #expect(next.canMerge(merged))
            merged = next.with { $0.payload = next.payload(afterMerging: merged) }
        }
        #expect(merged.ticketCodes == [codes[0], codes[2], codes[1]])
        #expect(notices[0].ticketCodes == [codes[0]])
    }

    @Test("A message about a ticket’s new number of people is merged only with messages about the same ticket")
    func people() throws {
        let (one, two) = (try Self.code(1), try Self.code(2))
        let enlarged = Self.notice(["ticket": "\(one)", "admits": "3"], .ticketReissued)
        let other = Self.notice(["ticket": "\(two)"], .ticketReissued)
        let same = Self.notice(["ticket": "\(one)"], .ticketReissued)
        #expect(!other.canMerge(enlarged) && !enlarged.canMerge(other) && same.canMerge(enlarged))
        #expect(same.payload(afterMerging: enlarged) == enlarged.payload)
    }

    @Test("A merged message is about at most fifty tickets")
    func many() throws {
        let codes = try (UInt64(1)...51).map { "\(try Self.code($0))" }
        let full = Self.notice(["ticket": codes[0], "more_tickets": codes[1..<50].joined(separator: " ")])
        #expect(full.ticketCodes.count == 50)
        #expect(!Self.notice(["ticket": codes[50]]).canMerge(full))
        #expect(Self.notice(["ticket": codes[49]]).canMerge(full))
    }
}
