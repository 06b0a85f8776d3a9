import ArgumentParser
import FileAccess
import Foundation
import Gate
import Languages
import Presentation
import QRSymbol

struct GateCalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate calibrate
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateCalibrate"

        case abstract = "Show a test symbol and report the scanner's settings."
        case discussion =
            """
            Scan the symbol once. The command reports the keyboard layout, caps lock, prefix and suffix, and the \
            settings to change. The exit status is 0 if the scanner can read tickets, and 1 if not.

            {examples}
            """
        case scanSymbol = "Scan this symbol. Ctrl-C ends."
    }

    @OptionGroup var output: JSONOption
    @Flag(help: ArgumentHelp(GlobalOptions.Text.noColor))
    var noColor = false

    func run() throws {
        let drawing = try QRSymbol(ScannerTest.symbolText).drawing(on: Terminal(noColor: noColor))
        let typed = try ScannerInput.read { StandardError.write("\(drawing)\(Text.scanSymbol.text)\n") }
        let scannerTestJSON = ScannerTestJSON(finding: ScannerTest.finding(in: typed))
        if output.json {
            try StandardOutput.line(scannerTestJSON.json.text)
        } else {
            for line in scannerTestJSON.lines { try StandardOutput.line(line) }
        }
        guard scannerTestJSON.isReady else { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}

extension ScannerTestJSON {
    var lines: [String] {
        var lines: [String] = []
        if case .read(let setup) = finding {
            lines.append("layout     \(setup.layout.rawValue)")
            lines.append("caps lock  \(setup.typesLowercase ? "on, or the scanner types lower-case letters" : "off")")
            lines.append("prefix     \(setup.prefix.isEmpty ? "none" : setup.prefix.visible)")
            lines.append("suffix     \(setup.suffix.text)")
        }
        lines.append("tickets    \(isReady ? "will be read" : "will not be read")")
        return lines + advice.map { "→ \($0.text(in: .ofCommandLine))" }
    }
}

extension ScannerTest.Suffix {
    fileprivate var text: String {
        switch self {
        case .none: "none"
        case .enter: "Enter"
        case .tab: "Tab"
        case .other(let text): text.visible
        }
    }
}

/// Reads everything that a scanner types for one symbol, including the suffix. In line mode, a terminal passes on no
/// input before Enter. But a scanner can be set to end a scan with another suffix, so line mode is switched off.
enum ScannerInput {
    /// The scan is complete if no input arrives for this many milliseconds.
    private static let silenceMilliseconds: Int32 = 500
    /// The maximum number of bytes to read.
    private static let longest = 4096

    /// Waits for standard input, and reads until no more input arrives. Returns an empty array at the end of input.
    ///
    /// - Parameter ask: prints the instruction, after the terminal is ready.
    /// - Throws: `SystemError`; errors of `ask`.
    static func read(_ ask: () throws -> Void) throws -> [UInt8] {
        let bell = Interrupt.startWatching()
        defer { Interrupt.stopWatching() }
        let keys = TerminalMode(singleKeysOf: STDIN_FILENO)
        defer {
            keys.restore()
            if Interrupt.isPressed { Interrupt.terminate() }
        }
        try ask()
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: longest)
        while bytes.count < longest, try waits(for: bell, milliseconds: bytes.isEmpty ? -1 : silenceMilliseconds) {
            let count = Foundation.read(STDIN_FILENO, &block, longest - bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(.readStandardInput) }
            // Without line mode, Ctrl-D arrives as a byte. At the start of the input, this byte ends the input.
            if count == 0 || (keys.isChanged && bytes.isEmpty && block[0] == 0x04) { break }
            bytes += block.prefix(count)
        }
        return bytes
    }

    /// Waits for input. Returns false after the timeout or Ctrl-C.
    private static func waits(for bell: Int32, milliseconds: Int32) throws -> Bool {
        var polled = [STDIN_FILENO, bell].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var found = poll(&polled, 2, milliseconds)
        while found < 0, errno == EINTR { found = poll(&polled, 2, milliseconds) }
        guard found >= 0 else { throw SystemError(.waitForStandardInput) }
        return found > 0 && polled[1].revents == 0
    }
}

extension TerminalMode {
    /// Switches off line mode and echo: every key is passed on at once and not displayed. Ctrl-C still sends a signal.
    fileprivate init(singleKeysOf descriptor: Int32) {
        self.init(of: descriptor) { settings in
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            // Otherwise, the terminal could convert CR to LF, or LF to CR.
            settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
        }
    }
}
