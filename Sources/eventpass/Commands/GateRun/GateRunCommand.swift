import ArgumentParser
import Foundation
import Gate
import Languages

struct GateRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate run new-year --gate North
                  eventpass gate run north.gate --gate North
                  eventpass gate run new-year --gate North --rehearse
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateRun"

        case abstract = "Run a gate on a full screen: scan tickets and see the verdicts."
        case discussion =
            """
            Use a scanner that types the text of each symbol, and then Enter or Tab. The terminal may have any size. \
            F1 shows the keys; F10 or Ctrl-C closes the gate. The bell rings once for an admission, twice for a \
            repeat, and three times for a refusal. F2 finds tickets by name or code. F7 lets people through with the \
            selected ticket, without a scan. F6 undoes the last admission. In scripts, use “eventpass gate check” \
            instead. Before the evening, practise with --rehearse, which records nothing.

            {examples}
            """
        case quiet = "Don't ring the bell."
        case noScreenHint = "use “eventpass gate check” instead; it reads tokens from an argument or standard input"
    }

    @OptionGroup var selection: GateSelection
    @OptionGroup var options: GateOptions
    @OptionGroup var argument: GateArgument
    @Flag(help: ArgumentHelp(Text.quiet))
    var quiet = false

    func run() throws {
        let screen = try FullScreenTerminal(
            selection.global.terminal(), for: "gate run", hint: Sentence(Text.noScreenHint))
        let (end, summary) = try work(on: screen)
        if case .signal(SIGHUP) = end { Interrupt.terminate(of: SIGHUP) }
        let closed = options.rehearse ? GateScreenSentence.rehearsalClosed : .closed
        try StandardOutput.line(selection.verdicts.chosenForGate.text(closed, ["counts": .text(summary)]))
        if case .signal(let number) = end { Interrupt.terminate(of: number) }
    }

    /// Runs the session. The gate and its store are released when this method returns, so that a gate pack's file is
    /// complete, no matter how the session ended.
    private func work(on screen: FullScreenTerminal) throws -> (GateSession.End, summary: String) {
        let opening = try GateFactory(selection, argument, options)
        let gate = try opening.gate(named: selection.gate)
        let session = try GateSession(
            opening, gate, direction: options.direction, in: selection.verdicts.chosenForGate, on: screen,
            sound: quiet ? .off : .bells)
        return (try session.run(), session.summary)
    }
}

/// The times at which the terminal's bell rings for a verdict. A terminal has only one tone, so verdicts differ in the
/// number of rings.
struct BellSchedule {
    static let gap = Duration.milliseconds(180)

    private var due: [Duration] = []

    var deadline: Duration? { due.first }

    /// Schedules the rings for a verdict, and drops the remaining rings of earlier verdicts.
    mutating func schedule(_ outcome: Verdict.Outcome, at now: Duration) {
        due = (0..<outcome.ringCount).map { now + BellSchedule.gap * $0 }
    }

    /// Removes the next ring from the schedule if it is due now. Returns false if no ring is due.
    mutating func ringCount(at now: Duration) -> Bool {
        guard let first = due.first, now >= first else { return false }
        due.removeFirst()
        return true
    }
}

extension Verdict.Outcome {
    /// The number of rings for a verdict: one for an admission, an exit or an undo, two for a repeat, otherwise three.
    var ringCount: Int {
        switch self {
        case .admit, .exit, .void: 1
        case .repeat: 2
        case .refuse, .undecided: 3
        }
    }
}
