import Foundation
import Languages
import Presentation

/// The error of a write to standard output after the reading program has closed the pipe. A command that does not catch
/// this error ends with the exit status 0.
struct ClosedPipe: Error {}

enum StandardStreams {
    /// Opens `/dev/null` for standard streams that were closed before the program started. Otherwise, a file that the
    /// program opens could become standard output, and the program would write its results into this file.
    ///
    /// For standard input, `/dev/null` is opened for writing only; for the outputs, it is opened for reading only. So a
    /// command that reads or writes such a stream gets an error, as with a closed stream.
    static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor. All lower descriptors are open, so the result is `descriptor`.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// Standard output, which is only for a command's results.
enum StandardOutput {
    /// Writes a line immediately.
    ///
    /// - Throws: `ClosedPipe` if the reader has closed the pipe; `CommandFailure` if writing fails for another reason,
    ///   for example because the disk is full.
    static func line(_ text: String) throws { try write("\(text)\n") }

    static func write(_ text: String) throws { try write(bytes: Array(text.utf8)) }

    static func write(bytes: [UInt8]) throws {
        guard StandardError.writeAll(bytes, to: STDOUT_FILENO) else {
            if errno == EPIPE { throw ClosedPipe() }
            throw CommandFailure(.trouble, Text.notWritten, ["reason": .text(String(cString: strerror(errno)))])
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "standardOutput"

        case notWritten = "standard output: {reason}"
        case pngOnTerminal = "a PNG cannot be shown on a terminal"
    }
}

extension StandardOutput {
    /// Throws an error if standard output is a terminal. A terminal cannot show binary data, such as a PNG.
    ///
    /// - Parameter refusal: the error, such as “a PNG cannot be shown on a terminal”.
    static func refuseTerminal(_ refusal: Sentence, hint: Sentence) throws {
        if isatty(STDOUT_FILENO) == 1 { throw CommandFailure(.usage, refusal, hint: hint) }
    }
}

/// Standard error, for errors, hints, progress and notes.
enum StandardError {
    /// Prints a line that begins with `eventpass: `. The text is a finished sentence, or the output of another program.
    static func say(_ text: String) { write("eventpass: \(text)\n") }

    /// Prints a sentence in the language of the command line. Control characters are made visible.
    ///
    /// - Parameter kept: control characters that stay unchanged.
    static func say(_ sentence: Sentence, keeping kept: String = "") {
        say(sentence.text(in: .ofCommandLine).visible(keeping: kept))
    }

    static func say(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        say(Sentence(key, arguments))
    }

    /// Prints an error that does not end the command.
    static func fail(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        say("error: \(Sentence(key, arguments).text(in: .ofCommandLine).visible)")
    }

    static func warn(_ sentence: Sentence) { say("warning: \(sentence.text(in: .ofCommandLine).visible)") }

    static func warn(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        warn(Sentence(key, arguments))
    }

    static func hint(_ sentence: Sentence) { say("hint: \(sentence.text(in: .ofCommandLine).visible)") }

    static func hint(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        hint(Sentence(key, arguments))
    }

    /// Prints the next command, such as `eventpass event publish new-year`.
    static func next(_ command: String) { say("next: \(command)") }

    static func next(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        say("next: \(Sentence(key, arguments).text(in: .ofCommandLine).visible)")
    }

    static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all bytes. If this fails, returns false and sets `errno`.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Foundation.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count >= 0 { done += count } else if errno != EINTR { return false }
            }
            return true
        }
    }
}

struct LineBuffer {
    private static let flushThreshold = 32768

    private var bytes: [UInt8] = []
    private var isEmpty = true

    mutating func line(_ text: String) throws {
        bytes.append(contentsOf: text.utf8)
        try end()
    }

    mutating func line(_ json: JSON) throws {
        json.write(to: &bytes)
        try end()
    }

    private mutating func end() throws {
        isEmpty = false
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= LineBuffer.flushThreshold { try flush() }
    }

    mutating func flush() throws {
        try StandardOutput.write(bytes: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the buffered lines. If no line was ever added and the output is not JSON, writes `sentence` instead, for
    /// example “There are no orders.”
    mutating func flush(orSay sentence: String, _ output: JSONOption) throws {
        if isEmpty, !output.json { try line(sentence) }
        try flush()
    }
}

extension String {
    /// The text with `…` in place of each password in a URL. Passwords are removed from every message, because a user
    /// can give a URL wherever a path is expected.
    var withoutPasswords: String {
        replacing(/([A-Za-z][A-Za-z0-9+.\-]*:\/+[^\s:\/@]*):[^\s]*@/) { "\($0.1):…@" }
    }
}
