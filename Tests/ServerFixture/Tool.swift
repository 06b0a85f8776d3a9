import FileAccess
import Foundation
import Glibc

/// The result of a program that a test has run to its end.
///
/// ```swift
/// let text = try Tool.run("pdftotext", [path, "-"]).requireSuccess().text
/// ```
///
/// Foundation's `Process` is only for programs that run while the test continues. It gives each program one end of a
/// socket, and considers the program running until all copies of that end are closed. A program that another thread
/// starts at the same moment can inherit a copy, and `waitUntilExit` then also waits for that other program. An end of
/// a `Pipe` can be inherited in the same way.
public struct Tool: Sendable, CustomStringConvertible {
    /// The maximum length of `output`, in bytes.
    private static let longestOutput = 64 << 20

    /// The number of characters of each output in the error about a program that was stopped.
    private static let lastOutput = 8000

    /// The shell's script. Its arguments are, in this order: the file for the standard error, the program's folder, the
    /// file with the standard input (or an empty string), the program, and the program's arguments.
    private static let script = """
        exec 2> "$1"
        cd "$2" || exit
        [ -z "$3" ] || exec < "$3"
        shift 3
        exec "$@"
        """

    /// The exit status as a shell reports it: 128 plus the signal's number if a signal ended the program, and 127 if
    /// the program is not installed.
    public let status: Int32
    /// The standard output.
    public let output: [UInt8]
    /// The standard error.
    public let errors: [UInt8]
    private let command: String

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
    public var description: String { "\(command): status \(status)\n\(text.prefix(2000))! \(errorText.prefix(2000))" }

    /// Runs a program and waits for its end. The program inherits no open file of this process.
    ///
    /// - Parameters:
    ///   - program: the program's path, or a name that is searched in the `PATH` of `environment`.
    ///   - folder: the working directory.
    ///   - environment: all environment variables of the program; nil for the environment variables of this process.
    ///   - input: the standard input.
    ///   - limit: the time after which the program is stopped.
    /// - Throws: `Surprise` if the program was stopped, with the ends of its outputs, or if its output exceeds 64 MiB;
    ///   `SystemError` if no process can be started.
    public static func run(
        _ program: String, _ arguments: [String] = [], in folder: String = ".", environment: [String: String]? = nil,
        input: [UInt8] = [], limit: Duration = .seconds(600)
    ) throws -> Tool {
        let path = "\(FileManager.default.temporaryDirectory.path)/eventpass-tool-\(UUID().uuidString)"
        let (errorPath, inputPath) = ("\(path)-errors", input.isEmpty ? "" : "\(path)-input")
        defer {
            unlink(errorPath)
            unlink(inputPath)
        }
        if !input.isEmpty { try Data(input).write(to: URL(filePath: inputPath)) }
        let process = try ChildProcess.run(
            "/bin/sh", arguments: ["-c", script, "sh", errorPath, folder, inputPath, program] + arguments,
            environment: environment ?? ProcessInfo.processInfo.environment, longestOutput: longestOutput, limit: limit)
        let command = ([program] + arguments).joined(separator: " ")
        let errors = try [UInt8](Data(contentsOf: URL(filePath: errorPath)))
        let status: Int32
        switch process.ending {
        case .exit(let number): status = number
        case .signal(let number): status = 128 + number
        case .stopped:
            let stopped = Tool(status: -1, output: process.output, errors: errors, command: command)
            throw Surprise(
                """
                \(command) did not end within \(limit)
                \(stopped.text.suffix(lastOutput))! \(stopped.errorText.suffix(lastOutput))
                """)
        }
        guard process.output.count < longestOutput else { throw Surprise("\(command) has a too long output") }
        return Tool(status: status, output: process.output, errors: errors, command: command)
    }

    /// This result, if the program succeeded.
    ///
    /// - Throws: `Surprise` with the program's output if its exit status is not 0.
    @discardableResult
    public func requireSuccess() throws -> Tool {
        guard status == 0 else { throw Surprise(description) }
        return self
    }
}
