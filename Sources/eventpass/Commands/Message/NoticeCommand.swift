import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct NoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice", abstract: Text.abstract.text,
        subcommands: [
            NoticeListCommand.self, NoticeShowCommand.self, NoticeSendCommand.self, NoticeWriteCommand.self,
            NoticeRetryCommand.self, NoticeAcknowledgeCommand.self, NoticeBounceCommand.self,
            NoticeTemplateCommand.self, NoticePolicyCommand.self, NoticeStoppedCommand.self,
            NoticePruneCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandNotice"

        case abstract = "List, write and send messages to holders, guests and buyers."
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
                  eventpass notice list --state failed
                  eventpass notice list --json |
                      jq 'select(.kind == "event-moved") | .recipient'
                  eventpass notice list --state failed --csv failed.csv
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeList"

        case abstract = "List an organizer's messages and their state, oldest first."
        case discussion =
            """
            The list leaves out confirmation codes and links that only the recipient may see. With --all, the owner \
            of this data folder lists the messages of all organizers, including these codes and links. \
            Docs/Messages.md explains the states.

            {examples}
            """
        case state = "List only messages in this state."
        case all =
            "List all organizers' messages, with confirmation codes. Only for the owner of the data folder."
        case allWithOrganizer = "--all and --organizer cannot be combined"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Option(help: ArgumentHelp(Text.state))
    var state: NoticeDelivery.State?
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @OptionGroup var limit: FirstOption
    @OptionGroup var table: CSVOption
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        try table.check(with: output, replacing)
        if all, choice.organizer != nil { throw ValidationError(Text.allWithOrganizer) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let events = try EventLookup(in: services)
        let organizer = try all ? nil : choice.organizer(in: services)
        func forEachNotice(_ body: @escaping (Notice) throws -> Void) throws {
            try limit.limit({ each in
                guard let organizer else { return try services.notices.forEachNoticeOfStore(each) }
                try services.notices.forEachNotice(of: organizer, each)
            }) { (notice: Notice) in
                guard state == nil || notice.delivery.state == state else { return false }
                try body(notice)
                return true
            }
        }
        if let csv = table.csv {
            let rows = NoticeRows(events: events)
            return try table.write(rows.sheet, to: csv, replacing, global.terminal()) { append in
                try withoutActuallyEscaping(append) { append in try forEachNotice { try append(rows.cells(of: $0)) } }
            }
        }
        var lines = LineBuffer()
        try forEachNotice { notice in
            if output.json { return try lines.line(NoticeJSON(zone: events.zone(of: notice.event)).json(notice)) }
            try lines.line(notice.line(events))
        }
        try lines.flush(
            orSay: state == nil ? "There are no messages." : "There are no messages in this state.", output)
    }
}

struct NoticeShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice show order-paid/17/1912276171/grace@example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeShow"

        case abstract = "Show one message, its state, and the reason for the state."
        case discussion =
            """
            “eventpass notice list --json” prints the keys of messages.

            {examples}
            """
        case key = "The message's key."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Argument(help: ArgumentHelp(Text.key))
    var key: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let notice = try services.notices.notice(key, of: try choice.organizer(in: services))
        let events = try EventLookup(in: services)
        if output.json {
            return try StandardOutput.line(NoticeJSON(zone: events.zone(of: notice.event)).json(notice).text)
        }
        for line in notice.details(events) { try StandardOutput.line(line) }
    }
}

extension Notice {
    /// The notice as a line of a list: time, kind, recipient, subject, state, the time at which a waiting notice is
    /// due, and the reason for the state.
    func line(_ events: EventLookup) -> String {
        let sentences = VerdictSentences(timeZone: events.zone(of: event))
        let about = payload["title"] ?? events.title(of: event)
        let code = confirmationCode.map { "code \($0)" }
        let due = delivery.state.isPending ? delivery.due.map { "due \(sentences.moment($0))" } : nil
        let fields = [
            kind.rawValue, recipient, about, code, delivery.state.rawValue, due, delivery.reasonSentence?.english,
            delivery.answer.map { Sentence(stored: $0).english },
        ]
        let time = sentences.moment(created)
        return "\(time)  \(fields.compactMap(\.self).map(\.visible).joined(separator: "  "))"
    }

    /// The notice as lines with the name and the value of each field. Fields without a value are left out.
    fileprivate func details(_ events: EventLookup) -> [String] {
        let sentences = VerdictSentences(timeZone: events.zone(of: event))
        let values = visiblePayload.sorted { $0.key < $1.key }
        let fields: [(String, String?)] =
            [
                ("key", key), ("kind", "\(kind.rawValue), \(kind.category.rawValue)"), ("to", recipient),
                ("event", events.title(of: event)), ("state", delivery.state.rawValue),
                ("reason", delivery.reasonSentence?.english), ("merged", successor.map { "into \($0)" }),
                ("answer", delivery.answer.map { Sentence(stored: $0).english }),
                ("channel", delivery.channel?.rawValue), ("tries", delivery.tries > 0 ? "\(delivery.tries)" : nil),
                ("created", sentences.moment(created)), ("due", delivery.due.map(sentences.moment)),
                ("sent", delivery.sent.map(sentences.moment)),
            ] + values.map { ("value", "\($0.key): \($0.value)") }
        return fields.compactMap { name, value in
            value.map { name.padding(toLength: 9, withPad: " ", startingAt: 0) + $0.visible }
        }
    }
}
