import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct GuestCompanionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "companion", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest companion wedding "Grace Nakato" 1 --name Amina --child
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestCompanion"

        case abstract = "Describe a companion of a guest: name, child, meal and allergies."
        case discussion =
            """
            Options that you leave out change nothing; an empty text clears a field. If all fields of a companion are \
            cleared, the companion is removed, and the later companions get lower numbers.

            {examples}
            """
        case number = "The number of the companion, from 1."
        case numberFault = "there is no such companion of {guest}; the next companion has the number {next}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var guestArgument: GuestArgument

    @Argument(help: ArgumentHelp(Text.number))
    var number: ParsedArgument<Int>
    @OptionGroup var given: CompanionOptions

    func run() throws {
        let number = try FieldParser.read(only: number, "number")
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let found = try services.guests.guest(named: guestArgument.guest, of: event).guest
        let guest = try services.guests.editAnswers(ofGuest: found.number, of: event) { answers in
            var fields = FieldParser()
            let next = answers.companions.count + 1
            if !(1...next).contains(number) {
                fields.refuse(
                    "number", Sentence(Text.numberFault, ["guest": .text(found.name), "next": "\(next)"]))
            }
            var companion = answers[companion: number]
            given.apply(to: &companion, in: { _ in event.zone }, &fields)
            try fields.finish(adding: companion.limitFaults)
            answers[companion: number] = companion
        }
        let guestJSON = GuestJSON(subEvents: try services.subEvents.subEvents(of: event), zone: event.zone)
        let lines = output.json ? [guestJSON.json(guest).text] : guestJSON.lines(guest)
        for line in lines { try StandardOutput.line(line) }
    }
}

struct CompanionOptions: FieldOptions {
    typealias Entity = Companion

    @Option("name", of: Entity.self) var name: String?
    @Flag("child", of: Entity.self) var child: Bool?
    @Option("meal", of: Entity.self) var meal: String?
    @Option("allergy", of: Entity.self) var allergy: String?
}
