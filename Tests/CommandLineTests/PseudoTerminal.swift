import EventFixture
import Foundation
import Testing

/// A program on a terminal of its own: it types here what a person sees there.
final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    private let process = Process()
    private var seen: [UInt8] = []

    init(
        _ command: String, in folder: TemporaryFolder, columns: UInt16 = 100, rows: UInt16 = 40,
        environment: [String: String] = [:]
    ) throws {
        var ends: (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ends.0, &ends.1, nil, nil, &size) == 0)
        (master, slave) = ends
        let terminal = FileHandle(fileDescriptor: slave)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // A session whose controlling terminal this is, so that Ctrl-C and /dev/tty work.
        process.arguments = ["-c", "exec setsid --ctty --wait sh -c '\(command)'"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = Program.environment(in: folder).merging(environment) { $1 }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.runReceptively()
    }

    deinit {
        close(master)
        close(slave)
    }

    /// All that was written to the terminal.
    var bytes: [UInt8] { seen }
    var text: String { String(decoding: seen, as: UTF8.self) }
    var hasColour: Bool { seen.contains(0x1B) }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Gives the window another size, which the program is told.
    func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Who has the terminal: the number of the first process of the group.
    var foreground: Int32 {
        get throws {
            let group = tcgetpgrp(master)
            try #require(group > 0)
            return group
        }
    }

    /// Whether keys come as they are, without lines and signals.
    var isRaw: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON | ISIG | ECHO) == 0
    }

    func type(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
    }

    func type(_ text: String) throws { try type(Array(text.utf8)) }

    /// Reads until the text has been seen so many times.
    func expect(_ text: String, times: Int = 1) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while self.text.ranges(of: text).count < times {
            try #require(ContinuousClock.now < deadline, "waited for \(text), saw:\n\(self.text)")
            readMore()
        }
    }

    /// Reads until something is so.
    func wait(for what: Comment, _ isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, "waited for \(what), saw:\n\(text)")
            readMore()
        }
    }

    /// Reads to the program's end, and gives its status.
    func end() throws -> Int32 {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while process.isRunning {
            try #require(ContinuousClock.now < deadline, "waited for the end, saw:\n\(text)")
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
