import ArgumentParser
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct EventCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event create --organizer nile-nights \\
                      --title "New Year by the Lake" --venue Lido --timezone Africa/Kampala \\
                      --start 2030-01-01T18:00 --end 2030-01-02T04:00 --json | jq .slug
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventCreate"

        case abstract = "Create an event as a draft."
        case discussion =
            """
            A draft may be incomplete; “eventpass event publish” lists the missing details. --guided asks step by step \
            and saves the answers: after Ctrl-C, the same command continues, and nothing is created before you confirm \
            at the end. --express asks only for the details that publishing needs.

            {examples}
            """
        case guided = "Ask step by step: basics, date and venue, types or sub-events, guests, review."
        case express = "Ask only for the details that publishing needs."
        case suite =
            "How tokens are signed: hmac for the smallest symbol, ed25519 for gates that must not be able to create tickets. (default: hmac)"
        case guidedAndExpress = "--guided and --express cannot be combined"
        case titleAndQuestions = "--title cannot be combined with --guided or --express"
        case assumedUTC =
            "the event's time zone is UTC, because this machine uses UTC; change it with: eventpass event edit {event} --timezone ZONE --start TIME --end TIME"
        case guestsImported = "imported {count} guest|imported {count} guests"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Flag(help: ArgumentHelp(Text.guided))
    var guided = false
    @Flag(help: ArgumentHelp(Text.express))
    var express = false
    @OptionGroup var choice: OrganizerOption
    @OptionGroup var given: EventDetailOptions
    @Option(help: ArgumentHelp(Text.suite))
    var suite: ParsedArgument<SuiteArgument>?

    func validate() throws {
        let isAsking = guided || express
        if guided, express { throw ValidationError(Text.guidedAndExpress) }
        if given.title == nil, !isAsking {
            throw ValidationError(ParserFault.Text.missingOption, ["option": "--title <title>"])
        }
        if isAsking, given.title != nil { throw ValidationError(Text.titleAndQuestions) }
    }

    func run() throws {
        var fields = FieldParser()
        let suite = fields.read(suite, "suite")?.suite ?? .hmac
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        if guided || express {
            try fields.finish()
            return try interview(services, folder, suite)
        }
        let zone = try given.timezone == nil ? MachineTimeZone.forNewEvent() : "UTC"
        var details = EventDetails(title: "", timeZone: zone)
        given.apply(to: &details, &fields)
        try fields.finish(adding: details.faults)
        let event = try services.events.createEvent(details, suite: suite, of: try choice.organizer(in: services))
        try say(event, services)
        AnswerDeadlineRemark.say(about: event, formerly: nil)
        PaymentDeadlineRemark.say(about: event, formerly: nil)
        if given.timezone == nil, MachineTimeZone.isAssumed {
            StandardError.warn(Text.assumedUTC, ["event": .text(event.slug)])
        }
        StandardError.next(
            event.details.kind == .celebration
                ? "eventpass event sub-event add \(event.slug) --type ceremony"
                : "eventpass type add \(event.slug) --name Regular")
    }

    private func say(_ event: Event, _ services: ManagementServices) throws {
        try StandardOutput.line(
            output.json
                ? EventJSON(of: event, in: services).json.text
                : "created event \(event.slug) (\(event.number)), a draft")
    }

    private func interview(_ services: ManagementServices, _ folder: DataFolder, _ suite: Suite) throws {
        var interview = try EventWizard(
            guided ? .guided : .express, in: folder, organizers: try services.organizers.organizers(),
            dryRun: { try $0.create(in: services, suite: suite, effect: .dryRun) })
        let created = try interview.plan().create(in: services, suite: suite)
        try interview.discardAnswers()
        try say(created.event, services)
        if let guests = created.guests { StandardError.say(Text.guestsImported, ["count": .number(guests.added)]) }
        StandardError.next("eventpass event publish \(created.event.slug)")
    }
}
