import FileAccess
import Foundation
import Gate
import Management
import Presenting
import QRSymbol
import Store
import SymbolReader
import TicketToken
import Ticketing

/// Key ring, event, tickets, symbols, a decoder that is not ours, two gates, a forgery: each step does the real thing,
/// and says what it did.
struct DemoStory {
    private static let zone = "Africa/Kampala"

    let folder: String
    let guests: GuestList
    /// What the list is called.
    let source: String
    let terminal: Terminal
    /// Each step as an object, and no drawing.
    let isJSON: Bool

    func tell() throws {
        let data = try DataFolder(path: "\(folder)/data", store: nil)
        try data.initialize(ownerName: "Demo", at: .now())
        let ring = try makeKey(data)
        let store = try data.openStore()
        let office = try data.signIn(to: store)
        let event = try makeEvent(office)
        let (ticket, token) = try issue(office, event, ring)
        try draw(token, of: ticket)
        try readBack(token, of: ticket)
        try passGates(token, store, event, ring, try data.device())
        try step("The ledger is a chain: nothing in it can be edited unseen") {
            guard case .whole(_, let records) = try store.read({ try $0.ledger.verify() }) else {
                throw Failure(.trouble, "the chain is broken")
            }
            return "\(counted(records, "record")), whole"
        }
        if isJSON {
            let end = JSON.object([
                ("folder", .string(folder)), ("data", .string(data.path)), ("event", .string(event.slug)),
            ])
            return try StandardOutput.line(end.text)
        }
        try StandardOutput.line("\nLook around: EVENTPASS_DATA=\(data.path) eventpass ticket list \(event.slug)")
        try StandardOutput.line("Everything is in \(folder).")
    }

    private func makeKey(_ data: DataFolder) throws -> KeyRing {
        var ring = try KeyRing.open(at: data.keysPath)
        try step("A key ring is made; its secret never leaves it") {
            let key = try ring.generate(at: .now())
            return "key \(key.number), check \(key.checkText), in \(data.keysPath)"
        }
        return ring
    }

    private func makeEvent(_ office: Office) throws -> Event {
        let organizer = try office.createOrganizer(named: "Nile Nights")
        let start = Instant.now().advanced(bySeconds: 3600)
        let draft = try office.createEvent(
            EventDetails(
                title: "Kampala Lakeside Festival", category: .music, venue: "Lido Beach", city: "Entebbe",
                timeZone: DemoStory.zone, start: start, end: start.advanced(bySeconds: 8 * 3600), capacity: 500),
            suite: .hmac, of: organizer)
        for (name, price) in [("Regular", "50000 UGX"), ("VIP", "150000 UGX"), ("Family", "120000 UGX")] {
            _ = try office.addTicketType(TicketTypeDraft(name: name, price: Money(price)), to: draft)
        }
        let event = try office.publish(draft)
        try step("An event is published") { "\(event.details.title), number \(event.number), 3 ticket types" }
        return event
    }

    private func issue(_ office: Office, _ event: Event, _ ring: KeyRing) throws -> (Ticket, String) {
        try step("Its tickets are issued from a guest list") {
            let summary = try office.issue(
                .guestList(guests), type: nil, of: event, signingWith: ring)
            return "\(summary.tickets) tickets for \(summary.people) people, from \(source)"
        }
        var found: Ticket?
        try office.forEachTicket(of: event) { if found == nil, $0.admits == .one { found = $0 } }
        guard let ticket = found else { throw Failure(.badInput, "\(source) has no guest who comes alone") }
        let renderer = TicketRenderer(event: event, types: try office.ticketTypes(of: event), ring: ring)
        guard let token = try renderer.token(of: ticket) else { throw Failure(.trouble, "the ticket can't be signed") }
        try step("Each ticket is signed: 56 characters that prove themselves") {
            "\(ticket.code), \(ticket.holder?.visible ?? "unnamed"): \(token)"
        }
        return (ticket, token)
    }

    private func draw(_ token: String, of ticket: Ticket) throws {
        let symbol = try QRSymbol(token)
        try step("Its symbol: \(symbol.modulesPerSide) × \(symbol.modulesPerSide) modules, as PNG, SVG and here") {
            let png = try symbol.png()
            try AtomicFile.write(png, to: path(ticket, "png"), existing: .refuse)
            try AtomicFile.write(
                Array(symbol.svg(title: "\(ticket.code)").utf8), to: path(ticket, "svg"), existing: .refuse)
            return "\(path(ticket, "png")) (\(png.count) bytes), \(path(ticket, "svg"))"
        }
        if isJSON { return }
        do {
            try StandardOutput.write(symbol.drawing(on: terminal))
        } catch let error as QRSymbolError {
            try StandardOutput.line("     (\(error))")
        }
    }

    private func readBack(_ token: String, of ticket: Ticket) throws {
        try step("A decoder that is not ours (ZXing-C++) reads the PNG back") {
            let texts = try SymbolReader.read(file: path(ticket, "png")).map(\.text)
            guard texts == [token] else { throw Failure(.trouble, "it reads \(texts)") }
            return "the same token, letter for letter"
        }
    }

    private func passGates(
        _ token: String, _ store: Store, _ event: Event, _ ring: KeyRing, _ device: DeviceID
    ) throws {
        let view = VerdictView(zone: event.zone)
        func scan(_ what: String, at gate: String, _ text: String, expect: String) throws {
            let desk = try Gate(
                name: gate, event: event.number, store: store, ring: ring, device: device, clock: Instant.now)
            let verdict = desk.decide(Scan(text))
            try desk.flush()
            try step(what) { view.line(verdict, terminal) }
            guard verdict.outcome.name == expect else {
                throw Failure(.trouble, "the verdict should have been \(expect)")
            }
        }
        try scan("Gate North scans it", at: "North", token, expect: "admit")
        try scan("Gate South scans it too", at: "South", token, expect: "refuse")
        try scan("Somebody changes one letter", at: "North", forged(token), expect: "refuse")
    }

    /// The same text with its last letter changed.
    private func forged(_ token: String) -> String { "\(token.dropLast())\(token.hasSuffix("0") ? "1" : "0")" }

    private func path(_ ticket: Ticket, _ format: String) -> String { "\(folder)/\(ticket.code).\(format)" }

    private func step(_ title: String, _ work: () throws -> String) throws {
        let finding = try work()
        if isJSON {
            return try StandardOutput.line(JSON.object([("step", .string(title)), ("finding", .string(finding))]).text)
        }
        try StandardOutput.line("\n\(terminal.paint("→ \(title)", .bold))\n  \(finding)")
    }
}
