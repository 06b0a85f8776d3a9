import ArgumentParser
import Gate
import Presenting

struct EventListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the events of your organizers.",
        discussion: """
            Users who belong to no organizer see the published public events.

              eventpass event list --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "List deleted events that can still be restored (for 30 days).")
    var deleted = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let events = try deleted ? services.events.events(.restorable) : services.events.visibleEvents()
        if output.json {
            for event in events { try StandardOutput.line(EventJSON(event: event).json.text) }
            return
        }
        var table = Table(
            "number", "slug", "status", "start", "title",
            empty: deleted ? "There are no deleted events." : "There are no events.")
        for event in events {
            let start = event.details.start.map { VerdictSentences(timeZone: event.zone).moment($0) }
            table.add("\(event.number)", event.slug, event.status.rawValue, start ?? "–", event.details.title)
        }
        try table.write(global.terminal())
    }
}
