import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct EventPublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: Text.abstract.text,
        discussion: """
              eventpass event publish new-year && eventpass ticket issue new-year \\
                  --type Regular --count 100
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventPublish"

        case abstract = "Publish a draft, or list everything that is missing."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.publish(try services.events.event(named: argument.event))
        try StandardOutput.line(
            output.json ? EventJSON(of: event, in: services).json.text : "published \(event.slug)")
        StandardError.next(try next(event, services))
    }

    /// The command that the user can run next, after publishing an event. It issues tickets, imports guests or invites
    /// guests.
    private func next(_ event: Event, _ services: ManagementServices) throws -> String {
        guard try !services.subEvents.subEvents(of: event).isEmpty else {
            return "eventpass ticket issue \(event.slug) --type TYPE --count N"
        }
        let importing = "eventpass guest import \(event.slug) FILE"
        guard try !services.guests.guests(of: event, limit: 1).isEmpty else { return importing }
        return "\(importing), or \(try InviteCommandHint(event, services).command)"
    }
}

struct EventCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event cancel new-year --yes && eventpass notice list --json
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventCancel"

        case abstract = "Cancel an event: its tickets become invalid."
        case discussion =
            """
            Buyers are owed the amounts that they paid. A message to each holder and buyer is queued.

            {examples}
            """
        case notConfirmed = "cancelling an event needs confirmation"
        case messagesNotConfirmed =
            "cancelling this event queues messages to {count} person, so it needs confirmation|cancelling this event queues messages to {count} people, so it needs confirmation"
        case draft = "the event is a draft; only a published event can be cancelled"
        case draftHint = "delete the draft with: eventpass event delete {event}"
        case question = "Cancel {event} and its {count} ticket?|Cancel {event} and its {count} tickets?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        // A draft cannot be cancelled, so the command is refused before the user is asked to confirm.
        guard event.status != .draft else {
            throw CommandFailure(
                .refused, Text.draft, hint: Sentence(Text.draftHint, ["event": .text(event.slug)]))
        }
        guard event.status == .published else { throw ManagementError.notPublished(event.status) }
        let count = try services.tickets.ticketCount(of: event)
        let recipients = try services.notices.recipientsOfEnd(of: event)
        try Confirmation.require(
            yes,
            .list([
                Sentence(Text.question, ["count": .number(count), "event": .text(event.details.title)]),
                Confirmation.messages(to: recipients),
            ]),
            refusal: recipients.people > 0
                ? Sentence(Text.messagesNotConfirmed, ["count": .number(recipients.people)])
                : Sentence(Text.notConfirmed))
        let end = try Confirmation.beforeMessages(yes, services.allowingMessages(to: recipients.people)) {
            try $0.events.cancelEvent(event)
        }
        try EventEndJSON(end: end, in: services).write("cancelled", output, global)
    }
}

struct EventDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: Text.abstract.text,
        discussion: """
              eventpass event delete new-year --yes && eventpass event restore new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventDelete"

        case abstract = "Delete an event and cancel its tickets. The event can be restored for 30 days."
        case notConfirmed = "deleting a published event needs confirmation"
        case messagesNotConfirmed =
            "deleting this event queues messages to {count} person, so it needs confirmation|deleting this event queues messages to {count} people, so it needs confirmation"
        case question = "Delete {event}?"
        case ticketsQuestion =
            "Delete {event}? {count} ticket will be cancelled.|Delete {event}? {count} tickets will be cancelled."
        case restoreHint = "for 30 days, you can restore the event with: eventpass event restore {event}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let recipients = try services.notices.recipientsOfEnd(of: event)
        let title = SentenceArgument.text(event.details.title)
        switch try services.events.deletionRule(of: event) {
        case .allowed: break
        case .needsConfirmation: try ask(Sentence(Text.question, ["event": title]), recipients)
        case .needsConfirmationForHolders(let count):
            try ask(Sentence(Text.ticketsQuestion, ["count": .number(count), "event": title]), recipients)
        case .refusedWhileOngoing: throw ManagementError.eventOngoing(event.number)
        }
        let end = try Confirmation.beforeMessages(yes, services.allowingMessages(to: recipients.people)) {
            try $0.events.deleteEvent(event)
        }
        try EventEndJSON(end: end, in: services).write("deleted", output, global)
        StandardError.hint(Text.restoreHint, ["event": .text(event.slug)])
    }

    /// - Parameter recipients: the people to whom messages will be queued.
    private func ask(_ question: Sentence, _ recipients: RecipientCount) throws {
        try Confirmation.require(
            yes, .list([question, Confirmation.messages(to: recipients)]),
            refusal: recipients.people > 0
                ? Sentence(Text.messagesNotConfirmed, ["count": .number(recipients.people)])
                : Sentence(Text.notConfirmed))
    }
}

