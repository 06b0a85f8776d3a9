import ArgumentParser
import Management
import Presentation
import QRSymbol
import Ticketing

struct GateDevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List and revoke the phones that are paired with an event's gates.",
        subcommands: [GateDevicesListCommand.self, GateDevicesRevokeCommand.self],
        defaultSubcommand: GateDevicesListCommand.self)
}

struct GateDevicesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List paired phones and pending pairings.",
        discussion: """
              eventpass gate devices list new-year --json |
                  jq 'select(.state == "working") | .name'
            """)

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
        commandName: "revoke", abstract: "Revoke a paired phone, or cancel a pending pairing.",
        discussion: """
              eventpass gate devices revoke new-year 4503599627370497
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "The phone's id. To find it, run: eventpass gate devices EVENT")
    var device: String

    func run() throws {
        guard let id = WebDeviceID(device) else {
            throw CommandFailure(
                .badInput, "“\(device)” is not a phone’s id", hint: "list the ids with: eventpass gate devices EVENT")
        }
        let services = try global.dataFolder().openServices()
        try services.devices.revokeDevice(
            id, of: try services.events.event(named: argument.event, among: .publishedFirst))
        try output.writeEnd("revoked", "\(id)")
    }
}

struct GatePairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Create a code to pair a phone with a gate.",
        discussion: """
            The server of this store (“eventpass serve”) must be running. The code pairs one phone and is valid for \
            ten minutes. Five wrong codes cancel all pending pairings. If you give the server's address with --server, \
            the command also shows a symbol for the phone's camera.

              eventpass gate pair new-year --gate North --name Amina
              eventpass gate pair new-year --gate North --server https://laptop.local:8443
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The gate's name, such as North.")
    var gate: String
    @Option(help: "The gate's sub-event, by name or number. (default: the person at the gate chooses)")
    var subEvent: String?
    @Option(help: "The name of the person at the gate. (default: the person enters it)")
    var name: String?
    @Option(help: "The address at which the phone reaches the server: https://NAME:PORT.")
    var server: String?

    func validate() throws {
        guard server.map({ $0.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-:\[\]]+/) != nil }) ?? true else {
            throw ValidationError("--server takes an address such as https://laptop.local:8443")
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
