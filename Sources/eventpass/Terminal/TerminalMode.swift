import Foundation

/// Temporarily changed terminal settings.
struct TerminalMode {
    private let descriptor: Int32
    private let original: termios?

    /// Changes a terminal's settings. Does nothing if the descriptor is not a terminal.
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

    /// Whether the descriptor is a terminal, so that its settings were changed.
    var isChanged: Bool { original != nil }

    func restore() {
        guard var original else { return }
        tcsetattr(descriptor, TCSANOW, &original)
    }
}
