import ArgumentParser
import Foundation
import Management
import Presenting
import Store
import Ticketing

struct ReportAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List the audit trail, or verify its hash chain.",
        discussion: """
            Times are in the time zone of the changed event, or in UTC for other changes. Exit status of --verify: 0 \
            if the trail is intact, 1 if it is broken.

              eventpass report audit --verify
              eventpass report audit --of-store
              eventpass report audit --json | jq 'select(.action == "editEvent")'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Flag(help: "List changes to the store itself, such as its users. Only for the owner.")
    var ofStore = false
    @Flag(help: "Verify that no record was changed or removed.")
    var verify = false

    func validate() throws {
        guard !ofStore || choice.organizer == nil else {
            throw ValidationError("--of-store and --organizer cannot be combined")
        }
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
            let view = AuditRecordJSON(zone: events.zone(of: record.event))
            if output.json { return try lines.line(view.json(record)) }
            for line in view.lines(record) { try lines.line(line) }
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
            try StandardOutput.line(output.json ? found.json.text : "whole: \(counted(records, "change"))")
        case .broken(let sequence, let fault):
            try StandardOutput.line(
                output.json ? found.json.text : "broken at change \(sequence): \(fault.rawValue)")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }
}
