import ArgumentParser
import FileAccess
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
              eventpass gate log new-year --ticket 4F7K-29QX
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGateLog"

        case abstract = "List the ledger of an event by device, oldest record first."
        case ticket = "List only the records of this ticket, by code."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument
    @Option(help: ArgumentHelp(Text.ticket))
    var ticket: ParsedArgument<TicketCode>?

    func run() throws {
        let code = try ticket.map { try FieldParser.read(only: $0, "ticket") }
        if let pack = try argument.openPack(orCopy: true) {
            let showsDevices = try namesDevices { try pack.hasSeveralDevices() }
            return try show(
                pack.event, of: code, devices: showsDevices ? [pack.pack.device: "device \(pack.pack.name)"] : nil,
                pack.forEachRecord)
        }
        let folder = try global.dataFolder()
        let services = try folder.openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        var devices: [DeviceID: String]?
        if try namesDevices({ try services.gates.hasSeveralDevices(at: event) }) {
            devices = try services.gates.packNames(of: event).mapValues { "device \($0)" }
            let machine = try folder.device()
            devices?[machine] = "this machine"
        }
        try show(event, of: code, devices: devices) { try services.gates.forEachRecord(of: event, $0) }
    }

    /// Whether the lines name the devices. With `--json`, the result is false, because each object names its device.
    ///
    /// - Parameter hasSeveralDevices: reads whether the ledger has records of several devices.
    private func namesDevices(_ hasSeveralDevices: () throws -> Bool) throws -> Bool {
        try !output.json && hasSeveralDevices()
    }

    /// Prints the records.
    ///
    /// - Parameters:
    ///   - code: the ticket whose records are printed; nil for the records of all tickets.
    ///   - devices: the names of the devices that have a name; nil if the lines do not show the device.
    private func show(
        _ event: Event, of code: TicketCode?, devices: [DeviceID: String]?,
        _ forEachRecord: ((AdmissionRecord) throws -> Void) throws -> Void
    ) throws {
        let admissionRecordJSON = AdmissionRecordJSON(zone: event.zone)
        let sentences = VerdictSentences(timeZone: event.zone)
        var lines = LineBuffer()
        try forEachRecord { record in
            guard code == nil || record.serial == code?.serial else { return }
            if output.json { return try lines.line(admissionRecordJSON.json(record)) }
            let fields: [String?] = [
                sentences.moment(record.wallClock),
                devices.map { ($0[record.device] ?? "device \("\(record.device)".prefix(8))").visible },
                // The record of a merge has no gate.
                record.gate.isEmpty ? nil : record.gate.visible, record.decision.name,
                record.serial.map { TicketCode($0).description }, record.decision.reason?.visible,
            ]
            try lines.line(fields.compactMap(\.self).joined(separator: "  "))
        }
        try lines.flush(orSay: code == nil ? "Nothing was scanned." : "This ticket was not scanned.", output)
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
        case next =
            "look for the people who came in last; if an admission was a mistake, undo it with: eventpass gate undo {event} CODE --gate NAME --reason TEXT"
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
        if count > 0 {
            if !output.json { StandardError.next(Text.next, ["event": .text(argument.event.visible.shellWord)]) }
            throw ExitCode(ExitStatus.refused.rawValue)
        }
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

    @Argument(help: ArgumentHelp(Text.event), completion: NameCompletion.eventsAndPacks)
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
