import ArgumentParser
import Foundation
import Gate

struct GateRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "The page at a gate: scan, and see the verdict large.",
        discussion: """
            For a scanner that types what it reads and ends with Enter or Tab. It needs a terminal of any size; F1 tells \
            the keys, F10 or Ctrl-C ends. One bell is an admission, two a repeat, three a refusal. F2 finds tickets by \
            name or code, F7 lets one in by hand, F6 takes the last admission back. Scripts use gate check.

              eventpass gate run new-year --gate North
              eventpass gate run north.gate --gate North
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var argument: GateArgument
    @Flag(help: "No bells.")
    var quiet = false

    func run() throws {
        let screen = try FullScreen(
            options.global.terminal(), for: "gate run",
            hint: "eventpass gate check takes tokens from an argument or from standard input")
        let (end, summary) = try work(on: screen)
        if case .signal(SIGHUP) = end { Interrupt.die(of: SIGHUP) }
        try StandardOutput.line("closed: \(summary)")
        if case .signal(let number) = end { Interrupt.die(of: number) }
    }

    /// Lets go of the store before it returns: a pack is sealed then, however the gate has ended.
    private func work(on screen: FullScreen) throws -> (GateSession.End, summary: String) {
        let opening = try GateOpening(options.place, argument, windowsAt: options.at)
        let gate = try opening.gate(named: options.place.gate)
        let session = try GateSession(
            opening, gate, direction: options.direction, on: screen, sound: quiet ? .off : .bells)
        return (try session.run(), session.summary)
    }
}
