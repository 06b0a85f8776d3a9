import Drawing
import FileAccess
import Foundation
import Management
import Presenting
import Printing
import PrintShop
import TicketToken
import Ticketing

/// One run of `print sheets`, `labels` or `badges`: plans a batch or takes one up again, prints it and says what it came
/// to.
struct SheetRun {
    let global: GlobalOptions
    let keys: KeyOptions
    let output: JSONOption
    let event: String
    /// Nil for what the format has.
    let layout: String?
    let options: SheetRunOptions
    /// In which order, where none is asked for.
    var order = PrintOrder.code

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: event)
        try office.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let state = try options.resume.map { try office.batch($0, of: event) }
        let queue = try options.printer.map {
            try PrintQueue($0, environment: ProcessInfo.processInfo.environment)
        }
        if options.resume != nil, layout != nil {
            throw Failure(.usage, "a batch has its layout", hint: "eventpass print sheets \(event.slug) --resume N")
        }
        if let state, state.isFinished, try state.files.allSatisfy({ try BatchPrinter.isIntact($0) }) {
            if let queue { return try send(state, to: queue) }
            throw Failure(
                .badInput, "batch \(state.batch.number) is finished",
                hint: "eventpass print reprint \(event.slug) \(state.batch.number) --sheet N prints a sheet again")
        }
        let layouts = LayoutFolder(of: folder)
        let loaded =
            try state.map { try layouts.load(of: $0.batch) }
            ?? layouts.load(typed: layout ?? options.format.layout)
        if state == nil { try options.replacing.making(demandRoom) }
        let batch = try state?.batch ?? plan(loaded, event, office)
        let printer = try BatchPrinter(
            office, event, batch, loaded, ring, options.check, clock: Instant.now, watch: PrintProgress(batch).watch)
        try tell(try print(printer, besides: state), printer)
        if let queue { try send(try office.batch(batch.number, of: event), to: queue) }
    }

    /// - Throws: `Failure` where a file is in the way, before anything is planned.
    private func demandRoom() throws {
        guard options.replacing.existing == .refuse, let file = options.file else { return }
        let one = DataFolder.absolute(file)
        for path in [one, BatchPrinter.path(ofFile: 0, of: 2, at: one)]
        where FileManager.default.fileExists(atPath: path) {
            throw SystemError("create", path, errno: EEXIST)
        }
    }

    private func print(_ printer: BatchPrinter, besides state: BatchState?) throws -> BatchPrinter.Outcome {
        Interrupt.watch()
        do {
            return try options.replacing.making {
                try printer.printFiles(besides: state, existing: options.replacing.existing)
            }
        } catch {
            try leave(printer, after: error)
            throw error
        }
    }

    /// What is done and said of a run that broke off.
    private func leave(_ printer: BatchPrinter, after error: any Error) throws {
        if options.resume == nil, BatchPrinter.isHopeless(error) { return try giveUp(printer) }
        let isInterrupted = error is BatchPrinter.Interrupted
        if isInterrupted { StandardError.say("stopped; every file that is there is whole") }
        StandardError.say("to go on: eventpass print sheets \(printer.event.slug) --resume \(printer.batch.number)")
        if isInterrupted { Interrupt.die() }
    }

    private func plan(_ loaded: LoadedLayout, _ event: Event, _ office: Office) throws -> PrintBatch {
        let type = try options.type.map { try office.ticketType(named: $0, of: event) }
        return try office.planBatch(
            PrintBatch.Plan(
                layout: loaded.name, layoutHash: loaded.hash,
                cellsPerSheet: options.format == .pdf ? loaded.layout.cellsPerSheet : 1,
                imposition: options.impose.rawValue, firstNumber: options.from,
                output: DataFolder.absolute(options.file ?? ""), sheetsPerFile: options.sheetsPerFile,
                settings: options.settings.fields),
            PrintSelection(
                order: options.sort ?? order, type: type?.number, papers: options.unprinted ? .unprinted : .all,
                from: options.from, to: options.to), of: event)
    }

    /// Takes back a batch that can't be gone on with as it is, unless some of it is there.
    private func giveUp(_ printer: BatchPrinter) throws {
        let batch = printer.batch
        guard let rest = try printer.giveUp() else { return }
        StandardError.say(
            "\(rest.files.count) of \(batch.files) files are there; to go on when it is mended: eventpass print sheets \(printer.event.slug) --resume \(batch.number)"
        )
    }

    private func send(_ state: BatchState, to queue: PrintQueue) throws {
        guard let settings = PrintSettings(state.batch.plan.settings) else {
            throw PrintRunError.unknownSettings(batch: state.batch.number)
        }
        let content = settings.format == .pdf ? PrintQueue.Content.document(settings.sides) : .commands
        for (index, file) in state.files.enumerated() {
            do {
                let said = try queue.print(file: file.path, as: content).visible
                StandardError.say(said.isEmpty ? "sent \(file.path.visible) to \(queue.name.visible)" : said)
            } catch let error as PrintQueueError {
                if index > 0 {
                    StandardError.say(
                        "sent before that: \(state.files[..<index].map(\.path).joined(separator: ", ").visible)")
                }
                throw error
            }
        }
    }

    private func tell(_ outcome: BatchPrinter.Outcome, _ printer: BatchPrinter) throws {
        let batch = printer.batch
        let view = BatchView(event: printer.event)
        if output.json {
            try StandardOutput.line(view.json(try printer.office.batch(batch.number, of: printer.event)).text)
        } else {
            let files = batch.files == 1 ? printer.path(ofFile: 0) : counted(outcome.files, "file")
            try StandardOutput.line(
                "batch \(batch.number): \(counted(outcome.tickets, "ticket")) on \(counted(outcome.sheets, "sheet")) in \(files.visible); \(printer.check.words)"
                    + (outcome.sheets < batch.sheets
                        ? "; with what was there before, \(counted(batch.count, "ticket")) on \(counted(batch.sheets, "sheet"))"
                        : "")
            )
        }
        view.remark(outcome, of: batch)
        StandardError.say(
            "next: if a sheet is spoiled or lost, void it: eventpass print void \(printer.event.slug) \(batch.number) --sheet N"
        )
    }
}
