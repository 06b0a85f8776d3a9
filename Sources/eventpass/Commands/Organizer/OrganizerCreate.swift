import ArgumentParser
import Presenting

struct OrganizerCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an organizer; you become its owner.",
        discussion: """
              eventpass organizer create "Nile Nights" --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The organizer's name.")
    var name: String

    func run() throws {
        let organizer = try global.dataFolder().openServices().organizers.createOrganizer(named: name)
        let view = OrganizerJSON(organizer: organizer)
        try StandardOutput.line(
            output.json ? view.json.text : "created organizer \(organizer.slug) (\(organizer.number))")
        StandardError.say("next: eventpass event create --organizer \(organizer.slug) --title TITLE …")
    }
}
