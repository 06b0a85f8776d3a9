import Dispatch
import EventFixture
import Foundation
import MailFixture
import Management
import MessageTransport
import Messaging
import Store
import Synchronization
import Testing
import Ticketing

@Suite("Messages if several processes send them, or if a process ends between two steps", .everyEngine)
struct SharedOutboxTests {
    private let festival: Festival
    private let mails: TemporaryFolder

    init() throws {
        festival = try Festival()
        mails = try TemporaryFolder.inMemory()
    }

    private func queue(_ count: Int) throws {
        let event = festival.event
        let notices = (1...count).map { number in
            Notice(
                organizer: event.organizer, event: event.number, kind: .organizerMessage,
                recipient: "guest\(number)@example.org", payload: ["subject": "Parking", "body": "Use gate B."],
                key: "test/\(number)", created: festival.clock.now())
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
    }

    /// A sender that works like the sender of another process. It writes the mails into the folder `mails`.
    ///
    /// - Parameters:
    ///   - rate: the maximum number of mails in a minute; nil for no limit.
    ///   - ahead: the number of milliseconds by which the clock of the process is ahead of the festival’s clock.
    private static func makeSender(
        _ festival: Festival, _ store: Store, _ folder: String, perMinute rate: Int? = nil, ahead: Int64 = 0
    ) throws -> NoticeSender {
        var mail = MailSettings(
            way: .folder(folder), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        mail.perMinute = rate
        var settings = MessageSettings()
        settings.mail = mail
        let (ring, current, now) = (festival.ring, settings, festival.clock.now)
        return NoticeSender(
            store, signingWith: { ring }, settings: { current },
            clock: { Instant(milliseconds: now().milliseconds + ahead) })
    }

    private func sender() throws -> NoticeSender {
        try SharedOutboxTests.makeSender(festival, festival.store, mails.path)
    }

    /// The recipients of all written mails, by the mails’ Message-ID.
    private func recipients() throws -> [String: [String]] {
        var recipients: [String: [String]] = [:]
        for name in try mails.names(in: "") where name.hasSuffix(".eml") {
            let mail = ReadMail(try mails.read(name))
            recipients[try #require(mail.field("Message-ID")), default: []].append(try #require(mail.field("To")))
        }
        return recipients
    }

    private func deliveries() throws -> [NoticeDelivery] {
        let organizer = festival.event.organizer
        return try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .organizerMessage }.map(\.delivery)
    }

    /// Adds a trigger, so that a change of a notice fails if the changed notice meets the condition.
    private func failUpdates(when condition: String) throws {
        let trigger =
            EngineKind.current == .postgreSQL
            ? [
                """
                CREATE FUNCTION process_ends() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN RAISE EXCEPTION ''the process ends''; END'
                """,
                """
                CREATE TRIGGER process_ends BEFORE UPDATE ON notice FOR EACH ROW WHEN (\(condition))
                EXECUTE FUNCTION process_ends()
                """,
            ]
            : [
                """
                CREATE TRIGGER process_ends BEFORE UPDATE ON notice WHEN \(condition)
                BEGIN SELECT RAISE(ABORT, 'the process ends'); END
                """
            ]
        try festival.store.write { connection in
            for statement in trigger { try connection.execute(statement, []) }
        }
    }

    private func allowUpdates() throws {
        try festival.tamper("DROP TRIGGER process_ends\(EngineKind.current == .postgreSQL ? " ON notice" : "")")
    }

    @Test("Two servers with one store send 200 messages: each message is written once, and both servers take part")
    func together() throws {
        try queue(200)
        let meeting = Meeting()
        let summaries = try atOnce(2) { [festival, mails] _ in
            let sender = try SharedOutboxTests.makeSender(festival, Store.open(festival.address), mails.path)
            let visit = meeting.visit()
            return try sender.pass(limit: .max) {
                visit.come()
                return false
            }
        }
        #expect(!meeting.isMissed)
        #expect(summaries.map(\.sent).reduce(0, +) == 200)
        #expect(summaries.allSatisfy { $0.sent > 0 && $0.deferred == 0 && $0.faults.isEmpty })
        let recipients = try recipients()
        #expect(recipients.count == 200 && recipients.values.allSatisfy { $0.count == 1 })
        #expect(Set(recipients.values.joined()).count == 200)
        #expect(try deliveries().allSatisfy { $0.state == .sent && $0.tries == 1 })
    }

    @Test("Two servers with one store together send at most the number of messages that the rate allows")
    func sharedRate() throws {
        try queue(40)
        let meeting = Meeting()
        let began = ContinuousClock.now
        let summaries = try atOnce(2) { [festival, mails] number in
            let sender = try SharedOutboxTests.makeSender(
                festival, Store.open(festival.address), mails.path, perMinute: 4800, ahead: Int64(number))
            let visit = meeting.visit()
            return try sender.pass(limit: .max) {
                visit.come()
                return false
            }
        }
        #expect(!meeting.isMissed && summaries.map(\.sent).reduce(0, +) == 40)
        // 40 messages take at least half a second if the servers share the rate, and half of that if they do not. The
        // first message of each server does not wait.
        #expect(ContinuousClock.now - began >= .milliseconds(400))
    }

    @Test(
        "A server sends at most the number of SMS that the rate allows",
        .needsProgram("/usr/bin/gammu", package: "gammu"))
    func rateOfSMS() throws {
        // gammu simulates the phone.
        let phone = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: phone("phone"), withIntermediateDirectories: false)
        try phone.write(
            "[gammu]\nmodel = dummy\nconnection = none\ndevice = \(phone("phone"))\n", to: "gammurc")
        let event = festival.event
        let notices = (1...3).map { number in
            Notice(
                organizer: event.organizer, event: event.number, kind: .organizerMessage,
                recipient: "+25670012345\(number)", payload: ["subject": "Parking", "body": "Use gate B."],
                key: "test/\(number)", created: festival.clock.now())
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
        var settings = MessageSettings()
        settings.sms = .gammu(GammuModem(configuration: phone("gammurc")))
        settings.smsPerMinute = 60
        let (ring, current) = (festival.ring, settings)
        let sender = NoticeSender(
            festival.store, signingWith: { ring }, settings: { current }, clock: festival.clock.now)
        let began = ContinuousClock.now
        #expect(try sender.pass(limit: .max) { false }.sent == 3)
        // The first SMS does not wait. Each of the others waits for a second.
        #expect(ContinuousClock.now - began >= .seconds(2))
    }

    @Test(
        """
        Each batch of leased messages counts as one sender that shares the rate, until the batch is sent or its leases \
        expire
        """)
    func senders() throws {
        try queue(4)
        func batches() throws -> Int {
            try festival.store.read {
                try $0.notices.leasedBatches(
                    by: .email, at: festival.clock.now(), leaseSeconds: NoticeDispatcher.leaseSeconds)
            }
        }
        func lease() throws -> [NoticeDispatcher.Lease] {
            try NoticeDispatcher(clock: festival.clock.now).decide(
                atMost: 2, channels: [.email], festival.store
            ).leases
        }
        #expect(try batches() == 0)
        let first = try lease()
        #expect(try first.count == 2 && batches() == 1)
        festival.clock.advance(bySeconds: 1)
        let second = try lease()
        #expect(try second.count == 2 && batches() == 2)
        let sent = NoticeResult.accepted(providerID: nil, answer: "250 OK")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        for (number, lease) in first.enumerated() {
            try dispatcher.record(sent, of: lease, chance: 0, festival.store)
            #expect(try batches() == (number == 0 ? 2 : 1))
        }
        festival.clock.advance(bySeconds: NoticeDispatcher.leaseSeconds)
        #expect(try batches() == 0)
    }

    @Test(
        """
        If a process ends after it leased messages and before it sent them, each message is sent once, after its lease \
        has expired
        """)
    func endedBeforeSending() throws {
        try queue(3)
        let leases = try NoticeDispatcher(clock: festival.clock.now).decide(
            atMost: 20, channels: [.email], festival.store
        ).leases
        #expect(leases.count == 3)
        festival.clock.advance(bySeconds: NoticeDispatcher.leaseSeconds - 1)
        #expect(try sender().pass(limit: .max).sent == 0)
        #expect(try recipients().isEmpty)
        festival.clock.advance(bySeconds: 1)
        #expect(try sender().pass(limit: .max).sent == 3)
        #expect(try sender().pass(limit: .max).sent == 0)
        #expect(try recipients().values.map(\.count) == [1, 1, 1])
        #expect(try deliveries().allSatisfy { $0.state == .sent && $0.tries == 2 })
    }

    @Test(
        """
        If a process is stopped between two messages, another process can send the remaining messages before their \
        leases expire
        """)
    func stopped() throws {
        try queue(5)
        // The sender asks whether the process stops: once before it leases messages, and once before each message. The
        // answer is yes before the third message.
        let questions = Mutex(0)
        let first = try sender().pass(limit: .max) {
            questions.withLock { count in
                count += 1
                return count > 3
            }
        }
        #expect(first.sent == 2 && first.deferred == 3)
        festival.clock.advance(bySeconds: 1)
        #expect(try sender().pass(limit: .max).sent == 3)
        #expect(try recipients().values.map(\.count) == Array(repeating: 1, count: 5))
        #expect(try deliveries().allSatisfy { $0.state == .sent && $0.tries == 1 })
    }

    @Test("If a process ends after it sent a message but before it stored the result, only this message is sent twice")
    func endedBeforeRecording() throws {
        try queue(3)
        // The result cannot be stored, as if the process had ended.
        try failUpdates(when: "NEW.state = 'sent'")
        #expect(throws: (any Error).self) { try sender().pass(limit: .max) }
        let written = try recipients()
        #expect(written.values.map(\.count) == [1])
        #expect(try deliveries().map(\.state) == [.leased, .leased, .leased])
        try allowUpdates()

        festival.clock.advance(bySeconds: NoticeDispatcher.leaseSeconds - 1)
        #expect(try sender().pass(limit: .max).sent == 0)
        festival.clock.advance(bySeconds: 1)
        #expect(try sender().pass(limit: .max).sent == 3)
        // Both copies have the same Message-ID and recipient, so that mail programs can find the duplicate.
        let recipients = try recipients()
        #expect(recipients.count == 3)
        for (id, addresses) in recipients {
            #expect(addresses.count == (written[id] == nil ? 1 : 2) && Set(addresses).count == 1, "\(id)")
        }
        #expect(try deliveries().allSatisfy { $0.state == .sent && $0.tries == 2 })
    }

    @Test("If one of several results cannot be stored, the others are stored, and the error has the number of failures")
    func unstored() throws {
        try queue(3)
        try failUpdates(when: "NEW.state = 'sent' AND NEW.recipient = 'guest2@example.org'")
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let results = try dispatcher.decide(atMost: 20, channels: [.email], festival.store).leases.map {
            (lease: $0, result: NoticeResult.accepted(providerID: nil, answer: "250 OK"))
        }
        #expect(throws: (any Error).self) { try dispatcher.record(results, chance: 0, festival.store) }
        #expect(try deliveries().map(\.state) == [.leased, .leased, .leased])
        let error = try #require(dispatcher.recordSeparately(results, chance: 0, festival.store))
        #expect(error.total == 3 && error.unstored == 1)
        let text = error.sentence.english
        #expect(text.hasPrefix("the results of 1 of 3 sent messages could not be stored: "))
        #expect(try deliveries().map(\.state).filter { $0 == .sent }.count == 2)
        try allowUpdates()
        #expect(dispatcher.recordSeparately(results, chance: 0, festival.store) == nil)
        #expect(try deliveries().map(\.state) == [.sent, .sent, .sent])
    }
}

/// Makes two senders wait for each other after each has looked for its first messages, so that both work at the same
/// time.
private final class Meeting: Sendable {
    private let missing = DispatchGroup()
    private let missed = Mutex(false)

    init() { for _ in 0..<2 { missing.enter() } }

    /// Whether a sender has waited 30 seconds without meeting the other sender.
    var isMissed: Bool { missed.withLock { $0 } }

    func visit() -> SenderMeeting { SenderMeeting(self) }

    fileprivate func wait() {
        missing.leave()
        if missing.wait(timeout: .now() + 30) == .timedOut { missed.withLock { $0 = true } }
    }

    /// Counts the calls of `come` by one sender. The sender calls `come` once before it leases messages, and once
    /// before it sends each message.
    final class SenderMeeting: Sendable {
        private let meeting: Meeting
        private let calls = Mutex(0)

        fileprivate init(_ meeting: Meeting) { self.meeting = meeting }

        func come() {
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 2 { meeting.wait() }
        }
    }
}
