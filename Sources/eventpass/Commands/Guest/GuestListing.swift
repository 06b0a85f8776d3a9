import ArgumentParser
import Management
import Presenting

struct GuestListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the guests of an event, with code, invitations and answers.",
        discussion: """
              eventpass guest list wedding --name nak --json | jq .functions
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "Only guests with these words, or their beginnings, in their name or their household’s name.")
    var name: String?
    @OptionGroup var limit: FirstOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let view = GuestJSON(functions: try services.subEvents.functions(of: event), zone: event.zone)
        var lines = LineBuffer()
        try limit.limit({ try services.guests.forEachGuest(of: event, named: name, $0) }) { guest in
            if output.json { try lines.line(view.json(guest)) } else { try lines.line(view.line(guest)) }
            return true
        }
        try lines.flush(orSay: name.map { "No guest found for “\($0.visible)”." } ?? "There are no guests.", output)
    }
}
