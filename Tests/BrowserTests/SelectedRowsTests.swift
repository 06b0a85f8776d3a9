import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Printing selected tickets, and undoing the cancellation of an event")
    struct SelectedRowsTests {
        private let stage: GateStage
        private let path: String

        init() throws {
            stage = try GateStage(.manager)
            let festival = stage.festival
            path = "/desk/e/\(festival.event.slug)"
            let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
            festival.clock.set(now)
            _ = try festival.services.events.edit(festival.event) { details in
                details.start = now.advanced(bySeconds: 86_400)
                details.end = now.advanced(bySeconds: 90_000)
            }
        }

        @Test("The keyboard is enough to select tickets, to see which ones cannot be printed, and to print the others")
        func print() async throws {
            let festival = stage.festival
            _ = try festival.issue(3)
            var codes: [TicketCode] = []
            try festival.services.tickets.forEachTicket(of: festival.event) { codes.append($0.code) }
            _ = try festival.services.tickets.cancel(codes[1], of: festival.event, note: nil)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("\(path)/tickets", in: browser)
                for row in 1...2 { try await browser.type(" ", into: "tbody tr:nth-child(\(row)) input") }
                try await browser.type("\u{E007}", into: "#bulk button[value=print]")
                try await browser.wait(until: "document.querySelector('h1').textContent === 'Print 1 ticket'")
                #expect(try await browser.text(of: "dl.pairs").contains("\(codes[1]) (cancelled)"))
                try await BrowserTests.isForEverybody(browser, "tickets to print")
                try await browser.type("\u{E007}", into: "form.narrow button")
                try await browser.wait(until: "location.pathname === '\(path)/print/1'")
                try await browser.wait(until: "document.querySelector('a[href$=\"/print/1/file/1\"]')")
            }
            let batch = try festival.services.printing.batch(1, of: festival.event)
            #expect(batch.batch.count == 1 && batch.isFinished)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            One click undoes the cancellation of an event; without this click, the event is cancelled after ten \
            seconds, and the focus stays where it is
            """)
        func cancel() async throws {
            let services = stage.festival.services
            _ = try services.tickets.issue(
                .person(holder: "Grace", email: "grace@example.org", note: nil), type: stage.festival.regular,
                of: stage.festival.event, signingWith: stage.festival.ring)
            func status() throws -> Event.Status { try services.events.event(named: stage.festival.event.slug).status }
            func notices() throws -> Int {
                var count = 0
                try services.notices.forEachNotice(of: services.organizers.organizer(named: "Nile Nights")) {
                    count += $0.kind == .eventCancelled ? 1 : 0
                }
                return count
            }
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open("\(path)/cancel", in: browser)
                try await browser.click("form[action$='/cancel'] button.danger")
                try await browser.wait(until: "/ [1-9] s/.test(document.querySelector('.toast')?.textContent)")
                try await BrowserTests.isForEverybody(browser, "an event that will be cancelled")
                try await browser.click(".toast button")
                try await browser.wait(until: "location.search === '?done=undone'")
                #expect(try status() == .published && notices() == 0)
                try await browser.go(to: "\(stage.served.url)\(path)/cancel")
                try await browser.click("form[action$='/cancel'] button.danger")
                try await browser.wait(until: "document.querySelector('.toast')")
                #expect(try status() == .published)
                let link = "main nav.tabs a[href$='/types']"
                try await browser.script("document.querySelector(arguments[0]).focus()", .text(link))
                try await browser.wait(
                    until: """
                        !document.querySelector(".toast") && location.search === ""
                            && document.activeElement?.matches("\(link)")
                        """)
            }
            #expect(try status() == .cancelled && notices() == 1)
            #expect(try stage.served.stop() == 0)
        }
    }
}
