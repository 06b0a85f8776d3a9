import BrowserFixture
import EventFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Unsaved forms")
    struct DiscardTests {
        private static let isOpen = "document.getElementById('discard').open"

        @Test("A link asks for confirmation only if the form has unsaved values")
        func link() async throws {
            let stage = try GateStage(.owner)
            let form = "/desk/e/\(stage.festival.event.slug)/types/\(stage.festival.regular.number)"
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open(form, in: browser)
                try await browser.send("body > .sidebar a[href$='/tickets']", to: "/tickets")

                try await browser.go(to: stage.served.url + form)
                try await browser.type(" and late", into: "#name")
                try await browser.click("body > .sidebar a[href$='/tickets']")
                try await browser.wait(until: Self.isOpen)
                try await BrowserTests.isForEverybody(browser, "the question about unsaved values")
                try await browser.click("#discard [data-keep]")
                try await browser.wait(until: "!\(Self.isOpen)")
                #expect(
                    try await browser.script("return document.getElementById('name').value").text?
                        .hasSuffix(" and late") ?? false)
                try await browser.click("body > .sidebar a[href$='/tickets']")
                try await browser.wait(until: Self.isOpen)
                try await browser.send("#discard [data-discard]", to: "/tickets")

                try await browser.go(to: stage.served.url + form)
                try await browser.type(" and early", into: "#name")
                try await browser.send("form.narrow button", to: "?done=")
                try await browser.send("body > .sidebar a[href$='/tickets']", to: "/tickets")
            }
        }

        @Test("Closing a page asks for confirmation if a text was typed or a file was chosen, but not after a search")
        func closing() async throws {
            let stage = try GateStage(.owner)
            let event = "/desk/e/\(stage.festival.event.slug)"
            try stage.festival.folder.write("holder,email\nAda,ada@example.org\n", to: "tickets.csv")
            try await BrowserTests.browse(.laptop(.light)) { browser in
                /// Whether the browser would ask before it closes or reloads the page.
                func asks() async throws -> Bool {
                    try await browser.script(
                        "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
                    ).isTrue
                }
                try await stage.open("\(event)/orders", in: browser)
                try await browser.type("Grace", into: "#text")
                #expect(try await !asks())

                try await browser.go(to: "\(stage.served.url)\(event)/types/\(stage.festival.regular.number)")
                #expect(try await !asks())
                try await browser.type(" and late", into: "#name")
                #expect(try await asks())
                try await browser.send("form.narrow button", to: "?done=")
                #expect(try await !asks())

                try await browser.go(to: "\(stage.served.url)\(event)/import/tickets")
                #expect(try await !asks())
                try await browser.type(stage.festival.folder("tickets.csv"), into: "#file")
                #expect(try await asks())
                try await browser.click("body > .sidebar a[href$='/orders']")
                try await browser.wait(until: Self.isOpen)
                try await browser.click("#discard [data-keep]")
                #expect(try await browser.script("return document.getElementById('file').files.length") == 1)
                try await browser.send("form.narrow button", to: "/import/tickets/")
                #expect(try await !asks())
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("After a refusal or a preview, a link asks before it discards the values that the server shows again")
        func shownAgain() async throws {
            let stage = try GateStage(.owner)
            let events = "body > .sidebar a[href='/desk/events']"
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
                /// Clicks the link “Events”, and then decides to stay on the page.
                func stay() async throws {
                    try await browser.wait(until: "document.readyState === 'complete'")
                    try await browser.click(events)
                    try await browser.wait(until: Self.isOpen)
                    try await browser.click("#discard [data-keep]")
                    try await browser.wait(until: "!\(Self.isOpen)")
                }
                try await stage.open("/desk/organizers/nile-nights/new", in: browser)
                try await browser.type("Boat Race", into: "#title")
                try await browser.set("#start", to: "2099-01-02T20:00")
                try await browser.set("#end", to: "2099-01-01T20:00")
                try await browser.click("form.narrow button.plain")
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                try await stay()
                #expect(try await browser.script("return document.getElementById('title').value") == "Boat Race")
                #expect(
                    try await browser.script("return document.getElementById('end').value") == "2099-01-01T20:00")
                try await browser.set("#end", to: "2099-01-03T04:00")
                try await browser.send("form.narrow button.plain", to: "?done=created")
                try await browser.send(events, to: "/desk/events")

                try await browser.click("th.select input")
                try await browser.click("button[value=edit]")
                try await browser.click("#change-venue")
                try await browser.type("The Barn", into: "#venue")
                try await browser.click("form.narrow button")
                try await browser.wait(until: "document.querySelector('input[name=preview_hash]')")
                try await stay()
                #expect(try await browser.script("return document.getElementById('venue').value") == "The Barn")
                // The button that confirms the preview is in another form. It sends the values, so the browser does not
                // ask.
                try await browser.script(
                    """
                    addEventListener("beforeunload", ({ defaultPrevented }) =>
                        sessionStorage.setItem("asks", defaultPrevented));
                    """)
                try await browser.send(".card form button", to: "done=")
                #expect(try await browser.script("return sessionStorage.getItem('asks')") == "false")
            }
            let venues = try stage.festival.services.events.events().map(\.details.venue)
            #expect(venues == ["The Barn", "The Barn"])
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            When a refund can no longer be undone, a list keeps the ticked rows, the typed search and the focus, and a \
            link to the result replaces the button that undoes the refund
            """)
        func undoIsOver() async throws {
            let stage = try GateStage(.manager)
            try stage.setPrice("20000 UGX")
            let festival = stage.festival
            for name in ["Ada", "Grace"] {
                _ = try festival.services.orders.createOrder(
                    OrderDraft(
                        lines: [.init(type: festival.regular.number, count: 1)], name: name, payment: Payment(.cash)),
                    of: festival.event, signingWith: festival.ring)
            }
            func refunded() throws -> Int {
                try festival.services.orders.orders(of: festival.event, limit: 9).count { $0.status == .refunded }
            }
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(festival.event.slug)/orders", in: browser)
                try await browser.click("tbody tr:nth-child(1) input[name=row]")
                try await browser.send("#bulk button[value=refund]", to: "/bulk")
                try await browser.click("form.narrow button")
                try await browser.wait(
                    until: "document.readyState !== 'loading' && document.querySelector('.toast button')")
                // One script selects a row and writes a text, so that the page is in use long before the refund is due.
                try await browser.script(
                    """
                    window.isHere = true;
                    document.querySelector("tbody tr:nth-child(2) input[name=row]").click();
                    const field = document.getElementById("text");
                    field.focus();
                    field.value = "Gra";
                    field.dispatchEvent(new Event("input", { bubbles: true }));
                    """)
                try await browser.wait(until: "document.querySelector('.toast a')")
                let kept = try await browser.script(
                    """
                    return {
                        isHere: window.isHere === true, focus: document.activeElement.id,
                        text: document.getElementById("text").value,
                        ticked: document.querySelectorAll("tbody input:checked").length,
                        buttons: document.querySelectorAll(".toast button").length,
                    };
                    """)
                #expect(kept["isHere"].isTrue && kept["ticked"] == 1 && kept["buttons"] == 0)
                #expect(kept["focus"] == "text" && kept["text"] == "Gra")
                #expect(try await browser.text(of: ".toast p").contains("too late to undo"))
                try await BrowserTests.isForEverybody(browser, "a refund that can no longer be undone")
                try await browser.follow(".toast a")
                #expect(try await browser.script("return document.querySelectorAll('.toast').length") == 0)
            }
            #expect(try refunded() == 1)
            #expect(try stage.served.stop() == 0)
        }
    }
}
