import ArgumentParser
import Gate
import Languages
import Presentation

struct EventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: Text.abstract.text,
        subcommands: [
            EventCreateCommand.self, EventListCommand.self, EventShowCommand.self, EventEditCommand.self,
            EventPublishCommand.self,
            EventCancelCommand.self, EventDeleteCommand.self, EventRestoreCommand.self, EventDuplicateCommand.self,
            EventHistoryCommand.self,
            EventPosterCommand.self, EventLogoCommand.self, EventAccentCommand.self,
            SubEventCommand.self, EventReminderCommand.self, EventAbuseCommand.self, EventImportSettingsCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandEvent"

        case abstract = "Create and change events."
    }
}

struct EventArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.event), completion: NameCompletion.events)
    var event: String

    /// The event argument of a parsed command, as typed; nil if the command has no such argument.
    static func typed(in command: any ParsableCommand) -> String? {
        for child in Mirror(reflecting: command).children {
            if let group = child.value as? OptionGroup<EventArgument> { return group.wrappedValue.event }
        }
        return nil
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsEventArgument"

        case event = "The event: its number, slug, or an unambiguous beginning of either."
    }
}

struct EventListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event list --json | jq .slug
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventList"

        case abstract = "List the events of your organizers."
        case discussion =
            """
            Users who belong to no organizer see the published public events.

            {examples}
            """
        case deleted = "List deleted events that can still be restored (for 30 days)."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: ArgumentHelp(Text.deleted))
    var deleted = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let events = try deleted ? services.events.events(.restorable) : services.events.visibleEvents()
        if output.json {
            for event in try EventJSON.all(events, in: services, now: .now()) {
                try StandardOutput.line(event.json.text)
            }
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
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass event show new-year --json | jq .status
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventShow"

        case abstract = "Show one event and its sub-events."
    }

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
        commandName: "history", abstract: Text.abstract.text,
        discussion: """
              eventpass event history new-year --json | jq 'select(.after.venue)'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventHistory"

        case abstract =
            "List the history of an event, with user and time: changes to the event and its sub-events, guests’ answers, and frozen headcounts."
        case deleted = "Show the history of a deleted event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: ArgumentHelp(Text.deleted))
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
