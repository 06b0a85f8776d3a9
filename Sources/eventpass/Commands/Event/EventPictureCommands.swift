import ArgumentParser
import FileAccess
import Languages
import Management
import Pictures
import Presentation
import Ticketing

struct EventPosterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "poster", abstract: Text.abstract.text,
        subcommands: [EventPosterSetCommand.self, EventPosterRemoveCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandEventPoster"

        case abstract = "Set or remove the poster of an event."
    }
}

struct EventPosterSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event poster set new-year poster.jpg --alt "Fireworks at night"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventPosterSet"

        case abstract = "Set the poster of an event, in place of an earlier one."
        case discussion =
            """
            The picture is a JPEG, PNG or WebP of at most 20 MB and 40 megapixels, and at least 900 × 1125 pixels. It \
            is decoded by a process without rights, turned upright, and encoded again in several sizes without its \
            metadata. Links to the files of the earlier poster stop working.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var picture: PictureArguments

    func run() throws { try picture.set(.poster, of: argument.event, global, output) }
}

struct EventPosterRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass event poster remove new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventPosterRemove"

        case abstract = "Remove the poster of an event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws { try PictureArguments.remove(.poster, of: argument.event, global, output) }
}

struct EventLogoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logo", abstract: Text.abstract.text,
        subcommands: [EventLogoSetCommand.self, EventLogoRemoveCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandEventLogo"

        case abstract = "Set or remove the logo of an event."
    }
}

struct EventLogoSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event logo set new-year logo.png --alt "Nile Nights"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventLogoSet"

        case abstract = "Set the logo of an event, in place of an earlier one."
        case discussion =
            """
            The picture is a JPEG, PNG or WebP of at most 20 MB and 40 megapixels, and at least 200 × 200 pixels. \
            Transparent parts become white. Links to the files of the earlier logo stop working.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var picture: PictureArguments

    func run() throws { try picture.set(.logo, of: argument.event, global, output) }
}

struct EventLogoRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass event logo remove new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventLogoRemove"

        case abstract = "Remove the logo of an event."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws { try PictureArguments.remove(.logo, of: argument.event, global, output) }
}

struct PictureArguments: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.file), completion: .file(extensions: ["jpg", "jpeg", "png", "webp"]))
    var file: String
    @Option(help: ArgumentHelp(Text.alt))
    var alt: String = ""

    enum Text: String, SentenceKey {
        static let subject = "optionsPicture"

        case file = "The file of the picture."
        case alt = "A description of the picture, for people who cannot see it."
    }

    /// The time after which the process that decodes the picture is stopped.
    private static let timeLimit = Duration.seconds(60)

    /// Decodes the file, and stores its picture.
    func set(_ role: PictureRole, of event: String, _ global: GlobalOptions, _ output: JSONOption) throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: event, among: .publishedFirst)
        let prepared = try PicturePool.prepare(
            BlockReader(path: file).next(atMost: PictureError.byteLimit + 1), as: role,
            by: PictureReaderCommand.command, before: .now + PictureArguments.timeLimit)
        let stored = try services.pictures.setPicture(prepared, as: role, showing: alt, of: event)
        try StandardOutput.line(
            output.json
                ? PictureJSON.json(stored).text
                : "set the \(role.rawValue) of \(event.slug): \(stored.width) × \(stored.height) pixels")
    }

    static func remove(_ role: PictureRole, of event: String, _ global: GlobalOptions, _ output: JSONOption) throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: event, among: .publishedFirst)
        try services.pictures.removePicture(role, of: event)
        try StandardOutput.line(
            output.json ? PictureJSON.removed(role).text : "removed the \(role.rawValue) of \(event.slug)")
    }
}
