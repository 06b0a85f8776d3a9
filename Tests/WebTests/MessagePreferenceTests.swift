import EventFixture
import Management
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

extension Festival {
    /// Adds a recipient of messages. `path` is the path of the recipient’s link.
    fileprivate func addRecipient(_ address: String) throws {
        _ = try store.write { try $0.recipients.add(MessageRecipient(address: address, secret: secret)) }
    }

    fileprivate var recipient: MessageRecipient {
        get throws { try #require(try store.read { try $0.recipients.with(secret: secret) }) }
    }

    fileprivate func serve(_ work: (Served, Browser) async throws -> Void) async throws {
        try await Served.with(configuration: configuration) { served async throws in
            try await work(served, Browser(served))
        }
    }
}

@Suite("Message preferences", .serving)
struct MessagePreferenceTests {
    /// The fields of a form with the default preferences. No checkbox is ticked.
    private let defaults = [
        "action": "save", "from": "22:00", "until": "07:00", "zone": "", "reminders": "standard", "tongue": "en",
    ]
    private let everything = [
        "reminder-email": "yes", "answer-reminder-email": "yes", "organizer-message-email": "yes",
    ]

    private func everyChannel(_ kinds: Notice.Kind...) -> Set<String> {
        Set(kinds.flatMap { kind in Notice.Channel.allCases.map { MessagePreferences.offKey(kind, $0) } })
    }

    private func fields(_ changes: [String: String]) -> [String: String] { defaults.merging(changes) { $1 } }

    @Test("The choices of reminder times follow the settings of the server")
    func reminderTimes() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        let examples: [([String: Int], [String])] = [
            (
                [:],
                [
                    "On the day before and 2 hours before", "7 days before, on the day before and 2 hours before",
                    "On the day before, 2 hours before and 15 minutes before",
                ]
            ),
            (
                ["reminder-early": 14, "reminder-late": 1, "reminder-last": 45],
                [
                    "On the day before and one hour before", "14 days before, on the day before and one hour before",
                    "On the day before, one hour before and 45 minutes before",
                ]
            ),
        ]
        for (policy, expected) in examples {
            var settings = MessageSettings()
            settings.policy = policy
            let current = settings
            try await Served.with(configuration: festival.configuration { current }) { served async throws in
                let page = try await Browser(served).get(path).body
                for text in expected { #expect(page.contains(">\(text)<"), "\(text)") }
            }
        }
    }

    @Test("The page shows a masked address and the stored preferences, and stores changed preferences")
    func saving() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await festival.serve { served, browser async throws in
            let page = try await browser.get(path)
            #expect(page.status == 200 && page.body.contains("g…@example.org") && !page.body.contains("grace"))
            #expect(page.headers["cache-control"] == "no-store" && page.headers["referrer-policy"] == "no-referrer")
            for name in ["reminder-email", "answer-reminder-email", "organizer-message-email"] {
                #expect(page.body.contains("name=\"\(name)\" value=\"yes\" checked>"), "\(name)")
            }
            #expect(!page.body.contains("name=\"event-moved-email\"") && !page.body.contains("-sms\""))
            #expect(page.body.contains("<legend>Messages from organizers</legend>"))
            let legends = page.body.matches(of: /<legend>(.)/).map { String($0.1) }
            #expect(!legends.isEmpty && legends.allSatisfy { $0 == $0.uppercased() }, "\(legends)")
            let changes = [
                "reminder-email": "yes", "organizer-message-email": "yes", "from": "21:30", "until": "06:00",
                "zone": "Africa/Nairobi", "reminders": "early", "tongue": "fr", "paused": "yes",
            ]
            try await browser.submit(path, fields(changes))
            #expect(browser.body.contains("Saved."))
            let stored = try festival.recipient
            #expect(stored.preferences.off == everyChannel(.answerReminder))
            #expect(stored.preferences.quietFrom == 21 * 60 + 30 && stored.preferences.quietUntil == 6 * 60)
            #expect(stored.preferences.timeZone == "Africa/Nairobi" && stored.language == "fr")
            #expect(stored.preferences.reminders == .early && stored.preferences.isPaused)
            #expect(browser.body.contains("name=\"reminder-email\" value=\"yes\" checked>"))
            #expect(browser.body.contains("name=\"answer-reminder-email\" value=\"yes\">"))
            #expect(browser.body.contains("value=\"21:30\"") && browser.body.contains("value=\"Africa/Nairobi\""))
            #expect(browser.body.contains("value=\"early\" selected") && browser.body.contains("lang=\"fr\" selected"))
            try await browser.submit(path, ["action": "reset"])
            #expect(try festival.recipient.preferences == MessagePreferences())
            try await served.expectNoTrace(of: path, ["grace"])
        }
    }

