import ArgumentParser
import Presenting

struct OrganizerShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one organizer.",
        discussion: """
              eventpass organizer show nile-nights --json
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "Its number, slug, name, or an unambiguous beginning.")
    var organizer: String

    func run() throws {
        let view = OrganizerJSON(
            organizer: try global.dataFolder().openServices().organizers.organizer(named: organizer))
        for line in output.json ? [view.json.text] : view.lines { try StandardOutput.line(line) }
    }
}
