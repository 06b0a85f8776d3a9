import ArgumentParser
import Web

/// The child process of `serve` that decodes camera frames.
struct FrameReaderCommand: ParsableCommand {
    /// The running program, even if its file was replaced in the meantime.
    static let command = ["/proc/self/exe", "serve-reader"]

    static let configuration = CommandConfiguration(
        commandName: "serve-reader", abstract: "Decode symbols in camera frames for the server.",
        discussion: """
            “serve” starts this command. Its standard input must be the server's socket; otherwise it exits.

              eventpass serve-reader < /dev/null
            """, shouldDisplay: false)

    func run() { ReaderProcess.run() }
}
