import EventFixture
import Foundation
import TerminalFixture

/// A running `eventpass serve`, on a free port of this machine.
final class ServingProgram {
    let port: UInt16
    private let running: Running

    /// - Parameter options: options of `eventpass serve` and redirections, in the syntax of a shell.
    init(in folder: TemporaryFolder, _ options: String = "", environment: [String: String] = [:]) throws {
        running = try folder.start(
            "exec eventpass serve --listen 127.0.0.1:0 --json \(options)", environment: environment)
        let deadline = ContinuousClock.now + .seconds(30)
        var line = ""
        while !line.hasSuffix("\n") {
            guard ContinuousClock.now < deadline, running.process.isRunning else {
                throw Surprise("no server: \(line)")
            }
            line = String(decoding: try folder.read("\(running.name)-out"), as: UTF8.self)
            sched_yield()
        }
        guard let port = line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).flatMap({ UInt16($0.1) }) else {
            throw Surprise("no port in \(line)")
        }
        self.port = port
    }

    var process: Int32 { running.process.processIdentifier }

    /// Sends a signal to the server and waits until the server has ended.
    ///
    /// - Throws: `Surprise` if the exit status is not 0. After `SIGKILL`, every exit status is accepted.
    func end(_ signal: Int32 = SIGTERM) throws {
        kill(process, signal)
        let outcome = try running.outcome()
        guard signal == SIGKILL || outcome.status == 0 else { throw Surprise("the server failed: \(outcome)") }
    }
}
