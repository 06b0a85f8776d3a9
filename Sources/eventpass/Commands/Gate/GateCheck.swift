import ArgumentParser
import FileAccess
import Foundation
import Gate
import Presenting

struct GateCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Decide tokens: one verdict a line, each printed only when it is durable.",
        discussion: """
            Without TOKEN, tokens come from standard input, one a line; empty lines are passed over. Tokens that wait \
            are committed together. Exit status: 0 admitted, 1 refused, 3 repeat, 2 undecided; of a batch the worst.

              eventpass qr read ticket.png | eventpass gate check new-year --gate North \\
                  --json
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: "The token. (default: standard input)")
    var token: String?
    @Option(
        help: "The same id with the same token gives the same answer. With many tokens: the beginning of their ids.")
    var requestID: String?
    @Option(help: "How many people go through on each token.")
    var count = 1

    func validate() throws {
        guard (1...16).contains(count) else { throw ValidationError("--count is 1 to 16") }
        try RequestIDOption.validate(requestID)
    }

    func run() throws {
        let gate = try options.open(argument)
        let printer = printer(zone: gate.event.zone)
        var status = ExitStatus.done
        func answer(_ scans: [Scan], since arrival: ContinuousClock.Instant? = nil) throws {
            let verdicts = gate.decide(scans, until: arrival.map(Gate.deadline))
            for verdict in verdicts { status = status.worst(verdict.outcome.status) }
            try printer.print(verdicts)
        }
        do {
            if let token {
                try answer([scan(Array(token.utf8), request: requestID)])
            } else {
                try forEachGroup(resting: gate) { try answer($0, since: $1) }
            }
            try printer.finish()
        } catch is ClosedPipe {
            // Who read the verdicts has gone: nobody is let in unseen, and the status tells what was decided.
        }
        do {
            try gate.flush()
        } catch {
            StandardError.say("error: refused scans were not written down: \("\(error)".visible)")
            status = status.worst(.trouble)
        }
        warnOfClock(gate)
        if status != .done { throw ExitCode(status.rawValue) }
    }

    /// Reads standard input; the lines that wait together make a group.
    ///
    /// - Parameter answer: also takes the moment since when the group may have waited for the gate; nil if it has not.
    private func forEachGroup(
        resting gate: Gate, _ answer: (_ scans: [Scan], _ arrival: ContinuousClock.Instant?) throws -> Void
    ) throws {
        let input = LineReader(standardInputLimit: 4096)
        var number = 0
        while true {
            let arrival = gate.rest(at: input)
            let lines = try input.waiting(atMost: Gate.groupSize)
            if lines.isEmpty { return }
            let scans = lines.compactMap { line -> Scan? in
                // An id is the number of its line, also behind lines that are passed over.
                number += 1
                return line.isBlank ? nil : scan(line.bytes, request: requestID.map { "\($0)-\(number)" })
            }
            if !scans.isEmpty { try answer(scans, arrival) }
        }
    }

    /// Once, at the end: a clock that was set back moves windows, and nothing else.
    private func warnOfClock(_ gate: Gate) {
        guard gate.clockBehind >= Self.noticedClock else { return }
        StandardError.say(
            """
            warning: this machine’s clock is \(RoughDuration(milliseconds: gate.clockBehind)) behind what its ledger has seen; \
            set it right
            """)
        let pack = gate.isOnPack ? "PACK " : ""
        StandardError.say("hint: if it is right, eventpass gate clock accept \(pack)--reason TEXT ends this warning")
    }

    /// Milliseconds that clocks go back when they are set right by themselves.
    private static let noticedClock: Int64 = 2000

    private func printer(zone: TimeZone) -> VerdictPrinter {
        let view = VerdictView(zone: zone)
        let terminal = options.global.terminal()
        let isJSON = output.json
        return VerdictPrinter { verdicts in
            var lines = LineBuffer()
            for verdict in verdicts {
                if isJSON { try lines.line(view.json(verdict)) } else { try lines.line(view.line(verdict, terminal)) }
            }
            try lines.flush()
        }
    }

    private func scan(_ bytes: [UInt8], request: String?) -> Scan {
        Scan(bytes: bytes, request: request, direction: options.direction, count: count)
    }
}

extension LineReader.Line {
    /// Whether it holds nothing, or spaces, tabs and carriage returns alone.
    fileprivate var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
}
