import EventFixture
import Foundation
import Testing

/// A running program that reads requests and writes answers line by line, through pipes.
final class Conversation {
    private let process = Process()
    private let questions = Pipe()
    private let answers = Pipe()
    private var unread: [UInt8] = []

    init(_ command: String, in folder: TemporaryFolder) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = Program.environment(in: folder)
        process.standardInput = questions
        process.standardOutput = answers
        try process.runReceptively()
    }

    func ask(_ line: String) throws -> String {
        try questions.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = answers.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the program ended instead of answering \(line)")
            unread += more
        }
    }

    /// Kills the program and waits until it has ended.
    func endByKill() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Closes the program's input, waits until the program has ended, and returns its exit status.
    func end() throws -> Int32 {
        try questions.fileHandleForWriting.close()
        try process.waitForEnd()
        return process.terminationStatus
    }
}
