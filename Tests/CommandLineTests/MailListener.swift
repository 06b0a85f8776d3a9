import EventFixture
import Foundation
import Testing

struct ReceivedMail {
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

/// A server program from the folder `Tests/MessageTransportTests`. The default is the mail server `mailserver.py`,
/// which accepts all messages. The server ends when this object is released.
final class MailListener {
    /// A line that the server has printed about an event, such as a new connection or a received mail.
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

    /// Starts the server and waits until it listens. The server prints a line for each event (`Event`) into a file in
    /// `folder`.
    ///
    /// - Parameters:
    ///   - script: the file of the server, with its options.
    ///   - package: the package of PyPI that the script imports; nil if the script imports no such package.
    init(in folder: TemporaryFolder, script: String = "mailserver.py", package: String? = "aiosmtpd") throws {
        try folder.write("", to: "mail-events")
        shell = try LifelineShell(
            "exec python3 \"$SCRIPTS\"/\(script) > \"$EVENTS\"",
            environment: [
                "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "PYTHONPATH": package.map { DownloadedPackage.path(of: $0) } ?? "",
                "PYTHONDONTWRITEBYTECODE": "1", "EVENTS": folder("mail-events"),
                "SCRIPTS": Project.file("Tests/MessageTransportTests").path,
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

    /// Waits until every connection has ended, and returns all events until then. No event of these connections is
    /// missing.
    func eventsOfClosedConnections() throws -> [Event] {
        try waitUntil("the mail server has noticed the end of each connection") {
            let names = try allEvents().map(\.event)
            return names.count { $0 == "connection" } == names.count { $0 == "closed" }
        }
        return events
    }

    /// Waits until this number of connections has ended, and returns all events until then.
    func events(ofConnections count: Int) throws -> [Event] {
        try waitUntil("the server has noticed the end of \(count) connections") {
            try allEvents().count { $0.event == "closed" } >= count
        }
        return events
    }

    private func nextLine() throws -> Data? {
        if let more = try output.readToEnd() { pending.append(more) }
        guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { pending = Data(pending[(end + 1)...]) }
        return Data(pending[..<end])
    }
}

/// A system clock for the programs that a test starts. It is ahead of the machine's clock, which the test itself uses.
/// `pass` advances this clock for the programs that are started afterwards.
final class ClockAhead {
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
