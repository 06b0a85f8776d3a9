import Foundation

/// Asks for confirmation before irreversible actions.
enum Confirmation {
    /// Returns after `--yes` or a yes at the terminal.
    ///
    /// - Throws: an error: refused after a no, usage if there is no terminal to ask.
    static func require(_ isGiven: Bool, _ question: String, of action: String) throws {
        if isGiven { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .usage, "\(action) needs confirmation", hint: "add --yes")
        }
        guard Prompt.confirm(question) else { throw CommandFailure(.refused, "cancelled; nothing changed") }
    }
}
