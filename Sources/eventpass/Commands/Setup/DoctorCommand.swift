import ArgumentParser
import Foundation
import Languages
import Presentation
import PrintShop
import QRSymbol
import Store
import SymbolReader
import TicketToken
import Ticketing

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass doctor --event new-year && eventpass gate run new-year --gate North
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandDoctor"

        case abstract = "Check this setup and say how to fix each problem."
        case discussion =
            """
            The exit status is 0 if there are no problems, and 2 if something is missing or wrong. The command reads \
            the whole store, checks the disks of the data folder and the store, and compares the clock with the \
            ledger. A warning does not change the exit status. The command connects to no mail server; “eventpass mail \
            test” and “eventpass sms test” do. With --event, the command also checks the date, the tickets and the age \
            of the gate packs of an event. It does not know when a backup was made or a paper list was printed.

            {examples}
            """
        case event = "Also check whether this event is ready."
        case localeNotUTF8 = "the locale is not UTF-8: symbols are drawn in ASCII"
        case damagedPages =
            "{count} page of {path} differs from its checksum: {numbers}|{count} pages of {path} differ from their checksums: {numbers}"
        case clockBehindLedger = "this machine's clock is {duration} behind the latest ledger record"
        case clockBehindLedgerHint =
            "correct the clock; if the clock is right, end this warning with: eventpass gate clock accept --reason TEXT"
        case clockBehindServer = "this machine's clock is {duration} behind the database server's"
        case clockAheadOfServer = "this machine's clock is {duration} ahead of the database server's"
        case serverClockHint = "synchronize both clocks with a time server"
        case noActiveKey = "no active key"
        case noActiveKeyHint = "create one with: eventpass key generate"
        case unreadableSymbol = "a test symbol cannot be read back"
        case unreadableSymbolHint = "reinstall libqrencode and ZXing-C++"
        case missingLetters =
            "no installed font contains {count} letter of the names and titles: {letters}|no installed font contains {count} letters of the names and titles: {letters}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.event), completion: NameCompletion.events)
    var event: String?

    func run() throws {
        let terminal = global.terminal()
        let folder = try global.dataFolder()
        var findings = DoctorReport(terminal: terminal, isJSON: output.json)
        var store: Store?
        try findings.check("data folder") {
            guard folder.exists else { throw folder.missingFolderFailure }
            return folder.path
        }
        try findings.check("store") {
            let opened = try folder.openStore()
            store = opened
            let events = try opened.read { try $0.events.count() }
            return "\(folder.store), \(events) \(events == 1 ? "event" : "events")"
        }
        if let store {
            try findings.check("disk") { try DiskCheck(folder).result() }
            if case .sqlite = folder.store { try findings.check("pages") { try pages(of: store) } }
            try findings.check("clock") { try clock(folder, store) }
        }
        try findings.check("owner") { try folder.openServices().user.name }
        try findings.check("key ring") { try keyRing(folder, store) }
        try findings.checkWarning("certificate") { try SelfSignedCertificateFile(in: folder).finding(at: .now()) }
        try findings.checkWarning("messages") { try MessageCheck(folder, store, at: .now()).finding() }
        if let event { try Doctor.check(event, of: folder, &findings) }
        try findings.check("symbols") { try symbols() }
        try findings.check("fonts") { try fonts(folder) }
        try findings.check("terminal") {
            guard terminal.isUTF8 else {
                throw CommandFailure(.trouble, Text.localeNotUTF8, hint: .verbatim("export LC_ALL=C.UTF-8"))
            }
            return "UTF-8"
        }
        guard findings.isHealthy else { throw ExitCode(ExitStatus.trouble.rawValue) }
    }

    private static func check(_ name: String, of folder: DataFolder, _ findings: inout DoctorReport) throws {
        var found: EventCheck?
        try findings.checkWarning("event") {
            let check = try EventCheck(folder, named: name, at: .now())
            found = check
            return try check.time()
        }
        guard let found else { return }
        try findings.checkWarning("event tickets") { found.tickets() }
        try findings.checkWarning("gate packs") { found.packs() }
    }

    private func pages(of store: Store) throws -> String {
        let damaged = try store.damagedPages()
        guard damaged.isEmpty else {
            let numbers = damaged.prefix(10).map(String.init).joined(separator: ", ")
            throw CommandFailure(
                .trouble, Text.damagedPages,
                ["count": .number(damaged.count), "path": .text(store.path), "numbers": .text(numbers)],
                hint: StoreError.restoreHint)
        }
        if case .missing = try store.pageChecksums {
            return "not checked: the pages have no checksums; add them with: eventpass store migrate"
        }
        return "all checksums match"
    }

    private func clock(_ folder: DataFolder, _ store: Store) throws -> String {
        let device = try folder.device()
        let seen = try store.read { try $0.acceptedClocks.latestSeen(by: device) }
        let behind = (seen?.milliseconds ?? 0) - Instant.now().milliseconds
        guard behind < ClockMonitor.tolerance else {
            let duration = ApproximateDuration(milliseconds: behind).text(in: .ofCommandLine)
            throw CommandFailure(
                .trouble, Text.clockBehindLedger, ["duration": .text(duration)],
                hint: Sentence(Text.clockBehindLedgerHint))
        }
        let offset = try store.offset(of: Instant.now)?.certainOffset ?? 0
        guard offset.magnitude < ClockMonitor.tolerance.magnitude else {
            let duration = ApproximateDuration(milliseconds: offset).text(in: .ofCommandLine)
            throw CommandFailure(
                .trouble, offset < 0 ? Text.clockBehindServer : .clockAheadOfServer, ["duration": .text(duration)],
                hint: Sentence(Text.serverClockHint))
        }
        return "not behind the latest ledger record"
    }

    private func keyRing(_ folder: DataFolder, _ store: Store?) throws -> String {
        let ring = try folder.openKeyRing(keys)
        // If the store is unreadable, the check “store” has already reported the error.
        try KeyRingCheck(store, ring).requireAllKeys()
        guard let key = ring.signingKey else {
            throw CommandFailure(.trouble, Text.noActiveKey, hint: Sentence(Text.noActiveKeyHint))
        }
        let remark = key.isPublic ? " (a public demonstration key!)" : ""
        return "\(counted(ring.keys.count, "key")), number \(key.number) signs\(remark)"
    }

    private func symbols() throws -> String {
        let symbol = try QRSymbol("EVENTPASS")
        let read = try SymbolReader.read(png: symbol.png())
        guard read.map(\.text) == ["EVENTPASS"] else {
            throw CommandFailure(.trouble, Text.unreadableSymbol, hint: Sentence(Text.unreadableSymbolHint))
        }
        return "drawn and read back"
    }

    private func fonts(_ folder: DataFolder) throws -> String {
        let missing = try FontCoverage.scalars(in: try folder.openServices())
        guard missing.isEmpty else {
            let letters = missing.prefix(10).map(\.unicodeDescription).joined(separator: ", ")
            throw CommandFailure(
                .trouble, Text.missingLetters, ["count": .number(missing.count), "letters": .text(letters)],
                hint: FontCoverage.advice(for: missing))
        }
        return "every name and title can be printed"
    }
}

