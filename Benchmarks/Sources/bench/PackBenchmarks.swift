import CBare
import Foundation
import Gate
import Store
import Ticketing

/// Measures how long it takes to create a list pack of 1,000,000 tickets. This is compared with SQLite's shell, which
/// copies the pack's rows into the same tables.
func packing(_ program: String) throws -> [BenchmarkRow] {
    let work = "gate pack of 1,000,000 tickets, vs. SQLite’s shell copying its rows"
    if let tool = Shell.missing(["sqlite3"]) { return [.leftOut(work, bar: 3, without: tool)] }
    let stage = try Stage("pack", program: program, tickets: 1_000_000)
    let clock = ContinuousClock()
    let pack = "\(stage.data)/north.gate"
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        try Stage.removeFiles([pack])
        ours.append(
            try clock.measure {
                try Stage.run(program, Stage.packing("North", to: pack), data: stage.data)
            } / .nanoseconds(1))
        bare.append(try copyByShell(pack: pack, of: "\(stage.data)/store.sqlite", to: "\(stage.data)/bare"))
    }
    let opening = try (0..<5).map { _ in
        try clock.measure {
            try Stage.run(program, ["gate", "check", pack, "--gate", "North"], data: stage.data)
        } / .nanoseconds(1)
    }
    let scan = try scanning(pack, stage)
    return [
        BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: 3,
            remark: "opens in \(microseconds(median(opening))), including program start"),
        scan,
    ]
}

/// The time that SQLite's own shell takes to write a pack's contents into a new file with the same tables and indexes.
/// The ticket rows come from the main store, without the columns that a pack lacks. The sorted list of digests comes
/// from an existing pack. The shell writes no log, and syncs the file once.
private func copyByShell(pack: String, of store: String, to target: String) throws -> Double {
    try Stage.removeFiles([target])
    let definitions = try Shell.run([
        "sqlite3", pack,
        """
        SELECT sql || ';' FROM sqlite_schema
        WHERE tbl_name IN ('event', 'ticket_type', 'ticket', 'listed') AND sql IS NOT NULL ORDER BY rowid
        """,
    ])
    try Shell.run(["sqlite3", target], input: definitions)
    // With `SELECT *`, SQLite would copy the bytes of whole rows, which is faster. EventPass can't copy rows in that
    // way, because the ticket tables of a pack and of the main store have different columns.
    let columns = """
        event, serial, type, admits, key, issue, reissued, valid_from, valid_until, note, status, status_since,
        status_note, issued_at, due, disputed
        """
    let script = """
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = FULL;
        ATTACH '\(store)' AS main_store;
        ATTACH '\(pack)' AS pack;
        BEGIN;
        INSERT INTO main.event SELECT * FROM main_store.event;
        INSERT INTO main.ticket_type SELECT * FROM main_store.ticket_type;
        INSERT INTO main.ticket (\(columns))
            SELECT \(columns) FROM main_store.ticket
            WHERE event = (SELECT event FROM pack.gate_pack) ORDER BY event, serial;
        INSERT INTO main.listed (digest, serial) SELECT digest, serial FROM pack.listed ORDER BY digest;
        COMMIT;
        """
    return try ContinuousClock().measure { try Shell.run(["sqlite3", target], input: script) } / .nanoseconds(1)
}

/// Measures one scan at a gate with a list pack, until its record is on the disk. This is compared with a scan by a C
/// program (`CBare`) on a copy of the pack. Both sign each scan with Ed25519.
private func scanning(_ pack: String, _ stage: Stage) throws -> BenchmarkRow {
    let (rounds, iterations) = (31, 100)
    let tickets = try stage.tickets(try stage.openStore(), atMost: rounds * iterations)
    let copy = "\(stage.data)/bare.gate"
    try Stage.removeFiles([copy])
    try FileManager.default.copyItem(atPath: pack, toPath: copy)
    let store = try GatePackFile.open(pack)
    let gate = try Gate(
        name: "North", pack: store,
        operation: Gate.Operation(operator: "bench", clock: Stage.now))
    let bare = try open(copy)
    defer { bare_store_close(bare) }
    precondition(bare_store_make_key(bare) == 0)
    var (bareNext, ourNext) = (0, 0)
    return measure(
        "one durable scan from a list pack of 1,000,000 tickets", bar: 1.5, rounds: rounds, iterations: iterations,
        bare: { count in
            for _ in 0..<count {
                let serial = tickets[bareNext].serial.rawValue
                precondition(bare_store_scan(bare, stage.event.number.rawValue, serial, nil) == 0)
                bareNext += 1
            }
        },
        ours: { count in
            for _ in 0..<count {
                precondition(gate.decide(Scan(tickets[ourNext].token)).outcome == .admit(again: false))
                ourNext += 1
            }
        })
}

