import EventFixture
import Management
import Store
import Testing
import Ticketing

/// A rendered file of a print batch is verified sheet by sheet: the symbols on the sheet are read back. The store keeps
/// the progress, so that an interrupted verification can continue.
@Suite("Progress of verifying a batch’s files", .everyEngine)
struct ReadingBackTests {
    private let festival: Festival
    private let batch: PrintBatch

    init() throws {
        festival = try Festival()
        _ = try festival.issue(17)
        batch = try festival.services.printing.planBatch(PrintBatchTests.plan(), PrintSelection(), of: festival.event)
    }

    private func draw(file: Int = 0, hash: [UInt8] = [1], reading: String = "at 300 dpi") throws -> RenderedFile {
        try festival.services.printing.recordRenderedFile(
            file: file, hash: hash, reading: reading, of: batch, of: festival.event)
    }

    private func readBack(_ sheets: Int, of file: RenderedFile) throws {
        try festival.services.printing.recordVerifiedSheets(sheets: sheets, of: file, of: batch, of: festival.event)
    }

    private func noted() throws -> [RenderedFile] {
        try festival.services.printing.batch(batch.number, of: festival.event).rendered
    }

    @Test("Verification progress is used only if neither the file’s bytes nor the verification method has changed")
    func sameOnly() throws {
        #expect(try draw().sheets == 0)
        try readBack(2, of: draw())
        #expect(try draw().sheets == 2)
        #expect(try draw(reading: "at 600 dpi").sheets == 0)
        #expect(try draw().sheets == 0, "progress of another verification method was used")
        try readBack(2, of: draw())
        #expect(try draw(hash: [2]).sheets == 0)
        #expect(try draw().sheets == 0, "progress for other bytes was used")
        #expect(try noted() == [RenderedFile(number: 0, hash: [1], readBackMethod: "at 300 dpi", sheets: 0)])
    }

    @Test("After a file is rendered anew, progress for its old bytes is not recorded, and progress never decreases")
    func twoRuns() throws {
        let old = try draw()
        let new = try draw(hash: [2])
        try readBack(2, of: old)
        #expect(try noted().map(\.sheets) == [0])
        try readBack(2, of: new)
        try readBack(1, of: new)
        #expect(try noted().map(\.sheets) == [2])
    }

    @Test("Progress is stored for each file, and deleted when the file is released or its batch is discarded")
    func forgotten() throws {
        try readBack(1, of: draw(file: 2))
        try readBack(2, of: draw(file: 0))
        #expect(try noted().map(\.number) == [0, 2] && noted().map(\.sheets) == [2, 1])
        let file = PrintedFile(
            number: 0, path: "/tickets-1.pdf", hash: [1], check: .everySymbolReadBack, released: Festival.start)
        try festival.services.printing.recordReleasedFile(file, of: batch, of: festival.event)
        #expect(try noted().map(\.number) == [2])
        let other = try festival.services.printing.planBatch(
            PrintBatchTests.plan(), PrintSelection(), of: festival.event)
        _ = try festival.services.printing.recordRenderedFile(
            file: 0, hash: [1], reading: "", of: other, of: festival.event)
        try festival.services.printing.discardBatch(other, of: festival.event)
        #expect(try festival.store.read { try $0.renderedFiles.all(of: other) }.isEmpty)
        #expect(throws: PrintBatchError.unknownBatch(2, known: 1)) {
            try festival.services.printing.recordRenderedFile(
                file: 0, hash: [1], reading: "", of: other, of: festival.event)
        }
    }

    @Test("A discarded batch’s number is never reused, even if eight batches are planned at the same time")
    func numbers() async throws {
        try festival.services.printing.discardBatch(batch, of: festival.event)
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let batch = try festival.services.printing.planBatch(
                        PrintBatchTests.plan(), PrintSelection(), of: festival.event)
                    try festival.services.printing.discardBatch(batch, of: festival.event)
                    return batch.number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(2...9))
    }
}
