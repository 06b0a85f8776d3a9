import BrowserFixture
import EventFixture
import Testing

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
    }
}
