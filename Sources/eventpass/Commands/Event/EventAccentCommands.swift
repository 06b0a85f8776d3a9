import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct EventAccentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accent", abstract: Text.abstract.text,
        subcommands: [EventAccentSetCommand.self, EventAccentRemoveCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandEventAccent"

        case abstract = "Set or remove the accent colour of an event."
    }
}

struct EventAccentSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event accent set new-year "#2f6690"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventAccentSet"

        case abstract = "Set the accent colour of an event's public pages, tickets, mails and passes."
        case discussion =
            """
            Where text would be hard to read, a darker or lighter shade of the colour is used.

            {examples}
            """
        case colour = "The colour: #RRGGBB or #RGB."
        case notAColour = "“{text}” is not a colour"
        case notAColourHint = "write a colour as #RRGGBB, such as “#2f6690”"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.colour))
    var colour: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        guard let accent = Colour(colour) else {
            throw CommandFailure(
                .badInput, Text.notAColour, ["text": .text(colour.visible)], hint: Sentence(Text.notAColourHint))
        }
        try services.pictures.setAccent(accent, of: event)
        try StandardOutput.line(
            output.json
                ? JSON.object([("accent", .string(accent.description))]).text
                : "set the accent of \(event.slug): \(accent)")
    }
}

struct EventAccentRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass event accent remove new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventAccentRemove"

        case abstract = "Remove the accent colour of an event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try services.pictures.setAccent(nil, of: event)
        try StandardOutput.line(
            output.json ? JSON.object([("accent", .null)]).text : "removed the accent of \(event.slug)")
    }
}
