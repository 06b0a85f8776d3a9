import EventFixture
import Foundation
import Management
import Testing

@Suite("Messages while the program that sends them is killed", .lowPriority, .everyEngine, .slow, .needsMailServer)
struct MessageKillTests {
    private static let count = 30
    private static let kills = 6

    @Test("`notice send` is killed 6 times: each of 30 messages arrives, and a kill repeats at most one message")
    func killed() throws {
        var random = SeededGenerator(for: "kills of `notice send`, on \(EngineKind.current)")
        let stage = try Stage(
            environment: EngineKind.current == .postgreSQL
                ? ["EVENTPASS_STORE": PostgreSQLServer.shared().newStore()] : [:])
        let listener = try MailListener(in: stage.folder)
        let clock = try ClockAhead(in: stage.folder)
        try queue(on: stage, listener)
        var killed = 0
        var leased = 0
        for _ in 0..<MessageKillTests.kills {
            let target = try listener.allEvents().count + Int.random(in: 0...15, using: &random)
            let running = try stage.folder.start(
                "exec eventpass notice send", environment: stage.environment.merging(clock.environment) { $1 })
            try waitUntil("the program sends messages, or ends") {
                try listener.allEvents().count >= target || !running.process.isRunning
            }
            // Waits for a random time, so that the program is killed at different moments and not always immediately
            // after a line of the mail server.
            usleep(UInt32.random(in: 0...20_000, using: &random))
            if running.process.isRunning { kill(running.process.processIdentifier, SIGKILL) }
            if try running.outcome().status == 128 + SIGKILL { killed += 1 }
            leased += try keys(in: "leased", on: stage).count
            clock.pass(seconds: NoticeDispatcher.leaseSeconds + 1)
        }
        // If no message was interrupted, the test would prove nothing.
        try #require(killed > 0 && leased > 0)
        let last = try stage.sh("eventpass notice send", environment: clock.environment)
        #expect(last.status == 0, "\(last)")
        #expect(try keys(in: "sent", on: stage).count == MessageKillTests.count)
        try check(listener.allEvents(), kills: killed)
    }

    /// Queues a message to each of 30 addresses, and sets up the mail server.
    private func queue(on stage: Stage, _ listener: MailListener) throws {
        let rows = (1...MessageKillTests.count).map { "Guest \($0),g\($0)@example.org\n" }.joined()
        let issued = try stage.issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
        let set = try stage.sh(
            "eventpass mail set --server 127.0.0.1:\(listener.port) --security none --from tickets@example.org")
        try #require(set.status == 0, "\(set)")
        try #require(keys(in: "queued", on: stage).count == MessageKillTests.count)
    }

    private func keys(in state: String, on stage: Stage) throws -> [String] {
        struct Line: Decodable { let key: String }
        let listed = try stage.sh("eventpass notice list --state \(state) --json")
        try #require(listed.status == 0, "\(listed)")
        return try listed.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).key }
    }

    /// Checks that each message arrived. A message may arrive twice only if a kill prevented the program from storing
    /// the message's result. This can only be the last message on a connection.
    private func check(_ events: [MailListener.Event], kills: Int) throws {
        let messages = try events.filter { $0.event == "message" }.map(ReceivedMail.init)
        let copies = Dictionary(grouping: messages.indices) { messages[$0].id }
        #expect(copies.count == MessageKillTests.count)
        #expect(Set(messages.map(\.recipient)).count == MessageKillTests.count)
        #expect(messages.count <= MessageKillTests.count + kills)
        for (id, indices) in copies {
            #expect(Set(indices.map { messages[$0].recipient }).count == 1, "\(id)")
            for index in indices.dropLast() {
                let connection = messages[index].connection
                #expect(!messages[(index + 1)...].contains { $0.connection == connection }, "\(id)")
            }
        }
    }
}

private struct ReceivedMail {
    let id: String
    let recipient: String
    let connection: Int

