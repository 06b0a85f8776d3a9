import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import TicketToken
import Ticketing

extension BrowserTests {
    @Suite("Hard scenes at a gate")
    struct GateSceneTests {
        /// The HTTP status for a camera frame that arrives while the server reads another frame of the same browser.
        /// Such a frame can arrive if a test leaves the gate’s page while the camera is on, and opens the page again.
        /// The page then sends the frame again.
        private static let frameInProgress = "status of 409 (Conflict)"

        @Test(
            "The camera reads a symbol that is blurred, tilted, dark, far away or under a lamp",
            arguments: Film.Condition.allCases)
        func condition(condition: Film.Condition) async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            let film = try Film(path: stage.festival.folder("scene.y4m"), width: 720, height: 720)
            try film.show(.hard(ticket.token, condition, seconds: 1))
            try await BrowserTests.browse(film: film) { browser in
                try await stage.openGate(in: browser)
                try await browser.click("#camera-start")
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
            }
            #expect(try stage.records() == 1)
        }

        @Test("A ticket to be paid at the door is refused until its payment is recorded, and is admitted after that")
        func unpaid() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            try stage.beginSoon()
            try stage.setPrice("20000 UGX")
            let order = try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 1)], name: "Grace Nakato",
                    payment: Payment(.atTheDoor)), of: event, signingWith: festival.ring)
            let ticket = try #require(try festival.services.orders.tickets(of: order, of: event).first)
            let token = try festival.token(of: ticket)
            try await BrowserTests.browse(film: stage.film, forgiven: [GateSceneTests.frameInProgress]) { browser in
                try await stage.openGate(in: browser)
                try await browser.show(token, at: stage)
                let refusal = try await browser.verdict("REFUSE")
                #expect(refusal.contains("Not paid") && refusal.contains("20,000"), "\(refusal)")
                #expect(try await browser.script("return document.getElementById('verdict').dataset.colour") == "red")
                try await BrowserTests.isForEverybody(browser, "an unpaid ticket")

                try await browser.go(to: "\(stage.served.url)/desk/e/\(event.slug)/orders/\(order.number)")
                try await browser.set("form[action$='/pay'] select", to: "cash")
                try await browser.follow("form[action$='/pay'] button")
                try await browser.show(token, at: stage)
                #expect(try await browser.verdict("ADMIT").contains("Grace Nakato"))
            }
            #expect(try festival.services.orders.order(order.number, of: event).payment?.method == .cash)
            #expect(try stage.served.stop() == 0)
        }

        @Test("The camera admits the live code of the holder’s page, but neither an old live code nor a printed ticket")
        func live() async throws {
            let stage = try GateStage()
            let (festival, event) = (stage.festival, stage.festival.event)
            try stage.beginSoon()
            let type = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Backstage", requiresLiveCode: true), to: event)
            let token = try #require(try festival.issue(1, type: type).first)
            let path = try TicketLink(to: festival.ticket(of: token), of: event, festival.ring).path
            try await BrowserTests.browse(film: stage.film, forgiven: [GateSceneTests.frameInProgress]) { browser in
                try await stage.openGate(in: browser)
                try await browser.show(token, at: stage)
                #expect(try await browser.verdict("REFUSE").contains("with its changing code"))

                // With a clock that is ten minutes late, the holder’s page shows an old code.
                let code = "document.getElementById('symbol')?.dataset.text"
                try await browser.go(to: "\(stage.served.url)/t/\(path)")
                try await browser.wait(until: code)
                try await browser.script(
                    """
                    const now = Date.now;
                    window.present = \(code);
                    Date.now = () => now() - 600000;
                    document.dispatchEvent(new Event("visibilitychange"));
                    """)
                let old = try #require(try await browser.wait(until: "\(code) !== window.present && \(code)").text)
                try await browser.show(old, at: stage)
                #expect(try await browser.verdict("REFUSE").contains("a screenshot"))
                try await browser.go(to: "\(stage.served.url)/t/\(path)")
                let fresh = try #require(try await browser.wait(until: code).text)
                #expect(fresh != old && fresh.hasPrefix(token))
                try await browser.show(fresh, at: stage)
                try await browser.verdict("ADMIT")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("Two paired phones scan the same ticket at the same time: exactly one of them admits it")
        func race() async throws {
            let stage = try GateStage()
            let festival = stage.festival
            try stage.beginSoon()
            let ticket = try stage.ticket()
            try stage.film.show(.symbol(ticket.token, seconds: 1))
            func pair(_ phone: WebDriver, with gate: String) async throws {
                let pairing = try festival.services.devices.createPairing(to: festival.event, gate: gate, name: gate)
                try await phone.go(to: "\(stage.served.url)/pair")
                try await phone.type("\(pairing.code.text)\n", into: "#code")
                try await phone.wait(until: "document.getElementById('gate')?.dataset.gate === '\(gate)'")
                try await phone.wait(until: "document.getElementById('figure-inside')?.textContent !== '–'")
            }
            func word(on phone: WebDriver) async throws -> String {
                try await phone.wait(until: "document.querySelector('#verdict-words .word')?.textContent").text ?? ""
            }
            try await BrowserTests.browse(film: stage.film) { north in
                try await pair(north, with: "North")
                try await BrowserTests.browse(film: stage.film) { south in
                    try await pair(south, with: "South")
                    async let one: Void = north.click("#camera-start")
                    async let other: Void = south.click("#camera-start")
                    _ = try await (one, other)
                    let words = try await [word(on: north), word(on: south)]
                    #expect(words.sorted() == ["ADMIT", "REFUSE"], "\(words)")
                }
            }
            #expect(try festival.services.reports.attendance(of: festival.event).admitted == 1)
            #expect(try stage.served.stop() == 0)
        }
    }
}
