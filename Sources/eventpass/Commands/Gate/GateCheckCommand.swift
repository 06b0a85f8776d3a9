import ArgumentParser
import Dispatch
import FileAccess
import Foundation
import Gate
import Languages
import Presentation
import Synchronization
import Ticketing

struct GateCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass qr read ticket.png | eventpass gate check new-year --gate North \\
                      --json
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateCheck"

        case abstract = "Check tokens and record admissions, without a screen."
        case discussion =
            """
            The command stores each verdict durably and then prints it on one line. Without TOKEN, the command reads \
            tokens from standard input, one per line, and skips blank lines. Tokens that are waiting at the same time \
            are decided in one transaction. With --rehearse, the command stores nothing and decides each token alone. \
            The exit status is 0 for an admission, 1 for a refusal, 3 for a repeat, and 2 if a decision was not \
            possible. For several tokens, the exit status is that of the most serious verdict: 2 before 1, and 1 \
            before 3.

            {examples}
            """
        case token = "The token. (default: standard input)"
        case requestID =
            "The request's id. A retry with the same id and token gives the same verdict. For tokens from standard input, each line's number is appended to the id."
        case count = "How many people enter or leave with each token."
        case countRange = "--count must be 1 to 16"
        case notRecorded = "refused scans were not recorded: {reason}"
        case clockBehind = "this machine’s clock is {duration} behind the latest ledger record; correct it"
        case ticketCodeHint =
            "to admit the people of a ticket by its code, use: eventpass gate admit {event} CODE --gate {gate}"
        case clockBehindHint = "if the clock is right, end this warning with: {command}"
    }

    @OptionGroup var selection: GateSelection
    @OptionGroup var options: GateOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: GateArgument

    @Argument(help: ArgumentHelp(Text.token))
    var token: String?
    @Option(help: ArgumentHelp(Text.requestID))
    var requestID: String?
    @Option(help: ArgumentHelp(Text.count))
    var count = 1

    func validate() throws {
        guard (1...16).contains(count) else { throw ValidationError(Text.countRange) }
        try RequestIDOption.validate(requestID)
    }

    func run() throws {
        let gate = try selection.open(argument, options)
        let printer = printer(zone: gate.event.zone)
        var status = ExitStatus.done
        var hasCode = false
        func answer(_ scans: [Scan], since arrival: ContinuousClock.Instant? = nil) throws {
            let verdicts = gate.decide(scans, until: arrival.map(Gate.deadline))
            for verdict in verdicts {
                status = status.worst(verdict.outcome.status)
                if case .refuse(.malformed(.ticketCode)) = verdict.outcome { hasCode = true }
            }
            try printer.print(verdicts)
        }
        do {
            if let token {
                try answer([scan(Array(token.utf8), request: requestID)])
            } else {
                try forEachBatch(resting: gate) { try answer($0, since: $1) }
            }
            try printer.waitUntilWritten()
        } catch is ClosedPipe {
            // The program that reads the verdicts has closed the pipe, so the command stops. The exit status covers the
            // verdicts up to this point.
        }
        do {
            try gate.flush()
        } catch {
            StandardError.fail(Text.notRecorded, ["reason": .sentence(Sentence(describing: error))])
            status = status.worst(.trouble)
        }
        if hasCode { suggestAdmission() }
        warnOfClock(gate)
        if status != .done { throw ExitCode(status.rawValue) }
    }

    /// Suggests the command that decides about a ticket code, with the options of this command.
    private func suggestAdmission() {
        let gate = [
            selection.gate.visible.shellWord, selection.subEvent.map { "--sub-event \($0.visible.shellWord)" },
            options.exit ? "--exit" : nil, options.rehearse ? "--rehearse" : nil,
        ]
        StandardError.hint(
            Text.ticketCodeHint,
            [
                "event": .text(argument.event.visible.shellWord),
                "gate": .text(gate.compactMap(\.self).joined(separator: " ")),
            ])
    }

    /// Reads standard input in batches. Each batch contains the lines that are waiting when the method reads the batch.
    ///
    /// - Parameter answer: the closure that decides a batch of scans. Its parameter `arrival` is nil if the gate read
    ///   the batch as soon as the batch arrived. If the batch arrived while the gate was recording refusals, `arrival`
    ///   is the time at which the recording began, because the batch cannot have arrived earlier.
    private func forEachBatch(
        resting gate: Gate, _ answer: (_ scans: [Scan], _ arrival: ContinuousClock.Instant?) throws -> Void
    ) throws {
        let input = LineReader(standardInputLimit: 4096)
        var number = 0
        while true {
            let arrival = gate.recordWhileIdle(at: input)
            let lines = try input.available(atMost: Gate.maximumBatchSize)
            if lines.isEmpty { return }
            let scans = lines.compactMap { line -> Scan? in
                // The request id of each scan ends with the number of its line. Blank lines are counted, too.
                number += 1
                return line.isBlank ? nil : scan(line.bytes, request: requestID.map { "\($0)-\(number)" })
            }
            if !scans.isEmpty { try answer(scans, arrival) }
        }
    }

    /// Warns once, after all scans, if the clock is behind the latest ledger record. The warning can wait, because a
    /// wrong clock affects only one check: whether the ticket is valid at the time of the scan.
    private func warnOfClock(_ gate: Gate) {
        guard gate.clockLag >= Self.clockTolerance else { return }
        let lag = ApproximateDuration(milliseconds: gate.clockLag).text(in: .ofCommandLine)
        StandardError.warn(Text.clockBehind, ["duration": .text(lag)])
        let pack = gate.usesGatePack ? "PACK " : ""
        StandardError.hint(
            Text.clockBehindHint, ["command": "eventpass gate clock accept \(pack)--reason TEXT"])
    }

    /// If the clock is behind by less than this many milliseconds, there is no warning. A time service can set a
    /// correct clock back by such a small amount.
    private static let clockTolerance: Int64 = 2000

    private func printer(zone: TimeZone) -> VerdictPrinter {
        let verdictJSON = VerdictJSON(zone: zone, in: selection.verdicts.chosenForGate)
        let terminal = selection.global.terminal()
        let isJSON = output.json
        return VerdictPrinter { verdicts in
            var lines = LineBuffer()
            for verdict in verdicts {
                if isJSON {
                    try lines.line(verdictJSON.json(verdict))
                } else {
                    try lines.line(verdictJSON.line(verdict, terminal))
                }
            }
            try lines.flush()
        }
    }

    private func scan(_ bytes: [UInt8], request: String?) -> Scan {
        Scan(bytes: bytes, requestID: request, direction: options.direction, count: count)
    }
}

