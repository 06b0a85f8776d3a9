import EventFixture
import Foundation
import Languages
import Management
import Messaging
import Store
import Testing
import Ticketing

@testable import MessageTransport

@Suite(
    "Push messages to the browsers of a recipient, with a stand-in for a push service", .everyEngine, .needs("webpush"))
struct PushDeliveryTests {
    private static let email = "grace@example.org"

    private let service: PushService
    private let festival: Festival
    private let mails: TemporaryFolder
    private let settings: MessageSettings

    init() throws {
        service = try PushService()
        festival = try Festival()
        mails = try TemporaryFolder.inMemory()
        var settings = MessageSettings()
        settings.push = service.settings
        settings.publicURL = "https://tickets.example.org"
        settings.mail = MailSettings(
            way: .folder(mails.path), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        self.settings = settings
        // The event starts so late that no reminder about it is due during a test.
        _ = try festival.services.events.edit(festival.event) {
            $0.start = Festival.start.advanced(bySeconds: 30 * 86_400)
            $0.end = Festival.start.advanced(bySeconds: 31 * 86_400)
        }
    }

    /// Stores the recipient, with one subscribed browser for each path.
    ///
    /// - Parameter paths: the paths of the endpoints, such as `/201/a`. Each path selects an answer of the stand-in.
    private func addRecipient(_ paths: String..., change: (inout MessagePreferences) -> Void = { _ in }) throws {
        let subscriptions = try paths.map { try service.subscription($0, of: PushDeliveryTests.email) }
        try festival.store.write { connection in
            var recipient = try connection.recipients.add(
                MessageRecipient(address: PushDeliveryTests.email, secret: String(repeating: "ab", count: 16)))
            change(&recipient.preferences)
            try connection.recipients.update(recipient)
            for subscription in subscriptions { try connection.pushSubscriptions.add(subscription) }
        }
    }

    private func issue() throws {
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: PushDeliveryTests.email, note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
    }

    /// Issues a ticket, sends the mail with it, and cancels the event.
    private func cancel() throws {
        try issue()
        #expect(try send().sent == 1)
        festival.clock.advance(bySeconds: 1)
        _ = try festival.services.events.cancelEvent(festival.event)
    }

    private func sender() -> NoticeSender {
        let (ring, settings) = (festival.ring, settings)
        return NoticeSender(
            festival.store, signingWith: { ring }, settings: { settings }, clock: festival.clock.now)
    }

    private func send() throws -> NoticeSender.Summary { try sender().pass(limit: .max) }

    private func mailCount() throws -> Int { try mails.names(in: "").count { $0.hasSuffix(".eml") } }

    private func delivery(_ kind: Notice.Kind) throws -> NoticeDelivery {
        let organizer = festival.event.organizer
        let all = try festival.store.read { try $0.notices.page(of: organizer, after: nil, limit: 1000) }
        return try #require(all.first { $0.kind == kind }).delivery
    }

    private func browsers() throws -> [String] {
        try festival.store.read { try $0.pushSubscriptions.confirmed(of: PushDeliveryTests.email) }.map(\.endpoint)
    }

    @Test("A ticket goes by e-mail, and the urgent message that the event is cancelled goes by push")
    func urgent() throws {
        try addRecipient("/201/a")
        try cancel()
        #expect(try mailCount() == 1 && service.present() == nil)
        #expect(try send().sent == 1)
        let request = try service.next()
        #expect(request.proof != nil && request.headers["urgency"] == "high")
        #expect(request.message.title.contains(festival.event.details.title))
        #expect(request.message.body.contains("Tickets are no longer valid."))
        #expect(!request.message.body.contains("https://"))
        let delivery = try delivery(.eventCancelled)
        #expect(delivery.state == .sent && delivery.channel == .push && delivery.reason == .urgentByPush)
        #expect(delivery.answer == "HTTP 201" && delivery.otherAddress == nil)
        #expect(request.message.tag == delivery.token && request.headers["topic"] == delivery.token)
        #expect(try mailCount() == 1)
    }

    @Test("A test message goes to one browser; the result says whether the subscription has ended, and nothing changes")
    func trial() throws {
        try addRecipient("/201/a", "/410/a", "/403/a", "/503/a", "/close/a")
        let trial = MessageTrial(settings, in: .english)
        var results: [String] = []
        for browser in try festival.store.read({ try $0.pushSubscriptions.confirmed(of: PushDeliveryTests.email) }) {
            let path = try #require(browser.endpoint.split(separator: "/").dropLast().last)
            let (result, hasEnded) = try trial.send(to: browser, at: Festival.start)
            let (word, answer): (String, String) =
                switch result {
                case .accepted(let answer): ("accepted", answer)
                case .refused(let answer): ("refused", answer)
                case .deferred(let answer, _): ("deferred", answer)
                case .unavailable(let fault): ("unavailable", "\(fault)")
                }
            #expect(hasEnded == (path == "410"))
            results.append("\(path) \(word) \(Sentence(stored: answer).english.prefix(8))")
        }
        #expect(
            Set(results) == [
                "201 accepted HTTP 201", "410 refused HTTP 410", "403 refused HTTP 403", "503 deferred HTTP 503",
                "close deferred the conn",
            ])
        let request = try service.next()
        #expect(request.proof != nil && request.message.title == "Test message")
        #expect(request.message.url == "https://tickets.example.org" && request.message.lang == "en")
        #expect(try browsers().count == 5 && mailCount() == 0)
        var without = settings
        without.push = nil
        let browser = try service.subscription("/201/a")
        let missing = try MessageTrial(without, in: .english).send(to: browser, at: Festival.start)
        #expect(missing.result == .unavailable(.notConfigured(.push)) && !missing.hasEnded)
    }

