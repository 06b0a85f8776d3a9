import Foundation
import Presenting

/// Standard output was closed by who read it: no error, and nothing more to say.
struct ClosedPipe: Error {}

/// The descriptors 0 to 2.
enum StandardStreams {
    /// Takes the place of those that were closed by who started the program, with what can't be read or written: else the
    /// next file that is opened would become standard output, and verdicts would be written into it.
    static func takeClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// Standard output: results, and nothing else.
enum StandardOutput {
    /// Writes a line now.
    ///
    /// - Throws: `ClosedPipe`; `Failure` when it can't be written (a full disk behind a redirection).
    static func line(_ text: String) throws { try write("\(text)\n") }

    static func write(_ text: String) throws { try write(bytes: Array(text.utf8)) }

    static func write(bytes: [UInt8]) throws {
        guard StandardError.writeAll(bytes, to: STDOUT_FILENO) else {
            if errno == EPIPE { throw ClosedPipe() }
            throw Failure(.trouble, "standard output: \(String(cString: strerror(errno)))")
        }
    }
}

extension StandardOutput {
    /// - Throws: `Failure` where a terminal would get what it can't show.
    static func demandNoTerminal(for what: String, hint: String) throws {
        if isatty(STDOUT_FILENO) == 1 { throw Failure(.usage, "\(what) is no text for a terminal", hint: hint) }
    }
}

/// Standard error: errors, hints, progress and what changed.
enum StandardError {
    /// `eventpass: …`
    static func say(_ text: String) { write("eventpass: \(text)\n") }

    static func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// False, with `errno`, when not all could be written.
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

/// Lines gathered until they are worth a write.
struct LineBuffer {
    private static let enough = 32768

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
        if bytes.count >= LineBuffer.enough { try flush() }
    }

    mutating func flush() throws {
        try StandardOutput.write(bytes: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes the rest; a sentence for people, where there was no line at all.
    mutating func flush(orSay sentence: String, _ output: JSONOption) throws {
        if isEmpty, !output.json { try line(sentence) }
        try flush()
    }
}
