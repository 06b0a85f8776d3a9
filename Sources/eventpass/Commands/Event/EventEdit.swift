import ArgumentParser
import Management
import Presenting
import Ticketing

struct EventEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change events: what is said replaces what stood there.",
        discussion: """
            Another time or place queues one message to each holder of a ticket; no sender is set up. --shift moves many events \
            of one organizer at once, all or none.

              eventpass event edit new-year --venue "Lido Beach" --capacity 2800
              eventpass event edit lesson-1 lesson-2 lesson-3 --shift 7d
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The events: number, slug, or an unambiguous beginning of either.")
    var events: [String]
    @Option(help: "What it is called.")
    var title: String?
    @OptionGroup var given: EventDetailOptions
    @Option(help: "What it is to be without; may be said several times.")
    var clear: [Given<EventField>] = []
    @Option(parsing: .unconditional, help: "So much later, such as 7d, -2h or 1d30m; days keep the hour on the wall.")
    var shift: Given<TimeShift>?

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let found = try events.map { try office.event(named: $0) }
        for edit in try changed(found, office) {
            let line =
                edit.before == edit.event.details
                ? "nothing changed in \(edit.event.slug)"
                : "changed \(edit.event.slug)"
                    + (edit.sold > 0
                        ? ": \(counted(edit.sold, "ticket")) sold; \(WaitingMessages(count: edit.notices).sentence)"
                        : "")
            try StandardOutput.line(output.json ? EventView(event: edit.event).json.text : line)
        }
    }

    private func changed(_ found: [Event], _ office: Office) throws -> [Management.EventEdit] {
        if let shift { return try office.shift(found, by: try Fields.read(only: shift, "shift")) }
        guard Set(found.map(\.number)).count == 1 else {
            throw Failure(.usage, "several events can only be moved", hint: "say --shift, or name one event")
        }
        return [
            try office.edit(found[0]) { details in
                var fields = Fields()
                for field in fields.read(clear, "clear") { field.clear(in: &details) }
                if let title { details.title = title }
                try given.apply(to: &details, &fields)
                try fields.end(besides: details.faults)
            }
        ]
    }
}
