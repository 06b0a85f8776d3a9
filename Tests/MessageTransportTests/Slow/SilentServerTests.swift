import EventFixture
import Testing

@testable import MessageTransport

@Suite("Mail servers that stop answering", .slow, .lowPriority, .needs("aiosmtpd"))
struct SilentServerTests {
    @Test("If a server stops answering after the message, the program still stops within a few seconds")
    func patience() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings) {
            do {
                return try server.hasEvent("message")
            } catch {
                Issue.record(error)
                return true
            }
        }
        let start = ContinuousClock.now
        #expect(try transport.send(.sample(to: "slow")).isUnknown)
        #expect((Duration.seconds(4)...Duration.seconds(15)).contains(start.duration(to: .now)))
    }

    @Test("A late answer to one mail is not taken for the answer to the next mail")
    func slow() throws {
        let server = try MailServer()
        let transport = SMTPTransport(server.settings, limit: .seconds(5))
        #expect(try transport.send(.sample(to: "slow")).isUnknown)
        #expect(try transport.send(.sample(to: "refused")) == .refused(answer: "550 5.1.1 No such mailbox"))
        #expect(try transport.send(.sample()) == .queued)
        _ = try server.next("message")
        #expect(try server.next("message").connection != 1)
    }
}
