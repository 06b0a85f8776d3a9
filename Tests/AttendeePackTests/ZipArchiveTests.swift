import AttendeePack
import EventFixture
import Foundation
import Testing

@Suite("ZIP archives")
struct ZipArchiveTests {
    @Test("unzip reads all entries of an archive unchanged, including an empty file and a megabyte of random bytes")
    func readBack() throws {
        var generator = SeededGenerator(for: "archives")
        let noise = (0..<1 << 20).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let files = try unzipped(
            ZipWriter.bytes([
                .init(name: "a.png", bytes: noise), .init(name: "b.ics", bytes: []), .init(name: "c.txt", bytes: [65]),
            ]))
        #expect(files == ["a.png": noise, "b.ics": [], "c.txt": [65]])
    }

    @Test("Two archives of the same entries have equal bytes, because every entry has the date 1980-01-01")
    func same() throws {
        func archive() throws -> [UInt8] { try ZipWriter.bytes([.init(name: "a", bytes: [1, 2, 3])]) }
        #expect(try archive() == archive())
        // These four bytes are the time and the date in the first local header (APPNOTE 4.3.7).
        #expect(try Array(archive()[10..<14]) == [0, 0, 0x21, 0])
    }

    @Test("Two entries with the same name are refused, and so is an archive without entries")
    func refused() {
        #expect(throws: TicketExportError.self) {
            try ZipWriter.bytes([.init(name: "a", bytes: [1]), .init(name: "a", bytes: [2])])
        }
        #expect(throws: TicketExportError.self) { try ZipWriter.bytes([]) }
    }
}
