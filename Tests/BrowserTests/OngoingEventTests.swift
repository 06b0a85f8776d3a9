import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Events in progress, sub-events of celebrations, and descriptions with formatting")
    struct OngoingEventTests {
        private static var now: Instant { Instant(seconds: Int64(Date().timeIntervalSince1970)) }

        @Test("While an event is in progress, its start and place can’t be changed, and its end can only move later")
        func locks() async throws {
            let stage = try GateStage(.owner)
            let (festival, now) = (stage.festival, Self.now)
            festival.clock.set(now)
            _ = try festival.services.events.edit(festival.event) { details in
                (details.start, details.end) = (now.advanced(bySeconds: 60), now.advanced(bySeconds: 3 * 3600))
            }
            let edit = "/desk/e/\(festival.event.slug)/edit"
            // A member opens the form before the start, and sends it after the start.
            try await BrowserTests.browse(forgiven: ["422"]) { browser in
                try await stage.open("\(edit)/place", in: browser)
                try await browser.find("#venue").clear()
                try await browser.type("Pier", into: "#venue")
                let began = now.advanced(bySeconds: -3600).milliseconds
                try festival.tamper(
                    "UPDATE event SET start = \(began) WHERE number = \(festival.event.number.rawValue)")
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "document.querySelector('#venue-fault') !== null")
                let kept = try await browser.script(
                    "const venue = document.querySelector('#venue'); return [venue.value, venue.disabled]")
                #expect(kept.list == ["Pier", true])
                let note = try await browser.text(of: "#venue-note")
                #expect(note.contains("Locked while the event is in progress") && note.contains("Lido"))
                try await BrowserTests.isForEverybody(browser, "the refused form of an ongoing event")

                try await browser.go(to: "\(stage.served.url)\(edit)/time")
                let locked = try await browser.script(
                    "return ['start', 'timezone', 'end', 'doors'].map((id) => document.getElementById(id).disabled)")
                #expect(locked.list == [true, true, false, false])
                #expect(try await browser.text(of: "#start-note") == "Locked while the event is in progress.")
                let former = try await browser.script("return document.querySelector('#end').value").text ?? ""
                try await browser.set("#end", to: "2099-01-01T10:00")
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "location.search.includes('done=')")
                let saved = try festival.services.events.event(named: festival.event.slug).details
                #expect(saved.end == Instant(seconds: 4_070_934_000) && saved.venue == "Lido")

                try await browser.set("#end", to: former)
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "document.querySelector('#end-fault') !== null")
                #expect(try await browser.text(of: "#end-fault").contains("can only move later"))
                #expect(try await browser.script("return document.querySelector('#end').value").text == former)
                let unchanged = try festival.services.events.event(named: festival.event.slug).details
                #expect(unchanged == saved)
            }
        }

        @Test("One click adds three sub-events to a celebration; choosing the kind “other” shows the field for a note")
        func readySet() async throws {
            let stage = try GateStage(.owner)
            let services = stage.festival.services
            let gala = try services.events.createEvent(
                EventDetails(title: "Gala", kind: .celebration, timeZone: "Africa/Kampala"), suite: .hmac,
                of: services.organizers.organizer(named: "Nile Nights"))
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(gala.slug)/sub-events", in: browser)
                try await browser.click("form[action$='/sub-events/set'] button")
                try await browser.wait(until: "document.querySelectorAll('.lines .badge').length === 3")
                #expect(try services.subEvents.subEvents(of: gala).count == 3)
                let colours = try await browser.script(
                    """
                    return [...document.querySelectorAll('.lines .badge')].map((badge) =>
                        getComputedStyle(badge).backgroundColor);
                    """
                ).list.compactMap(\.text)
                #expect(Set(colours).count == 3)
                func isNoteShown() async throws -> Bool {
                    try await browser.script("return document.getElementById('note').checkVisibility()").isTrue
                }
                #expect(try await isNoteShown() == false)
                try await browser.set("#type", to: "other")
                #expect(try await isNoteShown())
                try await browser.type("on the terrace", into: "#note")
                try await browser.set("#type", to: "reception")
                // If the kind changes again, a note that was typed stays visible.
                #expect(try await isNoteShown())
                try await BrowserTests.isForEverybody(browser, "the functions of a celebration")
            }
        }

        @Test("A description’s lists, emphasis and links appear on the page; HTML in the description appears as text")
        func description() async throws {
            let stage = try GateStage(.owner)
            let (festival, now) = (stage.festival, Self.now)
            festival.clock.set(now)
            _ = try festival.services.events.edit(festival.event) { details in
                (details.start, details.end) = (now.advanced(bySeconds: 7200), now.advanced(bySeconds: 9000))
                details.about = """
                    **Bands** until *midnight*. See the [map](https://example.org/map?a=b&c=d) and the city.

                    - boats
                    - </ul><script>alert(1)</script>

                    [x](javascript:alert(1)) <img src=x onerror=alert(1)>
                    """
                details.contact = "box@example.org"
            }
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(stage.served.url)/events/\(festival.event.slug)")
                let shown = try await browser.script(
                    """
                    const part = document.querySelector(".formatted");
                    return {
                        strong: part.querySelector("p strong").textContent, em: part.querySelector("p em").textContent,
                        items: part.querySelectorAll("ul > li").length,
                        links: [...part.querySelectorAll("a")].map((link) => link.href),
                        foreign: part.querySelectorAll("script, img, [onerror]").length,
                        mailbox: document.querySelector("a[href^='mailto:']").href,
                    };
                    """)
                #expect(shown["strong"].text == "Bands" && shown["em"].text == "midnight")
                #expect(shown["items"] == 2 && shown["foreign"] == 0)
                #expect(shown["links"].list == ["https://example.org/map?a=b&c=d"])
                #expect(shown["mailbox"].text == "mailto:box@example.org")
                try await BrowserTests.isForEverybody(browser, "a description with formatting")
            }
        }
    }
}
