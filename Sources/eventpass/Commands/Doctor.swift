import ArgumentParser
import Foundation
import Presenting
import PrintShop
import QRSymbol
import Store
import SymbolReader
import TicketToken

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is missing, and how to get it.",
        discussion: """
            Exit status 0 when all is well, 2 when something is missing.

              eventpass doctor && eventpass gate run new-year --gate North
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let terminal = global.terminal()
        let folder = try global.dataFolder()
        var isWell = true
        var store: Store?
        func check(_ name: String, _ examine: () throws -> String) throws {
            do {
                let finding = try examine().withoutPasswords
                try StandardOutput.line(
                    output.json
                        ? Doctor.json(name, finding: finding, hint: nil, isWell: true)
                        : "\(terminal.paint("ok     ", .plainGreen))  \(name): \(finding.visible)")
            } catch let error where !(error is ClosedPipe) {
                isWell = false
                let failure = Failure.describing(error)
                let hint = failure.hint.map { "\n         → \($0)" } ?? ""
                try StandardOutput.line(
                    output.json
                        ? Doctor.json(name, finding: failure.message, hint: failure.hint, isWell: false)
                        : "\(terminal.paint("missing", .plainRed))  \(name): \(failure.message.visible)\(hint)")
            }
        }

        try check("data folder") {
            guard folder.exists else { throw Failure.noDataFolder(folder.path) }
            return folder.path
        }
        try check("store") {
            let opened = try folder.openStore()
            store = opened
            let events = try opened.read { try $0.events.count() }
            return "\(folder.store), \(events) \(events == 1 ? "event" : "events")"
        }
        try check("owner") { try folder.openOffice().user.name }
        try check("key ring") {
            let ring = try folder.openKeyRing(keys)
            // A store that can't be read has said so above.
            try RingCheck(store, ring).demandAll()
            guard let key = ring.signingKey else {
                throw Failure(.trouble, "no active key", hint: "eventpass key generate makes one")
            }
            return
                "\(counted(ring.keys.count, "key")), number \(key.number) signs\(key.isPublic ? " (a public demonstration key!)" : "")"
        }
        try check("symbols") {
            let symbol = try QRSymbol("EVENTPASS")
            let read = try SymbolReader.read(png: symbol.png())
            guard read.map(\.text) == ["EVENTPASS"] else {
                throw Failure(
                    .trouble, "a symbol drawn here does not read back", hint: "reinstall libqrencode and ZXing-C++")
            }
            return "drawn and read back"
        }
        try check("fonts") {
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
        try check("terminal") {
            guard terminal.isUTF8 else {
                throw Failure(
                    .trouble, "the locale is not UTF-8: symbols are drawn in ASCII", hint: "export LC_ALL=C.UTF-8")
            }
            return "UTF-8"
        }
        guard isWell else { throw ExitCode(ExitStatus.trouble.rawValue) }
    }

    private static func json(_ name: String, finding: String, hint: String?, isWell: Bool) -> String {
        JSON.object([
            ("check", .string(name)), ("ok", .bool(isWell)), ("finding", .string(finding)), ("hint", .optional(hint)),
        ]).text
    }
}
