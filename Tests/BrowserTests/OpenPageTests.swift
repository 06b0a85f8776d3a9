import BrowserFixture
import EventFixture
import Testing

extension BrowserTests {
    @Suite("Public pages")
    struct OpenPageTests {
        @Test("The home, sign-in and pairing pages, and the page for an unknown path, are accessible on every screen")
        func everybody() async throws {
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse(forgiven: ["404"]) { browser in
                for path in ["/", "/sign-in", "/enter", "/pair", "/none"] {
                    try await browser.go(to: served.url + path)
                    for screen in Screen.all {
                        try await browser.use(screen)
                        #expect(try await browser.find("h1").role == "heading")
                        try await BrowserTests.isForEverybody(browser, "\(path), \(screen)")
                    }
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test(
            "After a wrong password, sign-in link or pairing code, the errors get the focus, and the title says “Error”"
        )
        func refused() async throws {
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse(forgiven: ["401"]) { browser in
                for (path, field) in [("/sign-in", "#email"), ("/enter", "#link"), ("/pair", "#code")] {
                    try await browser.go(to: served.url + path)
                    if path == "/sign-in" { try await browser.type("wrong, whatever it is", into: "#password") }
                    try await browser.type(path == "/sign-in" ? "olive@example.org" : "4F7K29QX", into: field)
                    try await browser.click("form.narrow button")
                    try await browser.wait(until: "document.title.startsWith('Error: ')")
                    try await browser.wait(until: "document.activeElement.id === 'errors'")
                    if path == "/enter" { continue }
                    try await browser.click("#errors a")
                    #expect(try await browser.script("return '#' + document.activeElement.id").text == field)
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("The accessibility checks find content wider than the window, and a button without a name", .withAxe)
        func rules() async throws {
            try await BrowserTests.browse { browser in
                try await browser.go(to: "data:text/html,<title>a</title><button></button><div style='width:900px'>a")
                #expect(try await Axe().violations(on: browser).contains { $0.contains("button-name") })
                #expect(try await browser.overhang > 0)
            }
        }

        @Test("An image that violates the content security policy of the page causes a console error")
        func policy() async throws {
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse { browser in
                try await browser.go(to: served.url)
                try await browser.script(
                    "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:1/x.png' }))")
                #expect(try await browser.console().contains { $0.contains("Content Security Policy") })
            }
        }
    }
}
