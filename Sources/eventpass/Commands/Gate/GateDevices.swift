import ArgumentParser
import Management
import Presenting
import Ticketing

struct GateDevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Paired phones of an event's gates.",
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
        let view = WebDeviceJSON(zone: event.zone, now: .now())
        let (devices, awaited) = (try services.devices.devices(of: event), try services.devices.pairings(of: event))
        if output.json {
            for device in devices { try StandardOutput.line(view.json(device).text) }
            for pairing in awaited { try StandardOutput.line(view.json(pairing).text) }
            return
        }
        var table = Table("id", "gate", "state", "name", empty: "There are no phones.")
        for device in devices { table.add("\(device.id)", device.assignment.gate, view.state(device), device.name) }
        for pairing in awaited { table.add("\(pairing.device)", pairing.assignment.gate, "awaited", pairing.name) }
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
    @Argument(help: "The phone's id, as gate devices shows it.")
    var device: String

    func run() throws {
        guard let id = WebDeviceID(device) else {
            throw CommandFailure(
                .badInput, "“\(device)” is not a phone’s id", hint: "eventpass gate devices EVENT lists them")
        }
        let services = try global.dataFolder().openServices()
        try services.devices.revokeDevice(
            id, of: try services.events.event(named: argument.event, among: .publishedFirst))
        try output.writeEnd("revoked", "\(id)")
    }
}
