import EventFixture
import MessageTransport
import Messaging
import Store
import Testing
import Ticketing

@Suite("Removal of old messages by the sender", .everyEngine)
struct SenderPruningTests {
    @Test("A sender removes old messages even if no channel is set up, and keeps messages that wait")
    func withoutChannel() throws {
        let festival = try Festival()
        let notices = ["sent", "waiting"].map { key in
            Notice(
                organizer: nil, event: nil, kind: .passwordReset, recipient: "grace@example.org", payload: [:],
                key: key, created: Festival.start)
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
        try festival.tamper(
            """
            UPDATE notice SET state = 'sent', due = NULL, changed = \(Festival.start.milliseconds)
            WHERE notice_key = 'sent'
            """)
        festival.clock.advance(bySeconds: Int64(NoticeRetention.days) * 86_400)
        let ring = festival.ring
        let sender = NoticeSender(
            festival.store, signingWith: { ring }, settings: { MessageSettings() }, clock: festival.clock.now)
        #expect(try sender.pass(limit: 9) == NoticeSender.Summary())
        let left = try festival.store.read { try $0.notices.page(of: nil, after: nil, limit: 9) }
        #expect(left.map(\.key) == ["waiting"])
    }
}
