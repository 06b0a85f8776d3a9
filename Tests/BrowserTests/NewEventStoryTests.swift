import BrowserFixture
import EventFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("The page that creates an event, and the overview of an event")
    struct NewEventStoryTests {
        @Test(
            """
            Publishing an event takes at most six clicks and page loads in all; the event’s overview links to its \
            public page, to its gate and to the sale of tickets
            """)
        func publish() async throws {
            let stage = try GateStage(.owner)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                let clicks = try await ClickCount(on: browser)
                try await stage.open("/desk", in: browser)
                try await clicks.start()
                try await browser.click("main a.button[href$='/new']")
                try await browser.wait(until: "document.getElementById('type-price') !== null")
                try await browser.type("Boat Race", into: "#title")
                try await browser.type("20000", into: "#type-price")
                try await browser.click("button[value=publish]")
                try await browser.wait(until: "location.search === '?done=published'")
                let counts = try await clicks.counts
                #expect(counts.total <= 6, "\(counts)")
                try await BrowserTests.isForEverybody(browser, "the overview of a new event")

                let shown = try await browser.script(
                    """
                    const links = [...document.querySelectorAll(".page-actions a")].map((link) => link.getAttribute("href"));
                    return {
                        links, large: [...document.querySelectorAll(".figures.lead dt")].map((name) => name.textContent),
                        first: document.querySelector("#figures dl").className,
                        isShared: document.querySelector("[data-share]").checkVisibility(),
                        isEnding: document.querySelector("#ending a").checkVisibility(),
                    };
                    """)
                #expect(shown["links"].list == ["/events/boat-race", "/gate/boat-race", "/desk/e/boat-race/sell"])
                #expect(shown["large"].list.count == 2 && shown["large"].list.first == "Inside now")
                #expect(shown["first"].text == "figures lead")
                #expect(shown["isShared"].isTrue && !shown["isEnding"].isTrue)
                try await browser.click("#ending summary")
                try await browser.send("#ending a[href$='/delete']", to: "/delete")
            }
            let made = try stage.festival.services.events.event(named: "boat-race")
            #expect(made.status == .published)
            let types = try stage.festival.services.ticketTypes.ticketTypes(of: made)
            #expect(types.map(\.price) == [Money("20000 UGX")])
            #expect(try stage.served.stop() == 0)
        }

        @Test("If a picture is refused, no event is stored; with another picture, the event is published with a poster")
        func poster() async throws {
            let stage = try GateStage(.owner)
            let services = stage.festival.services
            try stage.festival.folder.write(SamplePicture().jpeg, to: "photo.jpg")
            let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
            try stage.festival.folder.write(heic, to: "photo.heic")
            try await BrowserTests.browse(.phone(.dark), forgiven: ["422"]) { browser in
                try await stage.open("/desk/organizers/nile-nights/new", in: browser)
                try await browser.type("Boat Race", into: "#title")
                try await browser.type(stage.festival.folder("photo.heic"), into: "#poster-file")
                try await browser.click("button[value=publish]")
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                #expect(try await browser.text(of: "#poster-fault").contains("HEIC"))
                // The summary of the errors has the focus, and contains a link to the field.
                #expect(try await browser.script("return document.activeElement.id") == "errors")
                #expect(try await browser.text(of: "#errors a[href='#poster-file']").contains("HEIC"))
                try await browser.type("Boats on the lake", into: "#poster-alt")
                #expect(try await browser.script("return document.getElementById('title').value") == "Boat Race")
                #expect(try services.events.events().count == 1)
                try await BrowserTests.isForEverybody(browser, "a refused form of a new event")
                try await browser.type(stage.festival.folder("photo.jpg"), into: "#poster-file")
                try await browser.click("button[value=publish]")
                try await browser.wait(until: "location.search === '?done=published'")
                let made = try services.events.event(named: "boat-race")
                let pictures = try services.pictures.pictures(of: made)
                #expect(pictures.map(\.role) == [.poster])
                #expect(pictures.map(\.alternativeText) == ["Boats on the lake"])

                // Pressing Enter in a field saves a draft, so that nobody publishes an event by accident.
                try await browser.go(to: "\(stage.served.url)/desk/organizers/nile-nights/new")
                try await browser.type("Regatta\u{E007}", into: "#title")
                try await browser.wait(until: "location.search === '?done=created'")
                #expect(try services.events.event(named: "regatta").status == .draft)
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
