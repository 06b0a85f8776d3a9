import Gate
import Ticketing

/// What the person at a gate sees: the last verdict large, and what this gate has done since it opened.
struct GatePage {
    private let gate: Gate
    private let direction: Direction
    private let terminal: Terminal
    private let view: VerdictView
    private var counts: [String: Int] = [:]

    init(gate: Gate, direction: Direction, terminal: Terminal) {
        self.gate = gate
        self.direction = direction
        self.terminal = terminal
        view = VerdictView(zone: gate.event.zone)
    }

    func open() throws {
        let function = gate.function.map { ", \($0.name.visible)" } ?? ""
        let way = direction == .exit ? ", way out" : ""
        try StandardOutput.line(
            terminal.paint("\(gate.event.details.title.visible) — gate \(gate.name.visible)\(function)\(way)", .bold))
        try StandardOutput.line("Scan a ticket. Ctrl-D ends.")
    }

    mutating func show(_ verdict: Verdict) throws {
        counts[verdict.outcome.name, default: 0] += 1
        try StandardOutput.line("")
        for line in view.page(verdict, terminal) { try StandardOutput.line(line) }
        try StandardOutput.line(terminal.paint(summary, .dim))
    }

    /// Does what is not worth stopping for, and says when it fails.
    func note(_ work: () throws -> Void) throws {
        do { try work() } catch { try note(error) }
    }

    func note(_ trouble: any Error) throws {
        try StandardOutput.line(terminal.paint("not written down yet: \("\(trouble)".visible)", .plainYellow))
    }

    func close() throws { try StandardOutput.line("closed: \(summary)") }

    private var summary: String {
        let names = [
            ("admit", "admitted"), ("exit", "out"), ("refuse", "refused"), ("repeat", "repeated"),
            ("undecided", "undecided"),
        ]
        let parts = names.compactMap { name, word in counts[name].map { "\($0) \(word)" } }
        return parts.isEmpty ? "nobody yet" : parts.joined(separator: " · ")
    }
}
