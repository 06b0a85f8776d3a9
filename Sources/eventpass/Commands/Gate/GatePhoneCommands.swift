import ArgumentParser
import Languages
import Management
import Presentation
import QRSymbol
import Ticketing

struct GateDevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: Text.abstract.text,
        subcommands: [GateDevicesListCommand.self, GateDevicesRevokeCommand.self],
        defaultSubcommand: GateDevicesListCommand.self)

    enum Text: String, SentenceKey {
        static let subject = "commandGateDevices"

        case abstract = "List and revoke the phones that are paired with an event's gates."
    }
}

struct GateDevicesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass gate devices list new-year --json |
                  jq 'select(.state == "working") | .name'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateDevicesList"

        case abstract = "List paired phones and pending pairings."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let webDeviceJSON = WebDeviceJSON(zone: event.zone, now: .now())
        let (devices, awaited) = (try services.devices.devices(of: event), try services.devices.pairings(of: event))
        if output.json {
            for device in devices { try StandardOutput.line(webDeviceJSON.json(device).text) }
            for pairing in awaited { try StandardOutput.line(webDeviceJSON.json(pairing).text) }
            return
        }
        var table = Table("id", "gate", "state", "name", empty: "There are no phones.")
        for device in devices {
            table.add("\(device.id)", device.assignment.gate, device.state(at: .now()).rawValue, device.name)
        }
        for pairing in awaited {
            table.add("\(pairing.device)", pairing.assignment.gate, WebDevice.State.awaited.rawValue, pairing.name)
        }
        try table.write(global.terminal())
    }
}

struct GateDevicesRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: Text.abstract.text,
        discussion: """
              eventpass gate devices revoke new-year 4503599627370497
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateDevicesRevoke"

        case abstract = "Revoke a paired phone, or cancel a pending pairing."
        case device = "The phone's id. To find it, run: eventpass gate devices EVENT"
        case notAnID = "“{id}” is not a phone’s id"
        case notAnIDHint = "list the ids with: eventpass gate devices EVENT"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.device))
    var device: String

    func run() throws {
        guard let id = WebDeviceID(device) else {
            throw CommandFailure(.badInput, Text.notAnID, ["id": .text(device)], hint: Sentence(Text.notAnIDHint))
        }
        let services = try global.dataFolder().openServices()
        try services.devices.revokeDevice(
            id, of: try services.events.event(named: argument.event, among: .publishedFirst))
        try output.writeEnd("revoked", "\(id)")
    }
}

struct GatePairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate pair new-year --gate North --name Amina
                  eventpass gate pair new-year --gate North --server https://laptop.local:8443
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGatePair"

        case abstract = "Create a code to pair a phone with a gate."
        case discussion =
            """
            The server of this store (“eventpass serve”) must be running. The code pairs one phone and is valid for \
            ten minutes. Five wrong codes cancel all pending pairings. If you give the server's address with --server, \
            the command also shows a symbol for the phone's camera.

            {examples}
            """
        case subEvent = "The gate's sub-event, by name or number. (default: the person at the gate chooses)"
        case name = "The name of the person at the gate. (default: the person enters it)"
        case server = "The address at which the phone reaches the server: https://NAME:PORT."
        case notAnAddress = "--server takes an address such as https://laptop.local:8443"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(GateSelection.Text.gate))
    var gate: String
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?
    @Option(help: ArgumentHelp(Text.name))
    var name: String?
    @Option(help: ArgumentHelp(Text.server))
    var server: String?

    func validate() throws {
        guard server.map({ $0.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-:\[\]]+/) != nil }) ?? true else {
            throw ValidationError(Text.notAnAddress)
        }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let subEvent = try subEvent.map { try services.subEvents.subEvent(named: $0, of: event) }
        let (code, pairing) = try services.devices.createPairing(to: event, gate: gate, subEvent: subEvent, name: name)
        let link = server.map { "\($0)/pair#\(code.text)\(name == nil ? "" : "/named")" }
        if output.json {
            let webDeviceJSON = WebDeviceJSON(zone: event.zone, now: .now())
            return try StandardOutput.line(
                webDeviceJSON.json(pairing).adding([("code", .string(code.text)), ("link", .optional(link))]).text)
        }
        try StandardOutput.line("code \(code.text), until \(pairing.expires.iso8601(in: event.zone))")
        guard let link else { return }
        try StandardOutput.write(try QRSymbol(link).drawing(on: global.terminal()))
        try StandardOutput.line(link)
    }
}
