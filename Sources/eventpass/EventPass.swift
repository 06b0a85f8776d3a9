import ArgumentParser
import Languages

/// The program's main command, which contains all other commands. The names of most commands consist of a noun and a
/// verb, such as `ticket issue`.
@main
struct EventPass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eventpass",
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass init && eventpass key generate
                  eventpass organizer create "Nile Nights"
                  eventpass event create --organizer nile-nights --title "New Year" \\
                      --venue Lido --timezone Africa/Kampala --start 2030-01-01T18:00 \\
                      --end 2030-01-02T04:00
                  eventpass type add new-year --name Regular --price "50000 UGX"
                  eventpass event publish new-year
                  eventpass ticket issue new-year --type Regular --count 100
                  eventpass gate run new-year --gate North
                """
            ]),
        version: "0.1.0",
        subcommands: namedGroup.map { [$0] } ?? groups)

    private static let groups: [any ParsableCommand.Type] = [
        Demo.self, InitCommand.self, Doctor.self, KeyCommand.self, UserCommand.self, OrganizerCommand.self,
        EventCommand.self, TypeCommand.self, OrderCommand.self, TicketCommand.self, GuestCommand.self,
        TokenCommand.self, QRCommand.self, PrintCommand.self, GateCommand.self, ReportCommand.self,
        NoticeCommand.self, MailCommand.self, SMSCommand.self, PushCommand.self,
        StoreCommand.self, Serve.self, FrameReaderCommand.self, PictureReaderCommand.self,
    ]

    /// The group or command with which the command line begins. Nil if the command line begins with something else, for
    /// example with `help`. The parser prepares only this group, because preparing all commands would take about a
    /// fifth of the start-up time of a command.
    private static var namedGroup: (any ParsableCommand.Type)? {
        let first = CommandLine.arguments.dropFirst().first
        return groups.first { $0._commandName == first }
    }

    enum Text: String, SentenceKey {
        static let subject = "commandEventpass"

        case abstract = "Signed QR tickets, and gate software that verifies them offline."
        case discussion =
            """
            A first event:
            {examples}

            Exit status: 0 success or admitted; 1 refused by a gate, a role or a rule; 2 failure, or a scan without a \
            decision; 3 repeated scan; 64 wrong command line; 65 wrong input.
            """
    }

    /// The text that ArgumentParser writes before each error. It is empty, because the program itself writes
    /// `eventpass: error: ` there.
    static let _errorPrefix = ""

    static func main() {
        StandardStreams.openMissing()
        Interrupt.ignoreClosedPipes()
        Interrupt.keepExitStatuses()
        var command: (any ParsableCommand)?
        do {
            try CommandNameCheck.check(Array(CommandLine.arguments.dropFirst()))
            command = try parseAsRoot()
            try command?.run()
        } catch {
            CommandFailure.exit(for: error, event: command.flatMap(EventArgument.typed))
        }
    }
}
