import ArgumentParser
import Gate
import Presentation

struct EventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: "Create and change events.",
        subcommands: [
            EventCreateCommand.self, EventListCommand.self, EventShowCommand.self, EventEditCommand.self,
            EventPublishCommand.self,
            EventCancelCommand.self, EventDeleteCommand.self, EventRestoreCommand.self, EventDuplicateCommand.self,
            EventHistoryCommand.self,
            SubEventCommand.self, EventImportSettingsCommand.self,
        ])
}

/// The event argument of a command.
struct EventArgument: ParsableArguments {
    @Argument(
        help: "The event: its number, slug, or an unambiguous beginning of either.", completion: NameCompletion.events)
    var event: String
}

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

struct EventShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one event and its sub-events.",
        discussion: """
              eventpass event show new-year --json | jq .status
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.visibleEvent(named: argument.event)
        let page = try EventOverviewJSON(of: event, in: services)
        for line in output.json ? [page.json.text] : page.lines { try StandardOutput.line(line) }
    }
}

struct EventHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the changes to an event, with user, time, and old and new values.",
        discussion: """
              eventpass event history new-year --json | jq 'select(.after.venue)'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: "Show the history of a deleted event.")
    var deleted = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: deleted ? .deleted : .active)
        let auditRecordJSON = AuditRecordJSON(zone: event.zone)
        for record in try services.events.history(of: event) {
            if output.json {
                try StandardOutput.line(auditRecordJSON.json(record).text)
            } else {
                for line in auditRecordJSON.lines(record) { try StandardOutput.line(line) }
            }
        }
    }
}
