import ArgumentParser
import Foundation
import Management
import Presenting
import Store
import Ticketing

struct ReportAudit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Every change: who, when, from what to what. --verify checks its chain.",
        discussion: """
            Times are in the zone of the event that was changed, else in UTC. Exit status of --verify: 0 whole, 1 \
            broken.

              eventpass report audit --verify
              eventpass report audit --of-store
              eventpass report audit --json | jq 'select(.action == "editEvent")'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: "Of the store itself instead of an organizer: users. For its owner.")
    var ofStore = false
    @Flag(help: "Check that nothing of it was changed or removed.")
    var verify = false

    func validate() throws {
        guard !ofStore || choice.organizer == nil else {
            throw ValidationError("--of-store is of no organizer; leave out one of the two")
        }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let organizer = try ofStore ? nil : choice.organizer(in: office)
        if verify {
            return try tell(organizer.map { try office.verifyAudit(of: $0) } ?? office.verifyAuditOfStore())
        }
        let events = try KnownEvents(in: office)
        var lines = LineBuffer()
        func show(_ record: AuditRecord) throws {
            let view = AuditView(zone: events.zone(of: record.event))
            if output.json { return try lines.line(view.json(record)) }
            for line in view.lines(record) { try lines.line(line) }
        }
        if let organizer {
            try office.forEachChange(of: organizer, show)
        } else {
            try office.forEachChangeOfStore(show)
        }
        try lines.flush()
    }

    private func tell(_ found: AuditVerification) throws {
        switch found {
        case .whole(let records):
            try StandardOutput.line(output.json ? found.json.text : "whole: \(counted(records, "change"))")
        case .broken(let sequence, let fault):
            try StandardOutput.line(
                output.json ? found.json.text : "broken at change \(sequence): \(fault.rawValue)")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }
}
