import Foundation

/// The capabilities of the terminal at standard output.
struct Terminal: Sendable {
    enum Colour: String {
        case green = "42;30"
        case red = "41;97"
        case yellow = "43;30"
        case blue = "44;97"
        case plainGreen = "32"
        case plainRed = "31"
        case plainYellow = "33"
        case dim = "2"
        case bold = "1"
    }

    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    let isTerminal: Bool
    let hasColour: Bool
    let isUTF8: Bool
    /// The number of columns of the terminal's window; nil if standard output is not a terminal or if the width is
    /// unknown.
    let columns: Int?

    init(noColor: Bool) {
        let environment = ProcessInfo.processInfo.environment
        isTerminal = Terminal.isOutput
        hasColour =
            isTerminal && !noColor && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        isUTF8 = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
        var size = winsize()
        columns =
            isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    func paint(_ text: String, _ colour: Colour) -> String {
        hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// Temporarily changed terminal settings.
struct TerminalMode {
    private let descriptor: Int32
    private let original: termios?

    /// Saves the settings of the terminal at a descriptor and changes them with `change`. Does nothing if the
    /// descriptor is not a terminal.
    init(of descriptor: Int32, _ change: (inout termios) -> Void) {
        self.descriptor = descriptor
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            original = nil
            return
        }
        original = settings
        change(&settings)
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    /// Whether the settings were changed. False if the descriptor is not a terminal.
    var isChanged: Bool { original != nil }

    func restore() {
        guard var original else { return }
        tcsetattr(descriptor, TCSANOW, &original)
    }
}
