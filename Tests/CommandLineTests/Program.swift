import EventFixture
import Foundation
import TerminalFixture
import Testing

/// The built program, which is in the folder of the test bundle.
enum Program {
    static let folder: URL = {
        let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return bundle.resolvingSymlinksInPath().deletingLastPathComponent()
    }()

    /// The environment in which tests run the program. This environment contains none of the machine’s settings.
    static func environment(in folder: TemporaryFolder) -> [String: String] {
        [
            "PATH": "\(Program.folder.path):/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder.path,
            "EVENTPASS_DATA": folder("data"), "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "xterm",
        ]
    }
}

struct Outcome: CustomStringConvertible {
    /// The exit status as a shell reports it: 128 plus the signal’s number if a signal ended the command.
    let status: Int32
    let output: [UInt8]
    let errors: [UInt8]

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
    var description: String { "status \(status)\n\(text.prefix(2000))! \(errorText.prefix(2000))" }
}

extension TemporaryFolder {
    /// Runs a shell command in this folder and waits until the command has ended.
    func sh(_ command: String, input: [UInt8] = [], environment: [String: String] = [:]) throws -> Outcome {
        let tool = try Tool.run(
            "/bin/sh", ["-c", command], in: path,
            environment: Program.environment(in: self).merging(environment) { $1 }, input: input)
        return Outcome(status: tool.status, output: tool.output, errors: tool.errors)
    }

    /// Starts a shell command in this folder. The command’s input and outputs are files, because a full pipe would
    /// block the command.
    func start(_ command: String, input: [UInt8] = [], environment: [String: String] = [:]) throws -> Running {
        let name = ".run-\(UUID().uuidString)"
        try write(input, to: "\(name)-in")
        try write([], to: "\(name)-out")
        try write([], to: "\(name)-err")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.environment = Program.environment(in: self).merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: self("\(name)-in")))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: self("\(name)-out")))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: self("\(name)-err")))
        try process.runReceptively()
        return Running(process: process, folder: self, name: name)
    }
}

extension PseudoTerminal {
    /// Runs a command in a test’s folder, with the environment of `Program`.
    convenience init(
        _ command: String, in folder: TemporaryFolder, columns: UInt16 = 100, rows: UInt16 = 40,
        environment: [String: String] = [:]
    ) throws {
        try self.init(
            command, in: folder.path, columns: columns, rows: rows,
            environment: Program.environment(in: folder).merging(environment) { $1 })
    }
}

struct Running {
    let process: Process
    let folder: TemporaryFolder
    let name: String

    func outcome() throws -> Outcome {
        try process.waitForEnd()
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        let outcome = Outcome(
            status: signal + process.terminationStatus, output: try folder.read("\(name)-out"),
            errors: try folder.read("\(name)-err"))
        for part in ["in", "out", "err"] { try FileManager.default.removeItem(atPath: folder("\(name)-\(part)")) }
        return outcome
    }
}

/// Waits until a condition holds, for at most 30 seconds. The condition is polled, because nothing reports changes of
/// files and processes.
func waitUntil(_ what: Comment, _ isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(30))
    while try !isSo() {
        try #require(ContinuousClock.now < deadline, what)
        sched_yield()
    }
}
