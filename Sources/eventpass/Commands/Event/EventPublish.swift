import ArgumentParser
import Presenting

struct EventPublish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a draft, or say everything that is missing.",
        discussion: """
              eventpass event publish new-year && eventpass ticket issue new-year \\
                  --type Regular --count 100
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.publish(try office.event(named: argument.event))
        try StandardOutput.line(output.json ? EventView(event: event).json.text : "published \(event.slug)")
        let hasFunctions = try !office.functions(of: event).isEmpty
        StandardError.say(
            hasFunctions
                ? "next: eventpass guest import \(event.slug) FILE, or eventpass guest invite \(event.slug) --all"
                : "next: eventpass ticket issue \(event.slug) --type TYPE --count N")
    }
}
