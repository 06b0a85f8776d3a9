import EventFixture
import Gate
import MailFixture
import Management
import MessageTransport
import Messaging
import Store
import Synchronization
import Testing
import Ticketing

@Suite("Messages with codes and links that recipients wait for, while many other messages are due", .everyEngine)
struct AwaitedMessageTests {
    private let festival: Festival
    private let mails: TemporaryFolder

    init() throws {
        festival = try Festival()
        mails = try TemporaryFolder.inMemory()
    }

    private func queueOthers(_ count: Int) throws {
        let event = festival.event
        let notices = (1...count).map { number in
            Notice(
                organizer: event.organizer, event: event.number, kind: .organizerMessage,
                recipient: "guest\(number)@example.org", payload: ["subject": "Parking", "body": "Use gate B."],
                key: "other/\(number)", created: festival.clock.now())
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
    }

    /// Queues a message with the link to choose a new password. The link is valid for the given number of seconds.
    private static func queueLink(to name: String, validFor seconds: Int64 = 1800, _ festival: Festival) throws {
        let now = festival.clock.now()
        try festival.store.write {
            try $0.notices.queue(
                Notice(
                    organizer: nil, event: nil, kind: .passwordReset, recipient: "\(name)@example.org",
                    payload: [
                        "link": "/reset#\(MessageFixture.secret)", "name": name,
                        "expires": now.advanced(bySeconds: seconds).iso8601(in: .gmt),
                    ], key: "link/\(name)", created: now))
        }
    }

    /// - Parameter rate: the maximum number of mails in a minute; nil for no limit.
    private func sender(perMinute rate: Int? = nil) throws -> NoticeSender {
        var mail = MailSettings(
            way: .folder(mails.path), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        mail.perMinute = rate
        var settings = MessageSettings()
        settings.publicURL = MessageFixture.origin
        settings.mail = mail
        let (ring, current) = (festival.ring, settings)
        return NoticeSender(
            festival.store, signingWith: { ring }, settings: { current }, clock: festival.clock.now)
    }

    /// The recipients of all written mails, sorted.
    private func recipients() throws -> [String] {
        try mails.names(in: "").filter { $0.hasSuffix(".eml") }.map { name in
            try #require(ReadMail(try mails.read(name)).field("To"))
        }.sorted()
    }

    private func notice(_ key: String) throws -> Notice {
        try #require(try festival.store.read { try $0.notices.with(key: key) })
    }

    @Test("A link that a member asks for while 300 other messages are due is sent before all of them")
    func first() throws {
        try queueOthers(300)
        festival.clock.advance(bySeconds: 60)
        try Self.queueLink(to: "grace", festival)
        let plan = try sender().plan(limit: 2).map(\.notice.kind)
        #expect(plan == [.passwordReset, .organizerMessage])
        #expect(try sender().pass(limit: 1).sent == 1)
        let recipients = try recipients()
        #expect(recipients.count == 1 && recipients[0].contains("grace@example.org"), "\(recipients)")
    }

    @Test(
        """
        A link that a member asks for while a batch of messages is sent under a rate limit is sent before the rest of \
        the batch, and the limit is kept
        """)
    func duringBatch() throws {
        try queueOthers(20)
        let isQueued = Mutex(false)
        let began = ContinuousClock.now
        // The sender calls this closure at least once before each message. So each message is sent at another time of
        // the clock. The link is queued when the first mail is in the folder.
        let summary = try sender(perMinute: 2400).pass(limit: .max) { [festival, mails] in
            festival.clock.advance(bySeconds: 1)
            do {
                let hasMail = try mails.names(in: "").contains { $0.hasSuffix(".eml") }
                let isFirst = isQueued.withLock { isQueued in
                    let isFirst = hasMail && !isQueued
                    isQueued = isQueued || hasMail
                    return isFirst
                }
                if isFirst { try Self.queueLink(to: "grace", festival) }
            } catch {
                Issue.record(error)
            }
            return false
        }
        // The first of the 21 messages does not wait.
        #expect(ContinuousClock.now - began >= .milliseconds(20 * 25))
        #expect(summary.sent == 21 && summary.deferred == 0)
        let link = try #require(try notice("link/grace").delivery.sent)
        let earlier = try (1...20).map { number in
            try #require(try notice("other/\(number)").delivery.sent)
        }.filter { $0 < link }
        #expect((1..<20).contains(earlier.count), "\(earlier.count)")
        #expect(try recipients().count == 21)
        // Each mail has the time at which it was sent, and not the time at which the sender began.
        let times = try mails.names(in: "").filter { $0.hasSuffix(".eml") }.map { ReadMail(try mails.read($0)).seconds }
        #expect(Set(times).count == 21, "\(times)")
    }

    @Test("If people ask for links all the time while the sender works, other messages are still sent")
    func flood() throws {
        try queueOthers(3)
        let calls = Mutex(0)
        let summary = try sender(perMinute: 12_000).pass(limit: 40) { [festival] in
            festival.clock.advance(bySeconds: 1)
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            do { try Self.queueLink(to: "member\(count)", festival) } catch { Issue.record(error) }
            return false
        }
        #expect(summary.sent == 40 && summary.deferred == 0)
        let others = try (1...3).map { number in try #require(try notice("other/\(number)").delivery.sent) }
        let last = try #require(others.max())
        let count = calls.withLock { $0 }
        let links = try (1...count).compactMap { number in try notice("link/member\(number)").delivery.sent }
        #expect(links.count == 37)
        // At most five links are sent before each of the other messages, and at the beginning.
        let earlier = links.filter { $0 < last }
        #expect((3...20).contains(earlier.count), "\(earlier.count)")
    }

    @Test("A link that ends before its message is sent is not sent")
    func ended() throws {
        try Self.queueLink(to: "grace", validFor: 60, festival)
        try Self.queueLink(to: "joan", festival)
        // The second call is after the messages were leased, and before the first of them is sent.
        let calls = Mutex(0)
        let sender = try sender()
        let summary = try sender.pass(limit: .max) { [festival] in
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 2 { festival.clock.advance(bySeconds: 60) }
            return false
        }
        #expect(summary.sent == 1 && summary.deferred == 1)
        festival.clock.advance(bySeconds: 1)
        #expect(try sender.pass(limit: .max).sent == 0)
        #expect(try recipients().map { $0.contains("joan@") } == [true])
        let dropped = try notice("link/grace")
        #expect(dropped.delivery.state == .dropped && dropped.delivery.reason == .outdated)
        #expect(dropped.payload["link"] == nil)
    }

    @Test("A list of tickets that is sent after its code has ended has the link, but not the code")
    func endedCode() throws {
        func send(_ name: String, after seconds: Int64) throws -> String {
            let notice = Notice(
                organizer: nil, event: nil, kind: .ticketsFound, recipient: "\(name)@example.org",
                payload: ["code": "482913", "link": "/find/\(MessageFixture.secret)"], key: "found/\(name)",
                created: festival.clock.now())
            try festival.store.write { try $0.notices.queue(notice) }
            festival.clock.advance(bySeconds: seconds)
            #expect(try sender().pass(limit: .max).sent == 1)
            let mail = try #require(
                try mails.names(in: "").filter { $0.hasSuffix(".eml") }.map { ReadMail(try mails.read($0)) }
                    .first { $0.field("To")?.contains("\(name)@") ?? false })
            return mail.parts.map(\.text).joined()
        }
        let early = try send("grace", after: 599)
        #expect(early.contains("482913") && early.contains("/find/\(MessageFixture.secret)"))
        let late = try send("joan", after: 600)
        #expect(!late.contains("482913") && late.contains("/find/\(MessageFixture.secret)"))
    }

    @Test("While a gate scans tickets, links are sent without the pauses that are made after other mails")
    func besideGate() throws {
        let token = try #require(try festival.issue(1).first)
        festival.clock.advance(bySeconds: 3600)
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        try queueOthers(3)
        for name in ["grace", "joan", "sarah"] { try Self.queueLink(to: name, festival) }
        // The sender calls this closure once before it sends messages, once before each message, and several times
        // during a pause. The fifth call ends the pass. So three messages are sent only without pauses between them.
        let calls = Mutex(0)
        let summary = try sender().pass(limit: .max) {
            calls.withLock { calls in
                calls += 1
                return calls > 4
            }
        }
        #expect(summary.sent == 3)
        let recipients = try recipients().joined(separator: " ")
        for name in ["grace", "joan", "sarah"] { #expect(recipients.contains("\(name)@"), "\(recipients)") }
    }

    @Test("A message that this version of the program can't read delays no link, whether queued earlier or later")
    func unreadable() throws {
        try queueOthers(1)
        for name in ["grace", "joan", "sarah"] {
            festival.clock.advance(bySeconds: 1)
            try Self.queueLink(to: name, festival)
        }
        try festival.tamper("UPDATE notice SET channel = 'pigeon' WHERE notice_key = 'link/joan'")
        let sender = try sender()
        #expect(throws: StoreError.self) { try sender.pass(limit: .max) }
        #expect(try notice("link/grace").delivery.state == .sent)
        let left = try ["link/sarah", "other/1"].filter { key in try notice(key).delivery.state != .sent }
        #expect(left.first == "link/sarah")
        #expect(try sender.pass(limit: .max).sent == left.count)
        #expect(try notice("link/sarah").delivery.state == .sent && notice("other/1").delivery.state == .sent)
    }

    @Test("A link that can't be read and is queued during a batch is postponed, and the batch is sent")
    func unreadableDuringBatch() throws {
        try queueOthers(5)
        let calls = Mutex(0)
        let sender = try sender()
        // After the third call, the batch is leased and not all of its messages are sent.
        let summary = try sender.pass(limit: .max) { [festival] in
            festival.clock.advance(bySeconds: 2)
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 3 {
                do {
                    try Self.queueLink(to: "grace", festival)
                    try festival.tamper("UPDATE notice SET channel = 'pigeon' WHERE notice_key = 'link/grace'")
                } catch {
                    Issue.record(error)
                }
            }
            return false
        }
        #expect(summary.sent == 5 && summary.deferred == 0 && summary.faults.count == 1, "\(summary)")
        try festival.tamper("UPDATE notice SET channel = NULL WHERE notice_key = 'link/grace'")
        let link = try notice("link/grace").delivery
        let due = try #require(link.due)
        #expect(link.state == .queued && due >= Festival.start.advanced(bySeconds: 3600))
    }
}
