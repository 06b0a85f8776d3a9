import ArgumentParser
import FileAccess
import Foundation
import Gate
import Languages
import Management
import Presentation
import QRSymbol
import Store
import SymbolReader
import TicketToken
import Ticketing

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass demo && eventpass --help
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandDemo"

        case abstract = "Run a one-minute demonstration on a sample event."
        case discussion =
            """
            The demonstration creates its own data folder and keeps it, so that you can look around.

            {examples}
            """
        case guests = "The guest list. (default: the sample festival's list)"
        case output = "The new folder for all files of the demonstration. (default: a temporary folder)"
        case folderExists = "{path} already exists"
        case folderExistsHint = "choose a new folder"
        case noSample = "the sample guest list was not found: neither {path} nor {installedPath} exists"
        case noSampleHint =
            "run this in EventPass’s source folder, install with “make install”, or give a list with --guests FILE"
    }

    @Option(help: ArgumentHelp(Text.guests))
    var guests: String?
    @Option(help: ArgumentHelp(Text.output))
    var output: String?
    @OptionGroup var json: JSONOption
    @Flag(help: ArgumentHelp(GlobalOptions.Text.noColor))
    var noColor = false

    func run() throws {
        let path = try guests ?? Demo.sampleGuests()
        let list = try TicketHolderList(path: inputPath(path))
        let demo = DemoRun(
            folder: try newFolder(), guests: list, source: path, terminal: Terminal(noColor: noColor), isJSON: json.json
        )
        try demo.run()
    }

    private func newFolder() throws -> String {
        if let output {
            guard !FileManager.default.fileExists(atPath: output) else {
                throw CommandFailure(
                    .badInput, Text.folderExists, ["path": .text(output)], hint: Sentence(Text.folderExistsHint))
            }
            return DataFolder.absolute(output)
        }
        return FileManager.default.temporaryDirectory
            .appending(path: "eventpass-demo-\(String(UInt32.random(in: 0 ... .max), radix: 36))").path
    }

    /// The sample guest list's path: in the current folder, or next to the installed program.
    private static func sampleGuests() throws -> String {
        let sample = "Samples/Festival/guests.csv"
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let installed = prefix.appending(path: "share/eventpass/\(sample)").path
        guard let found = [sample, installed].first(where: FileManager.default.fileExists) else {
            throw CommandFailure(
                .badInput, Text.noSample, ["path": .text(sample), "installedPath": .text(installed)],
                hint: Sentence(Text.noSampleHint))
        }
        return found
    }
}

/// The demonstration: a key ring, an event, tickets, QR symbols, an independent decoder, two gates and a forgery. Each
/// step does real work and prints its result.
struct DemoRun {
    private static let zone = "Africa/Kampala"

    let folder: String
    let guests: TicketHolderList
    let source: String
    let terminal: Terminal
    /// Whether each step is printed as a JSON object, without a drawing of the symbol.
    let isJSON: Bool

