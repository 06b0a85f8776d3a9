import Drawing
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import PrintShop
import Printing
import Synchronization
import TicketToken
import Ticketing

/// One run of `print sheets`, `labels` or `badges`: plans a new batch or resumes an interrupted one, prints the batch
/// and reports the result.
struct PrintRun {
    let global: GlobalOptions
    let keys: KeyOptions
    let output: JSONOption
    let event: String
    /// The layout's name or file; nil for the format's default.
    let layout: String?
    let options: PrintRunOptions
    /// The default order of the tickets; `--sort` overrides it.
    var order = PrintOrder.code

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: event, among: .publishedFirst)
        try services.tickets.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let state = try options.resume.map { try services.printing.batch($0, of: event) }
        let queue = try options.printer.map {
            try PrintQueue($0, environment: ProcessInfo.processInfo.environment)
        }
        if options.resume != nil, layout != nil {
            throw CommandFailure(
                .usage, Text.resumeWithLayout, hint: Sentence(Text.resumeHint, ["event": .text(event.slug)]))
        }
        if let state, state.isFinished, try state.files.allSatisfy({ try BatchPrinter.isIntact($0) }) {
            if let queue { return try send(state, to: queue) }
            let number: SentenceArgument = "\(state.batch.number)"
            throw CommandFailure(
                .badInput, Text.batchFinished, ["batch": number],
                hint: Sentence(Text.reprintHint, ["event": .text(event.slug), "batch": number]))
        }
        let layouts = LayoutFolder(of: folder)
        let loaded =
            try state.map { try layouts.load(of: $0.batch) }
            ?? layouts.load(typed: layout ?? options.format.layout)
        if state == nil { try options.replacing.explainingExistingFile(checkOutputIsFree) }
        let batch = try state?.batch ?? plan(loaded, event, services)
        let printer = try BatchPrinter(
            services, event, batch, loaded, ring, options.check, clock: Instant.now,
            progress: PrintProgress(batch).watch)
        try printSummary(try print(printer, resuming: state), printer)
        if let queue { try send(try services.printing.batch(batch.number, of: event), to: queue) }
    }

    /// Throws an error if the first output file of the new batch already exists. Checks two names: the name of a single
    /// file, and the name of the first of several files. The number of files is not known yet.
    private func checkOutputIsFree() throws {
        guard options.replacing.existing == .refuse, let file = options.file else { return }
        let one = DataFolder.absolute(file)
        for path in [one, BatchPrinter.path(ofFile: 0, of: 2, at: one)]
        where FileManager.default.fileExists(atPath: path) {
            throw SystemError(.create, path, errno: EEXIST)
        }
    }

    private func print(_ printer: BatchPrinter, resuming state: PrintBatchState?) throws -> BatchPrinter.PrintResult {
        Interrupt.startWatching()
        do {
            return try options.replacing.explainingExistingFile {
                try printer.printFiles(resuming: state, existing: options.replacing.existing)
            }
        } catch {
            try explainInterruption(printer, after: error)
            throw error
        }
    }

    /// Cleans up after a failed or interrupted run, and prints how to continue the run.
    private func explainInterruption(_ printer: BatchPrinter, after error: any Error) throws {
        if options.resume == nil, BatchPrinter.isPermanent(error) { return try discardBatch(printer) }
        let isInterrupted = error is BatchPrinter.Interrupted
        if isInterrupted { StandardError.say(Text.stopped) }
        StandardError.say(
            Text.toContinue, ["event": .text(printer.event.slug), "batch": "\(printer.batch.number)"])
        if isInterrupted { Interrupt.terminate() }
    }

    private func plan(_ loaded: LoadedLayout, _ event: Event, _ services: ManagementServices) throws -> PrintBatch {
        let type = try options.type.map { try services.ticketTypes.ticketType(named: $0, of: event) }
        return try services.printing.planBatch(
            PrintBatch.Plan(
                layout: loaded.name, layoutHash: loaded.hash,
                cellsPerSheet: options.format == .pdf ? loaded.layout.cellsPerSheet : 1,
                imposition: options.impose.rawValue, firstNumber: options.from,
                output: DataFolder.absolute(options.file ?? ""), sheetsPerFile: options.sheetsPerFile,
                settings: options.settings.fields),
            PrintSelection(
                order: options.sort ?? order, type: type?.number, paperFilter: options.unprinted ? .unprinted : .all,
                from: options.from, to: options.to), of: event)
    }

    /// Discards a batch after an error that a retry cannot fix. Keeps the batch if some of its files exist.
    private func discardBatch(_ printer: BatchPrinter) throws {
        let batch = printer.batch
        guard let rest = try printer.abandon() else { return }
        StandardError.say(
            Text.someFilesExist,
            [
                "count": .number(rest.files.count), "total": .number(batch.files), "event": .text(printer.event.slug),
                "batch": "\(batch.number)",
            ])
    }

    private func send(_ state: PrintBatchState, to queue: PrintQueue) throws {
        guard let settings = PrintSettings(state.batch.plan.settings) else {
            throw PrintRunError.unknownSettings(batch: state.batch.number)
        }
        let content = settings.format == .pdf ? PrintQueue.Content.document(settings.sides) : .commands
        for (index, file) in state.files.enumerated() {
            do {
                let reply = try queue.print(file: file.path, as: content).visible
                if reply.isEmpty {
                    StandardError.say(Text.sent, ["path": .text(file.path), "printer": .text(queue.name)])
                } else {
                    StandardError.say(reply)
                }
            } catch let error as PrintQueueError {
                if index > 0 {
                    let paths = state.files[..<index].map(\.path).joined(separator: ", ")
                    StandardError.say(Text.sentBefore, ["paths": .text(paths)])
                }
                throw error
            }
        }
    }

    private func printSummary(_ outcome: BatchPrinter.PrintResult, _ printer: BatchPrinter) throws {
        let batch = printer.batch
        let printBatchJSON = PrintBatchJSON(event: printer.event)
        if output.json {
            try StandardOutput.line(
                printBatchJSON.json(try printer.services.printing.batch(batch.number, of: printer.event)).text)
        } else {
            let files = batch.files == 1 ? printer.path(ofFile: 0) : counted(outcome.files, "file")
            try StandardOutput.line(
                "batch \(batch.number): printed \(counted(outcome.tickets, "ticket")) on \(counted(outcome.sheets, "sheet")) in \(files.visible); \(printer.check.text)"
                    + (outcome.sheets < batch.sheets
                        ? "; together with existing files, the batch has \(counted(batch.count, "ticket")) on \(counted(batch.sheets, "sheet"))"
                        : "")
            )
        }
        printBatchJSON.remark(outcome, of: batch)
        StandardError.next(Text.voidSheet, ["event": .text(printer.event.slug), "batch": "\(batch.number)"])
    }

    enum Text: String, SentenceKey {
        static let subject = "printRun"

        case resumeWithLayout = "--resume and --layout cannot be combined"
        case resumeHint = "resume batch N with: eventpass print sheets {event} --resume N"
        case batchFinished = "batch {batch} is finished"
        case reprintHint = "print a sheet again with: eventpass print reprint {event} {batch} --sheet N --output FILE"
        case stopped = "stopped; every existing file is complete"
        case toContinue = "to continue: eventpass print sheets {event} --resume {batch}"
        case someFilesExist =
            "{count} of {total} files exist; to continue after fixing the problem: eventpass print sheets {event} --resume {batch}"
        case sent = "sent {path} to {printer}"
        case sentBefore = "files sent before: {paths}"
        case voidSheet = "to void a spoiled or lost sheet: eventpass print void {event} {batch} --sheet N"
        case everySheetWasRead = "batch {batch}: every sheet of file {file} was read back already"
        case continuesAtSheet = "batch {batch} continues at sheet {sheet} of {sheets}"
        case fileHasChanged = "batch {batch}: file {file} has changed and is read back from its first sheet"
    }
}

