import EventFixture
import Foundation
import Testing

/// These tests start another instance of this test program and kill it. That instance runs only `startServer`, which
/// starts a database server and waits.
@Suite("A test’s database server ends when its test program is killed", .serialized, .lowPriority, .slow)
struct ServerLifeTests {
    private static let variable = "EVENTPASS_HELD_SERVER"
    /// The database server’s folder in the instance that will be killed; nil in the instance that runs the tests.
    private static let serverFolder = ProcessInfo.processInfo.environment[variable]

    @Test(
        "The instance that will be killed starts a database server and waits",
        .enabled(if: serverFolder != nil, "only in the instance that will be killed"))
    func startServer() throws {
        let folder = try #require(ServerLifeTests.serverFolder)
        try Data("\(getpid())\n".utf8).write(to: URL(filePath: "\(folder).starting"))
        let server = try PostgreSQLServer(folder: folder)
        try server.run("SELECT 1")
        try Data().write(to: URL(filePath: "\(folder).running"))
        while true { pause() }
    }

    enum Moment: String, CaseIterable {
        /// The server’s files are being created.
        case preparing = "/started"
        /// The server is starting.
        case starting = "/data/postmaster.pid"
        case running = ".running"
    }

    @Test(
        "The database server ends if the test program is killed at any moment, alone or with its process group",
        .enabled(if: serverFolder == nil),
        arguments: Moment.allCases)
    func killed(at moment: Moment) throws {
        for isWithGroup in [false, true] {
            let temporary = try TemporaryFolder()
            let folder = temporary("server")
            let program = Process()
            // The instance runs in a new session, so that its process group has only the instance and its children.
            program.executableURL = URL(filePath: "/usr/bin/env")
            program.arguments =
                [
                    "setsid", CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter",
                    "ServerLifeTests",
                ]
            program.environment = ProcessInfo.processInfo.environment.merging([ServerLifeTests.variable: folder]) { $1 }
            program.standardOutput = FileHandle.nullDevice
            program.standardError = FileHandle.nullDevice
            try program.run()
            try waitUntil("the server is \(moment)") {
                FileManager.default.fileExists(atPath: "\(folder)\(moment.rawValue)")
            }
            let text = try String(contentsOfFile: "\(folder).starting", encoding: .utf8)
            let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            try #require(kill(isWithGroup ? -process : process, SIGKILL) == 0)
            try waitUntil("the server has ended") {
                try !FileManager.default.fileExists(atPath: folder) && processes(of: folder).isEmpty
            }
            try program.waitForEnd()
        }
    }

    /// The IDs of the processes that have this folder in their arguments or environment.
    private func processes(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            pid_t(name) != nil
                && ["cmdline", "environ"].contains { part in
                    // If the file can't be read, the process has ended or belongs to another user. Such a process is
                    // ignored.
                    FileManager.default.contents(atPath: "/proc/\(name)/\(part)").map {
                        String(decoding: $0, as: UTF8.self).contains(folder)
                    } ?? false
                }
        }
    }
}
