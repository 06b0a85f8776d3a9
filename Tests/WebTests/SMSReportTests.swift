import EventFixture
import Foundation
import HTTPTypes
import Management
import MessageTransport
import Messaging
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

private let secret = "0123456789abcdef0123456789abcdef"
private let phone = "+256772123456"

@Suite("Delivery reports of an SMS provider", .everyEngine, .serving)
struct SMSReportTests {
    private let festival: Festival

    init() throws {
        festival = try Festival()
    }

    /// Settings with an account at Africa’s Talking.
    ///
    /// - Parameter secret: the secret in the URL to which the provider posts its reports.
    private static func settings(_ secret: String?) -> MessageSettings {
        var account = AfricasTalkingAccount(username: "nile", apiKey: "key-0123456789")
        account.reportSecret = secret
        var settings = MessageSettings()
        settings.sms = .africasTalking(account)
        return settings
    }

    private func serve(
        _ settings: MessageSettings = SMSReportTests.settings(secret), _ work: (Served) async throws -> Void
    ) async throws {
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            try await work(served)
        }
    }

    /// Sells a ticket to a phone number, and sends the message about the ticket. The provider’s id of the message
    /// contains the phone number.
    private func sell(to phone: String = phone) throws {
        try festival.order(byPhone: phone)
        try festival.deliver(by: [.sms]) { .accepted(providerID: "ATXid_\($0.recipient)", answer: "101 Sent") }
    }

    private func delivery(to phone: String = phone) throws -> NoticeDelivery {
        try #require(try festival.notices(to: phone).first).delivery
    }

    /// Posts a report as the provider does, with all fields.
    private func report(
        _ served: Served, _ status: String, of id: String = "ATXid_\(phone)", reason: String? = nil,
        secret: String = secret
    ) async throws -> Int? {
        let reason = reason.map { "&failureReason=\($0)" } ?? ""
        let id = id.replacing("+", with: "%2B")
        return try await post(
            served, "id=\(id)&status=\(status)&phoneNumber=%2B256772123456&networkCode=64110&retryCount=0\(reason)",
            secret: secret)
    }

    private func post(
        _ served: Served, _ body: String, secret: String = secret, type: String = "application/x-www-form-urlencoded"
    ) async throws -> Int? {
        try await served.ask("POST", "/hooks/sms/\(secret)", head: "Content-Type: \(type)\r\n", body: body)?.status
    }

    @Test("After a report, the desk shows the message as delivered; the log has neither the secret nor the number")
    func delivered() async throws {
        try sell()
        let owner = try DeskVisitor.owner(of: festival)
        try await serve { served async throws in
            let path = "\(festival.event.deskPath)/notices?show=sent"
            let before = try await owner.get(served, path).body
            #expect(before.contains(phone) && !before.contains("elivered"))
            #expect(try await report(served, "Success") == 200)
            let stored = try delivery()
            #expect(stored.state == .delivered && stored.answer == "Success" && stored.due == nil)
            let after = try await owner.get(served, path).body
            #expect(after.contains(phone) && after.contains("elivered"))
            let log = served.log.text
            #expect(log.contains("/hooks/sms/") && !log.contains(secret) && !log.contains("256772123456"))
        }
    }

    @Test("Repeated, late and preliminary reports change nothing")
    func repeated() async throws {
        try sell()
        try await serve { served async throws in
            for status in ["Sent", "Submitted", "Buffered", "Nonsense"] {
                #expect(try await report(served, status) == 200)
                #expect(try delivery().state == .sent, "\(status)")
            }
            #expect(try await report(served, "Success") == 200)
            let first = try delivery()
            festival.clock.advance(bySeconds: 60)
            for (status, reason) in [
                ("Success", nil), ("Failed", "UserDoesNotExist"), ("Rejected", nil),
            ] as [(String, String?)] {
                #expect(try await report(served, status, reason: reason) == 200)
                #expect(try delivery() == first, "\(status)")
            }
            #expect(try festival.store.read { try $0.recipients.with(address: phone)?.suppressed } == nil)
        }
    }

    @Test(
        """
        If a report arrives before the provider’s answer is stored, the report is applied as soon as the answer is \
        stored
        """)
    func early() async throws {
        try festival.order(byPhone: phone)
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let leases = try dispatcher.decide(atMost: 20, channels: [.sms], festival.store).leases
        let lease = try #require(leases.first)
        try await serve { served async throws in
            #expect(try await report(served, "Success") == 200)
            #expect(try delivery().state == .leased)
            try dispatcher.record(
                .accepted(providerID: "ATXid_\(phone)", answer: "101 Sent"), of: lease, chance: 0, festival.store)
            let stored = try delivery()
            #expect(stored.state == .delivered && stored.answer == "Success")
        }
    }

    @Test("A guessed secret gets the response of an unknown page, and changes nothing")
    func guessing() async throws {
        try sell()
        let guesses = [
            String(secret.dropLast()), String(secret.dropLast()) + "e", secret + "0", secret.uppercased(), "x",
            String(repeating: "0", count: 32), "\(secret)%20",
        ]
        try await serve { served async throws in
            let unknown = try await served.ask("GET", "/m/\(secret)")
            #expect(unknown?.status == 404)
            for guess in guesses {
                let reply = try await served.ask("POST", "/hooks/sms/\(guess)")
                #expect(reply?.status == 404 && reply?.body == unknown?.body, "\(guess)")
                #expect(try await report(served, "Failed", secret: guess) == 404, "\(guess)")
            }
            #expect(try await served.ask("POST", "/hooks/sms/")?.status == 404)
            #expect(try await served.ask("GET", "/hooks/sms/\(secret)")?.status == 405)
        }
        // If the settings have no secret or no account, every secret is wrong.
        for settings in [Self.settings(nil), MessageSettings()] {
            try await serve(settings) { served async throws in
                #expect(try await report(served, "Failed") == 404)
            }
        }
        #expect(try delivery().state == .sent)
    }

    @Test("If the settings cannot be read, the response says nothing about them")
    func unreadable() async throws {
        try festival.folder.write("{", to: MessageSettingsFile.name)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: festival.folder(MessageSettingsFile.name))
        let file = MessageSettingsFile(folder: festival.folder.path)
        try await Served.with(configuration: festival.configuration { try file.read() }) { served async throws in
            let reply = try await served.ask("POST", "/hooks/sms/\(secret)")
            #expect(reply?.status == 503 && reply?.body.contains("messages.json") == false)
        }
    }

    @Test(
        "A report changes only the SMS that has the report’s id, regardless of the sending organizer, and never a mail")
    func others() async throws {
        try sell()
        try sell(to: "+256701000111")
        // In this test, a mail has the id that the report contains.
        try festival.issue(to: "grace@example.org")
        try festival.deliver { _ in .accepted(providerID: "ATXid_mail", answer: "250 OK") }
        let organizer = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Lake Days"))
        let other = Notice(
            organizer: organizer.number, event: nil, kind: .confirmEmail, recipient: "+256701000222",
            payload: ["code": "123456"], key: "confirm-email//lake/+256701000222", created: festival.clock.now())
        try festival.store.write { try $0.notices.queue(other) }
        try festival.deliver(by: [.sms]) { .accepted(providerID: "ATXid_\($0.recipient)", answer: "101 Sent") }
        func otherState() throws -> NoticeDelivery.State? {
            try festival.store.read { try $0.notices.with(key: other.key)?.delivery.state }
        }
        try await serve { served async throws in
            for id in ["ATXid_unknown", "ATXid_mail", "%27%20OR%201=1", "ATXid_%25"] {
                #expect(try await report(served, "Failed", of: id) == 200, "\(id)")
            }
            #expect(try delivery().state == .sent && delivery(to: "+256701000111").state == .sent)
            #expect(try festival.notices(to: "grace@example.org").map(\.delivery.state) == [.sent])
            // The account belongs to the server, so it is used for the messages of all organizers.
            #expect(try await report(served, "Failed", of: "ATXid_+256701000222", reason: "UserInBlackList") == 200)
            #expect(try otherState() == .failed)
            #expect(try delivery().state == .sent && delivery(to: "+256701000111").state == .sent)
        }
    }

    @Test(
        """
        Only a report that a number does not exist stops messages to it, until a member sends the reported message \
        again
        """)
    func missingNumber() async throws {
        try sell()
        try sell(to: "+256701000111")
        func suppressed(_ phone: String) throws -> Instant? {
            try festival.store.read { try $0.recipients.with(address: phone)?.suppressed }
        }
        try await serve { served async throws in
            #expect(
                try await report(served, "Rejected", of: "ATXid_+256701000111", reason: "UserAccountSuspended") == 200)
            let failed = try delivery(to: "+256701000111")
            #expect(failed.state == .failed && failed.reason == .refused)
            #expect(failed.answer == "Rejected UserAccountSuspended")
            #expect(try suppressed("+256701000111") == nil)
            #expect(try await report(served, "Failed", reason: "UserDoesNotExist") == 200)
            #expect(try delivery().state == .bounced)
            #expect(try suppressed(phone) == Festival.start)
        }
        let key = try #require(try festival.notices(to: phone).first { $0.delivery.state == .bounced }).key
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        _ = try festival.services.notices.retry(key, of: organizer)
        #expect(try suppressed(phone) == nil)
        // While the message is sent again, a late report about the first attempt changes nothing.
        try await serve { served async throws in
            #expect(try await report(served, "Failed") == 200)
            #expect(try delivery().state == .queued)
        }
    }

    @Test("Malformed, incomplete and long reports are refused, and change nothing")
    func malformed() async throws {
        try sell()
        let id = "id=ATXid_%2B256772123456"
        try await serve { served async throws in
            for body in [
                "", "status=Success", id, "\(id)&status=", "id=&status=Success", "\(id)&id=x&status=Success", "%zz",
                "id=%00&status=Success", "\(id)&status=%FF",
            ] {
                #expect(try await post(served, body) == 400, "\(body)")
            }
            let json = "{\"id\":\"ATXid_\(phone)\",\"status\":\"Success\"}"
            #expect(try await post(served, json, type: "application/json") == 415)
            let long = "\(id)&status=Success&text=\(String(repeating: "x", count: 9000))"
            #expect(try await post(served, long) == 413)
            #expect(try delivery().state == .sent)
        }
    }
}
