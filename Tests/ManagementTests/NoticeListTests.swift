import EventFixture
import Management
import Testing
import Ticketing

@Suite("Sorted lists of messages, and changes of several messages", .everyEngine)
struct NoticeListTests {
    private let festival: Festival
    private let notices: NoticeService
    private let list: NoticeList

    init() throws {
        festival = try Festival()
        notices = festival.services.notices
        list = .ofEvent(festival.event)
    }

    /// Queues 12 messages about tickets and 5 about a new venue. Some of them fail, and some are being sent.
    private func fill() throws -> [Notice] {
        for number in 0..<12 {
            if number % 3 == 0 { festival.clock.advance(bySeconds: 1) }
            _ = try festival.services.tickets.issue(
                .person(holder: "Guest \(number)", email: "g\(number % 5)@example.org", note: nil),
                type: festival.regular, of: festival.event, signingWith: festival.ring)
        }
        _ = try festival.services.events.edit(festival.event) { $0.venue = "Pier" }
        try festival.tamper("UPDATE notice SET state = 'failed', due = NULL WHERE recipient = 'g1@example.org'")
        try festival.tamper("UPDATE notice SET state = 'leased' WHERE recipient = 'g2@example.org'")
        return try all()
    }

    private func all() throws -> [Notice] {
        try notices.notices(of: festival.organizer(), limit: 1000).filter { $0.event == festival.event.number }
    }

    private func sorted(_ all: [Notice], _ query: NoticeQuery) -> [String] {
        func text(_ notice: Notice) -> String {
            switch query.column {
            case .created: ""
            case .kind: notice.kind.rawValue
            case .recipient: notice.recipient
            case .state: notice.delivery.state.rawValue
            }
        }
        func isBefore(_ one: Notice, _ other: Notice) -> Bool {
            if text(one) != text(other) { return text(one).utf8.lexicographicallyPrecedes(text(other).utf8) }
            return one.created == other.created
                ? one.key.utf8.lexicographicallyPrecedes(other.key.utf8) : one.created < other.created
        }
        let listed = all.filter {
            query.states.contains($0.delivery.state) && (query.kinds.isEmpty || query.kinds.contains($0.kind))
        }
        let ascending = listed.sorted(by: isBefore)
        return (query.isDescending ? ascending.reversed() : ascending).map(\.key)
    }

    private func pages(_ query: NoticeQuery, by limit: Int) throws -> [String] {
        var found: [String] = []
        while true {
            let page = try notices.notices(in: list, query, after: found.last, limit: limit)
            #expect(page.count <= limit)
            if page.isEmpty { return found }
            found += page.map(\.key)
        }
    }

    @Test("Messages can be sorted by every column in both directions, and the pages contain each message exactly once")
    func columns() throws {
        let all = try fill()
        #expect(all.count == 17)
        for column in NoticeQuery.Column.allCases {
            for isDescending in [false, true] {
                for kinds in [[], [.eventMoved]] as [Set<Notice.Kind>] {
                    let query = NoticeQuery(
                        [.queued, .leased, .failed], kinds: kinds, sortedBy: column, descending: isDescending)
                    let expected = sorted(all, query)
                    for limit in [1, 5, 99] {
                        #expect(try pages(query, by: limit) == expected, "\(column) \(isDescending) \(limit)")
                    }
                    #expect(try notices.noticeKeys(in: list, query) == expected)
                    #expect(try notices.noticeKeys(in: list, query, limit: 3) == Array(expected.prefix(3)))
                }
            }
        }
        let failed = NoticeQuery([.failed])
        #expect(try notices.noticeKeys(in: .ofOrganizer(festival.organizer()), failed) == sorted(all, failed))
        #expect(try notices.noticeKeys(in: list, NoticeQuery([])).isEmpty)
        #expect(throws: ManagementError.unknownNotice("x")) {
            try notices.notices(in: list, failed, after: "x", limit: 1)
        }
    }

    @Test("Failed messages are queued again together, with an audit record for each; other messages are skipped")
    func retrying() throws {
        let all = try fill()
        let failed = all.filter { $0.delivery.state == .failed }
        let keys = all.map(\.key) + ["x"]
        #expect(failed.count == 4)
        #expect(try notices.retryAll(keys, in: list) == failed.count)
        let after = try self.all()
        #expect(after.filter { $0.delivery.state == .leased } == all.filter { $0.delivery.state == .leased })
        let again = after.filter { notice in failed.contains { $0.key == notice.key } }
        #expect(again.count == failed.count && again.allSatisfy { $0.delivery.state == .queued })
        var records = 0
        try festival.services.audit.forEachChange(of: festival.organizer()) {
            records += $0.action == "resendTicket" ? 1 : 0
        }
        #expect(records == failed.count)
        #expect(try notices.retryAll(keys, in: list) == 0)
    }

    @Test(
        "Waiting messages are withdrawn for good; messages being sent, and other organizers’ messages, do not change")
    func withdrawing() throws {
        let all = try fill()
        let joan = try ManagementServices.signIn(
            to: festival.store, as: festival.services.users.addUser(UserDetails(name: "Joan")).name,
            clock: festival.clock.now)
        let elsewhere = try joan.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        #expect(try joan.notices.withdrawAll(all.map(\.key), in: .ofOrganizer(elsewhere)) == 0)
        #expect(throws: ManagementError.self) { try joan.notices.withdrawAll(all.map(\.key), in: list) }
        #expect(try self.all() == all)

        let waiting = all.filter { $0.delivery.state == .queued }
        #expect(!waiting.isEmpty)
        #expect(try notices.withdrawAll(all.map(\.key), in: list) == waiting.count)
        #expect(try self.all().map(\.key) == all.map(\.key))
        for (before, after) in zip(all, try self.all()) {
            if before.delivery.state == .queued {
                #expect(after.delivery.state == .dropped && after.delivery.reason == .withdrawn)
                #expect(after.delivery.due == nil && !after.canBeRetried)
            } else {
                #expect(after == before)
            }
        }
    }
}
