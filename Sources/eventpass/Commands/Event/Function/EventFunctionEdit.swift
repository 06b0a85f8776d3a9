import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventFunctionEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a function; another time or place queues a message to its guests.",
        discussion: """
            What is not said stays as it is; an empty text is taken away.

              eventpass event function edit wedding reception --start 2030-06-01T19:00 \\
                  --venue "The Barn"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionArgument: FunctionArgument

    @Option(help: "What it is: ceremony, reception, rehearsal or other.")
    var type: Given<FunctionKind>?
    @Option(help: "What it is called.")
    var name: String?
    @Option(help: "A remark; for type other it says what it is.")
    var note: String?
    @Option(help: "Where it is.")
    var venue: String?
    @Option(help: "When it starts.")
    var start: Moment?
    @Option(help: "When it ends.")
    var end: Moment?
    @Option(parsing: .unconditional, help: "How many people may be inside at once, or none: as the event says.")
    var capacity: Given<Setting<Int>>?

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let found = try office.function(named: functionArgument.function, of: event)
        var fields = Fields()
        let change = FunctionChange(
            kind: fields.read(type, "type"), name: name, note: note, venue: venue,
            start: try fields.read(start, "start", in: event.zone), end: try fields.read(end, "end", in: event.zone),
            capacity: fields.read(capacity, "capacity").map(\.value))
        try fields.end(besides: change.applied(to: found.details).faults)
        let messages = try QueuedMessages(office, of: event)
        let function = try office.editFunction(found, change, of: event)
        let view = FunctionView(function: function, zone: event.zone)
        try StandardOutput.line(
            output.json ? view.json.text : "changed function \(function.number), \(function.name.visible)")
        try messages.say()
    }
}
