import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct SubEventCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sub-event", abstract: Text.abstract.text,
        subcommands: [
            SubEventAddCommand.self, SubEventListCommand.self, SubEventEditCommand.self,
            SubEventRemoveCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandEventSubEvent"

        case abstract = "Manage the sub-events of an event, such as a ceremony and a reception."
    }
}

struct SubEventArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.subEvent))
    var subEvent: String

    enum Text: String, SentenceKey {
        static let subject = "optionsSubEventArgument"

        case subEvent = "The sub-event: its name, an unambiguous beginning of the name, or its number."
    }
}

struct SubEventAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event sub-event add wedding --type ceremony \\
                      --start 2030-06-01T14:00 --venue "St Paul's"
                  eventpass event sub-event add wedding --type other --name Brunch \\
                      --note "on the terrace"
                  eventpass event sub-event add wedding --set
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventSubEventAdd"

        case abstract = "Add a sub-event to an event."
        case discussion =
            """
            Each sub-event has its own guests and gates. To assign guests to sub-events, use “eventpass guest invite”.

            {examples}
            """
        case set = "Add a ceremony, a reception and a rehearsal, except those that the event already has."
        case setAlone = "--set and the options of a single sub-event cannot be combined"
        case importOrAdd = "eventpass guest import {event} FILE, or another sub-event"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @OptionGroup var given: SubEventOptions
    @Flag(help: ArgumentHelp(Text.set))
    var set = false

    func validate() throws {
        if set {
            guard given.isEmpty else { throw ValidationError(Text.setAlone) }
        } else if given.type == nil {
            throw ValidationError(ParserFault.Text.missingOption, ["option": "--type <type>"])
        }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        if set { return try addSet(to: event, services) }
        var fields = FieldParser()
        var details = SubEventDetails.blank
        given.apply(to: &details, in: { _ in event.zone }, &fields, isNew: true)
        try fields.finish(adding: details.faults)
        let subEvent = try services.subEvents.addSubEvent(details, to: event)
        let subEventJSON = SubEventJSON(subEvent: subEvent, zone: event.zone)
        try StandardOutput.line(
            output.json ? subEventJSON.json.text : "added sub-event \(subEvent.number), \(subEvent.name.visible)")
        AnswerDeadlineRemark.say(about: subEvent, in: event.zone, formerly: nil)
        StandardError.next(Text.importOrAdd, ["event": .text(event.slug)])
    }

    private func addSet(to event: Event, _ services: ManagementServices) throws {
        let added = try services.subEvents.addReadySet(to: event)
        for subEvent in added {
            let subEventJSON = SubEventJSON(subEvent: subEvent, zone: event.zone)
            try StandardOutput.line(
                output.json ? subEventJSON.json.text : "added sub-event \(subEvent.number), \(subEvent.name.visible)")
        }
        if added.isEmpty, !output.json { try StandardOutput.line("nothing added to \(event.slug)") }
        StandardError.next(Text.importOrAdd, ["event": .text(event.slug)])
    }
}