struct EventRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: Text.abstract.text,
        discussion: """
              eventpass event list --deleted
              eventpass event restore new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventRestore"

        case abstract = "Restore a deleted event and its tickets."
        case unknownEvent = "there is no deleted event “{name}”"
        case unknownEventHint = "list them: eventpass event list --deleted"
        case cancelled = "the event is not deleted, but cancelled"
        case staysCancelled = "the event stays cancelled"
        case cancelledHint =
            "no command undoes a cancellation; create a draft with the same details: eventpass event duplicate {event}"
        case noTicketsRestored =
            "its {count} ticket could not be restored; issue a new one|none of its {count} tickets could be restored; issue new ones"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var messages: ManyMessagesOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let found = try deleted(services)
        let restored = try Confirmation.beforeMessages(messages.yes, services) { try $0.events.restoreEvent(found) }
        let event = restored.event
        let unreached = try services.notices.unreached(after: restored)
        let queued = PendingEmailNotice(
            count: restored.notices, stopped: restored.notices - restored.deliverable, of: .change,
            sender: global.messageSender)
        try StandardOutput.line(
            output.json
                ? EventJSON(of: event, in: services).json.text : "restored \(event.slug); \(queued.sentence)")
        StandardError.warn(of: unreached, at: event)
        if event.status == .cancelled {
            StandardError.say(Text.staysCancelled)
            StandardError.hint(cancelledHint(event))
        }
        // If an event was deleted before database migration 7, the state of its tickets was not recorded. So the
        // tickets of such an event cannot be restored.
        let tickets = try services.tickets.ticketCount(of: event)
        if event.status != .cancelled, tickets > 0,
            try services.ticketTypes.ticketTypes(of: event).allSatisfy({ $0.issued == 0 })
        {
            StandardError.hint(Text.noTicketsRestored, ["count": .number(tickets)])
        }
    }

    private func deleted(_ services: ManagementServices) throws -> Event {
        do {
            return try services.events.event(named: argument.event, among: .deleted)
        } catch ManagementError.unknownEvent(let name, _) {
            throw CommandFailure(
                .badInput, Text.unknownEvent, ["name": .text(name)], hint: Sentence(Text.unknownEventHint))
        } catch ManagementError.notDeleted {
            let event = try services.events.event(named: argument.event)
            guard event.status == .cancelled else { throw ManagementError.notDeleted }
            throw CommandFailure(.refused, Text.cancelled, hint: cancelledHint(event))
        }
    }

    private func cancelledHint(_ event: Event) -> Sentence {
        Sentence(Text.cancelledHint, ["event": .text(event.slug)])
    }
}

struct EventDuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: Text.abstract.text,
        discussion: """
              eventpass event duplicate new-year --title "New Year, once more" --shift 365d
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventDuplicate"

        case abstract = "Create a draft with the details and ticket types of another event."
        case title = "The draft's title. (default: the same title)"
        case shift =
            "The duration by which to move the draft, such as 7d or -2h. A move by whole days keeps the local time. (default: no move)"
        case editAndPublish = "eventpass event edit {event} …, then eventpass event publish {event}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.title))
    var title: String?
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.shift))
    var shift: ParsedArgument<TimeShift>?

    func run() throws {
        var fields = FieldParser()
        let shift = fields.read(shift, "shift")
        fields.checkText(text: title, "title")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let copy = try services.events.duplicate(
            try services.events.event(named: argument.event), titled: title, by: shift)
        try StandardOutput.line(
            output.json
                ? EventJSON(of: copy, in: services).json.text
                : "created event \(copy.slug) (\(copy.number)), a draft")
        StandardError.next(Text.editAndPublish, ["event": .text(copy.slug)])
    }
}
