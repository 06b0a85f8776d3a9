import BrowserFixture
import EventFixture
import Foundation
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// A festival with a server, a video for the browser’s camera, and Joan, who works at a gate of the festival.
final class GateStage {
    let festival: Festival
    private(set) var served: ServedProgram
    let film: Film
    let joan: Colleague
    private let host: String
    private let options: [String]

    /// - Parameters:
    ///   - role: the role of Joan; the default is the lowest role that is allowed to admit people.
    ///   - address: the location of the store.
    ///   - host: the address on which the server listens.
    ///   - options: additional options of `eventpass serve`.
    init(
        _ role: Role = .gate, at address: StoreAddress? = nil, host: String = "127.0.0.1", options: [String] = []
    ) throws {
        festival = try Festival(engine: .sqlite, at: address)
        joan = try Colleague("Joan", role, at: festival)
        film = try Film(path: festival.folder("film.y4m"))
        self.options = options
        self.host = host
        served = try ServedProgram(on: festival, host: host, options: options)
    }

    /// Opens a page and signs in as Joan, with her password.
    func open(_ path: String, in browser: WebDriver) async throws {
        try await browser.go(to: served.url + path)
        try await joan.signIn(in: browser)
    }

    /// Opens the page of gate North and waits until the page is ready to scan.
    func openGate(in browser: WebDriver) async throws {
        try await open(page, in: browser)
        try await browser.wait(until: "document.getElementById('figure-inside')?.textContent !== '–'")
    }

    var page: String { "/gate/\(festival.event.slug)?gate=North" }

    func killServer() { served.kill() }
    /// Starts the server again at the same address.
    func startServer() throws {
        served = try ServedProgram(on: festival, host: host, port: served.port, options: options)
    }

    func ticket(for holder: String = "Grace Nakato", note: String? = nil) throws -> (code: String, token: String) {
        let ticket = try issue(to: holder, note: note, type: festival.regular, of: festival.event)
        return (ticket.code.description, try festival.token(of: ticket))
    }

    func party(of people: UInt8) throws -> String {
        let admits = try #require(Admits(rawValue: people))
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Table", admits: admits), to: festival.event)
        return try festival.token(of: issue(to: "Ada and friends", type: type, of: festival.event))
    }

    func ticket(forGate gate: String) throws -> String {
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "For \(gate)").with { $0.gates = [gate] }, to: festival.event)
        return try festival.token(of: issue(to: "Ada", type: type, of: festival.event))
    }

    /// Issues a ticket for another event of the same server and returns its token.
    func elsewhere() throws -> String {
        let services = festival.services
        let event = try services.events.publish(
            services.events.duplicate(festival.event, titled: "Another night", by: nil))
        let type = try #require(services.ticketTypes.ticketTypes(of: event).first)
        let ticket = try issue(to: "Ada", type: type, of: event)
        return try TicketSigner(festival.ring).encodedToken(ofIssued: ticket.claims(of: event))
    }

    func records() throws -> Int {
        var count = 0
        try festival.services.gates.forEachRecord(of: festival.event) { _ in count += 1 }
        return count
    }

    private func issue(to holder: String, note: String? = nil, type: TicketType, of event: Event) throws -> Ticket {
        var before: Set<Serial> = []
        try festival.services.tickets.forEachTicket(of: event) { before.insert($0.serial) }
        _ = try festival.services.tickets.issue(
            .person(holder: holder, email: nil, note: note), type: type, of: event, signingWith: festival.ring)
        var found: Ticket?
        try festival.services.tickets.forEachTicket(of: event) { if !before.contains($0.serial) { found = $0 } }
        return try #require(found)
    }
}

extension WebDriver {
    /// Waits until a verdict with the given word fills the screen, and returns the verdict’s whole text.
    @discardableResult
    func verdict(_ label: String) async throws -> String {
        // A verdict can disappear at any time, so one script both waits for the word and reads the text.
        try await wait(
            until: """
                document.querySelector("#verdict-words .word")?.textContent === "\(label)"
                    && document.getElementById("verdict-words").innerText
                """
        ).text ?? ""
    }

    func next() async throws {
        try await click("#verdict-next")
        try await wait(until: "document.querySelector('#verdict-words .word') === null")
    }

    /// Changes the page: whenever a verdict fills the screen, the page adds the verdict’s word to `window.verdicts`.
    func keepVerdicts() async throws {
        try await script(
            """
            window.verdicts = [];
            new MutationObserver(() => {
                const word = document.querySelector("#verdict-words .word");
                if (word) window.verdicts.push(word.textContent);
            }).observe(document.getElementById("verdict-words"), { childList: true });
            """)
    }

    /// Waits until the server has answered `count` more camera frames.
    func pictures(_ count: Int) async throws {
        try await script(
            """
            window.pictures = 0;
            window.watcher ??= new PerformanceObserver((list) => {
                window.pictures += list.getEntries().filter((entry) => entry.name.includes("/frame?")).length;
            });
            window.watcher.observe({ type: "resource" });
            """)
        try await wait(until: "window.pictures >= \(count)")
    }

    func press(_ key: String, _ text: String) async throws {
        for kind in ["keyDown", "keyUp"] {
            var event: [String: WireValue] = ["type": .text(kind), "code": .text(key), "key": .text(text)]
            if key == "Enter" { event["key"] = "Enter" }
            if kind == "keyDown" { event["text"] = .text(text) }
            try await cdp("Input.dispatchKeyEvent", .object(event))
        }
    }

    /// Enters a text into the page’s field for typed tickets, and submits the text.
    func check(_ text: String) async throws {
        try await script(
            "document.getElementById('text').value = arguments[0]; document.getElementById('check').requestSubmit()",
            .text(text))
    }
}
