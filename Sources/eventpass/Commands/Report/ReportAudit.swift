import ArgumentParser
import Foundation
import Management
import Ticketing

struct ReportAudit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Every change: who, when, from what to what. --verify checks its chain.",
        discussion: """
            Times are in the zone of the event that was changed, else in UTC. Exit status of --verify: 0 whole, 1 \
            broken.

              eventpass report audit --verify
              eventpass report audit --json | jq 'select(.action == "editEvent")'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: "Check that nothing of it was changed or removed.")
    var verify = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let organizer = try choice.organizer(in: office)
        if verify { return try check(organizer, office) }
        let events = try KnownEvents(in: office)
        var lines = LineBuffer()
        try office.forEachChange(of: organizer) { record in
            let view = AuditView(zone: events.zone(of: record.event))
            if output.json { return try lines.line(view.json(record)) }
            for line in view.lines(record) { try lines.line(line) }
        }
        try lines.flush()
    }

    private func check(_ organizer: Organizer, _ office: Office) throws {
        switch try office.verifyAudit(of: organizer) {
        case .whole(let records):
            let json = JSON.object([("whole", .bool(true)), ("records", .int(records))])
            try StandardOutput.line(output.json ? json.text : "whole: \(counted(records, "change"))")
        case .broken(let sequence, let fault):
            let json = JSON.object([
                ("whole", .bool(false)), ("sequence", .integer(sequence)), ("fault", .string(fault.rawValue)),
            ])
            try StandardOutput.line(
                output.json ? json.text : "broken at change \(sequence): \(fault.rawValue)")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }
}
