import EventFixture
import Foundation
import Store
import Testing

@Suite("Store files of other programs, damaged store files, and stores that several processes use", .lowPriority, .slow)
struct StoreFileTests {
    /// The offset of the application id in SQLite’s header. The id has four bytes, in big-endian order.
    private static let applicationID = 68
    /// The offset of the journal mode in SQLite’s header. The mode has two bytes: both are 1 for a rollback journal,
    /// and 2 for a write-ahead log.
    private static let journal = 18

    let stage: Stage

    init() throws { stage = try Stage() }

    private func altered(_ changes: [Int: [UInt8]]) throws -> [UInt8] {
        var bytes = try stage.folder.read("data/store.sqlite")
        for (offset, new) in changes { bytes.replaceSubrange(offset..<offset + new.count, with: new) }
        return bytes
    }

    /// Runs an SQL statement that the program itself never runs, and returns the bytes of the store’s file.
    private func after(_ statement: String) throws -> [UInt8] {
        let path = stage.folder("data/store.sqlite")
        _ = try Store.open(sqlite: path).write { try $0.execute(statement, []) }
        return try stage.folder.read("data/store.sqlite")
    }

    private func refuses(_ bytes: [UInt8], _ message: String, at location: SourceLocation = #_sourceLocation) throws {
        try stage.folder.write(bytes, to: "other.sqlite")
        for command in [
            "event list", "organizer create X", "gate check fair --gate North x", "init", "gate verify-log",
        ] {
            let outcome = try stage.sh("eventpass \(command) --store sqlite:other.sqlite")
            #expect(outcome.status == 2, "\(command)\n\(outcome)", sourceLocation: location)
            #expect(outcome.errorText.contains(message), "\(command)\n\(outcome)", sourceLocation: location)
            #expect(outcome.output.isEmpty, sourceLocation: location)
            #expect(try stage.folder.read("other.sqlite") == bytes, "\(command)", sourceLocation: location)
        }
    }

    @Test("A database of another program is refused, and stays unchanged byte for byte")
    func foreign() throws {
        let id: [UInt8] = [0, 1, 2, 3]
        try refuses(
            try altered([StoreFileTests.applicationID: id]), "belongs to another program (application id 66051)")
        let rollback = try altered([StoreFileTests.applicationID: id, StoreFileTests.journal: [1, 1]])
        try refuses(rollback, "belongs to another program (application id 66051)")
        try refuses(try after("PRAGMA application_id = 0"), "belongs to another program (application id 0)")
    }

    @Test("A store with a newer schema version is refused and stays unchanged")
    func newer() throws {
        try refuses(try after("PRAGMA user_version = 99"), "was written by a newer eventpass (schema version 99")
    }

    @Test("A file that is not a database is refused and stays unchanged; a folder is also refused")
    func noDatabase() throws {
        try refuses(Array("Dear diary,\n".utf8) + [UInt8](repeating: 7, count: 5000), "is not a database")
        try refuses(Array("short".utf8), "is not a database")
        let folder = try stage.sh("mkdir d; eventpass event list --store sqlite:d")
        #expect(folder.status == 2, "\(folder)")
    }

    @Test("`gate verify-log` finds an edited record, and reports the record’s device and number")
    func edited() throws {
        let token = try #require(try stage.tokens(1).first)
        #expect(try stage.sh("eventpass gate check fair --gate North \(token)").status == 0)
        _ = try after("UPDATE record SET gate = 'Noses'")
        let outcome = try stage.sh("eventpass gate verify-log --json")
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("{\"intact\":false,\"device\":\""))
        #expect(outcome.text.hasSuffix("\"sequence\":1,\"fault\":\"the record does not match its hash\"}\n"))
    }

    @Test("`gate check` does not crash if the store’s file is truncated")
    func cutShort() throws {
        let complete = try stage.folder.read("data/store.sqlite")
        for length in [100, 512, 4096, 5000, complete.count / 2, complete.count - 4096] {
            try stage.folder.write(Array(complete.prefix(length)), to: "cut.sqlite")
            let outcome = try stage.sh("eventpass gate check fair --gate North x --store sqlite:cut.sqlite")
            #expect([1, 2, 65].contains(outcome.status), "\(length)\n\(outcome)")
        }
    }

    @Test("If eight processes create one data folder at once, all succeed and share one key ring and one device id")
    func eightAtOnce() throws {
        for round in 1...3 {
            let folder = try TemporaryFolder()
            let all = try (1...8).map { try folder.start("exec eventpass init --name Olive\($0)") }
            let outcomes = try all.map { try $0.outcome() }
            #expect(outcomes.allSatisfy { $0.status == 0 }, "round \(round) \(outcomes)")
            #expect(try folder.names(in: "data/keys") == ["register"])
            #expect(
                try folder.names(in: "data") == [
                    "device", "keys", "store.sqlite", "store.sqlite-turn", "store.sqlite-turnstile",
                ])
            #expect(try folder.read("data/device").count == 33)
            #expect(try folder.sh("eventpass key generate && eventpass doctor").status == 0)
            #expect(try folder.sh("eventpass key list --json | wc -l").text == "1\n")
        }
    }

    @Test("If eight gates scan the same ticket at once, exactly one gate admits it")
    func eightGates() throws {
        let token = try #require(try stage.tokens(1).first)
        let all = try (1...8).map { try stage.folder.start("exec eventpass gate check fair --gate G\($0) \(token)") }
        let outcomes = try all.map { try $0.outcome() }
        #expect(outcomes.map(\.status).sorted() == [0, 1, 1, 1, 1, 1, 1, 1], "\(outcomes)")
        #expect(try stage.sh("eventpass gate verify-log").text == "intact: 8 records of 1 device\n")
    }

    @Test(
        """
        If eight processes create keys at once, the keys get eight different numbers, and the newest key signs new \
        tickets
        """)
    func eightKeys() throws {
        let all = try (1...8).map { _ in try stage.folder.start("exec eventpass key generate") }
        let outcomes = try all.map { try $0.outcome() }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        let list = try stage.sh("eventpass key list --json").lines
        #expect(list.map { $0.prefix { $0 != "," } } == (1...9).map { "{\"number\":\($0)" })
        #expect(try stage.sh("eventpass doctor").text.contains("9 keys, number 9 signs"))
    }

    @Test("If eight processes each try to issue one of the last five tickets at once, five of them succeed")
    func lastTickets() throws {
        try #require(stage.sh("eventpass type add fair --name Last --quantity 5").status == 0)
        let all = try (1...8).map { _ in
            try stage.folder.start("exec eventpass ticket issue fair --type Last --count 1")
        }
        let outcomes = try all.map { try $0.outcome() }
        #expect(outcomes.map(\.status).sorted() == [0, 0, 0, 0, 0, 1, 1, 1], "\(outcomes)")
        #expect(try stage.tickets().count == 5)
    }
}
