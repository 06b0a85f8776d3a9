import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct GuestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest", abstract: Text.abstract.text,
        subcommands: [
            GuestImportCommand.self, GuestListCommand.self, GuestShowCommand.self, GuestInviteCommand.self,
            GuestAnswerCommand.self, GuestCompanionCommand.self,
            GuestAttendanceCommand.self, GuestHeadcountCommand.self, GuestLinksCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandGuest"

        case abstract = "Manage the guests of a celebration, their invitations and answers."
    }
}

struct GuestArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.guest))
    var guest: String

    enum Text: String, SentenceKey {
        static let subject = "optionsGuestArgument"

        case guest = "The guest, by number, e-mail address or name."
    }
}

struct GuestListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass guest list wedding --name nak --json | jq .sub_events
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGuestList"

        case abstract = "List the guests of an event, with their codes, invitations and answers."
        case name =
            "List only guests with these words, or beginnings of words, in their own name or their household’s name."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: ArgumentHelp(Text.name))
    var name: String?
    @OptionGroup var limit: FirstOption

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let guestJSON = GuestJSON(subEvents: try services.subEvents.subEvents(of: event), zone: event.zone)
        var lines = LineBuffer()
        try limit.limit({ try services.guests.forEachGuest(of: event, named: name, $0) }) { guest in
            if output.json { try lines.line(guestJSON.json(guest)) } else { try lines.line(guestJSON.line(guest)) }
            return true
        }
        try lines.flush(orSay: name.map { "No guest found for “\($0.visible)”." } ?? "There are no guests.", output)
    }
}

struct GuestShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass guest show wedding "Grace Nakato" --json | jq -r .code
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGuestShow"

        case abstract = "Show one guest."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var guestArgument: GuestArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let guestJSON = GuestJSON(subEvents: try services.subEvents.subEvents(of: event), zone: event.zone)
        let guest = try services.guests.guest(named: guestArgument.guest, of: event)
        let lines = output.json ? [guestJSON.json(guest).text] : guestJSON.lines(guest)
        for line in lines { try StandardOutput.line(line) }
    }
}

struct GuestAttendanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest attendance wedding --json | jq .meals
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestAttendance"

        case abstract = "Count invitations, answers, meals and attendance by sub-event."
        case discussion =
            """
            Most columns have two numbers: the number of guests and, in brackets, the number of guests together with \
            their companions. The columns “admitted” and “inside” count all people.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let subEvents = try services.guests.guestAttendance(of: event)
        if output.json {
            for subEvent in subEvents {
                try StandardOutput.line(SubEventAttendanceJSON(attendance: subEvent).json.text)
            }
            return
        }
        var table = Table(
            "sub-event", "invited", "attending", "maybe", "declined", "no answer", "admitted", "inside",
            empty: "The event has no sub-events.")
        for subEvent in subEvents {
            func text(_ count: SubEventAttendance.Headcount) -> String { "\(count.guests) (\(count.people))" }
            table.add(
                subEvent.subEvent.name, text(subEvent.invited), text(subEvent.attending), text(subEvent.maybe),
                text(subEvent.declined), text(subEvent.unanswered), "\(subEvent.admitted)", "\(subEvent.inside)")
        }
        try table.write(global.terminal())
        let meals = subEvents.filter { !$0.meals.isEmpty }
        guard !meals.isEmpty else { return }
        var menu = Table("sub-event", "meal", "people", title: "Meals", empty: nil)
        for subEvent in meals {
            for meal in subEvent.meals { menu.add(subEvent.subEvent.name, meal.meal ?? "–", "\(meal.people)") }
        }
        try menu.write(global.terminal())
    }
}

extension GuestJSON {
    /// A guest in one line: `7     4F7K-29QX  Grace Nakato +1 (Nakato): Ceremony, Reception`. The first column is the
    /// guest's number.
    func line(_ invited: InvitedGuest) -> String {
        let guest = invited.guest
        let code = guest.serial.map { TicketCode($0).description } ?? "–        "
        let companions = guest.details.companions > 0 ? " +\(guest.details.companions)" : ""
        let household = invited.household.map { " (\($0))" } ?? ""
        let subEvents = invited.invitations.map { invitation in
            invitation.reply.kind == .none
                ? name(invitation) : "\(name(invitation)) \(invitation.reply.kind.rawValue)"
        }
        let text =
            "\(guest.name)\(companions)\(household): \(subEvents.isEmpty ? "–" : subEvents.joined(separator: ", "))"
        let number = "\(guest.number)".padding(toLength: max(4, "\(guest.number)".count), withPad: " ", startingAt: 0)
        return "\(number)  \(code)  \(text.visible)"
    }

    func lines(_ invited: InvitedGuest) -> [String] {
        let details = invited.guest.details
        let sentences = VerdictSentences(timeZone: zone)
        var lines = [
            "guest       \(details.name.visible)", "number      \(invited.guest.number)",
            "household   \(invited.household?.visible ?? "–")", "e-mail      \(details.email?.visible ?? "–")",
            "phone       \(details.phone?.visible ?? "–")", "companions  \(details.companions)",
            "meal        \(details.meal?.visible ?? "–")", "allergy     \(details.allergy?.visible ?? "–")",
            "access      \(details.access?.visible ?? "–")", "table       \(details.table?.visible ?? "–")",
            "note        \(details.note?.visible ?? "–")",
            "code        \(invited.guest.serial.map { TicketCode($0).description } ?? "–")",
        ]
        for invitation in invited.invitations {
            let companions = invitation.reply.companions.map { $0 > 0 ? ", with \($0)" : "" } ?? ""
            let since = invitation.repliedAt.map { " on \(sentences.moment($0))" } ?? ""
            lines.append("\(name(invitation).visible): \(invitation.reply.kind.rawValue)\(companions)\(since)")
        }
        return lines + invited.companions.map { line($0) }
    }

    /// A companion in one line: `companion 1: Amina, child, meal fish, allergy nuts`.
    private func line(_ companion: Companion) -> String {
        let parts = [
            companion.name, companion.isChild ? "child" : nil, companion.meal.map { "meal \($0)" },
            companion.allergy.map { "allergy \($0)" },
        ].compactMap(\.self)
        return "companion \(companion.number): \(parts.joined(separator: ", ").visible)"
    }
}
