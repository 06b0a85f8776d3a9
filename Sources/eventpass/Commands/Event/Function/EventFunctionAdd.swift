import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventFunctionAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a function to an event.",
        discussion: """
            Each function has its own guests and gates; eventpass guest invite says who comes to which.

              eventpass event function add wedding --type ceremony \\
                  --start 2030-06-01T14:00 --venue "St Paul's"
              eventpass event function add wedding --type other --name Brunch \\
                  --note "on the terrace"
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "What it is: ceremony, reception, rehearsal or other.")
    var type: Given<FunctionKind>
    @Option(help: "Its name. (default: the name of its type; the note of type other)")
    var name: String?
    @Option(help: "A remark; for type other it says what it is, and is needed.")
    var note: String?
    @Option(help: "Where it is, when not at the event's venue.")
    var venue: String?
    @Option(help: "When it starts, such as 2030-06-01T14:00; in the event's zone unless it says an offset.")
    var start: Moment?
    @Option(help: "When it ends.")
    var end: Moment?
    @Option(parsing: .unconditional, help: "How many people may be inside at once. (default: as the event says)")
    var capacity: Given<Int>?

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        var fields = Fields()
        let kind = fields.read(type, "type") ?? .ceremony
        // A faulty note is reported once, as the note.
        let named = kind == .other ? note.flatMap { NameFault.of($0) == nil ? $0 : nil } : nil
        let details = FunctionDetails(
            kind: kind, name: name ?? named, note: note, venue: venue,
            start: try fields.read(start, "start", in: event.zone), end: try fields.read(end, "end", in: event.zone),
            capacity: fields.read(capacity, "capacity"))
        try fields.end(besides: details.faults)
        let function = try office.addFunction(details, to: event)
        let view = FunctionView(function: function, zone: event.zone)
        try StandardOutput.line(
            output.json ? view.json.text : "added function \(function.number), \(function.name.visible)")
        StandardError.say("next: eventpass guest import \(event.slug) FILE, or another function")
    }
}
