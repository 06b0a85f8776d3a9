import ArgumentParser
import Management
import Presenting
import Ticketing

struct GateDevices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "The phones that were paired for an event's gates.",
        subcommands: [GateDevicesList.self, GateDevicesRevoke.self], defaultSubcommand: GateDevicesList.self)
}

struct GateDevicesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List them, and those that are awaited.",
        discussion: """
              eventpass gate devices list new-year --json |
                  jq 'select(.state == "working") | .name'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        let view = DeviceView(zone: event.zone, now: .now())
        let (devices, awaited) = (try office.devices(of: event), try office.pairings(of: event))
        if output.json {
            for device in devices { try StandardOutput.line(view.json(device).text) }
            for pairing in awaited { try StandardOutput.line(view.json(pairing).text) }
            return
        }
        var table = Table("id", "gate", "state", "name", empty: "There are no phones.")
        for device in devices { table.add("\(device.id)", device.post.gate, view.state(device), device.name) }
        for pairing in awaited { table.add("\(pairing.device)", pairing.post.gate, "awaited", pairing.name) }
        try table.write(global.terminal())
    }
}

struct GateDevicesRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a phone's work at once, or await it no more.",
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
            throw Failure(.badInput, "“\(device)” is no id of a phone", hint: "eventpass gate devices EVENT shows them")
        }
        let office = try global.dataFolder().openOffice()
        try office.revokeDevice(id, of: try office.event(named: argument.event, among: .publishedFirst))
        try output.writeEnd("revoked", "\(id)")
    }
}
