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

    @Option(help: "Who holds it. (default: your only organizer)")
    var organizer: String?
    @Option(help: "What it is called.")
    var title: String
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
        if title.allSatisfy(\.isWhitespace) { throw ValidationError("an event needs a title") }
        if let capacity, capacity < 1 { throw ValidationError("a capacity is 1 or more") }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let zone = try timeZone()
        let details = EventDetails(
            title: title, about: about, kind: kind, category: category, venue: venue, address: address, city: city,
            timeZone: timezone ?? zone.identifier, doors: try doors?.instant(in: zone),
            start: try start?.instant(in: zone),
            end: try end?.instant(in: zone), capacity: capacity, minimumAge: minimumAge)
        let event = try office.createEvent(
            details, suite: suite.suite, of: try holder(office.organizers(), office.organizer))
        try StandardOutput.line(
            output.json ? EventView(event: event).json.text : "created event \(event.slug) (\(event.number)), a draft")
        StandardError.say("next: eventpass type add \(event.slug) --name Regular")
    }

    private func timeZone() throws -> TimeZone {
        let name = timezone ?? TimeZone.current.identifier
        // Foundation's list leaves out UTC and Etc/, which servers are set to.
        guard let zone = TimeZone(identifier: name),
            TimeZone.knownTimeZoneIdentifiers.contains(name) || ["UTC", "GMT"].contains(name) || name.hasPrefix("Etc/")
        else {
            throw Failure(.usage, "“\(name)” is no IANA time zone", hint: "write Africa/Kampala, Europe/Paris, UTC …")
        }
        return zone
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
