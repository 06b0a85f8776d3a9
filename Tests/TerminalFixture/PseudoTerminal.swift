public import Foundation

/// A program that runs on a pseudoterminal.
public final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    private let process = Process()
    private var seen: [UInt8] = []

    /// Starts a program on a new pseudoterminal.
    ///
    /// - Parameters:
    ///   - command: a shell command without single quotes.
    ///   - folder: the working directory.
    ///   - environment: all environment variables of the program.
    public init(
        _ command: String, in folder: String, columns: UInt16 = 100, rows: UInt16 = 40, environment: [String: String]
    ) throws {
        var ends: (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try require(openpty(&ends.0, &ends.1, nil, nil, &size) == 0, "no terminal is available")
        (master, slave) = ends
        let terminal = FileHandle(fileDescriptor: slave)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // setsid makes this terminal the controlling terminal of a new session, so that Ctrl-C and /dev/tty work.
        process.arguments = ["-c", "exec setsid --ctty --wait sh -c '\(command)'"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.runReceptively()
    }

    deinit {
        close(master)
        close(slave)
    }

    /// All bytes that the program wrote to the terminal.
    public var bytes: [UInt8] { seen }
    public var text: String { String(decoding: seen, as: UTF8.self) }
    public var hasColour: Bool { seen.contains(0x1B) }

    /// Whether the terminal echoes input.
    public var echoes: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Resizes the window and notifies the program.
    public func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0, "the window can't be resized")
    }

    /// The terminal's foreground process group.
    public var foreground: Int32 {
        get throws {
            let group = tcgetpgrp(master)
            try require(group > 0, "the terminal has no foreground process")
            return group
        }
    }

    /// The peak memory of the terminal's foreground process so far, in bytes.
    public var peakMemory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(try foreground)/status", encoding: .utf8)
            guard let peak = status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap({ Int($0.1) }) else {
                throw TerminalSurprise(description: "no peak memory in \(status)")
            }
            return peak * 1024
        }
    }

    /// Whether the terminal delivers each key at once, without line editing, signals and echo.
    public var isRaw: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON | ISIG | ECHO) == 0
    }

    public func type(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
            try require(count > 0, "nothing reads the input")
            rest = rest.dropFirst(count)
        }
    }

    public func type(_ text: String) throws { try type(Array(text.utf8)) }

    /// Reads output until the text has appeared `times` times.
    public func expect(_ text: String, times: Int = 1) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while self.text.ranges(of: text).count < times {
            try require(ContinuousClock.now < deadline, "waited for \(text), saw:\n\(self.text)")
            readMore()
        }
    }

    /// Reads output until a condition is true.
    public func wait(for what: String, _ isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while try !isSo() {
            try require(ContinuousClock.now < deadline, "waited for \(what), saw:\n\(text)")
            readMore()
        }
    }

    /// Reads output for this time, and types nothing.
    public func hold(forMilliseconds time: Int) {
        let end = ContinuousClock.now.advanced(by: .milliseconds(time))
        while ContinuousClock.now < end { readMore() }
    }

    /// Reads output until the program ends, and returns the program's exit status.
    public func end() throws -> Int32 {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while process.isRunning {
            try require(ContinuousClock.now < deadline, "waited for the program's end, saw:\n\(text)")
            readMore()
        }
        while readMore() {}
        return process.terminationStatus
    }

    @discardableResult private func readMore() -> Bool {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 20) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &buffer, buffer.count)
        seen += buffer.prefix(max(0, count))
        return count > 0
    }
}

/// An error of a pseudoterminal, such as expected output that did not appear in time.
public struct TerminalSurprise: Error, CustomStringConvertible {
    public let description: String
}

private func require(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
    guard isSo else { throw TerminalSurprise(description: otherwise()) }
}

extension Process {
    /// Runs the program with no signal blocked. A program inherits the blocked signals of the thread that starts it,
    /// and the thread of a test may block the signal of Ctrl-C.
    public func runReceptively() throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
