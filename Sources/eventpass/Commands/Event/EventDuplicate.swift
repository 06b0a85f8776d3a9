import ArgumentParser
import Presenting
import Ticketing

struct EventDuplicate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: "Make a draft like an event: the same types, no tickets.",
        discussion: """
              eventpass event duplicate new-year --title "New Year, once more" --shift 365d
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "What it is called. (default: the same)")
    var title: String?
    @Option(
        parsing: .unconditional,
        help: "So much later, such as 7d; days keep the hour on the wall. (default: at the same time)")
    var shift: Given<TimeShift>?

    func run() throws {
        var fields = Fields()
        let shift = fields.read(shift, "shift")
        fields.demand(text: title, "title")
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let copy = try office.duplicate(try office.event(named: argument.event), titled: title, by: shift)
        try StandardOutput.line(
            output.json ? EventView(event: copy).json.text : "created event \(copy.slug) (\(copy.number)), a draft")
        StandardError.say("next: eventpass event edit \(copy.slug) …, then eventpass event publish \(copy.slug)")
    }
}
