import ArgumentParser
import Management
import Presentation
import Ticketing

struct EventFunctionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "function", abstract: "The functions of a celebration: ceremony, reception, rehearsal, others.",
        subcommands: [
            EventFunctionAddCommand.self, EventFunctionListCommand.self, EventFunctionEditCommand.self,
            EventFunctionRemoveCommand.self,
        ])
}

/// The sub-event argument of a command.
struct FunctionArgument: ParsableArguments {
    @Argument(help: "The function: its name, an unambiguous beginning of it, or its number.")
    var function: String
}

struct EventFunctionAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a function to an event.",
        discussion: """
            Each function has its own guests and gates. eventpass guest invite assigns guests to functions.

              eventpass event function add wedding --type ceremony \\
                  --start 2030-06-01T14:00 --venue "St Paul's"
              eventpass event function add wedding --type other --name Brunch \\
                  --note "on the terrace"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The type: ceremony, reception, rehearsal or other.")
    var type: ParsedArgument<FunctionKind>
    @Option(help: "The name. (default: the type's name; for type other, the note)")
    var name: String?
    @Option(help: "A note. Required for type other, as its description.")
    var note: String?
    @Option(help: "The venue, if it is not the event's.")
    var venue: String?
    @Option(help: "The start, such as 2030-06-01T14:00; in the event's time zone unless you give an offset.")
    var start: Moment?
    @Option(help: "The end.")
    var end: Moment?
    @Option(parsing: .unconditional, help: "How many people may be inside at once. (default: the event's limit)")
    var capacity: ParsedArgument<Int>?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        var fields = FieldParser()
        let kind = fields.read(type, "type") ?? .ceremony
        // The name is not taken from a faulty note, so that the fault is reported only once.
        let named = kind == .other ? note.flatMap { TextFault.of($0) == nil ? $0 : nil } : nil
        let details = FunctionDetails(
            kind: kind, name: name ?? named, note: note, venue: venue,
            start: try fields.read(start, "start", in: event.zone), end: try fields.read(end, "end", in: event.zone),
            capacity: fields.read(capacity, "capacity"))
        try fields.finish(besides: details.faults)
        let function = try services.subEvents.addFunction(details, to: event)
        let view = SubEventJSON(function: function, zone: event.zone)
        try StandardOutput.line(
            output.json ? view.json.text : "added function \(function.number), \(function.name.visible)")
        StandardError.say("next: eventpass guest import \(event.slug) FILE, or another function")
    }
}

struct EventFunctionEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a function; a new time or venue queues a message to its guests.",
        discussion: """
            Options that you leave out change nothing; an empty text clears a field.

              eventpass event function edit wedding reception --start 2030-06-01T19:00 \\
                  --venue "The Barn"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionArgument: FunctionArgument

    @Option(help: "The type: ceremony, reception, rehearsal or other.")
    var type: ParsedArgument<FunctionKind>?
    @Option(help: "The name.")
    var name: String?
    @Option(help: "A note; for type other, its description.")
    var note: String?
    @Option(help: "The venue.")
    var venue: String?
    @Option(help: "The start.")
    var start: Moment?
    @Option(help: "The end.")
    var end: Moment?
    @Option(parsing: .unconditional, help: "How many people may be inside at once; none for the event's limit.")
    var capacity: ParsedArgument<ClearableArgument<Int>>?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let found = try services.subEvents.function(named: functionArgument.function, of: event)
        var fields = FieldParser()
        let change = FunctionChange(
            kind: fields.read(type, "type"), name: name, note: note, venue: venue,
            start: try fields.read(start, "start", in: event.zone), end: try fields.read(end, "end", in: event.zone),
            capacity: fields.read(capacity, "capacity").map(\.value))
        try fields.finish(besides: change.applied(to: found.details).faults)
        let messages = try QueuedMessageReport(services, of: event)
        let function = try services.subEvents.editFunction(found, change, of: event)
        let view = SubEventJSON(function: function, zone: event.zone)
        try StandardOutput.line(
            output.json ? view.json.text : "changed function \(function.number), \(function.name.visible)")
        try messages.say()
    }
}

struct EventFunctionListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the functions of an event.",
        discussion: """
              eventpass event function list wedding --json | jq .name
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let functions = try services.subEvents.functions(of: event)
        guard output.json else {
            return try SubEventJSON.table(functions, zone: event.zone).write(global.terminal())
        }
        for function in functions {
            try StandardOutput.line(SubEventJSON(function: function, zone: event.zone).json.text)
        }
    }
}

struct EventFunctionRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a function with its invitations and answers.",
        discussion: """
            The command is refused if a gate of the function has already admitted somebody.

              eventpass event function remove wedding brunch --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionArgument: FunctionArgument

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let function = try services.subEvents.function(named: functionArgument.function, of: event)
        let invited =
            try services.guests.guestAttendance(of: event).first { $0.function == function }?.invited.guests ?? 0
        try Confirmation.require(
            yes, "Remove “\(function.name.visible)” and \(counted(invited, "invitation")) to it?",
            of: "removing a function")
        let messages = try QueuedMessageReport(services, of: event)
        try services.subEvents.removeFunction(function, of: event)
        try StandardOutput.line(
            output.json
                ? SubEventJSON.removed(function).text : "removed function \(function.number), \(function.name.visible)")
        try messages.say()
    }
}

/// The option that selects a sub-event.
struct FunctionOption: ParsableArguments {
    @Option(help: "The function; required if the event has several.")
    var function: String?

    /// The selected sub-event, or the only one.
    ///
    /// - Throws: `GuestError`; `CommandFailure` if the option is missing and the event has several.
    func resolve(of event: Event, among functions: [EventFunction], _ services: ManagementServices) throws
        -> EventFunction
    {
        if let function { return try services.subEvents.function(named: function, of: event) }
        if functions.count == 1 { return functions[0] }
        guard !functions.isEmpty else { throw GuestError.noFunctions }
        throw CommandFailure(
            .usage, "the event has \(functions.count) functions",
            hint: "choose one with --function: \(functions.map(\.name).joined(separator: ", "))")
    }
}