/// Measures the merge of three packs with 100,000 admissions each into the main store. This is compared with SQLite's
/// shell, which inserts the packs' rows into a copy of the main store. Also measures the longest time that a scan at a
/// gate of the main store takes during a merge.
func merging(_ program: String) throws -> [BenchmarkRow] {
    let work = "gate merge of 3 ledgers of 100,000 records, vs. SQLite’s shell inserting the same rows"
    if let tool = Shell.missing(["sqlite3"]) { return [.leftOut(work, bar: 3, without: tool)] }
    let stage = try Stage("merge", program: program, tickets: 301_000)
    let tokens = try stage.tickets(try stage.openStore(), atMost: .max).map(\.token)
    let packs = try ["North", "South", "West"].enumerated().map { index, name in
        let pack = "\(stage.data)/\(name).gate"
        try Stage.run(program, Stage.packing(name, to: pack), data: stage.data)
        let input = "\(stage.data)/\(name).txt"
        let share = tokens[index * 100_000..<(index + 1) * 100_000]
        try Data(share.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: input))
        try Stage.run(program, ["gate", "check", pack, "--gate", name], data: stage.data, input: input)
        return pack
    }
    let before = try stage.copyStore("before")
    let (store, copy) = ("\(stage.data)/store.sqlite", "\(stage.data)/bare.sqlite")
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        try Stage.removeFiles([store])
        try FileManager.default.copyItem(atPath: before, toPath: store)
        ours.append(
            try clock.measure { try Stage.run(program, Stage.merging(packs), data: stage.data) } / .nanoseconds(1))
        try Stage.removeFiles([copy])
        try FileManager.default.copyItem(atPath: before, toPath: copy)
        bare.append(try mergeByShell(["record", "admission_slot", "device"], from: packs, into: copy))
    }
    try Stage.removeFiles([store])
    try FileManager.default.copyItem(atPath: before, toPath: store)
    let wait = try longestWait(during: Stage.merging(packs), stage, Array(tokens[300_000...]))
    var row = BenchmarkRow(
        work: work, bare: median(bare), ours: median(ours), bar: 3,
        remark: "a scan waits at most \(microseconds(wait)) meanwhile (limit 1 s)")
    row.isOverItsLimit = wait > 1e9
    return [row]
}

/// The longest time that a scan at a gate of the main store takes while a command runs, in nanoseconds.
private func longestWait(during command: [String], _ stage: Stage, _ tokens: [String]) throws -> Double {
    let gate = SteadyGate(try stage.openGate(stage.openStore()), tokens)
    let process = try Child(stage.program, command + ["--data", stage.data])
    let times = gate.scan(for: .seconds(600)) { process.isRunning }
    _ = try process.output()
    return times.max() ?? .infinity
}

/// The time that SQLite's own shell takes to copy the given tables of all packs into a store, in one durable
/// transaction. A merge writes the same rows, but checks them first.
private func mergeByShell(_ tables: [String], from packs: [String], into store: String) throws -> Double {
    let attached = packs.enumerated().map { "ATTACH '\($1)' AS pack\($0);" }
    let copies = packs.indices.flatMap { pack in
        tables.map { "INSERT INTO main.\($0) SELECT * FROM pack\(pack).\($0);" }
    }
    let script = """
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = OFF;
        \(attached.joined(separator: "\n"))
        BEGIN;
        \(copies.joined(separator: "\n"))
        COMMIT;
        """
    return try ContinuousClock().measure { try Shell.run(["sqlite3", store], input: script) } / .nanoseconds(1)
}