    init(_ event: MailListener.Event) throws {
        let lines = String(decoding: try #require(event.data), as: UTF8.self).split(whereSeparator: \.isNewline)
        id = String(try #require(lines.first { $0.hasPrefix("Message-ID: ") }))
        recipient = try #require(event.recipients?.first)
        connection = try #require(event.connection)
    }
}

/// The mail server of `Tests/MessageTransportTests/mailserver.py`, which accepts all messages. It ends when this object
/// is released.
private final class MailListener {
    /// A line that the server has printed.
    struct Event: Decodable {
        let event: String
        let recipients: [String]?
        let data: Data?
        let connection: Int?
    }

    private(set) var port = 0
    private let shell: LifelineShell
    private let output: FileHandle
    private var pending = Data()
    private var events: [Event] = []

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let package = root.appending(path: ".build/aiosmtpd").path

    /// Whether the server can be started. In continuous integration, the tests fail if it cannot.
    static var isPossible: Bool {
        FileManager.default.fileExists(atPath: "\(package)/done")
            || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    /// Starts the server, which prints its events into a file of a folder, and waits until it listens.
    init(in folder: TemporaryFolder) throws {
        try folder.write("", to: "mail-events")
        shell = try LifelineShell(
            "exec python3 \"$SCRIPT\" > \"$EVENTS\"",
            environment: [
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONPATH": MailListener.package,
                "PYTHONDONTWRITEBYTECODE": "1", "EVENTS": folder("mail-events"),
                "SCRIPT": MailListener.root.appending(path: "Tests/MessageTransportTests/mailserver.py").path,
            ], output: Pipe())
        output = try FileHandle(forReadingFrom: URL(filePath: folder("mail-events")))
        try waitUntil("the mail server listens") {
            guard let line = try nextLine() else { return false }
            struct Ready: Decodable { let port: Int }
            port = try JSONDecoder().decode(Ready.self, from: line).port
            return true
        }
    }

    /// All events until now, oldest first.
    func allEvents() throws -> [Event] {
        while let line = try nextLine() { events.append(try JSONDecoder().decode(Event.self, from: line)) }
        return events
    }

    private func nextLine() throws -> Data? {
        if let more = try output.readToEnd() { pending.append(more) }
        guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { pending = Data(pending[(end + 1)...]) }
        return Data(pending[..<end])
    }
}

/// A system clock for the programs that a test starts. It is ahead of the machine's clock, so time passes for these
/// programs, and the test does not have to wait.
private final class ClockAhead {
    private let library: String
    private var seconds: Int64 = 0

    init(in folder: TemporaryFolder) throws {
        try folder.write(ClockAhead.source, to: "clock.c")
        library = try folder.library(from: folder("clock.c"))
    }

    func pass(seconds: Int64) { self.seconds += seconds }

    var environment: [String: String] { ["LD_PRELOAD": library, "CLOCK_AHEAD": "\(seconds)"] }

    private static let source = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static time_t ahead(void) {
            const char *text = getenv("CLOCK_AHEAD");
            return text ? atol(text) : 0;
        }

        int clock_gettime(clockid_t clock, struct timespec *now) {
            int result = syscall(SYS_clock_gettime, clock, now);
            if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += ahead();
            return result;
        }

        int gettimeofday(struct timeval *restrict now, void *restrict zone) {
            int result = syscall(SYS_gettimeofday, now, zone);
            if (result == 0) now->tv_sec += ahead();
            return result;
        }

        time_t time(time_t *now) {
            struct timespec current;
            clock_gettime(CLOCK_REALTIME, &current);
            if (now) *now = current.tv_sec;
            return current.tv_sec;
        }

        """
}

extension Trait where Self == ConditionTrait {
    fileprivate static var needsMailServer: Self {
        .enabled(if: MailListener.isPossible, "aiosmtpd is missing: make mailtools downloads it")
    }
}
