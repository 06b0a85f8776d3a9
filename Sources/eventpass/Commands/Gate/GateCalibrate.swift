import ArgumentParser
import Gate
import Presenting
import QRSymbol

struct GateCalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Show a test symbol and report the scanner's settings.",
        discussion: """
            Scan the symbol once. The command reports the keyboard layout, caps lock, prefix and suffix, and what to \
            change. Exit status 0 if the scanner can read tickets, 1 if not.

              eventpass gate calibrate
            """)

    @OptionGroup var output: JSONOption
    @Flag(help: "Print without colours.")
    var noColor = false

    func run() throws {
        let drawing = try QRSymbol(ScannerTest.symbolText).drawing(on: Terminal(noColor: noColor))
        let typed = try ScannerInput.read { StandardError.write("\(drawing)Scan this symbol. Ctrl-C ends.\n") }
        let view = ScannerTestJSON(finding: ScannerTest.finding(in: typed))
        if output.json {
            try StandardOutput.line(view.json.text)
        } else {
            for line in view.lines { try StandardOutput.line(line) }
        }
        guard view.isReady else { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