/// Shows a print run's progress on the terminal. Stops the run on Ctrl-C.
final class PrintProgress: Sendable {
    private let batch: (number: Int, sheets: Int)
    private let line = Mutex<Progress?>(nil)

    /// - Parameter batch: the printed batch; nil for a run that prints no batch and cannot be resumed.
    init(_ batch: PrintBatch? = nil) { self.batch = batch.map { ($0.number, $0.sheets) } ?? (0, 0) }

    var watch: PrintRunMonitor { PrintRunMonitor(report: { self.show($0) }, isCancelled: { Interrupt.isPressed }) }

    private func show(_ update: PrintRunMonitor.Update) {
        switch update {
        case .drawing(let sheets): line.withLock { $0 = Progress(.drawingSheets, total: sheets) }
        case .readingBack(let pages): line.withLock { $0 = Progress(.readingPages, total: pages) }
        case .done(let count): line.withLock { $0?.update(count) }
        case .over:
            line.withLock {
                $0?.finish()
                $0 = nil
            }
        case .resumed(let file, let start): say(start, ofFile: file + 1)
        }
    }

    private func say(_ start: PrintRunMonitor.VerificationStart, ofFile file: Int) {
        let number: SentenceArgument = "\(batch.number)"
        switch start {
        case .everythingWasRead:
            StandardError.say(PrintRun.Text.everySheetWasRead, ["batch": number, "file": "\(file)"])
        case .at(let sheet):
            StandardError.say(
                PrintRun.Text.continuesAtSheet,
                ["batch": number, "sheet": "\(sheet + 1)", "sheets": "\(batch.sheets)"])
        case .anew:
            StandardError.say(PrintRun.Text.fileHasChanged, ["batch": number, "file": "\(file)"])
        }
    }
}
