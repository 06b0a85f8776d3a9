import ArgumentParser
import FileAccess
import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct GateEnterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enter", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  printf '4F7K-29QX,18:05\\n' | eventpass gate enter new-year --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateEnter"

        case abstract = "Record check-ins from a paper list in the ledger."
        case discussion =
            """
            Each line of the list starts with a ticket's code. The time (18:05 or 2026-12-24T18:05), the gate and the \
            number of people may follow, separated by commas. Either all lines are recorded, or none. The people are \
            already inside, so the command accepts every line. It lists tickets that were also admitted elsewhere, \
            and tickets that were cancelled or blocked. If you record the same list again, nothing changes.

            {examples}
            """
        case file = "The check-in list; - is standard input."
        case gate = "The gate for lines without a gate."
        case about = "The approximate time for lines without a time."
        case subEvent = "The sub-event, by name or number. Required if the event has sub-events."
        case endedTicket = "{code}: recorded, although this ticket was {status}"
        case endedTicketSince = "{code}: recorded, although this ticket was {status} on {time}"
        case admittedElsewhere =
            "{count} ticket was also admitted elsewhere|{count} tickets were also admitted elsewhere"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.file), completion: .file())
    var file = "-"
    @Option(help: ArgumentHelp(Text.gate))
    var gate: String?
    @Option(help: ArgumentHelp(Text.about))
    var about: Moment?
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?

    private static let longestLine = 4096

    func run() throws {
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        var sheet = PaperCheckIns(
            of: event, gate: gate, approximateTime: try about?.instant(in: event.zone), at: Instant.now()
        ) {
            do { return try Moment(argument: $0).instant(in: $1) } catch { return nil }
        }
        let input = try LineReader(path: inputPath(file), limit: Self.longestLine)
        var number = 0
        while let line = try input.next() {
            number += 1
            sheet.read(String(decoding: line.bytes, as: UTF8.self), line: number)
        }
        let summary = try services.paperCheckIns.enterPaperCheckIns(
            sheet, subEvent: try subEvent.map { try services.subEvents.subEvent(named: $0, of: event).number },
            into: event,
            as: try folder.device())
        if output.json {
            return try StandardOutput.line(
                JSON.object([
                    ("entered", .int(summary.entered)), ("people", .int(summary.people)),
                    ("known", .int(summary.alreadyEntered)), ("conflicts", .int(summary.conflicts.count)),
                    (
                        "ended",
                        .array(
                            summary.ended.map { ended in
                                .object([
                                    ("code", .string(ended.code.description)),
                                    ("status", .string(ended.status.rawValue)),
                                    ("since", .optional(ended.since?.iso8601(in: event.zone))),
                                ])
                            })
                    ),
                ]).text)
        }
        let known = summary.alreadyEntered > 0 ? ", \(counted(summary.alreadyEntered, "line")) already recorded" : ""
        try StandardOutput.line(
            "recorded \(counted(summary.entered, "line")) for \(counted(summary.people, "person", "people"))\(known)")
        let sentences = VerdictSentences(timeZone: event.zone)
        for ended in summary.ended {
            var arguments: [String: SentenceArgument] = [
                "code": "\(ended.code)", "status": .sentence(ended.status.label),
            ]
            if let since = ended.since { arguments["time"] = .text(sentences.moment(since)) }
            StandardError.say(ended.since == nil ? Text.endedTicket : .endedTicketSince, arguments)
        }
        if !summary.conflicts.isEmpty {
            StandardError.say(Text.admittedElsewhere, ["count": .number(summary.conflicts.count)])
            StandardError.next("eventpass gate conflicts \(event.slug)")
        }
    }
}
