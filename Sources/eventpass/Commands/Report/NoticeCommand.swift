import ArgumentParser
import Foundation
import Gate
import Languages
import Presentation
import Ticketing

struct NoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice", abstract: Text.abstract.text, subcommands: [NoticeListCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandNotice"

        case abstract = "List queued messages."
    }
}

struct NoticeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice list --json |
                      jq 'select(.kind == "event-moved") | .recipient'
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeList"

        case abstract = "List an organizer's queued messages, oldest first. EventPass does not send messages."
        case discussion =
            """
            The list leaves out codes that confirm an e-mail address. The owner of this data folder sends the \
            messages. With --all, the owner lists the messages of all organizers, including these codes.

            {examples}
            """
        case all = "List all organizers' messages, with confirmation codes. Only for the owner of the data folder."
        case allWithOrganizer = "--all and --organizer cannot be combined"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: ArgumentHelp(Text.all))
    var all = false

    func validate() throws {
        if all, choice.organizer != nil { throw ValidationError(Text.allWithOrganizer) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let events = try EventLookup(in: services)
        var lines = LineBuffer()
        func add(_ notice: Notice) throws {
            let zone = events.zone(of: notice.event)
            if output.json { return try lines.line(NoticeJSON(zone: zone).json(notice)) }
            let about = notice.payload["title"] ?? events.title(of: notice.event)
            let code = notice.kind == .confirmEmail ? notice.payload["code"].map { "code \($0)" } : nil
            let fields = [notice.kind.rawValue, notice.recipient, about, code].compactMap(\.self).map(\.visible)
            try lines.line(
                "\(VerdictSentences(timeZone: zone).moment(notice.created))  \(fields.joined(separator: "  "))")
        }
        if all {
            try services.notices.forEachNoticeToSend(add)
        } else {
            try services.notices.forEachNotice(of: try choice.organizer(in: services), add)
        }
        try lines.flush(orSay: "There are no messages.", output)
    }
}
