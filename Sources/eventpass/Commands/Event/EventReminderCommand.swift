import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
public import Ticketing

struct EventReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder", abstract: Text.abstract.text,
        subcommands: [
            EventReminderAddCommand.self, EventReminderListCommand.self, EventReminderRemoveCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandEventReminder"

        case abstract = "Manage an event's own reminders, which are sent in addition to the standard reminders."
    }
}

extension EventReminder.Anchor: ArgumentValue {}

/// The duration between a reminder and its anchor (the doors, start or end of the event), such as `3h` or `2d`.
struct ReminderDistanceArgument: ArgumentValue {
    let minutes: Int

    init?(argument: String) {
        guard let minutes = ReminderDetails.minutes(ofDistance: argument) else { return nil }
        self.minutes = minutes
    }

    static var allowed: String { EventReminderAddCommand.Text.distance.text }
}

struct EventReminderAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event reminder add new-year --before 3h --of doors --to all \\
                      --text-file parking.txt
                  eventpass event reminder add wedding --before 14d --to silent
                  eventpass event reminder add new-year --after 1d --of end \\
                      --text-file thanks.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventReminderAdd"

        case abstract = "Add a reminder before, during or after an event."
        case discussion =
            """
            When its time comes, the reminder is queued for everybody who is a recipient at that time. \
            Docs/Messages.md explains which recipients get it, and when.

            {examples}
            """
        case before = "Send the reminder this long before the time that --of selects, such as 3h or 2d."
        case after = "Send the reminder this long after the time that --of selects."
        case anchor = "The time of the event to which --before or --after refers."
        case to =
            "The recipients: all, unpaid (tickets to be paid at the door), not-inside (tickets with which nobody has been admitted yet), silent (guests with no answer or the answer “maybe”), or type:NAME (holders of a ticket type). (default: all)"
        case textFile = "A text file with the message; - is standard input. (default: the standard text)"
        case distance = "days, hours and minutes, such as 2d, 3h or 1d30m"
        case beforeOrAfter = "give either --before or --after"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.before, valueName: "time"))
    var before: ParsedArgument<ReminderDistanceArgument>?
    @Option(help: ArgumentHelp(Text.after, valueName: "time"))
    var after: ParsedArgument<ReminderDistanceArgument>?
    @Option(name: .customLong("of"), help: ArgumentHelp(Text.anchor))
    var anchor = EventReminder.Anchor.start
    @Option(help: ArgumentHelp(Text.to))
    var to: ParsedArgument<AudienceArgument>?
    @Option(help: ArgumentHelp(Text.textFile, valueName: "file"), completion: .file())
    var textFile: String?
    @OptionGroup var messages: ManyMessagesOption

    func validate() throws {
        guard (before == nil) != (after == nil) else { throw ValidationError(Text.beforeOrAfter) }
    }

    func run() throws {
        var fields = FieldParser()
        let before = fields.read(before, "before")
        let after = fields.read(after, "after")
        let to = fields.read(to, "to")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let details = ReminderDetails(
            anchor: anchor, minutes: after?.minutes ?? -(before?.minutes ?? 0),
            audience: try to?.audience(of: event, services) ?? .all,
            message: try textFile.map { try MessageFile.text(at: $0) } ?? "")
        let reminder = try Confirmation.beforeMessages(messages.yes, services) {
            try $0.notices.addReminder(details, to: event)
        }
        let report = try ReminderReport(event, services)
        try StandardOutput.line(
            output.json
                ? report.json(reminder).text
                : "added reminder \(reminder.number), \(report.time(reminder)), \(report.due(reminder))")
    }
}

struct EventReminderListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass event reminder list new-year --json | jq .due
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventReminderList"

        case abstract = "List an event's own reminders."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let reminders = try services.notices.reminders(of: event)
        let report = try ReminderReport(event, services)
        if output.json {
            for reminder in reminders { try StandardOutput.line(report.json(reminder).text) }
            return
        }
        var table = Table(
            "number", "time", "due", "to", "text", empty: "There are no reminders besides the standard ones.")
        for reminder in reminders {
            let text = reminder.message.isEmpty ? "standard" : String(reminder.message.prefix(40))
            table.add(
                "\(reminder.number)", report.time(reminder), report.due(reminder), report.audience(reminder), text)
        }
        try table.write(global.terminal())
    }
}

struct EventReminderRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass event reminder remove new-year 2
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventReminderRemove"

        case abstract = "Remove a reminder of an event."
        case number = "The reminder's number, as in “eventpass event reminder list”."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.number))
    var number: ParsedArgument<Int>

    func run() throws {
        let number = try FieldParser.read(only: number, "number")
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        try services.notices.removeReminder(number, of: event)
        try StandardOutput.line(
            output.json ? EventReminderJSON.removed(number).text : "removed reminder \(number)")
    }
}

/// The reminders of an event as text and as JSON.
private struct ReminderReport {
    private let event: Event
    private let times: ReminderTimes
    private let reminderJSON: EventReminderJSON

    init(_ event: Event, _ services: ManagementServices) throws {
        self.event = event
        times = ReminderTimes(
            of: event.details, subEvents: try services.subEvents.subEvents(of: event).map(\.details),
            reminders: try services.notices.reminders(of: event))
        reminderJSON = EventReminderJSON(
            event: event, types: try services.ticketTypes.ticketTypes(of: event), times: times)
    }

    /// The time relative to the event, such as `3h before doors`.
    func time(_ reminder: EventReminder) -> String {
        let side = reminder.minutes < 0 ? "before" : "after"
        return "\(reminder.distance) \(side) \(reminder.anchor.rawValue)"
    }

    /// The times at which the reminder is sent.
    func due(_ reminder: EventReminder) -> String {
        let moments = times.times(of: reminder).map { VerdictSentences(timeZone: event.zone).moment($0) }
        guard moments.isEmpty else { return moments.joined(separator: "; ") }
        return reminder.due(at: event.details) == nil
            ? "no date yet" : "not sent: all deadlines for answers are earlier than the reminder"
    }

    func audience(_ reminder: EventReminder) -> String { reminderJSON.audience(of: reminder) }

    func json(_ reminder: EventReminder) -> JSON { reminderJSON.json(reminder) }
}
