import EventFixture
import Foundation
@testable import Management
import MessageTransport
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
private let path = "/m/\(secret)"
private let email = "grace@example.org"
private let phone = "+256772000001"

extension Festival {
    fileprivate func addRecipient(_ address: String, secret own: String = secret) throws {
        _ = try store.write { try $0.recipients.add(MessageRecipient(address: address, secret: own)) }
    }

    fileprivate func recipient(_ own: String = secret) throws -> MessageRecipient {
        try #require(try store.read { try $0.recipients.with(secret: own) })
    }

    /// Runs a server that sends messages by the given channels. `policy` has the numbers of the message policy that
    /// differ from the default, keyed by name.
    fileprivate func serve(
        sending channels: Set<Notice.Channel> = [.email, .sms], policy: [String: Int]? = nil,
        _ work: (Browser) async throws -> Void
    ) async throws {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.policy = policy
        if channels.contains(.email) {
            settings.mail = MailSettings(
                way: .folder("\(folder.path)/mail"), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        }
        if channels.contains(.sms) { settings.sms = .gammu(GammuModem(configuration: "\(folder.path)/gammurc")) }
        let configuration = ServerConfiguration(clock: clock.now, keyRing: keys, messages: { [settings] in settings }) {
            [address] in try Store.open(address)
        }
        try await Served.with(configuration: configuration) { served async throws in try await work(Browser(served)) }
    }

    /// The queued messages of all kinds to an address, oldest first.
    fileprivate func messages(to recipient: String) throws -> [Notice] {
        try store.read { try $0.notices.due(at: clock.now(), limit: 1000) }.filter { $0.recipient == recipient }
    }

    /// The latest code that was sent to an address.
    fileprivate func code(to recipient: String) throws -> String {
        let codes = try messages(to: recipient).filter { $0.kind == .confirmEmail }
        return try #require(codes.last?.payload["code"])
    }
}

@Suite("Second addresses on the page of message preferences", .serving)
struct OtherAddressTests {
    private let defaults = [
        "action": "save", "from": "22:00", "until": "07:00", "zone": "", "reminders": "standard", "tongue": "en",
    ]

    private func wrong(_ code: String) -> String { code == "000000" ? "111111" : "000000" }

    private func confirming(_ code: String, _ ownCode: String) -> [String: String] {
        ["action": "confirm", "code": code, "own_code": ownCode]
    }

    /// The fields of a form with a list of channels for each kind of message. A kind that is not in `changes` has the
    /// automatic choice, or is off if it suggests events.
    private func ways(_ changes: [String: String]) -> [String: String] {
        var fields = defaults
        for kind in Notice.Kind.allCases where kind.canUseOtherAddress && kind.because != .becauseManager {
            fields["\(kind.rawValue)-way"] = changes[kind.rawValue] ?? (kind.suggestsEvents ? "off" : "auto")
        }
        return fields
    }

    @Test("A recipient adds a phone with two codes, then chooses SMS for reminders and updates, and removes the phone")
    func story() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("Send codes") && !browser.body.contains("reminder-way"))
            let asked = try await browser.submit(path, ["action": "add", "other": "+256 772 000 001"])
            #expect(asked.status == 200 && asked.body.contains("Two codes are on their way"))
            #expect(asked.body.contains("+25…01") && asked.body.contains("g…@example.org"))
            #expect(!asked.body.contains("772000001"))
            // The page can be loaded again.
            #expect(try await browser.get(path).body.contains("name=\"own_code\""))
            #expect(try festival.recipient().otherAddress == nil)
            let (code, own) = (try festival.code(to: phone), try festival.code(to: email))
            #expect(code.count == 6 && own.count == 6)
            try await browser.submit(path, confirming(code, own))
            #expect(browser.body.contains("Saved.") && browser.body.contains("SMS messages go to +25…01."))
            #expect(try festival.recipient().otherAddress == phone)

