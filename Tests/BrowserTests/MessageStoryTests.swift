import BrowserFixture
import Cryptography
import EventFixture
import Foundation
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

extension BrowserTests {
    /// In these tests, the server is the built program. It writes its mails into a folder, and the links in the mails
    /// open pages of this server.
    @Suite("Messages: the action that causes a message, its arrival, and the page that its link opens")
    struct MessageStoryTests {
        private static let password = "wet paint, mind the step"
        private static let newPassword = "fresh paint, mind the wall"

        @Test("A visitor confirms a reservation by mail, loses the link, finds the ticket by mail, and gets in once")
        func reservation() async throws {
            let festival = try MessageStoryTests.festival()
            let served = try ServedProgram(on: festival)
            let mails = try MailFolderReader(of: festival, origin: served.url)
            let address = "grace@example.org"
            try await BrowserTests.browse { browser in
                try await reserve(at: festival, served, as: address, in: browser)
                // The page shows the same text whether or not the server has already written the mail.
                #expect(try await browser.text(of: ".notice").contains(" a link to g…"))
                #expect(try await browser.script("return document.querySelector('.cards a') === null").isTrue)
                try await BrowserTests.isForEverybody(browser, "unconfirmed order")

                try await browser.go(to: mails.link(to: "/confirm/", for: address))
                try await BrowserTests.isForEverybody(browser, "confirmation")
                try await browser.send("form.narrow button", to: "/o/")
                _ = try await browser.find(".cards a.button")
                try await BrowserTests.isForEverybody(browser, "confirmed order")

                // From here on, the visitor has lost the order’s page and the mail about the order.
                try await browser.cdp("Network.clearBrowserCookies")
                try await browser.go(to: "\(served.url)/find")
                try await browser.type("\(address)\n", into: "#address")
                try await browser.wait(until: "document.querySelector('#code')")
                try await BrowserTests.isForEverybody(browser, "requested message")
                try await browser.go(to: mails.link(to: "/find/", for: address))
                try await BrowserTests.isForEverybody(browser, "found tickets")
                try await browser.click(".cards a.button")
                try await browser.wait(until: "document.querySelector('#symbol img')?.complete")
                let symbol = try SymbolReader.read(png: Array(try await browser.screenshot())).first
                let token = String(decoding: try #require(symbol).bytes, as: UTF8.self)
                #expect(try festival.ticket(of: token).holder == "Grace Nakato")
                #expect(try check(token, at: "North", of: festival) == 0)
                #expect(try check(token, at: "South", of: festival) == 1)
            }
            #expect(try served.stop() == 0)
        }

        @Test(
            """
            One click in a mail program turns reminders off; a page shows this setting, and another page turns \
            reminders on again
            """)
        func unsubscription() async throws {
            let festival = try MessageStoryTests.festival()
            let address = "joan@example.org"
            _ = try festival.services.tickets.issue(
                .person(holder: "Joan Auma", email: address, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
            let served = try ServedProgram(on: festival)
            let mails = try MailFolderReader(of: festival, origin: served.url)
            let issued = try await mails.mail(to: address) { $0.link(to: "/t/") != nil && $0.unsubscribeURL == nil }
            let reminder = try await mails.mail(to: address) { $0.unsubscribeURL != nil }
            #expect(reminder.unsubscribePost == "List-Unsubscribe=One-Click")
            let url = try #require(reminder.unsubscribeURL)
            let preferences = try #require(reminder.link(to: "/m/"))
            #expect(issued.link(to: "/m/") == preferences)
            #expect(url == "\(preferences)/unsubscribe?kind=reminder")
            let isOn = "document.querySelector('#reminder-email').checked"
            try await BrowserTests.browse { browser in
                // Programs that check mail for viruses open all links. So opening a link must not unsubscribe.
                #expect(try await PlainRequest.get(url) == 200)
                try await browser.go(to: preferences)
                #expect(try await browser.script("return \(isOn)") == true)

                #expect(try await PlainRequest.post("List-Unsubscribe=One-Click", to: url) == 200)
                try await browser.reload()
                try await browser.wait(until: "document.querySelector('#reminder-email')")
                #expect(try await browser.script("return \(isOn)") == false)
                try await BrowserTests.isForEverybody(browser, "preferences")

                try await browser.go(to: url)
                try await BrowserTests.isForEverybody(browser, "reminders off")
                try await browser.send("form:has([value=turn-on]) button", to: "saved=turn-on")
                #expect(try await browser.script("return \(isOn)") == true)
            }
            #expect(try served.stop() == 0)
        }

        @Test("With a link in a mail, a user sets a new password; then neither the old password nor the link works")
        func passwordReset() async throws {
            let festival = try MessageStoryTests.festival()
            let address = "amina@example.org"
            let user = try festival.services.users.addUser(
                UserDetails(name: "Amina Said", email: EmailAddress(rawValue: address)))
            _ = try festival.services.users.setPassword(
                NewPassword(SecretBytes(copying: MessageStoryTests.password.utf8.span)), of: user)
            let served = try ServedProgram(on: festival)
            let mails = try MailFolderReader(of: festival, origin: served.url)
            try await BrowserTests.browse(forgiven: ["401"]) { browser in
                try await browser.go(to: "\(served.url)/sign-in")
                try await browser.send("a[href='/forgot']", to: "/forgot")
                try await browser.type("\(address)\n", into: "#email")
                try await browser.wait(until: "document.querySelector('main [role=status]')")
                try await BrowserTests.isForEverybody(browser, "requested link")

                let link = try await mails.link(to: "/reset#", for: address)
                try await browser.go(to: link)
                _ = try await browser.find("#repeated")
                try await BrowserTests.isForEverybody(browser, "new password")
                try await browser.type(MessageStoryTests.newPassword, into: "#new")
                try await browser.type(MessageStoryTests.newPassword, into: "#repeated")
                try await browser.send("form.narrow button", to: "/sign-in?")
                try await BrowserTests.isForEverybody(browser, "password set")

                try await signIn(address, MessageStoryTests.password, in: browser)
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                try await signIn(address, MessageStoryTests.newPassword, in: browser)
                try await browser.wait(
                    until: "!document.getElementById('password') && document.readyState === 'complete'")
                try await browser.go(to: "\(served.url)/desk/account")
                #expect(try await browser.text(of: "main").contains(address))

                try await browser.go(to: link)
                try await browser.wait(until: "document.getElementById('errors')")
                #expect(try await browser.script("return document.getElementById('new') === null").isTrue)
            }
            #expect(try served.stop() == 0)
        }

        @Test("An owner invites a person by mail; with the link, the person creates an account and joins the team")
        func teamInvitation() async throws {
            let stage = try GateStage(.owner)
            let mails = try MailFolderReader(of: stage.festival, origin: stage.served.url)
            let (address, team) = ("amina@example.org", "/desk/organizers/nile-nights")
            let services = stage.festival.services
            let organizer = try services.organizers.organizer(named: "Nile Nights")
            func role() throws -> Role? {
                try services.members.members(of: organizer).first { $0.user.email?.rawValue == address }?.role
            }
            try await BrowserTests.browse { browser in
                try await stage.open("\(team)/members", in: browser)
                try await browser.type(address, into: "#invite-email")
                try await browser.set("#invite-role", to: Role.seller.rawValue)
                try await browser.click("form[action$='/members/invite'] button")
                let isPending = "document.querySelector(\"form[action*='/invitations/']\")"
                try await browser.wait(until: isPending)
                try await BrowserTests.isForEverybody(browser, "pending invitation")
                #expect(try role() == nil)

                let link = try await mails.link(to: "/join#", for: address)
                try await BrowserTests.browse { other in
                    try await other.go(to: link)
                    try await other.type("Amina Said", into: "#name")
                    try await BrowserTests.isForEverybody(other, "new account")
                    try await other.type(MessageStoryTests.newPassword, into: "#new")
                    try await other.type(MessageStoryTests.newPassword, into: "#repeated")
                    try await other.send("form.narrow button", to: team)
                    #expect(try await other.text(of: "main").contains("Nile Nights"))
                }
                #expect(try role() == .seller)
                try await browser.go(to: "\(stage.served.url)\(team)/members")
                #expect(try await browser.text(of: "ul.lines").contains("Amina Said"))
                #expect(try await browser.script("return \(isPending) === null").isTrue)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            On every screen, visitors’ pages are accessible: the pages to which messages link, and the pages that \
            request a message
            """)
        func visitorPages() async throws {
            let festival = try MessageStoryTests.festival()
            let served = try ServedProgram(on: festival)
            let mails = try MailFolderReader(of: festival, origin: served.url)
            try await BrowserTests.browse { browser in
                try await reserve(at: festival, served, as: "grace@example.org", in: browser)
                let mail = try await mails.mail(to: "grace@example.org") { $0.link(to: "/confirm/") != nil }
                let preferences = try #require(mail.link(to: "/m/"))
                let pages =
                    [try #require(mail.link(to: "/confirm/")), preferences]
                    + ["\(preferences)/unsubscribe?kind=reminder", "\(preferences)/unsubscribe?kind=order-paid"]
                    + ["/find", "/find/code", "/forgot", "/reset", "/join"].map { served.url + $0 }
                for page in pages {
                    try await browser.go(to: page)
                    try await isForEverybodyOnEveryScreen(browser)
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("The desk’s pages for messages are accessible on every screen; a member writes a message, and it arrives")
        func deskPages() async throws {
            let festival = try MessageStoryTests.festival()
            _ = try festival.services.tickets.issue(
                .person(holder: "Joan Auma", email: "joan@example.org", note: nil), type: festival.regular,
                of: festival.event, signingWith: festival.ring)
            let served = try ServedProgram(on: festival)
            let mails = try MailFolderReader(of: festival, origin: served.url)
            _ = try await mails.mail(to: "joan@example.org") { $0.link(to: "/t/") != nil }
            let event = "\(served.url)/desk/e/\(festival.event.slug)"
            let link = try festival.services.users.createSignInLink()
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(served.url)/enter#\(link.encoded)")
                try await browser.wait(until: "location.pathname.startsWith('/desk')")
                for page in [
                    "\(event)/notices", "\(event)/notices?show=sent", "\(event)/write",
                    "\(served.url)/desk/organizers/nile-nights/notices",
                    "\(served.url)/desk/organizers/nile-nights/members", "\(served.url)/desk/message-settings",
                ] {
                    try await browser.go(to: page)
                    try await isForEverybodyOnEveryScreen(browser)
                }
                try await browser.type("visitor@example.org", into: "#address")
                try await browser.click("form[action='/desk/message-settings/test'] button")
                _ = try await mails.mail(to: "visitor@example.org") { _ in true }
                try await browser.wait(until: "document.querySelector('.done[role=status]')")
                try await BrowserTests.isForEverybody(browser, "sent test message")

                try await write(at: event, in: browser)
                let written = try await mails.mail(to: "joan@example.org") { $0.subject.contains("Parking") }
                #expect(written.text.contains("Please use gate B."))
            }
            #expect(try served.stop() == 0)
        }

        private func write(at event: String, in browser: WebDriver) async throws {
            try await browser.go(to: "\(event)/write")
            try await browser.type("Parking at the lake", into: "#subject")
            try await browser.type("Please use gate B.", into: "#body")
            try await browser.click("form.narrow button.plain")
            try await browser.wait(until: "document.querySelector('#preview')")
            try await BrowserTests.isForEverybody(browser, "preview of a message")
            try await browser.send("section.card form button", to: "/notices?")
            try await BrowserTests.isForEverybody(browser, "queued message")
        }

        private func reserve(
            at festival: Festival, _ served: ServedProgram, as address: String, in browser: WebDriver
        ) async throws {
            try await browser.go(to: "\(served.url)/events/\(festival.event.slug)")
            try await browser.set("#count-0", to: "1")
            try await browser.type("Grace Nakato", into: "#name")
            try await browser.type("\(address)\n", into: "#email")
            try await BrowserTests.confirmOrder(browser)
            try await browser.wait(until: "location.pathname.startsWith('/o/') && document.readyState === 'complete'")
        }

        private func signIn(_ address: String, _ password: String, in browser: WebDriver) async throws {
            try await browser.find("#email").clear()
            try await browser.type(address, into: "#email")
            try await browser.type("\(password)\n", into: "#password")
        }

        /// Checks a ticket with `eventpass gate check`, and returns the command's exit status.
        private func check(_ token: String, at gate: String, of festival: Festival) throws -> Int32 {
            let program = try Program(
                ["gate", "check", festival.event.slug, "--gate", gate, token], on: festival, input: [])
            _ = try program.rest()
            return program.process.terminationStatus
        }

        private func isForEverybodyOnEveryScreen(_ browser: WebDriver) async throws {
            let path = try await browser.script("return location.pathname").text ?? ""
            for screen in Screen.all {
                try await browser.use(screen)
                #expect(try await browser.find("h1").role == "heading")
                try await BrowserTests.isForEverybody(browser, "\(path), \(screen)")
            }
        }

        /// A festival that begins in less than two hours. So its reminder is due, and is sent at once, even if the test
        /// runs during quiet hours. The festival's times are relative to the system clock, because the built program
        /// uses that clock.
        private static func festival() throws -> Festival {
            let festival = try Festival(engine: .sqlite)
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = festival.clock.now().advanced(bySeconds: 110 * 60)
                details.end = festival.clock.now().advanced(bySeconds: 5 * 3600)
            }
            return festival
        }
    }
}