    @Test(
        """
        Mails show the QR codes of tickets unless the recipient chooses no pictures, and posters only if the recipient \
        chooses them
        """)
    func pictures() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await festival.serve { _, browser async throws in
            let page = try await browser.get(path)
            #expect(page.body.contains("<option value=\"symbols\" selected>Show the QR codes of tickets</option>"))
            try await browser.submit(path, fields(everything.merging(["pictures": "none"]) { $1 }))
            #expect(try !festival.recipient.preferences.showsSymbols)
            #expect(browser.body.contains("<option value=\"none\" selected>"))
            // A form without the field `pictures` keeps the stored choice.
            try await browser.submit(path, fields(everything))
            #expect(try !festival.recipient.preferences.showsSymbols)
            let wrong = try await browser.send(path, fields(everything.merging(["pictures": "all"]) { $1 }))
            #expect(wrong.status == 400)
            try await browser.get(path)
            try await browser.submit(path, fields(everything.merging(["pictures": "symbols"]) { $1 }))
            #expect(try festival.recipient.preferences.showsSymbols && !festival.recipient.preferences.showsPosters)
            try await browser.submit(path, fields(everything.merging(["pictures": "posters"]) { $1 }))
            #expect(try festival.recipient.preferences.showsSymbols && festival.recipient.preferences.showsPosters)
            let label = "Show the QR codes of tickets, and the posters and logos of events"
            #expect(browser.body.contains("<option value=\"posters\" selected>\(label)</option>"))
            try await browser.submit(path, ["action": "reset"])
            #expect(try festival.recipient.preferences == MessagePreferences())
        }
    }

    @Test("The page has choices for messages about sales only if the address is a user’s, and stores the choices")
    func sales() async throws {
        let festival = try Festival()
        let ruth = EmailAddress(rawValue: "ruth@example.org")
        _ = try festival.services.users.addUser(UserDetails(name: "Ruth", email: ruth))
        try festival.addRecipient("ruth@example.org")
        let other = String(secret.reversed())
        try festival.store.write { connection in
            _ = try connection.recipients.add(MessageRecipient(address: "grace@example.org", secret: other))
        }
        try await festival.serve { _, browser async throws in
            let page = try await browser.get(path)
            #expect(page.body.contains("name=\"new-sale-email\" value=\"yes\" checked>"))
            #expect(page.body.contains("value=\"real-time\" selected"))
            let kinds = ["new-sale-email": "yes", "daily-summary-email": "yes", "sales": "hourly"]
            try await browser.submit(path, fields(everything.merging(kinds) { $1 }))
            let stored = try festival.recipient.preferences
            let off = everyChannel(
                .doubleAdmissions, .gateSilent, .gateUndecided, .lowInventory, .paymentReceived, .salesMilestone)
            #expect(stored.sales == .hourly && stored.off == off)
            #expect(browser.body.contains("value=\"hourly\" selected"))
            for wrong in [[:], ["sales": "weekly"]] as [[String: String]] {
                let reply = try await browser.send(path, fields(everything.merging(wrong) { $1 }))
                #expect(reply.status == 400)
            }
            #expect(try festival.recipient.preferences == stored)

            let guest = try await browser.get("/m/\(other)")
            #expect(guest.status == 200 && !guest.body.contains("new-sale") && !guest.body.contains("name=\"sales\""))
            // If a form has a field that the page does not have, the field changes nothing.
            try await browser.submit("/m/\(other)", fields(everything.merging(["sales": "hourly"]) { $1 }))
            let kept = try festival.store.read { try $0.recipients.with(secret: other) }
            #expect(kept?.preferences == MessagePreferences())
        }
    }

    @Test("A pause of one week does not get longer if the form is saved again, and ends if its box is unticked")
    func snoozing() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await festival.serve { _, browser async throws in
            try await browser.get(path)
            let snooze = fields(everything.merging(["reminder-snooze": "yes"]) { $1 })
            let end = Festival.start.advanced(bySeconds: 7 * 86_400).milliseconds
            try await browser.submit(path, snooze)
            #expect(try festival.recipient.preferences.snoozed == ["reminder": end])
            #expect(browser.body.contains("Paused until Wed 30 Dec 2026, ") && browser.body.contains("Africa/Kampala"))
            festival.clock.advance(bySeconds: 3600)
            try await browser.submit(path, snooze)
            #expect(try festival.recipient.preferences.snoozed == ["reminder": end])
            try await browser.submit(path, fields(everything))
            #expect(try festival.recipient.preferences == MessagePreferences())
        }
    }

    @Test("An invalid value gets an error at its field, and changes nothing")
    func faults() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        let before = try festival.recipient
        try await festival.serve { served, browser async throws in
            try await browser.get(path)
            for (field, value) in [
                ("from", "24:00"), ("until", "7"), ("from", "\"><script>alert(1)</script>"), ("until", ""),
                ("zone", "Africa/Atlantis"), ("zone", "Etc/../../etc/passwd"), ("zone", "<script>alert(1)</script>"),
                ("zone", String(repeating: "a", count: 5000)),
            ] {
                let reply = try await browser.send(path, fields([field: value]))
                #expect(reply.status == 422 && reply.body.contains("id=\"\(field)-fault\""), "\(value.prefix(40))")
                #expect(reply.body.contains("Nothing was saved.") && !reply.body.contains("<script>alert"))
            }
            for wrong in [["reminders": "never"], ["tongue": "en-XA"], ["action": "delete"], ["action": ""]] {
                #expect(try await browser.send(path, fields(wrong)).status == 400, "\(wrong)")
                try await browser.get(path)
            }
            #expect(try await Browser(served).send(path, fields([:])).status == 403)
            let foreign = try await served.ask(
                "POST", path,
                head: "Origin: https://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\n",
                body: "action=reset")
            #expect(foreign?.status == 403)
            #expect(try festival.recipient == before)
        }
    }

    @Test("A mail program’s POST request, without a cookie or token, turns a kind of message off; a button undoes it")
    func oneClick() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        let multipart =
            "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
        let requests = [
            ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click", ""),
            ("multipart/form-data; boundary=b", multipart, ""),
            (
                "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click",
                "Origin: https://mail.example\r\nSec-Fetch-Site: cross-site\r\n"
            ),
        ]
        try await festival.serve { served, browser async throws in
            for (type, body, head) in requests {
                let reply = try #require(
                    try await served.ask(
                        "POST", "\(path)/unsubscribe?kind=reminder", head: "Content-Type: \(type)\r\n\(head)",
                        body: body))
                #expect(reply.status == 200 && reply.body.contains("is turned off for g…@example.org"), "\(type)")
                #expect(try festival.recipient.preferences.off == everyChannel(.reminder), "\(type) \(head)")
                try await browser.get("\(path)/unsubscribe?kind=reminder")
                #expect(browser.body.contains("is turned off") && !browser.body.contains("One-Click"))
                try await browser.submit(path, ["action": "turn-on", "kind": "reminder"])
                #expect(try festival.recipient.preferences == MessagePreferences(), "\(type)")
            }
            #expect(served.log.text.contains("/unsubscribe"))
            try await served.expectNoTrace(of: path, ["grace"])
        }
    }

    @Test(
        """
        Messages that suggest events are off until the recipient ticks them, and a mail program’s POST request turns \
        them off again
        """)
    func suggestions() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await festival.serve { served, browser async throws in
            try await browser.get(path)
            for kind in ["recommendations", "popular-near-you"] {
                #expect(browser.body.contains("name=\"\(kind)-email\" value=\"yes\">"), "\(kind)")
            }
            #expect(browser.body.contains("It does not store your interests."))
            try await browser.submit(path, fields(everything.merging(["recommendations-email": "yes"]) { $1 }))
            let stored = try festival.recipient.preferences
            #expect(stored.on == everyChannel(.recommendations) && stored.off.isEmpty)
            #expect(browser.body.contains("name=\"recommendations-email\" value=\"yes\" checked>"))
            let due = try festival.store.read { try $0.suggestionTimes.due(at: festival.clock.now(), limit: 9) }
            #expect(due.map(\.kind) == [.recommendations] && due.map(\.due) == [nil])
            let reply = try #require(
                try await served.ask(
                    "POST", "\(path)/unsubscribe?kind=recommendations",
                    head: "Content-Type: application/x-www-form-urlencoded\r\n", body: "List-Unsubscribe=One-Click"))
            #expect(reply.status == 200)
            #expect(try festival.recipient.preferences == MessagePreferences())
            #expect(try festival.store.read { try $0.suggestionTimes.due(at: festival.clock.now(), limit: 9) }.isEmpty)
        }
    }

    @Test("GET and HEAD requests change nothing: a link only opens a page, whose button makes the change")
    func opening() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        let before = try festival.recipient
        try await festival.serve { served, browser async throws in
            for target in [path, "\(path)/unsubscribe?kind=reminder", "\(path)?action=reset", "\(path)?saved=save"] {
                #expect(try await browser.get(target).status == 200, "\(target)")
                #expect(try await served.ask("HEAD", target)?.status == 200, "\(target)")
            }
            try await browser.get("\(path)/unsubscribe?kind=reminder")
            #expect(browser.body.contains("Turn off “Reminders before an event” for g…@example.org?"))
            #expect(browser.body.contains("<form method=\"post\" action=\"\(path)/unsubscribe?kind=reminder\">"))
            #expect(try festival.recipient == before)
            let done = try await browser.send("\(path)/unsubscribe?kind=reminder", ["List-Unsubscribe": "One-Click"])
            #expect(done.status == 200 && done.body.contains("is turned off"))
            #expect(try festival.recipient.preferences.isOff(.reminder, by: .email))
        }
    }

    @Test("Important messages can’t be turned off; a link with an unknown secret or kind is not found")
    func refused() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        let before = try festival.recipient
        try await festival.serve { served, browser async throws in
            for kind in ["event-cancelled", "ticket-issued", "event-moved", "invitation"] {
                let reply = try await browser.send("\(path)/unsubscribe?kind=\(kind)", [:])
                #expect(reply.status == 422 && reply.body.contains("can’t be turned off"), "\(kind)")
                #expect(try await browser.get("\(path)/unsubscribe?kind=\(kind)").status == 200)
                #expect(!browser.body.contains("<form"), "\(kind)")
            }
            for query in ["", "?kind=", "?kind=nothing", "?kind=%3Cscript%3E"] {
                #expect(try await browser.send("\(path)/unsubscribe\(query)", [:]).status == 404, "\(query)")
                #expect(try await browser.get("\(path)/unsubscribe\(query)").status == 404, "\(query)")
            }
            let other = String(secret.reversed())
            for wrong in [other, String(secret.dropLast()), secret.uppercased(), "0", "%00", "\(secret)%00", "' OR 1"] {
                let wrong = wrong.replacing(" ", with: "%20")
                for target in ["/m/\(wrong)", "/m/\(wrong)/unsubscribe?kind=reminder"] {
                    let page = try await browser.get(target)
                    #expect(page.status == 404 && page.body.contains("Page not found"), "\(target)")
                    #expect(try await browser.send(target, defaults).status == 404, "\(target)")
                }
            }
            #expect(try festival.recipient == before)
        }
    }

    @Test("After a message came back, the recipient can allow messages again, even after a complaint")
    func suppression() async throws {
        let festival = try Festival()
        let address = "grace@example.org"
        try festival.addRecipient(address)
        try festival.store.write { connection in
            try connection.recipients.suppress(
                address, since: Festival.start, answer: "550 5.1.1 <script>alert(1)</script>")
            var recipient = try #require(try connection.recipients.with(address: address))
            recipient.preferences.turnOffOptional()
            try connection.recipients.update(recipient)
        }
        try await festival.serve { _, browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("because a message could not be delivered"))
            #expect(browser.body.contains("550 5.1.1 &lt;"))
            #expect(!browser.body.contains("<script>alert") && browser.body.contains("Allow messages again"))
            #expect(browser.body.contains("name=\"organizer-message-email\" value=\"yes\">"))
            for _ in 0..<2 { try await browser.submit(path, ["action": "allow"]) }
            #expect(try festival.recipient.suppressed == nil && !browser.body.contains("Allow messages again"))
            try await browser.submit(path, fields(everything))
            #expect(try festival.recipient.preferences.off.allSatisfy { !$0.contains("reminder") })
        }
    }

    @Test("The page of a phone number offers SMS and WhatsApp; a click on “unsubscribe” turns off both")
    func phone() async throws {
        let festival = try Festival()
        try festival.addRecipient("+256772123456")
        try await festival.serve { _, browser async throws in
            try await browser.get(path)
            #expect(browser.body.contains("+25…56") && !browser.body.contains("772123"))
            #expect(browser.body.contains("By SMS") && browser.body.contains("By WhatsApp"))
            let ticked = [
                "reminder-sms", "answer-reminder-whatsapp", "organizer-message-sms", "organizer-message-whatsapp",
            ]
            try await browser.submit(path, fields(Dictionary(uniqueKeysWithValues: ticked.map { ($0, "yes") })))
            #expect(
                try festival.recipient.preferences.off == [
                    "reminder/whatsapp", "answer-reminder/sms", "answer-reminder/email", "answer-reminder/push",
                ])
            #expect(try await browser.send("\(path)/unsubscribe?kind=reminder", [:]).status == 200)
            let off = everyChannel(.reminder).union([
                "answer-reminder/sms", "answer-reminder/email", "answer-reminder/push",
            ])
            #expect(try festival.recipient.preferences.off == off)
        }
    }

    @Test(
        """
        An outdated page can neither turn a kind of message on again nor end a pause; a form without its hidden fields \
        changes nothing
        """)
    func oldPage() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await festival.serve { served, browser async throws in
            try await browser.get(path)
            // After the page was opened, a mail program turns reminders off, and another page pauses a kind of
            // message.
            _ = try await served.ask(
                "POST", "\(path)/unsubscribe?kind=reminder",
                head: "Content-Type: application/x-www-form-urlencoded\r\n", body: "List-Unsubscribe=One-Click")
            let other = Browser(served)
            try await other.get(path)
            let paused = everything.merging(["answer-reminder-snooze": "yes"]) { $1 }
            try await other.submit(path, fields(paused).filter { $0.key != "reminder-email" })
            let before = try festival.recipient.preferences
            #expect(before.isOff(.reminder, by: .email) && before.snoozed.keys.sorted() == ["answer-reminder"])
            try await browser.submit(path, fields(everything.merging(["reminders": "early"]) { $1 }))
            let after = try festival.recipient.preferences
            #expect(after.off == before.off && after.snoozed == before.snoozed && after.reminders == .early)
            // The same choice is saved if it is made on a new page.
            try await browser.submit(path, fields(everything))
            #expect(try festival.recipient.preferences == MessagePreferences())
            let token = try browser.value(behind: "name=\"antiforgery\" value=\"")
            let bare = try await browser.send(path, fields(["antiforgery": token]), hidden: false)
            #expect(bare.status == 303)
            #expect(try festival.recipient.preferences == MessagePreferences())
        }
    }

    @Test("In the test language en-XA, each text on the pages of message preferences comes from the catalogue")
    func pseudo() async throws {
        let festival = try Festival()
        try festival.addRecipient("grace@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served, language: "en-XA")
            func check(_ name: String) {
                let text = PseudoText.texts(ofHTML: browser.body).joined(separator: "\n")
                let words = PseudoText.untranslatedWords(in: text, except: ["g…@example.org", "Africa/Kampala"])
                #expect(words.isEmpty, "\(name)")
                #expect(browser.body.contains("lang=\"en-XA\""), "\(name)")
            }
            try await browser.get(path)
            check("preferences")
            try await browser.submit(path, fields(["reminder-snooze": "yes"]))
            check("saved")
            try await browser.send(path, fields(["from": "x", "until": "x", "zone": "x"]))
            check("faults")
            for kind in ["answer-reminder", "invitation"] {
                try await browser.get("\(path)/unsubscribe?kind=\(kind)")
                check(kind)
            }
            try await browser.send("\(path)/unsubscribe?kind=answer-reminder", [:])
            check("turned off")
            try festival.store.write {
                try $0.recipients.suppress("grace@example.org", since: Festival.start, answer: nil)
            }
            try await browser.get(path)
            check("came back")
        }
    }
}
