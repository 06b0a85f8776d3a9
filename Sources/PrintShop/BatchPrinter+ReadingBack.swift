import Foundation
import Management
import Printing
import Synchronization
import Ticketing

extension BatchPrinter {
    /// A file of the batch, from 0, and how far it was when an earlier run was broken off.
    package struct FileOfBatch {
        let number: Int
        let before: DrawnFile?
    }

    /// Reads the pages of a file back; of one of the batch, those that were not read back before, if it is the same to the
    /// byte.
    func readBack(_ path: String, _ drawn: SheetFile.Drawn, hash: [UInt8], as file: FileOfBatch?) throws {
        guard let file else {
            return try readBack(path, drawn, from: 0) { _ in }
        }
        let noted = try office.noteDrawn(
            file: file.number, hash: hash, reading: SelfCheck.reading(of: drawn), of: batch, of: event)
        let notes = ReadBackNotes(office, event, batch, noted, pagesPerSheet: settings.sides.pagesPerSheet)
        say(notes.start, of: file)
        do {
            try readBack(path, drawn, from: notes.start * settings.sides.pagesPerSheet, notes.reached)
        } catch {
            // What can't be noted any more is read again.
            do { try notes.finish() } catch _ {}
            throw error
        }
        try notes.finish()
    }

    private func say(_ start: Int, of file: FileOfBatch) {
        let sheets = batch.sheets(ofFile: file.number)
        if start == sheets.count {
            watch.tell(.takenUp(file: file.number, .everythingWasRead))
        } else if start > 0 {
            watch.tell(.takenUp(file: file.number, .at(sheet: sheets.lowerBound + start)))
        } else if let before = file.before, before.sheets > 0 {
            watch.tell(.takenUp(file: file.number, .anew))
        }
    }

    private func readBack(
        _ path: String, _ drawn: SheetFile.Drawn, from first: Int, _ reached: @Sendable (_ leading: Int) throws -> Void
    ) throws {
        let watch = watch
        watch.tell(.readingBack(pages: drawn.pages.count - first))
        defer { watch.tell(.over) }
        try SelfCheck.check(
            path, against: drawn, from: first, workers: ProcessInfo.processInfo.activeProcessorCount
        ) { done, leading in
            try reached(leading)
            if watch.isStopped() { throw Interrupted() }
            watch.tell(.done(done))
        }
    }
}

/// Notes in the store from time to time how far a file was read back. For many threads.
private final class ReadBackNotes: Sendable {
    /// Sheets between two notes: some seconds of work that is done again when a run is killed.
    private static let stride = 50

    /// So many sheets were read back before.
    let start: Int

    private let office: Office
    private let event: Event
    private let batch: PrintBatch
    private let file: DrawnFile
    private let pagesPerSheet: Int
    private let sheets: Mutex<(reached: Int, noted: Int)>

    init(_ office: Office, _ event: Event, _ batch: PrintBatch, _ file: DrawnFile, pagesPerSheet: Int) {
        self.office = office
        self.event = event
        self.batch = batch
        self.file = file
        self.pagesPerSheet = pagesPerSheet
        let start = min(file.sheets, batch.sheets(ofFile: file.number).count)
        self.start = start
        sheets = Mutex((start, start))
    }

    /// - Parameter pages: so many of the first are without fault.
    func reached(pages: Int) throws {
        try note(every: ReadBackNotes.stride) { $0 = max($0, pages / pagesPerSheet) }
    }

    func finish() throws { try note(every: 1) { _ in } }

    /// Notes outside of the lock: others read on. The store never takes back what was noted.
    private func note(every stride: Int, _ change: (inout Int) -> Void) throws {
        let due: Int? = sheets.withLock { sheets in
            change(&sheets.reached)
            guard sheets.reached - sheets.noted >= stride else { return nil }
            sheets.noted = sheets.reached
            return sheets.reached
        }
        if let due { try office.noteReadBack(sheets: due, of: file, of: batch, of: event) }
    }
}

extension SheetFile.Sides {
    fileprivate var pagesPerSheet: Int { self == .both ? 2 : 1 }
}