    @Test("If a subscription has ended, it is removed, and its message goes by e-mail in the same pass")
    func gone() throws {
        try addRecipient("/410/a")
        try cancel()
        #expect(try send().sent == 1)
        #expect(try service.next().path == "/410/a")
        #expect(try browsers().isEmpty && mailCount() == 2)
        let delivery = try delivery(.eventCancelled)
        #expect(delivery.state == .sent && delivery.channel == .email && delivery.tries == 2)
        #expect(try service.present() == nil)
    }

    @Test("If the push service refuses a message, the message goes by e-mail, and the browser stays subscribed")
    func refused() throws {
        try addRecipient("/413/a")
        try cancel()
        #expect(try send().sent == 1)
        #expect(try browsers().count == 1 && mailCount() == 2)
        #expect(try delivery(.eventCancelled).channel == .email)
    }

    @Test("If the push service is busy, a message is tried three times by push, and then goes by e-mail")
    func busy() throws {
        try addRecipient("/wait/503/a")
        try cancel()
        for attempt in 1...2 {
            #expect(try send().deferred == 1)
            let delivery = try delivery(.eventCancelled)
            #expect(delivery.state == .deferred && delivery.tries == attempt && delivery.answer == "HTTP 503")
            let due = try #require(delivery.due)
            // The push service asks for a delay of two minutes.
            #expect(due >= festival.clock.now().advanced(bySeconds: 120))
            festival.clock.set(due)
        }
        #expect(try mailCount() == 1)
        #expect(try send().sent == 1)
        #expect(try mailCount() == 2 && delivery(.eventCancelled).channel == .email)
        let tags = try (0..<3).map { _ in try service.next().message.tag }
        #expect(Set(tags).count == 1)
    }

    @Test("Two senders that work at the same time push a message only once")
    func twoSenders() async throws {
        try addRecipient("/201/a")
        try cancel()
        let (address, clock, ring, settings) = (festival.address, festival.clock, festival.ring, settings)
        let sent = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let store = try Store.open(address)
                    let sender = NoticeSender(
                        store, signingWith: { ring }, settings: { settings }, clock: clock.now)
                    return try sender.pass(limit: .max).sent
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sent == 1)
        _ = try service.next()
        #expect(try service.present() == nil)
    }

    @Test("A recipient can choose push for tickets, but confirmation codes still go by e-mail")
    func chosen() throws {
        try addRecipient("/201/a") { preferences in
            for kind in Notice.Kind.allCases { preferences.chosen[kind.rawValue] = .push }
        }
        try issue()
        #expect(try send().sent == 1)
        let request = try service.next()
        #expect(request.message.url?.hasPrefix("https://tickets.example.org/t/") == true)
        #expect(try mailCount() == 0 && delivery(.ticketIssued).reason == .byPush)
        let notice = Notice(
            organizer: nil, event: nil, kind: .confirmEmail, recipient: PushDeliveryTests.email,
            payload: ["code": "123456", Notice.addressCodeName: Notice.Channel.push.rawValue],
            key: Notice.keyPrefix(.confirmEmail, of: nil, cause: "x") + PushDeliveryTests.email,
            created: festival.clock.now())
        try festival.store.write { try $0.notices.queue(notice) }
        #expect(try send().sent == 1)
        #expect(try mailCount() == 1 && service.present() == nil)
    }

    @Test("A subscription that is not confirmed gets nothing")
    func unconfirmed() throws {
        let waiting = try service.subscription("/201/a", of: PushDeliveryTests.email).with { $0.confirmed = nil }
        try addRecipient()
        try festival.store.write { try $0.pushSubscriptions.add(waiting) }
        try cancel()
        #expect(try send().sent == 1)
        #expect(try mailCount() == 2 && service.present() == nil)
    }
}
