import CBare
import Foundation
import Gate
import Store
import Ticketing

/// Runs eight processes that scan tickets into one store at the same time, and measures the longest time that any
/// process waits for a verdict. For comparison, eight C programs (`CBare`) write to a copy of the store. EventPass makes
/// its processes wait in a queue (`FairFileLock`); in the C programs, SQLite retries until it gets its lock.
func contending(_ program: String) throws -> BenchmarkRow {
    let stage = try Stage("contend", program: program, tickets: 10_000)
    let copy = try stage.copyStore("bare")
    let tickets = try stage.tickets(try stage.openStore(), atMost: 10_000)
    let shares = (0..<8).map { share in "\(stage.data)/share-\(share).txt" }
    for (share, path) in shares.enumerated() {
        let lines = stride(from: share, to: tickets.count, by: shares.count).map {
            "\(tickets[$0].serial.rawValue) \(tickets[$0].token)\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
    }
    let bare = try longestWait(shares.map { ["contend-bare", copy, "\(stage.event.number)", $0] })
    let ours = try longestWait(shares.map { ["contend", stage.data, "\(stage.event.number)", $0] })
    return BenchmarkRow(
        work: "longest wait of 8 processes, 10,000 scans, vs. SQLite’s own waiting", bare: bare, ours: ours,
        bar: .infinity)
}

/// As one of the eight processes, scans a share of the tickets one by one. Prints the longest wait in nanoseconds.
func contend(_ arguments: [String]) throws {
    guard arguments.count == 4, let number = UInt32(arguments[2]), let event = EventNumber(rawValue: number) else {
        throw Trouble("usage: contend STORE EVENT SHARE")
    }
    let share = try String(contentsOfFile: arguments[3], encoding: .utf8).split(separator: "\n")
    let scan: (_ serial: UInt64, _ token: String, _ request: String) throws -> Void
    if arguments[0] == "contend-bare" {
        let store = try open(arguments[1])
        scan = { serial, _, request in try check(bare_store_scan(store, number, serial, request)) }
    } else {
        let store = try Store.open(sqlite: "\(arguments[1])/store.sqlite")
        var random = SystemRandomNumberGenerator()
        let gate = try Gate(
            name: "North", event: event, store: store, ring: .open(at: "\(arguments[1])/keys"),
            device: .random(using: &random),
            operation: Gate.Operation(clock: Stage.now))
        scan = { _, token, request in
            let verdict = gate.decide(Scan(token, requestID: request))
            guard case .admit = verdict.outcome else { throw Trouble("\(verdict.outcome)") }
        }
    }
    let clock = ContinuousClock()
    var longest = 0.0
    for (index, line) in share.enumerated() {
        let parts = line.split(separator: " ")
        guard let serial = UInt64(parts[0]) else { throw Trouble("no serial: \(line)") }
        let time = try clock.measure { try scan(serial, String(parts[1]), "bench-\(index)") }
        longest = max(longest, time / .nanoseconds(1))
    }
    print(Int(longest))
}

private func longestWait(_ commands: [[String]]) throws -> Double {
    let processes = try commands.map { arguments in
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe)
    }
    return try processes.map { process, pipe in
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let time = Double(output.split(separator: "\n").last ?? "") else {
            throw Trouble("a process failed: \(output)")
        }
        return time
    }.max() ?? 0
}
