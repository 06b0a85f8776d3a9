import EventFixture
import Foundation

/// A server for one test: a Python script in this folder. The script prints its port, and then a line of JSON for each
/// event, such as a connection or a request. It ends when this object is released.
final class PythonServer {
    let port: Int
    /// The first line of the output: JSON with the port and, for some scripts, further values.
    let greeting: Data
    private let shell: LifelineShell
    private let output: ServerOutput

    /// Starts a script and waits until it listens.
    ///
    /// - Parameter package: the package of PyPI that the script imports; nil if the script imports no such package.
    init(_ script: String, package: String? = nil, options: [String] = []) throws {
        if let package, !DownloadedPackage.has(package) {
            throw Surprise("CI requires \(package): make mailtools downloads it")
        }
        let pipe = Pipe()
        output = ServerOutput(pipe.fileHandleForReading)
        let words = options.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        shell = try LifelineShell(
            "exec python3 \"$SCRIPT\" \(words)",
            environment: [
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "SCRIPT": Project.file("Tests/MessageTransportTests/\(script)").path,
                "PYTHONPATH": package.map { DownloadedPackage.path(of: $0) } ?? "", "PYTHONDONTWRITEBYTECODE": "1",
            ], output: pipe)
        struct Ready: Decodable { let port: Int }
        guard let line = output.line() else { throw Surprise("\(script) did not start") }
        port = try JSONDecoder().decode(Ready.self, from: line).port
        greeting = line
    }

    /// Waits for the next event, for at most 30 seconds.
    func next<Event: Decodable>(_ type: Event.Type) throws -> Event {
        guard let line = output.line() else { throw Surprise("the server reported no further event") }
        return try JSONDecoder().decode(type, from: line)
    }

    /// The next event, without waiting for it; nil if no event has arrived.
    func present<Event: Decodable>(_ type: Event.Type) throws -> Event? {
        try output.line(within: .zero).map { try JSONDecoder().decode(type, from: $0) }
    }
}

/// The lines that another program prints.
final class ServerOutput {
    private let handle: FileHandle
    private var pending = Data()

    init(_ handle: FileHandle) { self.handle = handle }

    /// Waits for the next line; nil if the output ends, or if no line arrives in time.
    func line(within limit: Duration = .seconds(30)) -> Data? {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = Data(pending[(end + 1)...]) }
                return Data(pending[..<end])
            }
            var descriptor = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let left = max(0, (deadline - ContinuousClock.now) / .milliseconds(1))
            guard poll(&descriptor, 1, Int32(left)) > 0 else { return nil }
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            pending.append(more)
        }
    }
}
