import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct EventEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event edit new-year --venue "Lido Beach" --capacity 2800
                  eventpass event edit lesson-1 lesson-2 lesson-3 --shift 7d
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventEdit"

        case abstract = "Change an event's details, or move several events."
        case discussion =
            """
            If the time or the venue changes, a message to each ticket holder is queued. If the change makes unpaid \
            reservations expire earlier, a message to each of their buyers is queued. --shift moves several events of \
            one organizer in one transaction.

            {examples}
            """
        case events = "The events, each by number, slug, or an unambiguous beginning of either."
        case clear = "A field to clear; repeat the option for more fields."
        case shift =
            "The duration by which to move the events, such as 7d, -2h or 1d30m. A move by whole days keeps the local time."
        case severalEvents = "only one event at a time can be changed; several events can be moved together"
        case severalEventsHint = "add --shift, or name one event"
        case newLocalStart = "in the new time zone, the event starts at {start}; to change this, use --start"
        case newLocalTimes =
            "in the new time zone, the event starts at {start} and ends at {end}; to change this, use --start and --end"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp(Text.events), completion: NameCompletion.events)
    var events: [String]
    @OptionGroup var given: EventDetailOptions
    @Option(help: ArgumentHelp(Text.clear))
    var clear: [ParsedArgument<ClearableEventField>] = []
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.shift))
    var shift: ParsedArgument<TimeShift>?
    @OptionGroup var messages: ManyMessagesOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let found = try events.map { try services.events.event(named: $0) }
        let sender = global.messageSender
        let edits = try Confirmation.beforeMessages(messages.yes, services) { try applyEdits(found, $0) }
        for edit in edits {
            let unreached = try services.notices.unreached(after: edit)
            let line =
                edit.before == edit.event.details
                ? "nothing changed in \(edit.event.slug)"
                : "changed \(edit.event.slug)"
                    + (edit.sold > 0
                        ? ": \(counted(edit.sold, "ticket")) sold; "
                            + PendingEmailNotice(
                                count: edit.notices,
                                stopped: min(edit.movedNotices, unreached.withAddress) + edit.shortened.undeliverable,
                                of: .change, sender: sender
                            ).sentence.english
                        : "")
            try StandardOutput.line(output.json ? EventJSON(of: edit.event, in: services).json.text : line)
            sayLocalTimes(after: edit)
            StandardError.warn(of: unreached, at: edit.event)
            AnswerDeadlineRemark.say(about: edit.event, formerly: edit.before.answerBy)
            PaymentDeadlineRemark.say(about: edit)
        }
    }

    /// Prints the local start and end on standard error if the time zone was changed and the command has no new start.
    /// The moment of the start then stays the same, so the local time is different.
    private func sayLocalTimes(after edit: Management.EventEditResult) {
        let details = edit.event.details
        guard details.timeZone != edit.before.timeZone, given.start == nil, let start = details.start,
            start == edit.before.start
        else { return }
        let sentences = VerdictSentences(timeZone: edit.event.zone)
        guard let end = details.end else {
            return StandardError.say(Text.newLocalStart, ["start": .text(sentences.moment(start))])
        }
        StandardError.say(
            Text.newLocalTimes,
            ["start": .text(sentences.moment(start)), "end": .text(sentences.moment(end))])
    }

    private func applyEdits(_ found: [Event], _ services: ManagementServices) throws -> [Management.EventEditResult] {
        if let shift { return try services.events.shift(found, by: try FieldParser.read(only: shift, "shift")) }
        guard Set(found.map(\.number)).count == 1 else {
            throw CommandFailure(.usage, Text.severalEvents, hint: Sentence(Text.severalEventsHint))
        }
        return [
            try services.events.edit(found[0]) { details in
                var fields = FieldParser()
                for field in fields.read(clear, "clear") { try field.clear(in: &details) }
                given.apply(to: &details, &fields)
                try fields.finish(adding: details.faults)
            }
        ]
    }
}
