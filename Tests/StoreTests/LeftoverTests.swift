import EventFixture
import FileAccess
import Foundation
import Testing

@Suite("Temporary files of writers that were killed")
struct LeftoverTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ name: String = "tickets.pdf", _ body: (AtomicFile.TemporaryFile) throws -> Void = { try $0.append([1]) }
    ) throws {
        try AtomicFile.write(
            to: folder(name), existing: .replace, durability: .atomic, leftovers: .remove, body)
    }

    @Test("A write removes the leftover temporary files of its path, and no other files, links or folders")
    func removed() throws {
        let stale = [".tickets.pdf.0.held.partial", ".tickets.pdf.1x9z.held.partial"]
        let others = [
            ".tickets.pdf.1x9z.partial", ".tickets.pdf.old.1x9z.held.partial", ".tickets.pd.1x9z.held.partial",
            ".tickets.pdf..held.partial", ".tickets.pdf.1X9Z.held.partial", "tickets.pdf.1x9z.held.partial",
            ".other.pdf.1x9z.held.partial", ".tickets.pdf.1x9z.held.partial.bak",
        ]
        for name in stale + others { try folder.write("token", to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder(".tickets.pdf.link.held.partial"), withDestinationPath: folder(others[0]))
        try FileManager.default.createDirectory(
            atPath: folder(".tickets.pdf.dir.held.partial"), withIntermediateDirectories: false)
        #expect(mkfifo(folder(".tickets.pdf.fifo.held.partial"), 0o600) == 0)
        try write()
        let kept = [
            ".tickets.pdf.link.held.partial", ".tickets.pdf.dir.held.partial", ".tickets.pdf.fifo.held.partial",
        ]
        #expect(try folder.names(in: ".") == (others + kept + ["tickets.pdf"]).sorted())
    }

    @Test("A write keeps the temporary file of another, unfinished write; after both writes, no temporary file is left")
    func living() throws {
        try write { outer in
            try outer.append([7])
            try write { try $0.append([8]) }
            #expect(try folder.read("tickets.pdf") == [8])
            #expect(FileManager.default.fileExists(atPath: outer.path))
        }
        #expect(try folder.read("tickets.pdf") == [7])
        #expect(throws: Surprise.self) { try write { _ in throw Surprise("interrupted") } }
        #expect(try folder.names(in: ".") == ["tickets.pdf"])
    }

    @Test("If eight tasks write to one path concurrently, all of them succeed, and the file is complete")
    func raced() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 0..<50 { try write { try $0.append([UInt8](repeating: UInt8(writer), count: 3)) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(folder.read("tickets.pdf")).count == 1)
        #expect(try folder.names(in: ".") == ["tickets.pdf"])
    }
}
