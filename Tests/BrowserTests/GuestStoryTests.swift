import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The list of guests at the desk")
    struct GuestStoryTests {
        /// Makes a celebration with two sub-events and 58 guests, of whom 50 have e-mail addresses.
        private func wedding(at festival: Festival) throws -> Event {
            festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
            let services = festival.services
            let start = festival.clock.now().advanced(bySeconds: 7 * 86_400)
            let wedding = try services.events.createEvent(
                EventDetails(
                    title: "Grace & Denis", kind: .celebration, venue: "The Barn", timeZone: "Africa/Kampala",
                    start: start, end: start.advanced(bySeconds: 9 * 3600)),
                suite: .hmac, of: services.organizers.organizer(named: "Nile Nights"))
            for kind in [SubEventKind.ceremony, .reception] {
                _ = try services.subEvents.addSubEvent(SubEventDetails(kind: kind, start: start), to: wedding)
            }
            let rows = (1...58).map { "Guest \($0),\($0 <= 50 ? "guest\($0)@example.org" : "")\n" }
            try festival.folder.write("name,email\n" + rows.joined(), to: "guests.csv")
            _ = try services.guests.importGuests(path: festival.folder("guests.csv"), into: wedding)
            return wedding
        }

        @Test(
            """
            From the desk’s home page, inviting 58 guests to two sub-events takes at most four clicks and page loads \
            in all
            """)
        func invitation() async throws {
            let stage = try GateStage(.manager)
            let services = stage.festival.services
            let wedding = try wedding(at: stage.festival)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk", in: browser)
                try await clicks.start()
                // The wedding is the only celebration, so its guests are shown at once.
                try await browser.click("body > nav.sidebar a[href$='/choose/guests']")
                let invite = "form[action$='/guests/invite'] button"
                try await browser.wait(until: "document.querySelector(\"\(invite)\")")
                try await browser.click(invite)
                try await browser.wait(until: "location.search.startsWith('?done=guestsInvited')")
                let counts = try await clicks.counts
                #expect(counts.total <= 4, "\(counts)")
                let done = try await browser.text(of: ".done")
                #expect(done.contains("58 guests were invited. 50 messages were queued. 8 guests have no address."))
                #expect(try await browser.text(of: ".grid thead").contains("58 invited: 0 coming"))
                try await BrowserTests.isForEverybody(browser, "invited guests")

                // A guest is added on the same page, and selected on a phone.
                try await browser.click("details:has(#household) > summary")
                try await browser.type("Amina Auma", into: "#name")
                try await browser.type("Nakato\n", into: "#household")
                try await browser.wait(until: "location.search.includes('done=added')")
                #expect(try await browser.text(of: "#guest-59").contains("Amina Auma"))
                try await browser.use(.phone(.dark))
                try await browser.script("document.querySelector('#guest-59 input[name=row]').click()")
                try await BrowserTests.isForEverybody(browser, "a selected guest")
                // On a phone, the list has no column headings, so the totals are above the guests.
                let totals = try await browser.script(
                    """
                    const list = document.querySelector(".short-totals");
                    return list.checkVisibility() ? list.innerText : "";
                    """)
                #expect(totals.text?.contains("58 no answer") == true)
            }
            var invitations = 0
            try services.notices.forEachNotice(of: services.organizers.organizer(named: "Nile Nights")) {
                invitations += $0.kind == .invitation ? 1 : 0
            }
            #expect(invitations == 50)
            let guests = try services.guests.guests(of: wedding, limit: 99)
            #expect(guests.prefix(58).allSatisfy { $0.invitations.count == 2 && $0.guest.serial != nil })
            #expect(guests.count == 59 && guests.last?.invitations.isEmpty == true)
            #expect(try stage.served.stop() == 0)
        }
    }
}
