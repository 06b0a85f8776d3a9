import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
import PrintShop
import Printing
import Ticketing

struct PrintStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: Text.abstract.text,
        discussion: """
              eventpass print status new-year
              eventpass print status new-year 3 --json | jq -r '.files[].path'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandPrintStatus"

        case abstract = "List an event's print batches, or show one."
        case batch = "The batch's number. (default: all batches)"
        case changedFile = "batch {batch}: {path} was changed; {options} prints it again"
        case missingFile = "batch {batch}: {path} is missing on this machine; {options} prints it again"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.batch))
    var batch: Int?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let states =
            try batch.map { [try services.printing.batch($0, of: event)] } ?? services.printing.batches(of: event)
        let printBatchJSON = PrintBatchJSON(event: event)
        if output.json {
            for state in states {
                let damaged = Set(try damagedFiles(of: state).map(\.number))
                try StandardOutput.line(printBatchJSON.json(state, damaged: damaged).text)
            }
            return
        }
        var table = Table(
            "batch", "made", "layout", "tickets", "sheets", "status", "voided sheets", empty: "Nothing was printed.")
        for state in states { table.add(try printBatchJSON.row(state)) }
        try table.write(global.terminal())
        if batch != nil {
            for file in states.flatMap(\.files) { try StandardOutput.line("file \(file.path.visible)") }
        }
        for state in states where state.isFinished { try warn(of: state) }
        if let open = states.first(where: { !$0.isFinished }) {
            StandardError.next("eventpass print sheets \(event.slug) --resume \(open.batch.number)")
        }
    }

    private func damagedFiles(of state: PrintBatchState) throws -> [PrintedFile] {
        try state.files.filter { try !BatchPrinter.isIntact($0) }
    }

    /// Warns about files of a finished batch that are missing or changed. Each warning names the options that print the
    /// file again.
    private func warn(of state: PrintBatchState) throws {
        let number = state.batch.number
        let damaged = try damagedFiles(of: state).map { file in
            (path: file.path, isChanged: FileManager.default.fileExists(atPath: file.path))
        }
        // Without --force, a print run refuses to replace an existing file.
        let resume = "--resume \(number)" + (damaged.contains(where: \.isChanged) ? " --force" : "")
        for file in damaged {
            StandardError.warn(
                file.isChanged ? Text.changedFile : .missingFile,
                ["batch": "\(number)", "path": .text(file.path), "options": .text(resume)])
        }
    }
}

struct PrintReprintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reprint", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintReprint"

        case abstract = "Print sheets of a batch again, with the same tickets."
        case discussion =
            """
            A voided sheet is printed with the new tokens of its tickets. Void a lost sheet before reprinting it.

            {examples}
            """
        case file = "The new PDF."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var batchArgument: BatchArgument
    @OptionGroup var sheets: SheetsOption
    @Option(name: .customLong("output"), help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @OptionGroup var replacing: ReplaceOption

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try services.tickets.authorizeTokens(of: event)
        let batch = try services.printing.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets {
            throw PrintBatchError.unknownSheet(last, sheets: batch.sheets)
        }
        let layout = try LayoutFolder(of: folder).load(of: batch)
        let printer = try BatchPrinter(
            services, event, batch, layout, try folder.openKeyRing(keys, of: store), .everySymbolReadBack,
            clock: Instant.now,
            progress: PrintProgress(batch).watch)
        let sheets = numbers.map { $0 - 1 }
        var outcome = BatchPrinter.PrintResult()
        try replacing.explainingExistingFile {
            try printer.render(sheets, into: DataFolder.absolute(file), existing: replacing.existing) { drawn, _ in
                outcome = drawn
            }
        }
        let summary = JSON.object([
            ("batch", .int(batch.number)), ("sheets", .array(numbers.map { .int($0) })),
            ("tickets", .int(outcome.tickets)), ("file", .string(file)),
        ])
        try StandardOutput.line(
            output.json
                ? summary.text
                : "batch \(batch.number): printed \(counted(sheets.count, "sheet")) with \(counted(outcome.tickets, "ticket")) again, in \(file.visible); \(printer.check.text)"
        )
        PrintBatchJSON(event: event).remark(outcome, of: batch)
    }
}

struct PrintVoidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass print void new-year 1 --sheet 37 --yes
                  eventpass print reprint new-year 1 --sheet 37 --output sheet-37.pdf
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPrintVoid"

        case abstract = "Void a spoiled or lost sheet: its tickets are reissued."
        case discussion =
            """
            Gates refuse the sheet's printed tokens from now on. A gate with a gate pack refuses them after the \
            pack's next refresh. The tickets stay valid with new tokens.

            {examples}
            """
        case notConfirmed = "voiding a sheet needs confirmation"
        case otherCopies =
            "{count} of these tickets is also on sheet {sheet} of batch {batch}; that copy is void, too|{count} of these tickets are also on sheet {sheet} of batch {batch}; those copies are void, too"
        case notReissued =
            "ticket {ticket} cannot be reissued again, so its printed copy on a voided sheet stays valid; to cancel the ticket: eventpass ticket cancel {event} {ticket}"
        case reprintAndRefresh =
            "eventpass print reprint {event} {batch} --sheet {sheets} --output FILE; then refresh gate packs"
        case question =
            "Void {count} sheet of batch {batch}? Gates will refuse the printed tokens.|Void {count} sheets of batch {batch}? Gates will refuse the printed tokens."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var batchArgument: BatchArgument
    @OptionGroup var sheets: SheetsOption
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let batch = try services.printing.batch(batchArgument.batch, of: event).batch
        let numbers = sheets.sheet.numbers
        if let last = numbers.last, last > batch.sheets {
            throw PrintBatchError.unknownSheet(last, sheets: batch.sheets)
        }
        try Confirmation.require(
            yes, Sentence(Text.question, ["count": .number(numbers.count), "batch": "\(batch.number)"]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        let imposition = try Imposition(batch)
        var reissued: [Ticket] = []
        for number in numbers {
            let voided = try services.printing.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring, publicKeys: signing.publicKeyUse(of: ring))
            reissued += voided.reissued
            let voidedSheetJSON = try VoidedSheetJSON(batch: batch.number, sheet: number, voided) {
                try Imposition($0).sheet(ofPosition: $1)
            }
            try StandardOutput.line(output.json ? voidedSheetJSON.json.text : text(number, voided))
            for other in voidedSheetJSON.otherCopies {
                StandardError.say(
                    Text.otherCopies,
                    ["sheet": "\(other.sheet)", "batch": "\(other.batch)", "count": .number(other.tickets)])
            }
            for ticket in voided.exhausted {
                StandardError.warn(Text.notReissued, ["ticket": "\(ticket.code)", "event": .text(event.slug)])
            }
        }
        // Tickets that are sold on paper have no holder, so nobody expects a message about them.
        let named = reissued.filter { $0.holder != nil || $0.email != nil }
        try messages.say(about: .owners(named.map(\.serial)), by: .ticketReissued)
        StandardError.next(
            Text.reprintAndRefresh,
            ["event": .text(event.slug), "batch": "\(batch.number)", "sheets": .text(sheets.sheet.text)])
    }

    private func text(_ sheet: Int, _ voided: VoidedSheet) -> String {
        let others = [
            (voided.superseded.count, "already replaced"), (voided.ended.count, "already cancelled"),
        ].filter { $0.0 > 0 }.map { "; \($0.0) \($0.1)" }.joined()
        let (state, now) = voided.wasVoid ? ("had already been voided", " now") : ("is void", "")
        return "sheet \(sheet) \(state): \(counted(voided.reissued.count, "ticket")) reissued\(now)\(others)"
    }
}

extension PrintBatchJSON {
    func row(_ state: PrintBatchState) throws -> [String?] {
        let batch = state.batch
        return [
            "\(batch.number)", VerdictSentences(timeZone: event.zone).moment(batch.made), batch.plan.layout,
            "\(batch.count)",
            "\(batch.sheets)",
            try status(state),
            state.voided.isEmpty ? "–" : state.voided.map { "\($0 + 1)" }.joined(separator: ", "),
        ]
    }

    private func status(_ state: PrintBatchState) throws -> String {
        if state.isFinished {
            let damaged = try state.files.filter { try !BatchPrinter.isIntact($0) }.count
            return damaged == 0 ? "printed" : "printed, \(counted(damaged, "file")) missing or changed here"
        }
        let batch = state.batch
        let open = state.rendered.map {
            ", file \($0.number + 1): \(batch.sheets(ofFile: $0.number).count) sheets drawn, \($0.sheets) read back"
        }
        return "interrupted, \(state.files.count) of \(batch.files) files finished\(open.joined())"
    }

    /// Prints warnings of a print run on standard error.
    func remark(_ outcome: BatchPrinter.PrintResult, of batch: PrintBatch) {
        for sentence in outcome.sentences(of: batch) {
            StandardError.warn(sentence)
        }
    }
}

extension PrintedFile.Check {
    var text: String {
        switch self {
        case .everySymbolReadBack: "every symbol was read back"
        case .unchecked: "symbols were not read back"
        }
    }
}
