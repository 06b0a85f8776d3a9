import Foundation

/// A server process. It prints the port on which it listens.
final class RunningServer {
    let port: UInt16
    private let process = Process()

    init(_ program: String, _ arguments: [String]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = printed.firstMatch(of: /:([0-9]+)\s/).flatMap({ UInt16($0.1) }) else {
            process.terminate()
            throw Trouble("\(arguments[0]) printed \(printed)")
        }
        self.port = port
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// The process's current memory, in megabytes.
    var memory: Double {
        let status = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/status") ?? Data()
        let kilobytes = String(decoding: status, as: UTF8.self).firstMatch(of: /VmRSS:\s+(\d+) kB/)
        return (kilobytes.flatMap { Double($0.1) } ?? .nan) / 1024
    }

    func connection() throws -> HTTPConnection { try HTTPConnection(port: port) }

    /// Starts a server that uses only Hummingbird (`BareServer`).
    static func bare() throws -> RunningServer {
        try RunningServer(URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path, ["answer"])
    }
}
