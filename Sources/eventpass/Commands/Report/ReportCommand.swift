import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
import Store
import Ticketing

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: Text.abstract.text,
        subcommands: [
            ReportSalesCommand.self, ReportAttendanceCommand.self, ReportHeadcountCommand.self, ReportAuditCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandReport"

        case abstract = "Report sales, attendance and changes."
    }
}

struct ReportSalesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sales", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass report sales new-year --fee 3.5% --xlsx sales.xlsx
                  eventpass report sales new-year --chart
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandReportSales"

        case abstract = "Report sales by ticket type and day: revenue, fees, refunds."
        case discussion =
            """
            Revenue comes from orders. Tickets issued without an order are counted, but add no revenue.

            {examples}
            """
        case fee = "A fee deducted from each sale, such as 3.5%. (default: none)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.fee))
    var fee: ParsedArgument<FeeRate>?

    func run() throws {
        let fee = try fee.map { try FieldParser.read(only: $0, "fee") } ?? .none
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let report = try services.reports.salesReport(of: event, fee: fee)
        try options.write(SalesReportJSON(event: event, report: report).page, global.terminal())
    }
}

struct ReportAttendanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass report attendance new-year --chart
                  eventpass report attendance new-year --json | jq .inside
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandReportAttendance"

        case abstract = "Report arrivals by gate and time, refusals, no-shows and re-entries."
        case discussion =
            """
            For an event with sub-events, the report has these numbers for each sub-event, because one person can \
            attend several sub-events.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let report = try services.reports.attendanceReport(of: event)
        try options.write(AttendanceReportJSON(event: event, report: report).page, global.terminal())
    }
}

struct ReportAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass report audit --verify
                  eventpass report audit --of-store
                  eventpass report audit --json | jq 'select(.action == "editEvent")'
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandReportAudit"

        case abstract = "List the audit trail, or verify its hash chain."
        case discussion =
            """
            The time of a change to an event is in the event's time zone. Other times are in UTC. The exit status of \
            --verify is 0 if the trail is intact, and 1 if it is broken.

            {examples}
            """
        case ofStore = "List changes to the store itself, such as new users. Only for the owner of the data folder."
        case verify = "Verify that no record of the trail was changed or removed."
        case storeWithOrganizer = "--of-store and --organizer cannot be combined"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: ArgumentHelp(Text.ofStore))
    var ofStore = false
    @Flag(help: ArgumentHelp(Text.verify))
    var verify = false

    func validate() throws {
        guard !ofStore || choice.organizer == nil else { throw ValidationError(Text.storeWithOrganizer) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try ofStore ? nil : choice.organizer(in: services)
        if verify {
            return try printVerification(
                organizer.map { try services.audit.verifyAudit(of: $0) } ?? services.audit.verifyAuditOfStore())
        }
        let events = try EventLookup(in: services)
        var lines = LineBuffer()
        func show(_ record: AuditRecord) throws {
            let auditRecordJSON = AuditRecordJSON(zone: events.zone(of: record.event))
            if output.json { return try lines.line(auditRecordJSON.json(record)) }
            for line in auditRecordJSON.lines(record) { try lines.line(line) }
        }
        if let organizer {
            try services.audit.forEachChange(of: organizer, show)
        } else {
            try services.audit.forEachChangeOfStore(show)
        }
        try lines.flush()
    }

    private func printVerification(_ found: AuditVerification) throws {
        switch found {
        case .intact(let records):
            try StandardOutput.line(output.json ? found.json.text : "intact: \(counted(records, "change"))")
        case .broken(let sequence, let fault):
            try StandardOutput.line(
                output.json ? found.json.text : "broken at change \(sequence): \(fault.rawValue)")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }
}

extension AuditRecordJSON {
    /// A line that names the change, and a line for each changed field with its old and new value.
    func lines(_ record: AuditRecord) -> [String] {
        let moment = VerdictSentences(timeZone: zone).moment(record.at)
        let name = record.subjectName.map { " (\($0.visible))" } ?? ""
        let heading =
            "\(moment)  \(record.action)  \(record.subject.kind.rawValue) \(record.subject.id.visible)\(name)  by \(record.userName?.visible ?? "\(record.user)")"
        let names = Set(record.before.keys).union(record.after.keys).sorted()
        return [heading]
            + names.map { name in
                let (before, after) = (record.before[name].map(formatted), record.after[name].map(formatted))
                let label = record.subject.kind.label(ofField: name).text(in: .ofCommandLine)
                return "    \(label.visible): \([before, after ?? "–"].compactMap(\.self).joined(separator: " → "))"
            }
    }

    /// The text that is printed for a field's value. A UTC time is converted to `zone`.
    func formatted(_ text: String) -> String {
        AuditRecord.time(text).map { $0.iso8601(in: zone) } ?? text.visible
    }
}
