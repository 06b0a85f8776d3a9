import Foundation

/// Asking before what can't be taken back.
enum Confirmation {
    /// Goes on after `--yes` or a yes at the terminal.
    ///
    /// - Throws: `Failure`: refused after a no, usage where there is no terminal to ask at.
    static func need(_ isGiven: Bool, _ question: String, of action: String) throws {
        if isGiven { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "\(action) needs a yes, and there is no terminal to ask at", hint: "say --yes in a script")
        }
        guard Prompt.confirm(question) else { throw Failure(.refused, "nothing was done") }
    }
}
