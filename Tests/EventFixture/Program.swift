public import Foundation
import Synchronization
public import Ticketing

/// A process of the built program `eventpass`, which uses a festival's data folder and store.
public final class Program {
    public let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    /// Starts the program. Its standard error is discarded.
    ///
    /// - Parameters:
    ///   - lines: the complete input; nil if the test writes the input with `send`.
    ///   - device: the device whose id the program uses; nil for the festival's device. Any other device gets a
    ///     separate data folder, as on another laptop.
    public init(
        _ arguments: [String], on festival: Festival, input lines: [String]? = nil, device: DeviceID? = nil,
        environment: [String: String] = [:]
    ) throws {
        let data = try festival.dataFolder(of: device ?? festival.device)
        process.executableURL = try Program.url
        process.arguments = arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "EVENTPASS_DATA": data,
            "EVENTPASS_STORE": festival.storeURL,
        ].merging(environment) { $1 }
        if let lines {
            let file = URL(filePath: "\(festival.folder.path)/input-\(UUID().uuidString)")
            try Program.text(lines).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        } else {
            process.standardInput = input
        }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The built program, which is in the folder of the test bundle.
    public static var url: URL {
        get throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            let candidates = [
                bundle.bundleURL.deletingLastPathComponent(),
                URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
            ].map { $0.appending(path: "eventpass") }
            guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
                throw Surprise("the program is not at \(candidates.map(\.path))")
            }
            return found
        }
    }

    public func send(_ lines: [String]) throws {
        try input.fileHandleForWriting.write(contentsOf: Program.text(lines))
    }

    private static func text(_ lines: [String]) -> Data { Data(lines.map { "\($0)\n" }.joined().utf8) }

    public func endInput() throws { try input.fileHandleForWriting.close() }

    /// Waits for the next line of standard output; nil if the output has ended.
    public func line() throws -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = pending[(end + 1)...] }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            pending.append(more)
        }
    }

    /// Waits for the next line of standard output until the deadline; nil if no line arrives or the output has ended.
    public func line(before deadline: ContinuousClock.Instant) throws -> String? {
        while !pending.contains(UInt8(ascii: "\n")) {
            var descriptor = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let left = max(0, (deadline - ContinuousClock.now) / .milliseconds(1))
            guard poll(&descriptor, 1, Int32(left)) > 0 else { return nil }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            pending.append(more)
        }
        return try line()
    }

    /// The memory that the process has allocated, in bytes; nil if the process has ended. Mapped files, such as the
    /// program's own file, are not counted, because the kernel decides how many of their pages are in memory.
    public var allocatedMemory: Int? {
        let status = FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/status")
        let text = String(decoding: status ?? Data(), as: UTF8.self)
        return text.firstMatch(of: /RssAnon:\s+(\d+) kB/).flatMap { Int($0.1) }.map { $0 * 1024 }
    }

    /// Waits for the process to end, and returns the lines of its output that were not read before.
    public func rest() throws -> [String] {
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        try process.waitForEnd()
        return lines
    }

    public func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

private let dataFolders = Mutex(())

extension Festival {
    /// The path of a device's data folder. The folder has the keys and the device id, which the program needs in
    /// addition to the store.
    fileprivate func dataFolder(of device: DeviceID) throws -> String {
        let path = device == self.device ? folder.path : folder("\(device)")
        // Several threads can start programs at the same time.
        return try dataFolders.withLock { _ in
            guard !FileManager.default.fileExists(atPath: "\(path)/device") else { return path }
            if path != folder.path {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                try FileManager.default.copyItem(atPath: folder("keys"), toPath: "\(path)/keys")
            }
            try Data("\(device)\n".utf8).write(to: URL(filePath: "\(path)/device"))
            return path
        }
    }
}

/// A verdict as the program prints it with `--json`.
public struct PrintedVerdict: Decodable, Sendable {
    public let verdict: String
    public let reason: String?
    public let serial: UInt64?
    public let used: Int?
    public let allowed: Int?

    public init(_ line: String) throws { self = try JSONDecoder().decode(PrintedVerdict.self, from: Data(line.utf8)) }
}
