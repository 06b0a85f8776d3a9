import EventFixture
import FileAccess
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// POSIX drops every lock of a process on a file when it closes any descriptor of that file. Then the next process that
/// closes the database deletes its log, and both work on different data.
@Suite("A process that looks at its open database again keeps its locks")
struct ConnectionLockTests {
    /// What a process may do with a file that it has open already.
    enum Look: String, CaseIterable {
        case openAndKeep, openAndClose, openAsOtherKind, stateOfPack, isSealed, restoreFromItself, readLines, readBlocks

        /// - Returns: what is to live on.
        func perform(on path: String, workingIn folder: String, isPack: Bool) throws -> Store? {
            switch self {
            case .openAndKeep: return try isPack ? PackFile.open(path) : Store.open(sqlite: path)
            case .openAndClose: _ = try isPack ? PackFile.open(path) : Store.open(sqlite: path)
            case .openAsOtherKind:
                #expect(throws: StoreError.self) { try isPack ? Store.open(sqlite: path) : PackFile.open(path) }
            case .stateOfPack:
                if isPack { #expect(try PackFile.state(of: path) == .open) } else { _ = try? PackFile.state(of: path) }
            case .isSealed: #expect(try !SealedPack.isOne(path))
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
        "Beside a store, another process that opens and closes it leaves the log there, and a third sees the next commit",
        arguments: Look.allCases)
    func store(_ look: Look) throws {
        let festival = try Festival(engine: .sqlite)
        let path = festival.folder("store.sqlite")
        let second = try look.perform(on: path, workingIn: festival.folder.path, isPack: false)
        try openAndClose(["gate", "stats", "new-year"], on: festival)
        #expect(FileManager.default.fileExists(atPath: "\(path)-wal"))
        let token = try festival.issue(1)[0]
        #expect(try verdict(of: token, at: "new-year", gate: "North", festival) == "admit")
        #expect(try festival.gate("South").decide(Scan(token)).outcome.name == "refuse")
        withExtendedLifetime(second) {}
    }

    @Test(
        "Beside a pack, another process that opens and closes it leaves the log there, and a third sees the next commit",
        arguments: Look.allCases)
    func pack(_ look: Look) throws {
        let festival = try Festival(engine: .sqlite)
        let tokens = try festival.issue(2)
        let path = try festival.pack()
        let gate = try festival.gate(onPack: path)
        let second = try look.perform(on: path, workingIn: festival.folder.path, isPack: true)
        try openAndClose(["gate", "stats", path], on: festival)
        #expect(try PackFile.state(of: path) == .open)
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        #expect(try verdict(of: tokens[0], at: path, gate: "South", festival) == "refuse")
        #expect(try verdict(of: tokens[1], at: path, gate: "South", festival) == "admit")
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "refuse")
        withExtendedLifetime(second) {}
    }

    @Test("A pack is sealed when the last of several connections of one process closes, and not before")
    func lastSeals() throws {
        let festival = try Festival(engine: .sqlite)
        let path = try festival.pack()
        var first: Store? = try PackFile.open(path)
        var second: Store? = try PackFile.open(path)
        #expect(first != nil && second != nil)
        first = nil
        #expect(try PackFile.state(of: path) == .open)
        second = nil
        #expect(try PackFile.state(of: path) == .sealed)
    }

    @Test(
        "Looking a hundred times at an open database keeps no more than one descriptor for it, and none once it is closed"
    )
    func descriptors() throws {
        let festival = try Festival(engine: .sqlite)
        let path = try festival.pack()
        func open() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                // A descriptor of another thread may be gone by now.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
            }
        }
        try withExtendedLifetime(try PackFile.open(path)) {
            let before = try open()
            for _ in 0..<100 { #expect(try PackFile.state(of: path) == .open) }
            #expect(try open() == before && before == 2)
        }
        #expect(try open() == 0)
    }

    private func openAndClose(_ command: [String], on festival: Festival) throws {
        let program = try Program(command, on: festival, input: [])
        #expect(try !program.rest().isEmpty)
        #expect(program.process.terminationStatus == 0)
    }

    private func verdict(of token: String, at place: String, gate: String, _ festival: Festival) throws -> String {
        let program = try Program(["gate", "check", place, "--gate", gate, "--json"], on: festival, input: [token])
        let lines = try program.rest()
        return try PrintedVerdict(#require(lines.first)).verdict
    }
}
