import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct GuestAnswerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest answer wedding "Grace Nakato" yes --sub-event reception \\
                      --companions 1
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestAnswer"

        case abstract = "Record a guest's answer to an invitation."
        case discussion =
            """
            An answer does not change the guest's code. Gates therefore admit guests who declined but come anyway. \
            Guests who answered “maybe” get the same reminders as guests who have not answered.

            {examples}
            """
        case answer = "The answer: yes, maybe or no; none removes the recorded answer."
        case companions = "The number of companions. (default: 0)"
        case companionsFault = "0 or more"
        case companionsWithoutYes = "only allowed with the answer yes"
    }

    enum AnswerArgument: String, CaseIterable, ArgumentValue {
        case yes, maybe, no
        /// Removes the answer.
        case none
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var guestArgument: GuestArgument

    @Argument(help: ArgumentHelp(Text.answer))
    var answer: ParsedArgument<AnswerArgument>
    @OptionGroup var subEventOption: SubEventOption
    @Option(parsing: .unconditional, help: ArgumentHelp(Text.companions))
    var companions: ParsedArgument<Int>?

    func run() throws {
        let (reply, companions) = try parsedAnswer()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let subEvents = try services.subEvents.subEvents(of: event)
        let subEvent = try subEventOption.resolve(of: event, among: subEvents, services)
        let guest = try services.guests.answer(reply, ofGuest: guestArgument.guest, to: subEvent, of: event)
        let guestJSON = GuestJSON(subEvents: subEvents, zone: event.zone)
        try StandardOutput.line(
            output.json
                ? guestJSON.json(guest).text
                : "\(guest.guest.name.visible), \(subEvent.name.visible): \(reply.kind.rawValue)\(companions > 0 ? ", with \(companions)" : "")"
        )
    }

    private func parsedAnswer() throws -> (InvitationReply, companions: Int) {
        var fields = FieldParser()
        let answer = fields.read(answer, "answer")
        let companions = fields.read(companions, "companions") ?? 0
        if companions < 0 { fields.refuse("companions", Sentence(Text.companionsFault)) }
        if companions > 0, let answer, answer != .yes {
            fields.refuse("companions", Sentence(Text.companionsWithoutYes))
        }
        try fields.finish()
        return switch answer {
        case .yes: (.attending(companions: companions), companions)
        case .maybe: (.maybe, 0)
        case .no: (.declined, 0)
        case nil, .some(.none): (.none, 0)
        }
    }
}
