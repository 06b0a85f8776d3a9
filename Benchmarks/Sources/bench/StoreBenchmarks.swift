import CBare
import Foundation
import Gate
import Store
import Ticketing

/// Measures the command that issues 100,000 tickets, compared with a C program that inserts the same number of rows.
func issuing(_ program: String) throws -> BenchmarkRow {
    let count = 100_000
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    for _ in 0..<5 {
        let stage = try Stage("issue", program: program, tickets: 0)
        let copy = try stage.copyStore("bare")
        bare.append(
            try clock.measure {
                let store = try open(copy)
                defer { bare_store_close(store) }
                try check(bare_store_issue(store, stage.event.number.rawValue, Int32(count)))
            } / .nanoseconds(1))
        ours.append(
            try clock.measure { try Stage.run(program, Stage.issuing(count), data: stage.data) } / .nanoseconds(1))
    }
    return BenchmarkRow(
        work: "issue 100,000 tickets, one command, vs. a bare bulk insert", bare: median(bare), ours: median(ours),
        bar: 2)
}

/// Measures one scan at a gate on the main store, until its record is on the disk. This is compared with a C program
/// that writes the same rows.
func scanning(_ program: String) throws -> BenchmarkRow {
    let rounds = 61
    let iterations = 100
    let stage = try Stage("scan", program: program, tickets: rounds * iterations)
    let copy = try stage.copyStore("bare")
    let store = try stage.openStore()
    let gate = try stage.openGate(store)
    let tickets = try stage.tickets(store, atMost: rounds * iterations)
    let bare = try open(copy)
    defer { bare_store_close(bare) }
    var bareNext = 0
    var ourNext = 0
    return measure(
        "one durable scan", bar: 1.5, rounds: rounds, iterations: iterations,
        bare: { count in
            for _ in 0..<count {
                let status = bare_store_scan(
                    bare, stage.event.number.rawValue, tickets[bareNext].serial.rawValue, "bench-\(bareNext)")
                precondition(status == 0)
                bareNext += 1
            }
        },
        ours: { count in
            for _ in 0..<count {
                let verdict = gate.decide(Scan(tickets[ourNext].token, requestID: "bench-\(ourNext)"))
                precondition(verdict.outcome == .admit(again: false))
                ourNext += 1
            }
        })
}

/// Measures the refusal of a used ticket and of a forged ticket, compared with an admission at the same gate.
func refusing(_ program: String) throws -> [BenchmarkRow] {
    let (rounds, iterations) = (31, 50)
    let stage = try Stage("refuse", program: program, tickets: 2 * rounds * iterations + 1)
    let store = try stage.openStore()
    var random = SystemRandomNumberGenerator()
    var ahead: Int64 = 0
    let gate = try Gate(
        name: "North", event: stage.event.number, store: store, ring: try stage.openRing(),
        device: .random(using: &random),
        operation: Gate.Operation(
            operator: "bench",
            clock: {
                Stage.now().advanced(bySeconds: ahead)
            }))
    var tickets = try stage.tickets(store, atMost: .max)[...]
    let used = tickets.removeFirst().token
    precondition(gate.decide(Scan(used)).outcome == .admit(again: false))
    // If a ticket is scanned again within five seconds, the gate treats the scan as a repeat, and does not refuse it.
    // So the gate's clock is set ten seconds ahead, and the gate refuses the used ticket.
    ahead = 10
    // The forged token has the claims of one ticket and the message authentication code of another ticket.
    let forged = used.prefix(32) + (tickets.first?.token.suffix(24) ?? "")
    func refuse(_ token: String, _ reason: String) -> BenchmarkRow {
        measure(
            "refusal of a \(reason) ticket, vs. an admission", bar: 0.3, rounds: rounds, iterations: iterations,
            bare: { count in
                for _ in 0..<count {
                    let verdict = gate.decide(Scan(tickets.removeFirst().token))
                    precondition(verdict.outcome == .admit(again: false))
                }
            },
            ours: { count in
                for _ in 0..<count { precondition(gate.decide(Scan(token)).outcome.name == "refuse") }
            })
    }
    return [refuse(used, "used"), refuse(String(forged), "forged")]
}

