import ArgumentParser
import Management
import Presenting

struct GuestShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one guest.",
        discussion: """
              eventpass guest show wedding "Grace Nakato" --json | jq -r .code
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var guestArgument: GuestArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let view = GuestJSON(functions: try services.subEvents.functions(of: event), zone: event.zone)
        let guest = try services.guests.guest(named: guestArgument.guest, of: event)
        for line in output.json ? [view.json(guest).text] : view.lines(guest) { try StandardOutput.line(line) }
    }
}
