import EventFixture
import MessageTransport
import Messaging
import Store
import Testing
import Ticketing

@Suite("Suggestions of events to many recipients", .everyEngine)
struct SuggestionSenderTests {
    @Test(
        """
        A server handles 200 recipients in each pass; the command that sends messages without a server handles all in \
        one pass
        """)
    func all() throws {
        let festival = try Festival()
        let grace = "grace@example.org"
        _ = try MessageFixture.issued(to: "Grace", grace, festival)
        _ = try MessageFixture.popularEvent("Jazz", in: festival)
        try festival.store.write { connection in
            for address in (100..<300).map({ "a\($0)@example.org" }) + [grace] {
                var recipient = try connection.recipients.add(
                    MessageRecipient(address: address, secret: "secret of \(address)"))
                recipient.preferences.turn(.recommendations, off: false)
                recipient.preferences.timeZone = "Africa/Kampala"
                try connection.recipients.update(recipient)
            }
        }
        let mails = try TemporaryFolder.inMemory()
        var current = MessageSettings()
        current.publicURL = MessageFixture.origin
        current.mail = MailSettings(
            way: .folder(mails.path), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        let (ring, settings) = (festival.ring, current)
        func pass(queuesAll: Bool) throws -> [String] {
            let sender = NoticeSender(
                festival.store, signingWith: { ring }, settings: { settings }, clock: festival.clock.now)
            #expect(try sender.pass(limit: .max, queuesAllSuggestions: queuesAll).faults.isEmpty)
            return try festival.store.read { try $0.suggestionTimes.due(at: festival.clock.now(), limit: 1000) }
                .map(\.recipient)
        }
        #expect(try pass(queuesAll: false) == [grace])
        #expect(try pass(queuesAll: false).isEmpty)
        // Wednesday 18:00 in Kampala
        festival.clock.advance(bySeconds: 38_000)
        #expect(try pass(queuesAll: true).isEmpty)
        let notices = try festival.store.read { try $0.notices.page(of: nil, after: nil, limit: 100) }
            .filter { $0.kind == .recommendations }
        #expect(notices.map(\.recipient) == [grace] && notices.first?.delivery.state == .sent)
    }
}
