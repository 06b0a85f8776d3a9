import ArgumentParser
import Gate
import Presenting
import QRSymbol

struct GateCalibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Show a test symbol, and tell how the scanner that reads it is set.",
        discussion: """
            Scan the symbol once: the keyboard layout, caps lock, prefix and suffix are told, and what to change if \
            something is wrong. Exit status 0 when tickets will be read, 1 when they will not.

              eventpass gate calibrate
            """)

    @OptionGroup var output: JSONOption
    @Flag(help: "No colour, whatever the terminal can do.")
    var noColor = false

    func run() throws {
        let drawing = try QRSymbol(Calibration.symbolText).drawing(on: Terminal(noColor: noColor))
        let typed = try TypedBurst.read { StandardError.write("\(drawing)Scan this symbol. Ctrl-C ends.\n") }
        let view = CalibrationView(finding: Calibration.finding(in: typed))
        if output.json {
            try StandardOutput.line(view.json.text)
        } else {
            for line in view.lines { try StandardOutput.line(line) }
        }
        guard view.isReady else { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
