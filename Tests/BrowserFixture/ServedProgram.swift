public import EventFixture
import Foundation
import Glibc

/// The built program as a server on a festival's data folder.
public final class ServedProgram {
    /// `http://127.0.0.1:PORT`
    public let url: String
    private let program: Program
    private let festival: Festival

    /// - Parameter port: 0 is any free one.
    public init(on festival: Festival, port: Int = 0, options: [String] = []) throws {
        self.festival = festival
        program = try Program(
            ["serve", "--listen", "127.0.0.1:\(port)"] + options, on: festival, input: [])
        guard let line = try program.line(), let match = line.firstMatch(of: /listening on (\S+)/) else {
            program.kill()
            throw Surprise("the server did not start")
        }
        url = String(match.1)
    }

    deinit { if program.process.isRunning { program.kill() } }

    public var port: Int { URL(string: url)?.port ?? 0 }

    /// What it prints next.
    public func line() throws -> String? { try program.line() }

    /// As a power cut would.
    public func kill() { program.kill() }

    /// It holds its connections and says nothing, until `thaw`.
    public func freeze() { Glibc.kill(program.process.processIdentifier, SIGSTOP) }
    public func thaw() { Glibc.kill(program.process.processIdentifier, SIGCONT) }

    /// As Ctrl-C does, and waits for its end.
    ///
    /// - Returns: its exit status.
    @discardableResult
    public func stop() -> Int32 {
        Glibc.kill(program.process.processIdentifier, SIGTERM)
        program.process.waitUntilExit()
        return program.process.terminationStatus
    }
}