    func run() throws {
        let data = try DataFolder(path: "\(folder)/data", store: nil)
        try data.initialize(ownerName: "Demo", at: .now())
        let ring = try makeKey(data)
        let store = try data.openStore()
        let services = try data.signIn(to: store)
        let event = try makeEvent(services)
        let (ticket, token) = try issue(services, event, ring)
        try renderSymbol(token, of: ticket)
        try readBack(token, of: ticket)
        try passGates(token, store, event, ring, try data.device())
        try step("The ledger is a hash chain: every change to it would be detected") {
            guard case .intact(_, let records) = try store.read({ try $0.ledger.verify() }) else {
                throw CommandFailure(.trouble, Text.brokenChain)
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
        try step("A key ring is created; the secret key never leaves the key ring") {
            let key = try ring.generate(at: .now())
            return "key \(key.number), check \(key.checkText), in \(data.keysPath)"
        }
        return ring
    }

    private func makeEvent(_ services: ManagementServices) throws -> Event {
        let organizer = try services.organizers.createOrganizer(OrganizerDetails(name: "Nile Nights"))
        let start = Instant.now().advanced(bySeconds: 3600)
        let draft = try services.events.createEvent(
            EventDetails(
                title: "Kampala Lakeside Festival", category: .music, venue: "Lido Beach",
                timeZone: DemoRun.zone, start: start, end: start.advanced(bySeconds: 8 * 3600), capacity: 500
            ).with { $0.city = "Entebbe" },
            suite: .hmac, of: organizer)
        for (name, price) in [("Regular", "50000 UGX"), ("VIP", "150000 UGX"), ("Family", "120000 UGX")] {
            _ = try services.ticketTypes.addTicketType(TicketTypeDetails(name: name, price: Money(price)), to: draft)
        }
        let event = try services.events.publish(draft)
        try step("An event is published") { "\(event.details.title), number \(event.number), 3 ticket types" }
        return event
    }

    private func issue(_ services: ManagementServices, _ event: Event, _ ring: KeyRing) throws -> (Ticket, String) {
        try step("Its tickets are issued from a guest list") {
            let summary = try services.tickets.issue(
                .guestList(guests), type: nil, of: event, signingWith: ring)
            return "\(summary.tickets) tickets for \(summary.people) people, from \(source)"
        }
        var found: Ticket?
        try services.tickets.forEachTicket(of: event) { if found == nil, $0.admits == .one { found = $0 } }
        guard let ticket = found else {
            throw CommandFailure(.badInput, Text.noSingleTicket, ["list": .text(source)])
        }
        let renderer = TicketRenderer(event: event, types: try services.ticketTypes.ticketTypes(of: event), ring: ring)
        guard let token = try renderer.token(of: ticket) else { throw CommandFailure(.trouble, Text.unsignable) }
        try step("Each ticket is signed: a token of 56 characters") {
            "\(ticket.code), \(ticket.holder?.visible ?? "unnamed"): \(token)"
        }
        return (ticket, token)
    }

    private func renderSymbol(_ token: String, of ticket: Ticket) throws {
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
        try step("An independent decoder (ZXing-C++) reads the PNG back") {
            let texts = try SymbolReader.read(file: path(ticket, "png")).map(\.text)
            guard texts == [token] else {
                throw CommandFailure(.trouble, Text.wrongText, ["texts": .text("\(texts)")])
            }
            return "exactly the same token"
        }
    }

    private func passGates(
        _ token: String, _ store: Store, _ event: Event, _ ring: KeyRing, _ device: DeviceID
    ) throws {
        let verdictJSON = VerdictJSON(zone: event.zone)
        func scan(_ what: String, at name: String, _ text: String, expect: String) throws {
            let gate = try Gate(
                name: name, event: event.number, store: store, ring: ring, device: device,
                operation: Gate.Operation(clock: Instant.now))
            let verdict = gate.decide(Scan(text))
            try gate.flush()
            try step(what) { verdictJSON.line(verdict, terminal) }
            guard verdict.outcome.name == expect else {
                throw CommandFailure(.trouble, Text.wrongVerdict, ["verdict": .text(expect)])
            }
        }
        try scan("Gate North scans it", at: "North", token, expect: "admit")
        try scan("Gate South scans it too", at: "South", token, expect: "refuse")
        try scan("Somebody changes one letter", at: "North", withLastCharacterChanged(token), expect: "refuse")
    }

    private func withLastCharacterChanged(_ token: String) -> String {
        "\(token.dropLast())\(token.hasSuffix("0") ? "1" : "0")"
    }

    private func path(_ ticket: Ticket, _ format: String) -> String { "\(folder)/\(ticket.code).\(format)" }

    private func step(_ title: String, _ work: () throws -> String) throws {
        let finding = try work()
        if isJSON {
            return try StandardOutput.line(JSON.object([("step", .string(title)), ("finding", .string(finding))]).text)
        }
        try StandardOutput.line("\n\(terminal.paint("→ \(title)", .bold))\n  \(finding)")
    }

    enum Text: String, SentenceKey {
        static let subject = "demoRun"

        case brokenChain = "the chain is broken"
        case noSingleTicket = "{list} has no ticket for one person"
        case unsignable = "the ticket can't be signed"
        case wrongText = "the decoder read {texts}"
        case wrongVerdict = "the verdict should have been {verdict}"
    }
}
