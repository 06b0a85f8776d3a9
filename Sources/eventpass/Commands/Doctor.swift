import ArgumentParser
import Foundation
import Presenting
import PrintShop
import QRSymbol
import Store
import SymbolReader
import TicketToken
import Ticketing

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is missing, and how to get it.",
        discussion: """
            Exit status 0 when all is well, 2 when something is missing or wrong. It reads the whole store, looks at the disks \
            that hold the data folder and the store, and compares the clock with what the ledger has seen.

              eventpass doctor && eventpass gate run new-year --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let terminal = global.terminal()
        let folder = try global.dataFolder()
        var findings = Findings(terminal: terminal, isJSON: output.json)
        var store: Store?
        try findings.check("data folder") {
            guard folder.exists else { throw folder.absence }
            return folder.path
        }
        try findings.check("store") {
            let opened = try folder.openStore()
            store = opened
            let events = try opened.read { try $0.events.count() }
            return "\(folder.store), \(events) \(events == 1 ? "event" : "events")"
        }
        if let store {
            try findings.check("disk") { try DiskCheck(folder).finding() }
            if case .sqlite = folder.store { try findings.check("pages") { try pages(of: store) } }
            try findings.check("clock") { try clock(folder, store) }
        }
        try findings.check("owner") { try folder.openOffice().user.name }
        try findings.check("key ring") { try keyRing(folder, store) }
        try findings.check("symbols") { try symbols() }
        try findings.check("fonts") { try fonts(folder) }
        try findings.check("terminal") {
            guard terminal.isUTF8 else {
                throw Failure(
                    .trouble, "the locale is not UTF-8: symbols are drawn in ASCII", hint: "export LC_ALL=C.UTF-8")
            }
            return "UTF-8"
        }
        guard findings.areWell else { throw ExitCode(ExitStatus.trouble.rawValue) }
    }

    private func pages(of store: Store) throws -> String {
        let damaged = try store.damagedPages()
        guard damaged.isEmpty else {
            let numbers = damaged.prefix(10).map(String.init).joined(separator: ", ")
            throw Failure(
                .trouble,
                "\(counted(damaged.count, "page")) of \(store.path) \(damaged.count == 1 ? "differs" : "differ") from "
                    + "\(damaged.count == 1 ? "its checksum" : "their checksums"): \(numbers)",
                hint: StoreError.wayBack)
        }
        if case .missing = try store.pageChecksums {
            return "not compared: they have no checksums; eventpass store migrate adds them"
        }
        return "each as it was written"
    }

    /// By what the ledger has seen, and by the clock of the database server.
    private func clock(_ folder: DataFolder, _ store: Store) throws -> String {
        let device = try folder.device()
        let seen = try store.read { try $0.acceptedClocks.latestSeen(by: device) }
        let behind = (seen?.milliseconds ?? 0) - Instant.now().milliseconds
        guard behind < ClockWatch.tolerance else {
            throw Failure(
                .trouble,
                "this machine's clock is \(RoughDuration(milliseconds: behind)) behind what its ledger has seen",
                hint: "set it right; if it is right, eventpass gate clock accept --reason TEXT ends this warning")
        }
        let offset = try store.offset(of: Instant.now)?.certain ?? 0
        guard offset.magnitude < ClockWatch.tolerance.magnitude else {
            let direction = offset < 0 ? "behind" : "ahead of"
            throw Failure(
                .trouble,
                "this machine's clock is \(RoughDuration(milliseconds: offset)) \(direction) the database server's",
                hint: "set both by a time service")
        }
        return "not behind what the ledger has seen"
    }

    private func keyRing(_ folder: DataFolder, _ store: Store?) throws -> String {
        let ring = try folder.openKeyRing(keys)
        // A store that can't be read has said so above.
        try RingCheck(store, ring).demandAll()
        guard let key = ring.signingKey else {
            throw Failure(.trouble, "no active key", hint: "eventpass key generate makes one")
        }
        let remark = key.isPublic ? " (a public demonstration key!)" : ""
        return "\(counted(ring.keys.count, "key")), number \(key.number) signs\(remark)"
    }

    private func symbols() throws -> String {
        let symbol = try QRSymbol("EVENTPASS")
        let read = try SymbolReader.read(png: symbol.png())
        guard read.map(\.text) == ["EVENTPASS"] else {
            throw Failure(
                .trouble, "a symbol drawn here does not read back", hint: "reinstall libqrencode and ZXing-C++")
        }
        return "drawn and read back"
    }

    private func fonts(_ folder: DataFolder) throws -> String {
        let missing = try MissingFonts.scalars(in: try folder.openOffice())
        guard missing.isEmpty else {
            let letters = missing.prefix(10).map(\.named).joined(separator: ", ")
            throw Failure(
                .trouble,
                "no installed font contains \(counted(missing.count, "letter")) of the names and titles: \(letters)",
                hint: MissingFonts.advice(for: missing))
        }
        return "every name and title can be printed"
    }
}

/// What the checks found, a line each.
private struct Findings {
    let terminal: Terminal
    let isJSON: Bool
    private(set) var areWell = true

    init(terminal: Terminal, isJSON: Bool) { (self.terminal, self.isJSON) = (terminal, isJSON) }

    mutating func check(_ name: String, _ examine: () throws -> String) throws {
        do {
            let finding = try examine().withoutPasswords
            try StandardOutput.line(
                isJSON
                    ? Findings.json(name, finding: finding, hint: nil, isWell: true)
                    : "\(terminal.paint("ok     ", .plainGreen))  \(name): \(finding.visible)")
        } catch let error where !(error is ClosedPipe) {
            areWell = false
            let failure = Failure.describing(error)
            let hint = failure.hint.map { "\n         → \($0)" } ?? ""
            try StandardOutput.line(
                isJSON
                    ? Findings.json(name, finding: failure.message, hint: failure.hint, isWell: false)
                    : "\(terminal.paint("missing", .plainRed))  \(name): \(failure.message.visible)\(hint)")
        }
    }

    private static func json(_ name: String, finding: String, hint: String?, isWell: Bool) -> String {
        JSON.object([
            ("check", .string(name)), ("ok", .bool(isWell)), ("finding", .string(finding)), ("hint", .optional(hint)),
        ]).text
    }
}
