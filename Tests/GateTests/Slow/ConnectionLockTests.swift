import EventFixture
import FileAccess
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// POSIX releases all locks of a process on a file as soon as the process closes any descriptor of that file. If a
/// process loses its locks while the database is open, the next process that closes the database deletes the
/// database's log. The first process keeps writing to the deleted log, and processes that open the database later do
/// not see those writes.
@Suite("A process keeps its locks on a database if it reads or opens the database a second time", .slow)
struct ConnectionLockTests {
    /// The operations of a process on a database file that the process has already opened.
    enum FileOperation: String, CaseIterable {
        case openAndKeep, openAndClose, openAsOtherKind, stateOfPack, isSealed, restoreFromItself, readLines, readBlocks

        /// Performs the operation on the database file `path`.
        ///
        /// - Returns: a second store, which the caller must keep open; nil for operations that keep nothing open.
        func perform(on path: String, workingIn folder: String, isPack: Bool) throws -> Store? {
            switch self {
            case .openAndKeep: return try isPack ? GatePackFile.open(path) : Store.open(sqlite: path)
            case .openAndClose: _ = try isPack ? GatePackFile.open(path) : Store.open(sqlite: path)
            case .openAsOtherKind:
                #expect(throws: StoreError.self) { try isPack ? Store.open(sqlite: path) : GatePackFile.open(path) }
            case .stateOfPack:
                if isPack {
                    #expect(try GatePackFile.state(of: path) == .open)
                } else {
                    _ = try? GatePackFile.state(of: path)
                }
            case .isSealed: #expect(try !EncryptedGatePack.isEncryptedPack(path))
            case .restoreFromItself:
                do {
                    try Store.withBackup(at: path, workingIn: folder) { _ in }
                } catch is StoreError where isPack {}
            case .readLines: _ = try LineReader(path: path, limit: 100).next()
            case .readBlocks: _ = try BlockReader(path: path).next(atMost: 100)
            }
            return nil
        }
    }

    @Test(
        "If another process opens and closes a store in use, the log is kept, and a third process sees the next commit",
        arguments: FileOperation.allCases)
    func store(_ operation: FileOperation) throws {
        let festival = try Festival(engine: .sqlite)
        let path = festival.folder("store.sqlite")
        let second = try operation.perform(on: path, workingIn: festival.folder.path, isPack: false)
        try openAndClose(["gate", "stats", "new-year"], on: festival)
        #expect(FileManager.default.fileExists(atPath: "\(path)-wal"))
        let token = try festival.issue(1)[0]
        #expect(try verdict(of: token, at: "new-year", gate: "North", festival) == "admit")
        #expect(try festival.gate("South").decide(Scan(token)).outcome.name == "refuse")
        withExtendedLifetime(second) {}
    }

    @Test(
        "If another process opens and closes a gate pack in use, a third process sees the pack's next admission",
        arguments: FileOperation.allCases)
    func pack(_ operation: FileOperation) throws {
        let festival = try Festival(engine: .sqlite)
        let tokens = try festival.issue(2)
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        let second = try operation.perform(on: path, workingIn: festival.folder.path, isPack: true)
        try openAndClose(["gate", "stats", path], on: festival)
        #expect(try GatePackFile.state(of: path) == .open)
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try verdict(of: tokens[0], at: path, gate: "South", festival) == "refuse")
        #expect(try verdict(of: tokens[1], at: path, gate: "South", festival) == "admit")
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "refuse")
        withExtendedLifetime(second) {}
    }

    @Test("A gate pack counts as open until the last connection to it is closed, and then as closed")
    func lastSeals() throws {
        let festival = try Festival(engine: .sqlite)
        let path = try festival.pack()
        var first: Store? = try GatePackFile.open(path)
        var second: Store? = try GatePackFile.open(path)
        #expect(first != nil && second != nil)
        first = nil
        #expect(try GatePackFile.state(of: path) == .open)
        second = nil
        #expect(try GatePackFile.state(of: path) == .closed)
    }

    @Test(
        "Reading the state of an open gate pack a hundred times leaves no additional file descriptor open"
    )
    func descriptors() throws {
        let festival = try Festival(engine: .sqlite)
        let path = try festival.pack()
        func open() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                // Another thread may have closed this descriptor in the meantime.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
            }
        }
        try withExtendedLifetime(try GatePackFile.open(path)) {
            let before = try open()
            for _ in 0..<100 { #expect(try GatePackFile.state(of: path) == .open) }
            #expect(try open() == before && before == 2)
        }
        #expect(try open() == 0)
    }

    private func openAndClose(_ command: [String], on festival: Festival) throws {
        let program = try Program(command, on: festival, input: [])
        #expect(try !program.rest().isEmpty)
        #expect(program.process.terminationStatus == 0)
    }

    private func verdict(of token: String, at target: String, gate: String, _ festival: Festival) throws -> String {
        let program = try Program(["gate", "check", target, "--gate", gate, "--json"], on: festival, input: [token])
        let lines = try program.rest()
        return try PrintedVerdict(#require(lines.first)).verdict
    }
}
