import ArgumentParser

/// The command line. Noun, then verb: parse, one core call, render.
@main
struct EventPass: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eventpass",
        abstract: "Signed tickets as QR symbols, and the gate that knows them.",
        discussion: """
            A first event:
              eventpass init && eventpass key generate
              eventpass organizer create "Nile Nights"
              eventpass event create --organizer nile-nights --title "New Year" \\
                  --venue Lido --timezone Africa/Kampala --start 2030-01-01T18:00 \\
                  --end 2030-01-02T04:00
              eventpass type add new-year --name Regular --price "50000 UGX"
              eventpass event publish new-year
              eventpass ticket issue new-year --type Regular --count 100
              eventpass gate run new-year --gate North

            Exit status: 0 done or admitted; 1 refused, by a gate, a role or a rule; 2 trouble, undecided; 3 a repeat; \
            64 the command line is wrong; 65 the input is wrong.
            """,
        version: "0.1.0",
        subcommands: [
            Demo.self, Initialize.self, Doctor.self, KeyCommand.self, UserCommand.self, OrganizerCommand.self,
            EventCommand.self, TypeCommand.self, OrderCommand.self, TicketCommand.self, GuestCommand.self,
            TokenCommand.self, QRCommand.self, PrintCommand.self, GateCommand.self, ReportCommand.self,
            NoticeCommand.self,
            StoreCommand.self, Serve.self, ServeReader.self,
        ])

    static func main() {
        StandardStreams.takeClosed()
        Interrupt.ignoreClosedPipes()
        do {
            try CommandNames.check(Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot()
            try command.run()
        } catch {
            Failure.exit(for: error)
        }
    }
}
