import ArgumentParser
import Foundation
import Management
import Ticketing

struct EventCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a draft of an event.",
        discussion: """
            A draft may be incomplete; publishing says what is missing. --guided asks step by step and keeps the answers:
            after Ctrl-C, the same command goes on. --express asks only what publishing needs.

              eventpass event create --organizer nile-nights --title "New Year by the Lake" --venue Lido \\
                  --timezone Africa/Kampala --start 2030-01-01T18:00 --end 2030-01-02T04:00 --json | jq .slug
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Ask step by step: basics, date and venue, types or functions, guests, review.")
    var guided = false
    @Flag(help: "Ask only what publishing needs.")
    var express = false
    @Option(help: "Who holds it. (default: your only organizer)")
    var organizer: String?
    @Option(help: "What it is called.")
    var title: String?
    @Option(help: "A few sentences.")
    var about: String?
    @Option(help: "What kind of event.")
    var kind: EventDetails.Kind = .public
    @Option(help: "What it is about.")
    var category: EventDetails.Category = .other
    @Option(help: "The venue's name.")
    var venue: String?
    @Option(help: "The venue's address.")
    var address: String?
    @Option(help: "The venue's city.")
    var city: String?
    @Option(help: "The IANA time zone of the venue. (default: this machine's)")
    var timezone: String?
    @Option(help: "When the doors open, such as 2030-01-01T17:00; in the event's zone unless it says an offset.")
    var doors: Moment?
    @Option(help: "When it starts.")
    var start: Moment?
    @Option(help: "When it ends.")
    var end: Moment?
    @Option(help: "How many people the venue holds.")
    var capacity: Int?
    @Option(help: "The youngest who may come.")
    var minimumAge: EventDetails.MinimumAge?
    @Option(
        help: "How tokens prove themselves: hmac for the smallest symbol, ed25519 for gates that can't make tickets.")
    var suite = SuiteName.hmac

    func validate() throws {
        let isAsking = guided || express
        if guided, express { throw ValidationError("say either --guided or --express") }
        if title?.allSatisfy(\.isWhitespace) ?? !isAsking { throw ValidationError("an event needs a --title") }
        if isAsking, title != nil { throw ValidationError("--guided and --express ask for the title") }
        if let capacity, capacity < 1 { throw ValidationError("a capacity is 1 or more") }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        if guided || express { return try interview(office, folder) }
        let zone = try ZoneName.zone(timezone ?? TimeZone.current.identifier)
        let details = EventDetails(
            title: title ?? "", about: about, kind: kind, category: category, venue: venue, address: address,
            city: city,
            timeZone: timezone ?? zone.identifier, doors: try doors?.instant(in: zone),
            start: try start?.instant(in: zone),
            end: try end?.instant(in: zone), capacity: capacity, minimumAge: minimumAge)
        let event = try office.createEvent(
            details, suite: suite.suite, of: try holder(office.organizers(), office.organizer))
        try say(event)
        StandardError.say(
            kind == .celebration
                ? "next: eventpass event function add \(event.slug) --type ceremony"
                : "next: eventpass type add \(event.slug) --name Regular")
    }

    private func say(_ event: Event) throws {
        try StandardOutput.line(
            output.json ? EventView(event: event).json.text : "created event \(event.slug) (\(event.number)), a draft")
    }

    private func interview(_ office: Office, _ folder: DataFolder) throws {
        var interview = try EventInterview(guided ? .guided : .express, in: folder, organizers: try office.organizers())
        let plan = try interview.plan()
        let event = try plan.create(in: office, suite: suite.suite)
        try interview.end()
        try say(event)
        if let list = plan.guestList {
            let summary = try office.importGuests(path: list, into: event)
            StandardError.say("imported \(counted(summary.added, "guest"))")
        }
        StandardError.say("next: eventpass event publish \(event.slug)")
    }

    private func holder(_ organizers: [Organizer], _ named: (String) throws -> Organizer) throws -> Organizer {
        if let organizer { return try named(organizer) }
        guard let only = organizers.first, organizers.count == 1 else {
            throw Failure(
                .usage, organizers.isEmpty ? "there is no organizer yet" : "there are \(organizers.count) organizers",
                hint: organizers.isEmpty ? "eventpass organizer create NAME makes one" : "say which with --organizer")
        }
        return only
    }
}
