import EventFixture
import GRDB
import SimulatedDisk
import Testing

/// The simulations rely on this disk, so it must treat SQLite's files as a real disk does.
@Suite("The simulated disk")
struct SimulatedDiskTests {
    private func open(_ disk: SimulatedDisk) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        }
        return try DatabaseQueue(path: disk("store.sqlite"), configuration: configuration)
    }

    private func insert(_ number: Int, _ queue: DatabaseQueue) throws {
        try queue.write { try $0.execute(sql: "INSERT INTO t (number) VALUES (?)", arguments: [number]) }
    }

    private func numbers(_ queue: DatabaseQueue) throws -> [Int] {
        try queue.read { try Int.fetchAll($0, sql: "SELECT number FROM t ORDER BY number") }
    }

    @Test("Two connections to a database share its log: each reads the other's commits, and only one writes at a time")
    func connections() throws {
        let disk = try SimulatedDisk(seed: 1)
        let (first, second) = (try open(disk), try open(disk))
        try first.write { try $0.execute(sql: "CREATE TABLE t (number)") }
        for number in 1...300 { try insert(number, number % 2 == 0 ? first : second) }
        #expect(try numbers(first) == Array(1...300) && numbers(second) == Array(1...300))
        try first.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            #expect(throws: DatabaseError.self) { try insert(0, second) }
            try database.execute(sql: "ROLLBACK")
        }
        #expect(disk.syncs >= 300)
    }

    @Test(
        "Closing a database deletes the database’s log only if no other program holds a lock on the database",
        arguments: [false, true])
    func locks(closesDescriptor: Bool) throws {
        let disk = try SimulatedDisk(seed: 1)
        disk.enter(program: 0)
        let first = try open(disk)
        try first.write { try $0.execute(sql: "CREATE TABLE t (number)") }
        try insert(1, first)
        if closesDescriptor { disk.closeDescriptor(of: "store.sqlite") }
        do {
            disk.enter(program: 1)
            let second = try open(disk)
            #expect(try numbers(second) == [1])
            try insert(2, second)
            try second.close()
        }
        #expect((disk.bytes(of: "store.sqlite-wal") == nil) == closesDescriptor)
        disk.enter(program: 2)
        let third = try open(disk)
        #expect(try numbers(third) == [1, 2])
        try insert(3, first)
        #expect(try numbers(third).contains(3) == !closesDescriptor)
    }

    @Test(
        """
        A reader’s lock keeps other programs from truncating the log, until the reader’s program closes a file \
        descriptor of the log’s index
        """,
        arguments: [false, true])
    func indexLocks(closesDescriptor: Bool) throws {
        let disk = try SimulatedDisk(seed: 1)
        let first = try open(disk)
        try first.write { try $0.execute(sql: "CREATE TABLE t (number)") }
        try insert(1, first)
        try first.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchAll(database, sql: "SELECT number FROM t")
            if closesDescriptor { disk.closeIndexDescriptor(of: "store.sqlite") }
            disk.enter(program: 1)
            let second = try open(disk)
            try insert(2, second)
            func beginAnew() throws { try second.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
            if closesDescriptor {
                try beginAnew()
            } else {
                #expect(throws: DatabaseError.self) { try beginAnew() }
            }
            disk.enter(program: 0)
            try database.execute(sql: "ROLLBACK")
        }
    }

    @Test("If a program closes one of its two connections, the other connection keeps its locks")
    func connectionsOfOneProgram() throws {
        let disk = try SimulatedDisk(seed: 1)
        let first = try open(disk)
        try first.write { try $0.execute(sql: "CREATE TABLE t (number)") }
        try open(disk).close()
        disk.enter(program: 1)
        try open(disk).close()
        #expect(disk.bytes(of: "store.sqlite-wal") != nil)
    }

    @Test(
        "A commit survives a power failure at any step; an unfinished commit is stored completely or not at all"
    )
    func crashes() throws {
        var random = SeededGenerator(for: "a power failure")
        var (kept, lost) = (0, 0)
        for _ in 0..<300 {
            let disk = try SimulatedDisk(seed: random.next())
            var committed = 0
            do {
                let queue = try open(disk)
                try queue.write { try $0.execute(sql: "CREATE TABLE t (number)") }
                disk.count()
                disk.plan(.crash, at: .random(in: 1...60, using: &random))
                while committed < 40 {
                    try insert(committed + 1, queue)
                    committed += 1
                    if committed % 10 == 0 { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) } }
                }
            } catch is DatabaseError {
                #expect(disk.isDown)
            }
            if !disk.isDown { disk.cutPower() }
            try disk.start()
            let found = try numbers(open(disk))
            #expect(found == Array(1...max(found.count, 1)).prefix(found.count).map(\.self))
            #expect(found.count == committed || found.count == committed + 1)
            if found.count > committed { kept += 1 } else { lost += 1 }
        }
        #expect(kept > 0 && lost > 0)
    }

    /// Lets a checkpoint (the copying of the log into the database file) fail at a step of the disk. Then adds data, so
    /// that a second checkpoint copies the log into the database file, and the file grows. The next commit overwrites
    /// the beginning of the log. From then on, the pages that the second checkpoint copied exist only in the database
    /// file.
    ///
    /// - Returns: whether all pages survive a power failure; nil if the first checkpoint has fewer than `step`
    ///   steps.
    private func isKept(copyingFailsAt step: Int, seed: UInt64) throws -> Bool? {
        let disk = try SimulatedDisk(seed: seed)
        do {
            let queue = try open(disk)
            try queue.write { try $0.execute(sql: "CREATE TABLE t (number)") }
            for number in 1...30 { try insert(number, queue) }
            disk.count()
            disk.plan(.error, at: step)
            do {
                try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) }
            } catch is DatabaseError {}
            guard disk.steps >= step else { return nil }
            try queue.write { database in
                for number in 31...600 {
                    try database.execute(sql: "INSERT INTO t (number) VALUES (?)", arguments: [number])
                }
            }
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.full) }
            try insert(601, queue)
            disk.cutPower()
        }
        try disk.start()
        let queue = try open(disk)
        do {
            let check = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
            return try check == ["ok"] && numbers(queue) == Array(1...601)
        } catch is DatabaseError {
            return false
        }
    }

    @Test("After a checkpoint has failed at any step, the data that a later checkpoint copies survives a power failure")
    func laterSyncs() throws {
        var random = SeededGenerator(for: "a sync after a failed one")
        var cases = 0
        for _ in 0..<20 {
            for step in 1... {
                guard let isKept = try isKept(copyingFailsAt: step, seed: random.next()) else { break }
                #expect(isKept, "step \(step)")
                cases += 1
            }
        }
        #expect(cases > 60)
    }

    @Test("If syncs do nothing, a power failure can lose commits")
    func lies() throws {
        var random = SeededGenerator(for: "syncs that do nothing")
        var lost = 0
        for _ in 0..<50 {
            let disk = try SimulatedDisk(seed: random.next())
            var queue: DatabaseQueue? = try open(disk)
            try queue?.write { try $0.execute(sql: "CREATE TABLE t (number)") }
            disk.lieAboutSyncs()
            for number in 1...5 { try queue.map { try insert(number, $0) } }
            disk.cutPower()
            queue = nil
            try disk.start()
            if try numbers(open(disk)).count < 5 { lost += 1 }
        }
        #expect(lost > 10)
    }
}
