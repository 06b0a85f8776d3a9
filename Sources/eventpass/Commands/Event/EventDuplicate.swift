import ArgumentParser
import Presenting
import Ticketing

struct EventDuplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate", abstract: "Create a draft with the details and ticket types of another event.",
        discussion: """
              eventpass event duplicate new-year --title "New Year, once more" --shift 365d
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "The draft's title. (default: the same)")
    var title: String?
    @Option(
        parsing: .unconditional,
        help: "Move by this much, such as 7d or -2h; days keep the local time. (default: at the same time)")
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
            output.json ? EventJSON(event: copy).json.text : "created event \(copy.slug) (\(copy.number)), a draft")
        StandardError.say("next: eventpass event edit \(copy.slug) …, then eventpass event publish \(copy.slug)")
    }
}
