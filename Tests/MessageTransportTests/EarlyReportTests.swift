import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import MessageTransport

@Suite("Delivery reports before the provider’s answer is stored, with a stand-in for the provider", .everyEngine)
struct EarlyReportTests {
    @Test(
        """
        A delivery report is applied to its message even if it arrives before the provider’s id of the message is \
        stored
        """)
    func order() throws {
        let server = try PythonServer("africastalking_standin.py")
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        account.endpoint = "http://127.0.0.1:\(server.port)"
        let client = AfricasTalkingClient(account)
        let festival = try Festival()
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let phones = ["+256700123456", "+256700123457"]
        let notices = phones.map { phone in
            Notice(
                organizer: festival.event.organizer, event: nil, kind: .confirmEmail, recipient: phone,
                payload: ["code": "123456"], key: "confirm-email//\(phone)", created: festival.clock.now())
        }
        _ = try festival.store.write { try $0.notices.queue(notices) }
        let leases = try dispatcher.decide(atMost: 20, channels: [.sms], festival.store).leases
        #expect(leases.count == 2)
        for (index, lease) in leases.enumerated() {
            let number = try #require(PhoneNumber(rawValue: lease.notice.recipient))
            guard case .accepted(let id?, let answer) = client.send(SMSText("Your code is 123456."), to: number) else {
                throw Surprise("the stand-in did not take the message")
            }
            let report = { try dispatcher.recordReport(id: id, arrived: true, answer: "Success", festival.store) }
            if index == 0 { #expect(try !report()) }
            try dispatcher.record(
                .accepted(providerID: id, answer: answer), of: lease, chance: 0, festival.store)
            if index == 1 { #expect(try report()) }
        }
        let stored = try notices.map { notice in
            try #require(try festival.store.read { try $0.notices.with(key: notice.key) }).delivery
        }
        #expect(stored.map(\.state) == [.delivered, .delivered] && stored.map(\.answer) == ["Success", "Success"])
    }
}