struct SubEventEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event sub-event edit wedding reception --start 2030-06-01T19:00 \\
                      --venue "The Barn"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventSubEventEdit"

        case abstract = "Change a sub-event. If its time or venue changes, a message to its guests is queued."
        case discussion =
            """
            Options that you leave out change nothing. The value none clears an optional field, and an empty value \
            clears an optional text or time.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var subEventArgument: SubEventArgument

    @OptionGroup var given: SubEventOptions
    @OptionGroup var manyMessages: ManyMessagesOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let found = try services.subEvents.subEvent(named: subEventArgument.subEvent, of: event)
        let messages = try QueuedMessageReport(services, of: event, global)
        let subEvent = try Confirmation.beforeMessages(manyMessages.yes, services) { services in
            try services.subEvents.editSubEvent(found, of: event) { details in
                var fields = FieldParser()
                let former = details
                given.apply(to: &details, in: { _ in event.zone }, &fields)
                try fields.finish(adding: details.faults(since: former))
            }
        }
        let subEventJSON = SubEventJSON(subEvent: subEvent, zone: event.zone)
        let change = subEvent.details == found.details ? "nothing changed in" : "changed"
        try StandardOutput.line(
            output.json ? subEventJSON.json.text : "\(change) sub-event \(subEvent.number), \(subEvent.name.visible)")
        AnswerDeadlineRemark.say(about: subEvent, in: event.zone, formerly: found.details.answerBy)
        guard subEvent.details.isMoved(from: found.details) else { return try messages.say() }
        try messages.say(about: .invited(toSubEvent: subEvent.number), by: .eventMoved)
    }
}

/// The options that `event sub-event add` and `event sub-event edit` share.
struct SubEventOptions: FieldOptions {
    typealias Entity = SubEventDetails

    @Option("type", of: Entity.self) var type: String?
    @Option("name", of: Entity.self) var name: String?
    @Option("note", of: Entity.self) var note: String?
    @Option("venue", of: Entity.self) var venue: String?
    @Option("answer_by", of: Entity.self) var answerBy: String?
    @Option("start", of: Entity.self) var start: String?
    @Option("end", of: Entity.self) var end: String?
    @Option("capacity", of: Entity.self) var capacity: String?
}

struct SubEventListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass event sub-event list wedding --json | jq .name
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventSubEventList"

        case abstract = "List the sub-events of an event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let subEvents = try services.subEvents.subEvents(of: event)
        guard output.json else {
            return try SubEventJSON.table(subEvents, zone: event.zone).write(global.terminal())
        }
        for subEvent in subEvents {
            try StandardOutput.line(SubEventJSON(subEvent: subEvent, zone: event.zone).json.text)
        }
    }
}

struct SubEventRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event sub-event remove wedding brunch --yes
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventSubEventRemove"

        case abstract = "Remove a sub-event with its invitations and answers."
        case discussion =
            """
            The command is refused if a gate of the sub-event has already admitted somebody.

            {examples}
            """
        case notConfirmed = "removing a sub-event needs confirmation"
        case question = "Remove “{name}” and {count} invitation to it?|Remove “{name}” and {count} invitations to it?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var subEventArgument: SubEventArgument

    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let subEvent = try services.subEvents.subEvent(named: subEventArgument.subEvent, of: event)
        let invited =
            try services.guests.guestAttendance(of: event).first { $0.subEvent == subEvent }?.invited.guests ?? 0
        try Confirmation.require(
            yes, Sentence(Text.question, ["count": .number(invited), "name": .text(subEvent.name)]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        // The guests are looked up before the removal, because the sub-event has no guests afterwards.
        let unreached = try services.notices.unreached(
            .invited(toSubEvent: subEvent.number), by: .subEventCancelled, of: event)
        try Confirmation.beforeMessages(yes, services) { try $0.subEvents.removeSubEvent(subEvent, of: event) }
        try StandardOutput.line(
            output.json
                ? SubEventJSON.removed(subEvent).text : "removed sub-event \(subEvent.number), \(subEvent.name.visible)"
        )
        try messages.say(about: unreached)
    }
}

struct SubEventOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?

    /// The selected sub-event, or the only sub-event of the event.
    ///
    /// - Throws: `GuestError`; `CommandFailure` if the option is missing and the event has several sub-events.
    func resolve(of event: Event, among subEvents: [SubEvent], _ services: ManagementServices) throws
        -> SubEvent
    {
        if let subEvent { return try services.subEvents.subEvent(named: subEvent, of: event) }
        if subEvents.count == 1 { return subEvents[0] }
        guard !subEvents.isEmpty else { throw GuestError.noSubEvents }
        throw CommandFailure(
            .usage, Text.severalSubEvents, ["count": .number(subEvents.count)],
            hint: Sentence(
                Text.severalSubEventsHint, ["names": .text(subEvents.map(\.name).joined(separator: ", "))]))
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsSubEvent"

        case subEvent = "The sub-event; required if the event has several."
        case severalSubEvents = "the event has {count} sub-events"
        case severalSubEventsHint = "choose one with --sub-event: {names}"
    }
}
