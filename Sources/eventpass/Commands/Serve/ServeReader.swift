import ArgumentParser
import Web

/// What `serve` starts for the frames of cameras.
struct ServeReader: ParsableCommand {
    /// This very program, though its file may have been replaced meanwhile.
    static let command = ["/proc/self/exe", "serve-reader"]

    static let configuration = CommandConfiguration(
        commandName: "serve-reader", abstract: "Read the symbols of frames that a server sends.",
        discussion: """
            “serve” starts it, and is at the other end of the socket that its standard input is. Without one it ends.

              eventpass serve-reader < /dev/null
            """, shouldDisplay: false)

    func run() { ReaderProcess.run() }
}
