import Foundation
import Gate
import Store
import TerminalFixture

/// Measures the memory of `gate run`, and the time from the last character of a scan to its verdict on the terminal.
/// The store or pack has 1,000,000 tickets. The time is compared with the time that a gate without a terminal takes to
/// decide, on a copy of the same store or pack.
func paging(_ program: String) throws -> [BenchmarkRow] {
    let scans = 3000
    let stage = try Stage("page", program: program, tickets: 1_000_000)
    let tokens = try stage.tickets(try stage.openStore(), atMost: scans).map(\.token)
    let pack = "\(stage.data)/north.gate"
    try Stage.run(program, Stage.packing("North", to: pack), data: stage.data)
    let bareStore = try stage.copyStore("bare")
    let barePack = "\(stage.data)/bare.gate"
    try FileManager.default.copyItem(atPath: pack, toPath: barePack)
    let onStore = try stage.openGate(Store.open(sqlite: bareStore))
    let onPack = try Gate(
        name: "North", pack: GatePackFile.open(barePack),
        operation: Gate.Operation(operator: "bench", clock: Stage.now))
    return [
        try Page(stage, on: stage.event.slug).row("the main store", tokens, comparedWith: onStore),
        try Page(stage, on: pack).row("a list pack", tokens, comparedWith: onPack),
    ]
}

/// The page of `gate run` on a terminal of 80 columns and 24 rows.
private struct Page {
    /// The limits for the gate's page: the time per scan in nanoseconds, and the memory in bytes.
    private static let limit = (time: 50e6, memory: 60_000_000)

    private let terminal: PseudoTerminal

    init(_ stage: Stage, on target: String) throws {
        terminal = try PseudoTerminal(
            "exec \"\(stage.program)\" gate run \"\(target)\" --gate North --quiet", in: stage.data, columns: 80,
            rows: 24,
            environment: [
                "EVENTPASS_DATA": stage.data, "LC_ALL": "C.UTF-8", "TERM": "xterm",
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            ])
        try see("Scan a ticket.", after: 0)
    }

    /// Scans each ticket first at `gate`, which uses a copy of the store or pack, and then at the gate with this page.
    func row(_ source: String, _ tokens: [String], comparedWith gate: Gate) throws -> BenchmarkRow {
        let clock = ContinuousClock()
        var (bare, ours): ([Double], [Double]) = ([], [])
        for (index, token) in tokens.enumerated() {
            bare.append(
                clock.measure { precondition(gate.decide(Scan(token)).outcome == .admit(again: false)) }
                    / .nanoseconds(1))
            // Without pauses, the page would mistake the scans for pasted text.
            if index % 20 == 0 { terminal.hold(forMilliseconds: 100) }
            let start = terminal.bytes.count
            try terminal.type(token)
            try see("56 characters typed", after: start)
            let typed = terminal.bytes.count
            ours.append(
                try clock.measure {
                    try terminal.type("\r")
                    let admitted = (index + 1).formatted(.number.locale(Locale(identifier: "en")))
                    try see("here: \(admitted) admitted", after: typed)
                } / .nanoseconds(1))
        }
        let memory = try terminal.peakMemory
        terminal.hold(forMilliseconds: 300)
        try terminal.type("\u{3}")
        let status = try terminal.end()
        guard status == 0 else { throw Trouble("gate run ended with \(status)") }
        var row = BenchmarkRow(
            work: "gate run among 1,000,000 tickets of \(source): from a scan’s last character to its verdict, p99, "
                + "vs. the decision alone",
            bare: percentile99(bare), ours: percentile99(ours), bar: .infinity,
            remark: "median \(microseconds(median(ours))), p99 limit 50 ms; "
                + "\(memory / 1_000_000) MB after \(tokens.count) scans (limit 60 MB)")
        row.isOverItsLimit = row.ours > Page.limit.time || memory > Page.limit.memory
        return row
    }

    private func see(_ text: String, after start: Int) throws {
        let wanted = Data(text.utf8)
        try terminal.wait(for: text) { Data(terminal.bytes[start...]).range(of: wanted) != nil }
    }
}
