import Foundation

/// Settings of a terminal that are other than they were until they are restored.
struct TerminalMode {
    private let descriptor: Int32
    private let before: termios?

    /// Does nothing to what is no terminal.
    init(of descriptor: Int32, _ change: (inout termios) -> Void) {
        self.descriptor = descriptor
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        change(&settings)
        tcsetattr(descriptor, TCSANOW, &settings)
    }

    /// Whether there was a terminal to change.
    var isChanged: Bool { before != nil }

    func restore() {
        guard var before else { return }
        tcsetattr(descriptor, TCSANOW, &before)
    }
}
