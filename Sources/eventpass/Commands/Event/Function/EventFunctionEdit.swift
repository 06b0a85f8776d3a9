import ArgumentParser
import Management
import Presenting
import Ticketing

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
