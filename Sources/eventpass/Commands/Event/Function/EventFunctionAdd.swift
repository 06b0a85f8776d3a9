import ArgumentParser
import Management
import Presenting
import Ticketing

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
