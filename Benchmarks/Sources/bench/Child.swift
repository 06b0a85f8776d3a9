import Foundation

/// A child process that runs concurrently with this process.
final class Child {
    private let process = Process()
    private let pipe = Pipe()

    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    func output() throws -> String {
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Trouble("a process failed: \(text)") }
        return text
    }
}
