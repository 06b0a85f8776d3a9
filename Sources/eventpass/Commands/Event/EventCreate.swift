import ArgumentParser
import Foundation
import Ticketing

struct EventCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a draft of an event.",
        discussion: """
            A draft may be incomplete; publishing says what is missing.

              eventpass event create --organizer nile-nights --title "New Year by the Lake" --venue Lido \\
                  --timezone Africa/Kampala --start 2030-01-01T18:00 --end 2030-01-02T04:00 --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @OptionGroup var choice: OrganizerOption
    @Option(help: "What it is called.")
    var title: String
    @OptionGroup var given: EventDetailOptions
    @Option(
        help: "How tokens prove themselves: hmac for the smallest symbol, ed25519 for gates that can't make tickets.")
    var suite = SuiteName.hmac

    func run() throws {
        let office = try global.dataFolder().openOffice()
        var details = EventDetails(title: title, timeZone: TimeZone.current.identifier)
        try given.apply(to: &details)
        let event = try office.createEvent(
            details, suite: suite.suite, of: try choice.organizer(in: office))
        try StandardOutput.line(
            output.json ? EventView(event: event).json.text : "created event \(event.slug) (\(event.number)), a draft")
        StandardError.say("next: eventpass type add \(event.slug) --name Regular")
    }
}
