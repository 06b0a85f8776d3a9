import Foundation
import Management
import Printing
import Synchronization
import Ticketing

extension BatchPrinter {
    /// A file of the batch, with its number from 0. `before` is the progress of an earlier, interrupted run; nil if no
    /// earlier run drew the file.
    package struct BatchFile {
        let number: Int
        let before: RenderedFile?
    }

    /// Verifies a file by decoding the QR symbols on its drawn pages. If an earlier run has drawn an identical file and
    /// verified some of its pages, the verification skips these pages.
    func verify(_ path: String, _ drawn: TicketSheetPDF.RenderedPages, hash: [UInt8], as file: BatchFile?) throws {
        guard let file else {
            return try verify(path, drawn, from: 0) { _ in }
        }
        let recorded = try services.printing.recordRenderedFile(
            file: file.number, hash: hash, reading: SelfCheck.methodVersion(of: drawn), of: batch, of: event)
        let verification = VerificationProgress(
            services, event, batch, recorded, pagesPerSheet: settings.sides.pagesPerSheet)
        report(verification.start, of: file)
        do {
            try verify(path, drawn, from: verification.start * settings.sides.pagesPerSheet, verification.record)
        } catch {
            // An error here is ignored. Its only effect is that the next run verifies these pages again.
            do { try verification.finish() } catch _ {}
            throw error
        }
        try verification.finish()
    }

    private func report(_ start: Int, of file: BatchFile) {
        let sheets = batch.sheets(ofFile: file.number)
        if start == sheets.count {
            progress.report(.resumed(file: file.number, .everythingWasRead))
        } else if start > 0 {
            progress.report(.resumed(file: file.number, .at(sheet: sheets.lowerBound + start)))
        } else if let before = file.before, before.sheets > 0 {
            progress.report(.resumed(file: file.number, .anew))
        }
    }

    private func verify(
        _ path: String, _ drawn: TicketSheetPDF.RenderedPages, from first: Int,
        _ record: @Sendable (_ leading: Int) throws -> Void
    ) throws {
        let watch = progress
        watch.report(.readingBack(pages: drawn.pages.count - first))
        defer { watch.report(.over) }
        try SelfCheck.check(
            path, against: drawn, from: first, workers: ProcessInfo.processInfo.activeProcessorCount
        ) { done, leading in
            try record(leading)
            if watch.isCancelled() { throw Interrupted() }
            watch.report(.done(done))
        }
    }
}

/// Stores at intervals how many sheets of a file have been verified. Safe for concurrent use.
private final class VerificationProgress: Sendable {
    /// The progress is stored each time that this many more sheets have been verified. If the process is killed, the
    /// next run verifies about this many sheets again.
    private static let stride = 50

    /// The number of sheets that an earlier run verified.
    let start: Int

    private let services: ManagementServices
    private let event: Event
    private let batch: PrintBatch
    private let file: RenderedFile
    private let pagesPerSheet: Int
    private let sheets: Mutex<(reached: Int, recorded: Int)>

    init(_ services: ManagementServices, _ event: Event, _ batch: PrintBatch, _ file: RenderedFile, pagesPerSheet: Int)
    {
        self.services = services
        self.event = event
        self.batch = batch
        self.file = file
        self.pagesPerSheet = pagesPerSheet
        let start = min(file.sheets, batch.sheets(ofFile: file.number).count)
        self.start = start
        sheets = Mutex((start, start))
    }

    /// - Parameter pages: the number of verified pages at the beginning of the file.
    func record(pages: Int) throws {
        try record(every: VerificationProgress.stride) { $0 = max($0, pages / pagesPerSheet) }
    }

    func finish() throws { try record(every: 1) { _ in } }

    /// Changes the progress while holding the lock. If at least `stride` sheets were verified since the progress was
    /// last stored, stores the progress after releasing the lock, so that other threads can continue. If two threads
    /// write in the wrong order, the store keeps the higher number of sheets.
    private func record(every stride: Int, _ change: (inout Int) -> Void) throws {
        let due: Int? = sheets.withLock { sheets in
            change(&sheets.reached)
            guard sheets.reached - sheets.recorded >= stride else { return nil }
            sheets.recorded = sheets.reached
            return sheets.reached
        }
        if let due { try services.printing.recordVerifiedSheets(sheets: due, of: file, of: batch, of: event) }
    }
}

extension TicketSheetPDF.Sides {
    fileprivate var pagesPerSheet: Int { self == .both ? 2 : 1 }
}
