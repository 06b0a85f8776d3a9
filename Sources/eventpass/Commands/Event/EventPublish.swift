import ArgumentParser
import Presenting

struct EventPublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a draft, or list everything that is missing.",
        discussion: """
              eventpass event publish new-year && eventpass ticket issue new-year \\
                  --type Regular --count 100
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.publish(try services.events.event(named: argument.event))
        try StandardOutput.line(output.json ? EventJSON(event: event).json.text : "published \(event.slug)")
        let hasFunctions = try !services.subEvents.functions(of: event).isEmpty
        StandardError.say(
            hasFunctions
                ? "next: eventpass guest import \(event.slug) FILE, or eventpass guest invite \(event.slug) --all"
                : "next: eventpass ticket issue \(event.slug) --type TYPE --count N")
    }
}
