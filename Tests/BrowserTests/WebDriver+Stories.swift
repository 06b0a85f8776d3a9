import BrowserFixture
import EventFixture
import Foundation
import Management
import Ticketing

extension WebDriver {
    /// Clicks a link or a button that loads a page, and waits until that page is loaded. The new page may have the same
    /// URL as the current page.
    func follow(_ selector: String) async throws {
        try await script("window.isOldPage = true")
        try await click(selector)
        try await wait(until: "!window.isOldPage && document.readyState === 'complete'")
    }

    func retype(_ text: String, into selector: String) async throws {
        try await find(selector).clear()
        try await type(text, into: selector)
    }

    var mainText: String { get async throws { try await text(of: "main") } }

    /// Opens the page of the stage’s gate and starts the camera, whose picture is a symbol of the text.
    func show(_ text: String, at stage: GateStage) async throws {
        try stage.film.show(.symbol(text, seconds: 1))
        try await go(to: stage.served.url + stage.page)
        try await wait(until: "document.getElementById('figure-inside')?.textContent !== '–'")
        try await click("#camera-start")
    }
}

extension GateStage {
    /// Lets the event begin in two hours by the clock of this machine, which the server uses.
    func beginSoon() throws {
        festival.clock.set(Instant(seconds: Int64(Date().timeIntervalSince1970)))
        _ = try festival.services.events.edit(festival.event) { details in
            details.start = festival.clock.now().advanced(bySeconds: 2 * 3600)
            details.end = festival.clock.now().advanced(bySeconds: 5 * 3600)
        }
    }

    func setPrice(_ text: String) throws {
        _ = try festival.services.ticketTypes.editTicketType(festival.regular.number, of: festival.event) {
            $0.price = Money(text)
        }
    }
}

extension Season {
    /// The path of the page of a new ticket, which no gate has admitted. So its holder can transfer it.
    var unusedTicketPath: String {
        get throws {
            let ticket = try stage.festival.ticket(of: stage.ticket().token)
            return "/t/\(try TicketLink(to: ticket, of: evening, stage.festival.ring).path)"
        }
    }
}
