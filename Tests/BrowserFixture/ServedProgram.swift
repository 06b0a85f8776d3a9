public import EventFixture
import Foundation
import Glibc

/// The built program, running as a server with the data folder of a test's `Festival`.
public final class ServedProgram {
    /// The server's address, such as `http://127.0.0.1:8080`.
    public let url: String
    private let program: Program
    private let festival: Festival

    /// Starts the server and waits until it prints its address.
    ///
    /// - Parameters:
    ///   - host: the address of this machine on which the server listens; an IPv6 address is in brackets.
    ///   - port: the port of the server; 0 selects a free port.
    ///   - options: additional options of `eventpass serve`.
    public init(
        on festival: Festival, host: String = "127.0.0.1", port: Int = 0, options: [String] = []
    ) throws {
        self.festival = festival
        program = try Program(
            ["serve", "--listen", "\(host):\(port)"] + options, on: festival, input: [])
        guard let line = try program.line(), let match = line.firstMatch(of: /listening on (\S+)/) else {
            program.kill()
            throw Surprise("the server did not start")
        }
        url = String(match.1)
    }

    deinit { if program.process.isRunning { program.kill() } }

    public var port: Int { URL(string: url)?.port ?? 0 }

    /// The next line of the server's output; nil if the output has ended.
    public func line() throws -> String? { try program.line() }

    /// Kills the server with SIGKILL, so the server cannot clean up before it ends.
    public func kill() { program.kill() }

    /// Suspends the server until `thaw` is called. The server's connections stay open, but the server does not answer.
    public func freeze() { Glibc.kill(program.process.processIdentifier, SIGSTOP) }
    public func thaw() { Glibc.kill(program.process.processIdentifier, SIGCONT) }

    /// Ends the server with SIGTERM, and waits until the server has ended.
    ///
    /// - Returns: the exit status of the server.
    @discardableResult
    public func stop() throws -> Int32 {
        Glibc.kill(program.process.processIdentifier, SIGTERM)
        try program.process.waitForEnd()
        return program.process.terminationStatus
    }
}
