import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct GateLandmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "landmark", abstract: Text.abstract.text,
        subcommands: [
            GateLandmarkSetCommand.self, GateLandmarkRemoveCommand.self, GateLandmarkListCommand.self,
        ],
        defaultSubcommand: GateLandmarkListCommand.self)

    enum Text: String, SentenceKey {
        static let subject = "commandGateLandmark"

        case abstract = "Manage the landmarks that tell people the way to a gate."
    }
}

struct GateLandmarkSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate landmark set new-year --gate South --text "by the fountain"
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateLandmarkSet"

        case abstract = "Set the landmark of a gate, in place of an earlier one."
        case discussion =
            """
            Another gate shows the landmark when it refuses a ticket that is valid at this gate. A gate with a gate \
            pack shows it after the pack is refreshed.

            {examples}
            """
        case text = "The description of the way, such as “by the fountain”."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(GateSelection.Text.gate))
    var gate: String
    @Option(help: ArgumentHelp(Text.text))
    var text: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let landmark = GateLandmark(gate: gate, text: text)
        try services.gates.setLandmark(landmark, of: event)
        try StandardOutput.line(
            output.json
                ? GateLandmarkJSON.json(landmark).text : "set the landmark of gate \(gate.visible): \(text.visible)")
    }
}

struct GateLandmarkRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass gate landmark remove new-year --gate South
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateLandmarkRemove"

        case abstract = "Remove the landmark of a gate."
        case missing = "gate {gate} has no landmark"
        case missingHint = "list the landmarks with: eventpass gate landmark list EVENT"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(GateSelection.Text.gate))
    var gate: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        guard let removed = try services.gates.removeLandmark(of: gate, of: event) else {
            throw CommandFailure(
                .badInput, Text.missing, ["gate": .text(gate.visible)], hint: Sentence(Text.missingHint))
        }
        try StandardOutput.line(
            output.json
                ? GateLandmarkJSON.removed(removed.gate).text
                : "removed the landmark of gate \(removed.gate.visible)")
    }
}

struct GateLandmarkListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass gate landmark list new-year --json | jq -r .gate
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateLandmarkList"

        case abstract = "List the landmarks of an event's gates."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let landmarks = try services.gates.landmarks(of: event)
        if output.json {
            for landmark in landmarks { try StandardOutput.line(GateLandmarkJSON.json(landmark).text) }
            return
        }
        var table = Table("gate", "landmark", empty: "No gate has a landmark.")
        for landmark in landmarks { table.add(landmark.gate, landmark.text) }
        try table.write(global.terminal())
    }
}
