import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct EventAbuseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abuse", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event abuse on
                  eventpass event abuse list
                  eventpass event abuse close 12-3 --note "the organizer has corrected the date"
                """
            ]),
        subcommands: [
            EventAbuseListCommand.self, EventAbuseCloseCommand.self, EventAbuseOnCommand.self,
            EventAbuseOffCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandEventAbuse"

        case abstract = "Read and close the reports of visitors about events."
        case discussion =
            """
            Only the owner of this data folder may do this. While abuse reports are on, the page of each public event \
            has a link with which visitors report the event. Abuse reports are off by default: turn them on only if \
            you read them, here or at /desk/reviews/reports.

            {examples}
            """
    }
}

struct EventAbuseListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass event abuse list --json | jq -r .text
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventAbuseList"

        case abstract = "List the open abuse reports."
        case all = "List closed reports, too."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Flag(help: ArgumentHelp(Text.all))
    var all = false

    func run() throws {
        let reports = try global.ownersDataFolder().openServices().abuseReports
        let selection: AbuseReport.Selection = all ? .all : .open
        if output.json {
            try reports.forEachReport(selection) { try StandardOutput.line($0.json.text) }
            return
        }
        var table = Table(
            "report", "state", "received", "event", "organizer", "reason", "email", "note", "text",
            empty: all ? "There are no abuse reports." : "There are no open abuse reports.")
        try reports.forEachReport(selection) { listed in
            let report = listed.report
            table.add(
                "\(report.id)", listed.state,
                VerdictSentences(timeZone: listed.event.zone).moment(report.created), listed.event.slug,
                listed.organizer, report.content.reason.rawValue, report.content.email?.rawValue ?? "–",
                report.closing?.note ?? "–", report.content.text)
        }
        try table.write(global.terminal())
    }
}

struct EventAbuseCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: Text.abstract.text,
        discussion: """
              eventpass event abuse close 12-3 --note "the organizer has corrected the date"
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventAbuseClose"

        case abstract = "Close an abuse report. The e-mail address of its sender is deleted."
        case report = "The report, such as 12-3, as in “eventpass event abuse list”."
        case note = "The result of the review, for the audit trail of the store; at most 500 characters."
        case notAReport = "“{report}” is not the name of an abuse report"
        case notAReportHint = "list the open reports with: eventpass event abuse list"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.report))
    var report: String
    @Option(help: ArgumentHelp(Text.note))
    var note: String

    func run() throws {
        let services = try global.ownersDataFolder().openServices()
        guard let id = AbuseReport.ID(report) else {
            throw CommandFailure(
                .badInput, Text.notAReport, ["report": .text(report)], hint: Sentence(Text.notAReportHint))
        }
        try services.abuseReports.close(id, note: note)
        let json = JSON.object([("report", .string("\(id)")), ("state", .string("closed"))])
        try StandardOutput.line(output.json ? json.text : "closed report \(id)")
    }
}

struct EventAbuseOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: Text.abstract.text,
        discussion: """
              eventpass event abuse on
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventAbuseOn"

        case abstract = "Turn abuse reports on, so that visitors can report public events."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws { try output.write(takesAbuseReports: true, global) }
}

struct EventAbuseOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: Text.abstract.text,
        discussion: """
              eventpass event abuse off
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandEventAbuseOff"

        case abstract = "Turn abuse reports off. Open reports stay open."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws { try output.write(takesAbuseReports: false, global) }
}

extension JSONOption {
    /// Turns abuse reports on or off, and prints the new setting.
    fileprivate func write(takesAbuseReports isOn: Bool, _ global: GlobalOptions) throws {
        try global.ownersDataFolder().openServices().abuseReports.setTakesAbuseReports(isOn)
        try StandardOutput.line(
            json ? JSON.object([("on", .bool(isOn))]).text : "abuse reports are \(isOn ? "on" : "off")")
    }
}

extension ListedAbuseReport {
    fileprivate var state: String { report.closing == nil ? "open" : "closed" }

    fileprivate var json: JSON {
        .object([
            ("report", .string("\(report.id)")), ("state", .string(state)),
            ("received", .string(report.created.iso8601(in: event.zone))), ("event", .string(event.slug)),
            ("organizer", .string(organizer)), ("reason", .string(report.content.reason.rawValue)),
            ("text", .string(report.content.text)), ("email", .optional(report.content.email?.rawValue)),
            ("unstored", .int(unstored)), ("closed_at", .optional(report.closing?.at.iso8601(in: event.zone))),
            ("closed_by", .optional(closedBy)), ("note", .optional(report.closing?.note)),
        ])
    }
}
