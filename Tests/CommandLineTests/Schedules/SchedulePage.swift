import EventFixture
import Foundation
import TerminalFixture

/// A gate’s page (`gate run`) on a separate terminal.
final class SchedulePage {
    private static let verdicts = ["admitted", "refused", "repeated", "undecided"]

    private let terminal: PseudoTerminal
    private var screen = VirtualTerminal(columns: 160, rows: 24)
    private var read = 0
    private var counts: [String: Int] = [:]
    let process: Int32

    init(_ target: String, gate: String, in folder: TemporaryFolder, environment: [String: String]) throws {
        terminal = try PseudoTerminal(
            "exec eventpass gate run \(target) --gate \(gate)", in: folder, columns: 160, rows: 24,
            environment: environment)
        var screen = screen
        var read = 0
        try terminal.wait(for: "the page") { [terminal] in
            guard read < terminal.bytes.count else { return false }
            screen.receive(terminal.bytes[read...])
            read = terminal.bytes.count
            return screen.text.contains("Scan a ticket.")
        }
        (self.screen, self.read) = (screen, read)
        process = try terminal.foreground
    }

    /// Scans a token and waits until a count on the page grows by one.
    ///
    /// - Returns: the word after that count: “admitted”, “refused”, “repeated” or “undecided”.
    func scan(_ token: String) throws -> String {
        let before = counts
        try terminal.type("\(token)\r")
        // While the line of counts is being drawn, some counts are missing. So wait until the sum of the counts grows.
        try terminal.wait(for: "one verdict more than \(before)") {
            counts = displayedCounts()
            return counts.values.reduce(0, +) > before.values.reduce(0, +)
        }
        let more = counts.filter { $0.value != before[$0.key, default: 0] }
        guard let verdict = more.first?.key, more == [verdict: before[verdict, default: 0] + 1] else {
            throw Surprise("after one scan, the page’s counts changed from \(before) to \(counts)")
        }
        return verdict
    }

    /// Types a search for a ticket, and does not wait for the result.
    func search(_ text: String) throws {
        try press("\u{1B}OQ")
        try terminal.wait(for: "the question") {
            screen.receive(terminal.bytes[read...])
            read = terminal.bytes.count
            return ["Name, code, e-mail or ", "Code of the ticket:"].contains { screen.text.contains($0) }
        }
        try terminal.type("\(text)\r")
    }

    /// Waits without scanning until the page is idle and has stored all refusals.
    func rest() { terminal.hold(forMilliseconds: 1200) }

    func end(_ ending: Schedule.Ending) throws {
        switch ending {
        case .kill: kill(process, SIGKILL)
        case .f10: try press("\u{1B}[21~")
        case .controlC: try press("\u{3}")
        }
        let status = try terminal.end()
        guard ending == .kill || status == 0 else { throw Surprise("the page ended with \(status):\n\(terminal.text)") }
    }

    private func press(_ key: String) throws {
        // If a key arrived together with the last bytes of a scan, the page would treat the key as a part of the scan.
        terminal.hold(forMilliseconds: 300)
        try terminal.type(key)
    }

    /// The counts on the page for each word, from a line such as `here: 2 admitted · 1 refused`. If the program has
    /// written nothing since the last call, the screen is not searched again.
    private func displayedCounts() -> [String: Int] {
        guard read < terminal.bytes.count else { return counts }
        screen.receive(terminal.bytes[read...])
        read = terminal.bytes.count
        guard let line = screen.lines.first(where: { $0.contains("here: ") }),
            let start = line.range(of: "here: ")?.upperBound
        else { return [:] }
        var found: [String: Int] = [:]
        for part in line[start...].split(separator: "·") {
            let parts = part.split(separator: " ")
            guard parts.count == 2, let count = Int(parts[0]), SchedulePage.verdicts.contains(String(parts[1])) else {
                continue
            }
            found[String(parts[1])] = count
        }
        return found
    }
}