            for kind in ["event-cancelled", "reminder"] {
                #expect(browser.body.contains("name=\"\(kind)-way\""), "\(kind)")
            }
            #expect(!browser.body.contains("name=\"password-reset-way\"") && !browser.body.contains("news-way"))
            let found = try #require(
                try festival.store.read { try $0.recipients.with(secret: secret) })
            let ways = ways([
                "reminder": "sms", "event-moved": "sms", "answer-reminder": "off", "organizer-message": "email",
            ])
            try await browser.submit(path, ways)
            let stored = try festival.recipient().preferences
            #expect(
                stored.chosen == ["reminder": .sms, "event-moved": .sms, "organizer-message": .email])
            let off: Set = [
                "answer-reminder/email", "answer-reminder/sms", "answer-reminder/whatsapp", "answer-reminder/push",
            ]
            #expect(stored.off == off && found.preferences.off.isEmpty)
            // The choice `off` is refused for a kind of message that cannot be turned off.
            let refused = try await browser.send(path, ways.merging(["event-moved-way": "off"]) { $1 })
            #expect(refused.status == 400)
            try await browser.get(path)
            #expect(try await browser.send(path, ways.merging(["reminder-way": "fax"]) { $1 }).status == 400)
            #expect(try festival.recipient().preferences == stored)

            try await browser.get(path)
            try await browser.submit(path, ["action": "remove"])
            let after = try festival.recipient()
            #expect(after.otherAddress == nil && after.preferences.chosen.isEmpty)
            #expect(after.preferences.off == off)
        }
    }

    @Test("Wrong codes add nothing; after five wrong codes or ten minutes, new codes are needed")
    func wrongCodes() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            #expect(try await browser.send(path, confirming("123456", "123456")).status == 422)
            #expect(browser.body.contains("There are no valid codes"))
            try await browser.submit(path, ["action": "add", "other": phone])
            let (code, own) = (try festival.code(to: phone), try festival.code(to: email))
            // Neither of the two right codes is enough without the other.
            let first = try await browser.send(path, confirming(code, wrong(own)))
            #expect(first.status == 422 && first.body.contains("\"own_code-fault\""))
            #expect(!first.body.contains("\"code-fault\""))
            #expect(try await browser.send(path, confirming(wrong(code), own)).status == 422)
            for malformed in ["", "12345", "1234567", "abcdef", "<script>", String(repeating: "1", count: 5000)] {
                #expect(try await browser.send(path, confirming(malformed, malformed)).status == 422, "\(malformed)")
            }
            for _ in 0..<4 {
                #expect(try await browser.send(path, confirming(code, wrong(own))).status == 422)
            }
            // The attempts are used up, so even the right codes are refused.
            #expect(try await browser.send(path, confirming(code, own)).status == 422)
            #expect(try festival.recipient().otherAddress == nil)

            try await browser.get(path)
            try await browser.submit(path, ["action": "add", "other": phone])
            let late = (try festival.code(to: phone), try festival.code(to: email))
            festival.clock.advance(bySeconds: 600)
            #expect(try await browser.send(path, confirming(late.0, late.1)).status == 422)
            #expect(try festival.recipient().otherAddress == nil)
        }
    }

    @Test("The server sends only codes to somebody else’s number, and only a few codes")
    func strangers() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        let other = String(secret.reversed())
        try festival.addRecipient("mallory@example.org", secret: other)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            for _ in 0..<3 {
                #expect(try await browser.send(path, ["action": "add", "other": phone]).status == 303)
            }
            let limited = try await browser.send(path, ["action": "add", "other": phone])
            #expect(limited.status == 429 && limited.headers["retry-after"] != nil)
            // The limit of codes to the recipient’s own address also applies if the recipient enters another number.
            #expect(try await browser.send(path, ["action": "add", "other": "+256772000002"]).status == 429)
            #expect(try festival.messages(to: "+256772000002").isEmpty)
            // The codes of one recipient do not confirm the number for another recipient.
            try await browser.get("/m/\(other)")
            let code = try festival.code(to: phone)
            let stolen = try await browser.send("/m/\(other)", confirming(code, code))
            #expect(stolen.status == 422)
            #expect(try festival.recipient(other).otherAddress == nil)

            for kind in [Notice.Kind.ticketIssued, .eventCancelled] {
                try festival.store.write { connection in
                    try connection.notices.queue(
                        Notice(
                            organizer: festival.event.organizer, event: festival.event.number, kind: kind,
                            recipient: email, payload: [:], key: "test/\(kind)", created: festival.clock.now()))
                    try connection.recipients.suppress(email, since: festival.clock.now(), answer: nil)
                }
            }
            let leases = try NoticeDispatcher(clock: festival.clock.now).decide(
                atMost: 20, channels: [.email, .sms], festival.store
            ).leases
            let toPhone = leases.filter { $0.address == phone }
            #expect(!toPhone.isEmpty && toPhone.allSatisfy { $0.notice.kind == .confirmEmail })
        }
    }

    @Test("A malformed address, an address of the same channel, and an address whose channel has no sender are refused")
    func refused() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            for address in ["", "0772000001", "ada@example.org", "<script>alert(1)</script>", "+1"] {
                let reply = try await browser.send(path, ["action": "add", "other": address])
                #expect(reply.status == 422 && reply.body.contains("other-fault"), "\(address)")
                #expect(!reply.body.contains("<script>alert"))
            }
            let reply = try await browser.send(path, ["action": "add", "other": phone], hidden: false)
            #expect(reply.status == 403)
            #expect(try festival.messages(to: phone).isEmpty)
        }
        try await festival.serve(sending: [.email]) { browser async throws in
            try await browser.get(path)
            #expect(!browser.body.contains("Send codes"))
            #expect(try await browser.send(path, ["action": "add", "other": phone]).status == 400)
            // The error page has no hidden fields, so the browser opens the preferences again.
            try await browser.get(path)
            #expect(try await browser.send(path, confirming("123456", "123456")).status == 400)
        }
        #expect(try festival.messages(to: phone).isEmpty && festival.messages(to: email).isEmpty)
    }

    @Test(
        """
        The same codes can be entered twice in a row, but they confirm neither another address nor the same address \
        after it was removed
        """)
    func usedCodes() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            try await browser.submit(path, ["action": "add", "other": "+256772000002"])
            let first = try festival.code(to: "+256772000002")
            festival.clock.advance(bySeconds: 1)
            try await browser.submit(path, ["action": "add", "other": phone])
            let (code, own) = (try festival.code(to: phone), try festival.code(to: email))
            // The code of an earlier request is not valid together with the code of a later request.
            #expect(try await browser.send(path, confirming(first, own)).status == 422)
            #expect(try festival.recipient().otherAddress == nil)
            let earlier = confirming(first, own).merging(["other": Notice.masked("+256772000002")]) { $1 }
            #expect(try await browser.send(path, earlier).status == 422)
            #expect(try festival.recipient().otherAddress == nil)
            for _ in 0..<2 {
                let answer = try await browser.send(path, confirming(code, own))
                #expect(answer.status == 303 && answer.headers["location"] == "\(path)?saved=confirm")
            }
            #expect(try festival.recipient().otherAddress == phone)
            try await browser.get(path)
            try await browser.submit(path, ["action": "remove"])
            #expect(!browser.body.contains("own_code"))
            let again = confirming(code, own).merging(["other": Notice.masked(phone)]) { $1 }
            #expect(try await browser.send(path, again).status == 422)
            #expect(try festival.recipient().otherAddress == nil)
        }
    }

    @Test("Codes to the recipients’ own phones also count towards the hourly limit on text messages to all visitors")
    func textLimit() throws {
        let festival = try Festival()
        let storefront = try Storefront(
            to: festival.store, signingWith: festival.ring, clock: festival.clock.now,
            confirmsReservations: { _ in true })
        var accepted = 0
        for number in 0...60 {
            let own = "0123456789abcdef0123456789abc\(100 + number)"
            try festival.addRecipient("+256772000\(100 + number)", secret: own)
            let address = try VisitorAddress.parse("ada\(number)@example.org").get()
            if try storefront.requestCodes(for: address, ofLink: own) == .accepted { accepted += 1 }
        }
        #expect(accepted == 60)
    }

    @Test("A click on “unsubscribe” works even if SMS was chosen, and an old page does not undo it")
    func unsubscribing() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        try festival.store.write { connection in
            _ = try connection.recipients.existing(phone)
            try connection.recipients.setOther(phone, of: email)
        }
        try await festival.serve { browser async throws in
            try await browser.get(path)
            try await browser.submit(path, ways(["reminder": "sms"]))
            #expect(try festival.recipient().preferences.chosen == ["reminder": .sms])
            let old = browser.body
            #expect(try await browser.send("\(path)/unsubscribe?kind=reminder", [:]).status == 200)
            let off = try festival.recipient().preferences
            #expect(off.chosen.isEmpty && Notice.Channel.allCases.allSatisfy { off.isOff(.reminder, by: $0) })
            // The old page still shows the choice SMS. If the old page is sent unchanged, nothing changes. With another
            // choice, the old page is refused.
            let marks = Dictionary(
                old.matches(of: /name="(seen-[a-z\-]+|layout|antiforgery)" value="([^"]*)"/)
                    .map { (String($0.1), String($0.2)) }
            ) { first, _ in first }
            let unchanged = ways(["reminder": "sms"]).merging(marks) { $1 }
            #expect(try await browser.send(path, unchanged, hidden: false).status == 303)
            #expect(try festival.recipient().preferences == off)
            let changed = ways(["reminder": "email"]).merging(marks) { $1 }
            let refused = try await browser.send(path, changed, hidden: false)
            #expect(refused.status == 422 && refused.body.contains("changed since this page was opened"))
            #expect(try festival.recipient().preferences == off)
            // The refused page shows the stored choice, so sending it again changes nothing.
            try await browser.submit(path, ways(["reminder": "off"]))
            #expect(try festival.recipient().preferences == off)
            // First, the second address is removed while a page with lists of channels is open. Then the second address
            // is added again while a page with checkboxes is open.
            try festival.store.write { try $0.recipients.setOther(nil, of: email) }
            let lists = try await browser.send(path, ways([:]))
            #expect(lists.status == 422 && lists.body.contains("changed since this page was opened"))
            try festival.store.write { try $0.recipients.setOther(phone, of: email) }
            let boxes = try await browser.send(path, defaults)
            #expect(boxes.status == 422 && boxes.body.contains("name=\"reminder-way\""))
            #expect(try festival.recipient().preferences == off)
        }
    }

    @Test("The page names the stopped address, and promises urgent SMS only to a confirmed phone")
    func stopped() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        // A member enters the phone number together with the e-mail address.
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], name: "Grace", email: email,
            phone: phone, payment: Payment(.cash))
        _ = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        try await festival.serve { browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("name=\"reminder-way\"") && !browser.body.contains("urgent messages"))
            #expect(!browser.body.contains("no messages are sent to"))
            try festival.store.write { connection in
                _ = try connection.recipients.existing(phone)
                try connection.recipients.setOther(phone, of: email)
                try connection.recipients.suppress(phone, since: festival.clock.now(), answer: "undeliverable")
            }
            try await browser.get(path)
            #expect(browser.body.contains("By e-mail; urgent messages by SMS"))
            #expect(browser.body.contains("no messages are sent to +25…01, because"))
            #expect(!browser.body.contains("sent to this address"))
        }
    }

    @Test("The page lists the last ten messages with their states and reasons; the account page of a user links to it")
    func latest() async throws {
        let festival = try Festival()
        let joan = EmailAddress(rawValue: "joan@example.org")
        let user = try festival.services.users.addUser(UserDetails(name: "Joan", email: joan))
        let visitor = try DeskVisitor("joan", user, at: festival)
        try festival.store.write { connection in
            for number in 1...12 {
                try connection.notices.queue(
                    Notice(
                        organizer: festival.event.organizer, event: festival.event.number, kind: .reminder,
                        recipient: "joan@example.org", payload: [:], key: "test/\(number)",
                        created: Festival.start.advanced(bySeconds: Int64(number) * 60)))
            }
            try connection.notices.queue(
                Notice(
                    organizer: nil, event: nil, kind: .passwordReset, recipient: "joan@example.org",
                    payload: ["link": "/reset#5ecret"], key: "reset/1",
                    created: Festival.start.advanced(bySeconds: 3600)))
        }
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        let configuration = ServerConfiguration(
            clock: festival.clock.now, keyRing: festival.keys, messages: { [settings] in settings }
        ) { [address = festival.address] in try Store.open(address) }
        try await Served.with(configuration: configuration) { served async throws in
            let account = try await visitor.get(served, "/desk/account")
            let link = try #require(account.body.firstMatch(of: /href="(\/m\/[0-9a-f]+)"/)).1
            let browser = Browser(served)
            try await browser.get(String(link))
            #expect(browser.body.contains("Latest messages") && !browser.body.contains("5ecret"))
            #expect(browser.body.matches(of: /<li>Wed 23 Dec 2026[^<]*Reminders before an event, waiting/).count == 9)
            // People forward messages, so the page names neither events nor organizers.
            #expect(browser.body.contains("You get such messages because you have a ticket or an invitation."))
            #expect(!browser.body.contains("New Year by the Lake") && !browser.body.contains("Nile Nights"))
            // On a second visit, the account page has the same link.
            #expect(try await visitor.get(served, "/desk/account").body.contains("href=\"\(link)\""))
        }
    }

    @Test("The page shows the server’s quiet hours, and stores hours only if the recipient changes them")
    func quietHours() async throws {
        let festival = try Festival()
        try festival.addRecipient(email)
        let kinds = ["reminder-email", "answer-reminder-email", "organizer-message-email"]
        let ticked = Dictionary(uniqueKeysWithValues: kinds.map { ($0, "yes") })
        try await festival.serve(sending: [.email], policy: ["quiet-from": 20 * 60]) { browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("value=\"20:00\"") && browser.body.contains("value=\"07:00\""))
            try await browser.submit(path, defaults.merging(["from": "20:00"]) { $1 }.merging(ticked) { $1 })
            #expect(try festival.recipient().preferences == MessagePreferences())
            try await browser.submit(path, defaults.merging(ticked) { $1 })
            let stored = try festival.recipient().preferences
            #expect(stored.quietFrom == 22 * 60 && stored.quietUntil == 7 * 60)
        }
    }
}
