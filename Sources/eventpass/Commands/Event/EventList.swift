import ArgumentParser
import Gate
import Presenting

struct EventList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the events of your organizers.",
        discussion: """
            Who is a member of no organizer sees the public events that are published.

              eventpass event list --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Those that were deleted less than 30 days ago, and can be restored.")
    var deleted = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let events = try deleted ? office.events(.restorable) : office.visibleEvents()
        if output.json {
            for event in events { try StandardOutput.line(EventView(event: event).json.text) }
            return
        }
        var table = Table(
            "number", "slug", "status", "start", "title",
            empty: deleted ? "There are no deleted events." : "There are no events.")
        for event in events {
            let start = event.details.start.map { Sentences(timeZone: event.zone).moment($0) }
            table.add("\(event.number)", event.slug, event.status.rawValue, start ?? "–", event.details.title)
        }
        try table.write(global.terminal())
    }
}
