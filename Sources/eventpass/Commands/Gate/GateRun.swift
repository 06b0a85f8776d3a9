import ArgumentParser
import FileAccess
import Foundation
import Gate

struct GateRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "The loop at a gate: scan, and see the verdict large.",
        discussion: """
            For a USB scanner that types what it reads and ends with Enter. Ctrl-D or Ctrl-C ends.

              eventpass gate run new-year --gate North
            """)

    @OptionGroup var options: GateOptions
    @OptionGroup var argument: GateArgument

    func run() throws {
        let gate = try options.open(argument)
        let terminal = options.global.terminal()
        let echo = Echo(off: STDIN_FILENO)
        defer { echo.restore() }
        let bell = Interrupt.watch()
        var page = GatePage(gate: gate, direction: options.direction, terminal: terminal)
        try page.open()
        let input = LineReader(standardInputLimit: 4096, endingAt: bell)
        while true {
            // A busy store must not stop the gate.
            try gate.rest(at: input, trouble: page.note)
            guard let line = try input.next(), !Interrupt.isPressed else { break }
            if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            try page.show(gate.decide(Scan(bytes: line.bytes, direction: options.direction)))
        }
        try page.note { try gate.flush() }
        try page.close()
    }
}
