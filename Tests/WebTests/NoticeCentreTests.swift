import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The member’s own messages at the desk", .serving)
struct NoticeCentreTests {
    private let festival: Festival
    private let organizer: Organizer
    private let mona: User
    private let path = "/desk/notices"

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        mona = try festival.services.users.addUser(
            UserDetails(name: "Mona", email: EmailAddress(rawValue: "mona@example.org")))
        _ = try festival.services.members.setRole(.manager, of: mona, in: organizer)
    }

    /// Queues notices to an address, one a second.
    private func queue(_ count: Int, to recipient: String = "mona@example.org") throws {
        for _ in 0..<count {
            festival.clock.advance(bySeconds: 1)
            let now = festival.clock.now()
            try festival.store.write {
                try $0.notices.queue(
                    Notice(
                        organizer: organizer.number, event: festival.event.number, kind: .salesMilestone,
                        recipient: recipient, payload: ["tickets": "50"], key: "test/\(now.milliseconds)/\(recipient)",
                        created: now))
            }
        }
    }

    private func visitor() throws -> DeskVisitor { try DeskVisitor("mona", mona, at: festival) }

    @Test("The badge counts the messages since the last visit; the page lists them, newest first, 50 a page")
    func unread() async throws {
        try queue(52)
        try queue(1, to: "joan@example.org")
        let visitor = try visitor()
        try await Served.with(configuration: festival.configuration) { served async throws in
            for page in ["/desk", festival.event.deskPath] {
                let body = try await visitor.get(served, page).body
                #expect(body.contains("52 new messages for you") && body.contains("href=\"\(path)\""), "\(page)")
            }
            let first = try await visitor.get(served, path).body
            #expect(first.matches(of: /milestone/).count == 50 && first.matches(of: />new</).count == 50)
            #expect(!first.contains("joan@example.org"))
            let next = try #require(PageForm.links(in: first).first { $0.hasPrefix("\(path)?created=") })
            let second = try await visitor.get(served, next.replacing("&amp;", with: "&")).body
            #expect(second.matches(of: /milestone/).count == 2 && second.matches(of: />new</).count == 2)
            #expect(try await !visitor.get(served, "/desk").body.contains("for you"))
            try queue(1)
            #expect(try await visitor.get(served, "/desk").body.contains("One new message for you"))
            let again = try await visitor.get(served, path).body
            #expect(again.matches(of: />new</).count == 1)
            #expect(try await !visitor.get(served, festival.event.deskPath).body.contains("for you"))
        }
    }

    @Test("A message that was created before the page was opened, but stored afterwards, still counts as new")
    func late() async throws {
        try queue(1)
        let visitor = try visitor()
        try await Served.with(configuration: festival.configuration) { served async throws in
            festival.clock.advance(bySeconds: 60)
            let first = try await visitor.get(served, path).body
            #expect(first.matches(of: />new</).count == 1)
            // The transaction of another process began before the page was opened, and ended later.
            festival.clock.advance(bySeconds: -30)
            try queue(1)
            festival.clock.advance(bySeconds: 60)
            #expect(try await visitor.get(served, "/desk").body.contains("One new message for you"))
            let again = try await visitor.get(served, path).body
            #expect(again.matches(of: /milestone/).count == 2 && again.matches(of: />new</).count == 1)
        }
    }

    @Test("The badge counts at most 99 messages, and does not count messages that are old enough to be removed")
    func many() async throws {
        try queue(99)
        let visitor = try visitor()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let exact = try await visitor.get(served, "/desk").body
            #expect(exact.contains("99 new messages for you") && !exact.contains("More than"))
            try queue(2)
            #expect(try await visitor.get(served, "/desk").body.contains("More than 99 new messages for you"))
        }
        let own = try ManagementServices.signIn(to: festival.store, as: "\(mona.id)", clock: festival.clock.now)
        #expect(try own.notices.unreadNotices() == NoticeService.maximumUnread)
        festival.clock.advance(bySeconds: Int64(NoticeRetention.days) * 86_400)
        #expect(try own.notices.unreadNotices() == 0)
    }

    @Test("The page lists messages that did not arrive, for members who may read them, for seven days")
    func failures() async throws {
        try festival.issue(to: "failed@example.org")
        try festival.deliver { _ in .refused(answer: "554 5.7.1 <b>spam</b>") }
        let gate = try DeskVisitor.member(.gate, of: organizer, at: festival)
        let visitor = try visitor()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await visitor.get(served, path).body
            #expect(page.contains("failed@example.org") && page.contains("&lt;b&gt;spam"))
            #expect(page.contains("href=\"\(organizer.deskPath)/notices?show=failed\""))
            #expect(try await !gate.get(served, path).body.contains("failed@example.org"))
            festival.clock.advance(bySeconds: 7 * 86_400 + 1)
            let later = try await self.visitor().get(served, path).body
            #expect(!later.contains("failed@example.org") && later.contains("No messages failed."))
        }
    }

    @Test("A user’s own messages hide links and codes; API tokens and users without an address have no own messages")
    func restricted() throws {
        try festival.store.write {
            try $0.notices.queue(
                Notice(
                    organizer: nil, event: nil, kind: .passwordReset, recipient: "mona@example.org",
                    payload: ["link": "/reset#secret"], key: "reset", created: festival.clock.now()))
        }
        let own = try ManagementServices.signIn(to: festival.store, as: "\(mona.id)", clock: festival.clock.now)
        let notices = try own.notices.ownNotices(limit: 10)
        #expect(notices.map(\.kind) == [.passwordReset] && notices.allSatisfy { $0.payload.isEmpty })
        #expect(try own.notices.unreadNotices() == 1 && own.notices.noticesRead() == nil)
        let now = festival.clock.now()
        try own.notices.markNoticesRead(until: now)
        #expect(try own.notices.unreadNotices() == 0 && own.notices.noticesRead() == now)
        try own.notices.markNoticesRead(until: now.advanced(bySeconds: -1))
        #expect(try own.notices.noticesRead() == now)
        let program = own.narrowed(to: Grant(organizer: organizer.number, event: nil, rights: [.lookUp]))
        #expect(throws: ManagementError.self) { _ = try program.notices.ownNotices(limit: 10) }
        #expect(throws: ManagementError.self) { try program.notices.markNoticesRead(until: now) }
        #expect(try festival.services.notices.ownNotices(limit: 10).isEmpty)
        #expect(try festival.services.notices.unreadNotices() == 0)
    }
}