/// Compares the duration of a scan (99th percentile) at an event with 1,000,000 tickets and at an event with 1,000
/// tickets. The gates of the two events scan alternately, and each gate scans entries and exits.
func growing(_ program: String) throws -> BenchmarkRow {
    let clock = ContinuousClock()
    let stages = try [1_000, 1_000_000].map { try Stage("grow-\($0)", program: program, tickets: $0) }
    let stores = try stages.map { try $0.openStore() }
    let gates = try zip(stages, stores).map { try $0.openGate($1) }
    let tickets = try zip(stages, stores).map { try $0.tickets($1, atMost: 6_000) }
    var times: [[Double]] = [[], []]
    for index in 0..<12_000 {
        for side in 0..<2 {
            let token = tickets[side][index / 2 % tickets[side].count].token
            let scan = Scan(token, direction: index.isMultiple(of: 2) ? .entry : .exit)
            let time = clock.measure {
                let verdict = gates[side].decide(scan)
                precondition(["admit", "exit"].contains(verdict.outcome.name))
            }
            times[side].append(time / .nanoseconds(1))
        }
    }
    let worst = times.map { $0.sorted()[$0.count * 99 / 100] }
    return BenchmarkRow(
        work: "p99 of a scan at 1,000,000 tickets, vs. that at 1,000", bare: worst[0], ours: worst[1], bar: 1.3,
        remark: "medians \(microseconds(median(times[0]))) and \(microseconds(median(times[1])))")
}

/// Measures `gate check` with 100,000 tokens on standard input. The command commits up to 64 scans together. It is
/// compared with a C program that commits each scan separately.
func streaming(_ program: String) throws -> BenchmarkRow {
    let count = 100_000
    let bareCount = 10_000
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    for _ in 0..<3 {
        let stage = try Stage("stream", program: program, tickets: count)
        let copy = try stage.copyStore("bare")
        let tickets = try stage.tickets(try stage.openStore(), atMost: count)
        let input = "\(stage.data)/tokens.txt"
        try Data(tickets.map { "\($0.token)\n" }.joined().utf8).write(to: URL(filePath: input))
        bare.append(
            try clock.measure {
                let store = try open(copy)
                defer { bare_store_close(store) }
                for ticket in tickets.prefix(bareCount) {
                    try check(bare_store_scan(store, stage.event.number.rawValue, ticket.serial.rawValue, nil))
                }
            } / .nanoseconds(1) / Double(bareCount))
        ours.append(
            try clock.measure {
                try Stage.run(
                    program, ["gate", "check", "big-night", "--gate", "North", "--json"], data: stage.data,
                    input: input, output: "\(stage.data)/verdicts.txt")
            } / .nanoseconds(1) / Double(count))
        let verdicts = try String(contentsOfFile: "\(stage.data)/verdicts.txt", encoding: .utf8)
        let admitted = verdicts.split(separator: "\n").count { $0.hasPrefix("{\"verdict\":\"admit\"") }
        guard admitted == count else { throw Trouble("\(admitted) of \(count) were admitted") }
    }
    return BenchmarkRow(
        work: "gate check fed 100,000 tokens, per token, vs. one bare scan at a time", bare: median(bare),
        ours: median(ours), bar: 1 / 3.0, remark: "\(Int(1e9 / median(ours))) a second")
}

func open(_ path: String) throws -> OpaquePointer {
    guard let store = bare_store_open(path) else { throw Trouble("\(path) can't be opened") }
    return store
}

func check(_ status: Int32) throws {
    guard status == 0 else { throw Trouble("SQLite's code \(status)") }
}
