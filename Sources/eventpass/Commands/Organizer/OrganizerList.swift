import ArgumentParser
import Presenting

struct OrganizerListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your organizers.",
        discussion: """
              eventpass organizer list --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let organizers = try global.dataFolder().openServices().organizers.organizers()
        if output.json {
            for organizer in organizers { try StandardOutput.line(OrganizerJSON(organizer: organizer).json.text) }
            return
        }
        var table = Table("number", "slug", "verified", "name", empty: "There are no organizers.")
        for organizer in organizers {
            let verified = organizer.isVerified ? "yes" : "no"
            table.add("\(organizer.number)", organizer.slug, verified, organizer.name)
        }
        try table.write(global.terminal())
    }
}