extension LineReader.Line {
    /// Whether the line contains only spaces, tabs and carriage returns.
    fileprivate var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
}

extension Gate {
    /// A gate gives the verdict on a refused scan first, and records the refusal later. After this many milliseconds
    /// without a scan, the gate records all pending refusals.
    private static let idleDelay: Int32 = 500
    /// After an error, a gate waits for this many milliseconds before it tries again to record the refusals.
    private static let retryDelay: Int32 = 5000

    /// Records pending refusals when no scan has arrived for half a second. After an error, this method tries again
    /// every five seconds until a scan arrives.
    ///
    /// - Returns: the earliest possible time of the next scan's arrival; nil if no scan arrived while refusals were
    ///   being recorded.
    func recordWhileIdle(at input: LineReader) -> ContinuousClock.Instant? {
        var delay = Gate.idleDelay
        while hasPendingRecords, input.isIdle(forMilliseconds: delay) {
            let start = ContinuousClock.now
            do { try flushWhenIdle() } catch {
                // The refusals stay pending. The gate's final flush reports the error.
                delay = Gate.retryDelay
            }
            if !input.isIdle(forMilliseconds: 0) { return start }
        }
        return nil
    }
}

/// Writes verdicts in order on a background thread, while the gate decides the next scans.
final class VerdictPrinter: Sendable {
    /// The maximum number of batches that are waiting or being written.
    private static let maximumPendingBatches = 1

    private let write: @Sendable ([Verdict]) throws -> Void
    private let queue = DispatchQueue(label: "verdicts")
    private let capacity = DispatchSemaphore(value: maximumPendingBatches)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ write: @escaping @Sendable ([Verdict]) throws -> Void) { self.write = write }

    /// Queues verdicts to be written. The verdicts must already be stored durably. Waits while too many batches are
    /// queued.
    ///
    /// - Throws: the error of an earlier write.
    func print(_ verdicts: [Verdict]) throws {
        capacity.wait()
        queue.async { [self] in
            defer { capacity.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do { try write(verdicts) } catch { failure.withLock { $0 = error } }
        }
        try check()
    }

    func waitUntilWritten() throws {
        queue.sync {}
        try check()
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
