import ArgumentParser
import Foundation
import Management
import Presenting
import Ticketing

struct EventCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a draft of an event.",
        discussion: """
            A draft may be incomplete; publishing says what is missing. --guided asks step by step and keeps the \
            answers: after Ctrl-C, the same command goes on, and nothing is made before the last yes. --express asks \
            only what publishing needs.

              eventpass event create --organizer nile-nights \\
                  --title "New Year by the Lake" --venue Lido --timezone Africa/Kampala \\
                  --start 2030-01-01T18:00 --end 2030-01-02T04:00 --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Ask step by step: basics, date and venue, types or functions, guests, review.")
    var guided = false
    @Flag(help: "Ask only what publishing needs.")
    var express = false
    @OptionGroup var choice: OrganizerOption
    @Option(help: "What it is called.")
    var title: String?
    @OptionGroup var given: EventDetailOptions
    @Option(
        help: """
            How tokens prove themselves: hmac for the smallest symbol, ed25519 for gates that can't make tickets. \
            (default: hmac)
            """)
    var suite: Given<SuiteName>?

    func validate() throws {
        let isAsking = guided || express
        if guided, express { throw ValidationError("say either --guided or --express") }
        if title == nil, !isAsking { throw ValidationError("Missing expected argument '--title <title>'") }
        if isAsking, title != nil { throw ValidationError("--guided and --express ask for the title") }
    }

    func run() throws {
        var fields = Fields()
        let suite = fields.read(suite, "suite")?.suite ?? .hmac
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        if guided || express {
            try fields.end()
            return try interview(office, folder, suite)
        }
        var details = EventDetails(title: title ?? "", timeZone: TimeZone.current.identifier)
        try given.apply(to: &details, &fields)
        try fields.end(besides: details.faults)
        let event = try office.createEvent(details, suite: suite, of: try choice.organizer(in: office))
        try say(event)
        StandardError.say(
            event.details.kind == .celebration
                ? "next: eventpass event function add \(event.slug) --type ceremony"
                : "next: eventpass type add \(event.slug) --name Regular")
    }

    private func say(_ event: Event) throws {
        try StandardOutput.line(
            output.json ? EventView(event: event).json.text : "created event \(event.slug) (\(event.number)), a draft")
    }

    private func interview(_ office: Office, _ folder: DataFolder, _ suite: Suite) throws {
        var interview = try EventInterview(
            guided ? .guided : .express, in: folder, organizers: try office.organizers(),
            trying: { try $0.create(in: office, suite: suite, effect: .tryOnly) })
        let created = try interview.plan().create(in: office, suite: suite)
        try interview.end()
        try say(created.event)
        if let guests = created.guests { StandardError.say("imported \(counted(guests.added, "guest"))") }
        StandardError.say("next: eventpass event publish \(created.event.slug)")
    }
}
