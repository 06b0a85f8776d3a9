import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Store
import Ticketing

struct GateLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: Text.abstract.text,
        discussion: """
              eventpass gate log new-year --json | jq 'select(.verdict == "refuse")'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateLog"

        case abstract = "List the ledger of an event by device, oldest record first."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(pack.event, pack.forEachRecord)
        }
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(event) { try services.gates.forEachRecord(of: event, $0) }
    }

    private func show(_ event: Event, _ forEachRecord: ((AdmissionRecord) throws -> Void) throws -> Void) throws {
        let admissionRecordJSON = AdmissionRecordJSON(zone: event.zone)
        let sentences = VerdictSentences(timeZone: event.zone)
        var lines = LineBuffer()
        try forEachRecord { record in
            if output.json { return try lines.line(admissionRecordJSON.json(record)) }
            let fields: [String?] = [
                sentences.moment(record.wallClock), record.gate.visible, record.decision.name,
                record.serial.map { TicketCode($0).description }, record.decision.reason?.visible,
            ]
            try lines.line(fields.compactMap(\.self).joined(separator: "  "))
        }
        try lines.flush(orSay: "Nothing was scanned.", output)
    }
}

struct GateStatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate stats new-year --json | jq .inside
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateStats"

        case abstract = "Count admitted people, people inside, and refusals by reason."
        case discussion =
            """
            For an event with sub-events, the command prints these numbers for each sub-event, because one person can \
            attend several sub-events.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(pack.attendance(), of: pack.event)
        }
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(services.reports.attendance(of: event), of: event)
    }

    private func show(_ attendance: Attendance, of event: Event) throws {
        if output.json {
            return try StandardOutput.line(AttendanceJSON(event: event, attendance: attendance).json.text)
        }
        try StandardOutput.line("expected  \(attendance.expected)")
        if let admitted = attendance.admitted { try StandardOutput.line("admitted  \(admitted)") }
        if let inside = attendance.inside { try StandardOutput.line("inside    \(inside)") }
        if !attendance.subEvents.isEmpty {
            var table = Table("sub-event", "expected", "admitted", "inside", "no-shows", empty: nil)
            for figures in attendance.subEvents {
                table.add(
                    figures.subEvent.name, "\(figures.expected)", "\(figures.admitted)", "\(figures.inside)",
                    "\(figures.noShows)")
            }
            try table.write(global.terminal())
        }
        guard !attendance.refusals.isEmpty else { return }
        var table = Table("refused", "gate", "reason", empty: nil)
        for refusal in attendance.refusals { table.add("\(refusal.count)", refusal.gate, refusal.reason) }
        try table.write(global.terminal())
    }
}

struct GateConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate conflicts new-year --json | jq -r .code
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateConflicts"

        case abstract = "List tickets that disconnected gates admitted twice."
        case discussion =
            """
            For each conflict, the command prints the time, gate and device of both admissions, the earlier admission \
            first. The exit status is 1 if there are conflicts.

            {examples}
            """
        case noConflicts = "no conflicts found"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    func run() throws {
        if let pack = try argument.openPack(orCopy: true) {
            return try show(
                ConflictJSON(pack.event, subEvents: pack.subEvents()), LaneStore(pack).forEachDoubleAdmission)
        }
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try show(ConflictJSON(event, subEvents: services.subEvents.subEvents(of: event), on: folder.device())) {
            try services.gates.forEachConflict(of: event, $0)
        }
    }

    private func show(
        _ conflictJSON: ConflictJSON, _ forEachConflict: ((DoubleAdmissionDetails) throws -> Void) throws -> Void
    ) throws {
        var lines = LineBuffer()
        var count = 0
        try forEachConflict { conflict in
            count += 1
            if output.json { return try lines.line(conflictJSON.json(conflict)) }
            for line in conflictJSON.lines(conflict) { try lines.line(line) }
        }
        try lines.flush()
        if count > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
        if !output.json { StandardError.say(Text.noConflicts) }
    }
}

struct GateVerifyLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-log", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate verify-log && eventpass gate stats new-year
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateVerifyLog"

        case abstract = "Verify that no ledger record was changed or removed."
        case discussion =
            """
            The command checks the hash chain of every device. It also checks that the attendance matches the records. \
            The exit status is 0 if everything is intact, and 1 if not. Only the owner of the data folder may run this \
            command, because the chain of a device contains scans for all organizers of a store.

            {examples}
            """
        case event =
            "A gate pack, or an event of the store. Even if you name an event, all devices’ chains are verified."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var passphrase: GatePackPassphraseOption

    @Argument(help: ArgumentHelp(Text.event), completion: .file(extensions: ["gate"]))
    var event: String?

    func run() throws {
        let found = try store().read { try $0.ledger.verify() }
        try StandardOutput.line(output.json ? found.json.text : line(found))
        guard case .intact = found else { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func store() throws -> Store {
        if let path = event.flatMap(GateArgument.packPath) { return try passphrase.open(path, orCopy: true).store }
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore()
        if let event { _ = try folder.signIn(to: store).events.event(named: event) }
        return store
    }

    private func line(_ found: LedgerVerification) -> String {
        switch found {
        case .intact(let devices, let records): "intact: \(counted(records, "record")) of \(counted(devices, "device"))"
        case .broken, .slotsDiffer: "broken: \(found.fault ?? "")"
        }
    }
}