/// The result of a check that found no failure.
struct DoctorFinding {
    let text: String
    /// A hint on how to fix the cause of a warning; nil if the finding is not a warning.
    var warningHint: String?
}

/// Prints the result of each check, followed by a hint if the check failed or gives a warning.
private struct DoctorReport {
    let terminal: Terminal
    let isJSON: Bool
    private(set) var isHealthy = true

    init(terminal: Terminal, isJSON: Bool) { (self.terminal, self.isJSON) = (terminal, isJSON) }

    mutating func check(_ name: String, _ examine: () throws -> String) throws {
        try checkWarning(name) { DoctorFinding(text: try examine()) }
    }

    /// Runs a check that can give a warning. A warning does not change the exit status. If the result of the check is
    /// nil, nothing is printed.
    mutating func checkWarning(_ name: String, _ examine: () throws -> DoctorFinding?) throws {
        do {
            guard let finding = try examine() else { return }
            let (text, hint) = (finding.text.withoutPasswords, finding.warningHint)
            let label = hint == nil ? terminal.paint("ok     ", .plainGreen) : terminal.paint("warning", .plainYellow)
            let remedy = hint.map { "\n         → \($0)" } ?? ""
            try StandardOutput.line(
                isJSON
                    ? DoctorReport.json(name, result: text, hint: hint, isWell: true)
                    : "\(label)  \(name): \(text.visible)\(remedy)")
        } catch let error where !(error is ClosedPipe) {
            isHealthy = false
            let failure = CommandFailure.describing(error)
            let hint = failure.hint.map { "\n         → \($0)" } ?? ""
            try StandardOutput.line(
                isJSON
                    ? DoctorReport.json(name, result: failure.message, hint: failure.hint, isWell: false)
                    : "\(terminal.paint("failed ", .plainRed))  \(name): \(failure.message.visible)\(hint)")
        }
    }

    private static func json(_ name: String, result: String, hint: String?, isWell: Bool) -> String {
        JSON.object([
            ("check", .string(name)), ("ok", .bool(isWell)), ("finding", .string(result)), ("hint", .optional(hint)),
        ]).text
    }
}
