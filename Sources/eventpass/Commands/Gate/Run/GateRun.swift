import ArgumentParser
import Foundation
import Gate

struct GateRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a gate on a full screen: scan tickets and see the verdicts.",
        discussion: """
            Use a scanner that types what it reads and ends with Enter or Tab. The terminal may have any size; F1 \
            shows the keys, F10 or Ctrl-C closes the gate. One bell is an admission, two a repeat, three a refusal. \
            F2 finds tickets by name or code, F7 lets one in by hand, F6 undoes the last admission. For scripts, use \
            gate check.

              eventpass gate run new-year --gate North
              eventpass gate run north.gate --gate North
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var argument: GateArgument
    @Flag(help: "Don't ring the bell.")
    var quiet = false

    func run() throws {
        let screen = try FullScreenTerminal(
            options.global.terminal(), for: "gate run",
            hint: "without a screen: eventpass gate check, with tokens as an argument or on standard input")
        let (end, summary) = try work(on: screen)
        if case .signal(SIGHUP) = end { Interrupt.terminate(of: SIGHUP) }
        try StandardOutput.line("closed: \(summary)")
        if case .signal(let number) = end { Interrupt.terminate(of: number) }
    }

    /// Runs the session. Releases the store before it returns, so that a gate pack's file is complete however the
    /// gate ended.
    private func work(on screen: FullScreenTerminal) throws -> (GateSession.End, summary: String) {
        let opening = try GateFactory(options.place, argument, rehearsalTime: options.at)
        let gate = try opening.gate(named: options.place.gate)
        let session = try GateSession(
            opening, gate, direction: options.direction, on: screen, sound: quiet ? .off : .bells)
        return (try session.run(), session.summary)
    }
}
