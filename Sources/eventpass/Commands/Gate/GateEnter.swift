import ArgumentParser
import FileAccess
import Foundation
import Gate
import Management
import Presenting
import Ticketing

struct GateEnter: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enter", abstract: "Take what was ticked on paper into the ledger, all lines or none.",
        discussion: """
            A line each: the code; then, as far as it is known, the time (18:05 or 2026-12-24T18:05), the gate and \
            how many people, with commas between. They came in, whatever else is known: tickets that came in elsewhere, \
            too, and tickets that were cancelled or blocked are told. Entering a sheet again changes nothing.

              printf '4F7K-29QX,18:05\\n' | eventpass gate enter new-year --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The sheet; - is standard input.", completion: .file())
    var file = "-"
    @Option(help: "The gate, where a line names none.")
    var gate: String?
    @Option(help: "About when it was, where a line says no time.")
    var about: Moment?
    @Option(help: "The function they came to, by name or number; needed at an event that has functions.")
    var function: String?

    private static let longestLine = 4096

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        var sheet = PaperSheet(of: event, gate: gate, about: try about?.instant(in: event.zone), at: Instant.now()) {
            do { return try Moment(argument: $0).instant(in: $1) } catch { return nil }
        }
        let input = try LineReader(path: inputPath(file), limit: Self.longestLine)
        var number = 0
        while let line = try input.next() {
            number += 1
            sheet.read(String(decoding: line.bytes, as: UTF8.self), line: number)
        }
        let summary = try office.enter(
            sheet, function: try function.map { try office.function(named: $0, of: event).number }, into: event,
            as: try folder.device())
        if output.json {
            return try StandardOutput.line(
                JSON.object([
                    ("entered", .int(summary.entered)), ("people", .int(summary.people)),
                    ("known", .int(summary.known)), ("conflicts", .int(summary.conflicts.count)),
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
        let known = summary.known > 0 ? ", \(counted(summary.known, "line")) known already" : ""
        try StandardOutput.line(
            "entered \(counted(summary.entered, "line")) for \(counted(summary.people, "person", "people"))\(known)")
        let sentences = Sentences(timeZone: event.zone)
        for ended in summary.ended {
            let since = ended.since.map { " on \(sentences.moment($0))" } ?? ""
            StandardError.say("\(ended.code): entered; this ticket was \(ended.status.rawValue)\(since)")
        }
        if !summary.conflicts.isEmpty {
            StandardError.say("\(counted(summary.conflicts.count, "ticket")) came in elsewhere, too")
            StandardError.say("next: eventpass gate conflicts \(event.slug)")
        }
    }
}
