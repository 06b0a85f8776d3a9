import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("The gate page")
    struct GatePageTests {
        @Test("The gate page is accessible on every screen: without a verdict, with a verdict, and with the undo form")
        func everybody() async throws {
            let stage = try GateStage()
            let tokens = try Screen.all.map { _ in try stage.ticket(note: "Table 4").token }
            try await BrowserTests.browse { browser in
                try await stage.open("/gate", in: browser)
                for (screen, token) in zip(Screen.all, tokens) {
                    try await browser.use(screen)
                    try await browser.go(to: stage.served.url + "/gate")
                    try await BrowserTests.isForEverybody(browser, "choice, \(screen)")
                    try await browser.go(to: stage.served.url + stage.page)
                    try await BrowserTests.isForEverybody(browser, "page, \(screen)")
                    try await browser.check(token)
                    try await browser.verdict("ADMIT")
                    try await BrowserTests.isForEverybody(browser, "admitted, \(screen)")
                    try await browser.click("#verdict-undo")
                    try await BrowserTests.isForEverybody(browser, "undo form, \(screen)")
                    try await browser.click("#undo-keep")
                    try await browser.check("not a ticket")
                    try await browser.verdict("REFUSE")
                    try await BrowserTests.isForEverybody(browser, "refused, \(screen)")
                }
            }
        }

        @Test(
            "After sign-in, a person can open a gate’s page by typing the gate’s name, even if the name contains markup"
        )
        func choosing() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse { browser in
                try await stage.open("/gate", in: browser)
                #expect(try await browser.text(of: "form.gates h2") == "New Year by the Lake")
                try await browser.find("form.gates [name=gate]").clear()
                try await browser.type("Süd & \"x\" <b>", into: "form.gates [name=gate]")
                try await browser.send("form.gates button", to: "gate=")
                #expect(try await browser.text(of: "h1") == "Süd & \"x\" <b>")
            }
        }

        @Test("Screen readers announce a verdict at once and completely, and the controls have labels")
        func spoken() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                let verdict = try await browser.find("#verdict-words")
                #expect(try await verdict.role == "status")
                let properties = try await browser.script(
                    """
                    const {ariaLive, ariaAtomic} = document.getElementById("verdict-words");
                    return [ariaLive, ariaAtomic]
                    """)
                #expect(properties == ["assertive", "true"])
                for name in ["#text", "#count", "#search-text", "#camera-start", "#count-more"] {
                    #expect(try await browser.find(name).label != "", "\(name)")
                }
            }
        }

        @Test("The gate page shows markup in names and notes as plain text")
        func hostile() async throws {
            let stage = try GateStage()
            let hostile = #"<img src=x onerror="document.title='seen'"><script>document.title='seen'</script>"#
            let ticket = try stage.ticket(for: hostile, note: hostile)
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.check(ticket.token)
                #expect(try await browser.verdict("ADMIT").contains(hostile))
                try await browser.next()
                try await browser.script(
                    """
                    document.getElementById("search-text").value = arguments[0];
                    document.getElementById("search").requestSubmit()
                    """, .text(ticket.code))
                #expect(try await browser.text(of: "#found strong") == hostile)
                try await browser.wait(until: "document.querySelector('#last li') !== null")
                #expect(try await browser.text(of: "#last li").contains(hostile))
                #expect(try await browser.script("return document.title") != "seen")
            }
        }

        @Test(
            "Without scripts, a person finds and admits a ticket by name, and undoes the admission by the ticket’s code"
        )
        func byHandWithoutScripts() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                // Without the class `scripted`, the page looks as it does without scripts. Scripts are not disabled
                // yet, because the accessibility check needs them: axe-core is a script.
                try await browser.script("document.documentElement.classList.remove('scripted')")
                try await BrowserTests.isForEverybody(browser, "without scripts")
                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(to: stage.served.url + stage.page)
                // Without scripts, the page shows no camera picture and no button for the camera.
                for (id, isVisible) in [("finder", false), ("camera-start", false), ("check", true)] {
                    let isShown = try await browser.script(
                        "return document.getElementById(arguments[0]).checkVisibility()", .text(id))
                    #expect(isShown.isTrue == isVisible, "\(id)")
                }
                try await browser.find("#search-text").type("grace")
                try await browser.find("#search button").click()
                #expect(try await browser.text(of: "#found li").contains("Regular · \(ticket.code)"))
                #expect(try await browser.find("#found button").label == "Admit: Grace Nakato")
                #expect(try await browser.lowTargets == [])
                try await browser.find("#found button").click()
                #expect(try await browser.text(of: ".word") == "ADMIT")
                try await browser.find("#verdict-next").click()
                try await browser.find("#back-code").type(ticket.code)
                try await browser.find(".unscripted-only button").click()
                #expect(try await browser.text(of: ".word") == "UNDONE")
                // The reload sends the same request again, and the result is the same.
                try await browser.reload()
                #expect(try await browser.text(of: ".word") == "UNDONE")
                try await browser.find("#verdict-next").click()
                try await browser.find("#search-text").type("nobody")
                try await browser.find("#search button").click()
                #expect(try await browser.text(of: "#found li") == "Nothing found")
            }
            #expect(try stage.records() == 2)
        }

        @Test(
            "If a person types a ticket code, the page shows the ticket, but admits it only after a confirmation",
            arguments: [true, false])
        func printedCode(hasScripts: Bool) async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                if !hasScripts {
                    try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                    try await browser.go(to: stage.served.url + stage.page)
                }
                try await browser.find("#text").type(ticket.code)
                try await browser.find("#check .row button").click()
                if hasScripts { try await browser.wait(until: "document.querySelector('#found button') !== null") }
                #expect(try await browser.text(of: "#found").contains("A printed code proves nothing"))
                #expect(try stage.records() == 0)
                try await browser.find("#found button").click()
                if hasScripts {
                    #expect(try await browser.verdict("ADMIT").contains(ticket.code))
                } else {
                    #expect(try await browser.text(of: ".word") == "ADMIT")
                }
            }
            #expect(try stage.records() == 1)
        }

        @Test("Without scripts, a typed token is admitted once, and reloading the page shows the same verdict again")
        func withoutScripts() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.open(stage.page, in: browser)
                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(to: stage.served.url + stage.page)
                try await browser.find("#text").type(ticket.token)
                try await browser.find("#check .row button").click()
                #expect(try await browser.find(".word").text == "ADMIT")
                #expect(try await browser.find("#verdict-words").text.contains("Grace Nakato"))
                try await browser.reload()
                #expect(try await browser.find(".word").text == "ADMIT")
                try await browser.find("#verdict-next").click()
                try await browser.find("#text").type(ticket.token)
                try await browser.find("#check .row button").click()
                #expect(try await browser.find(".word").text != "ADMIT")
            }
        }
    }
}
