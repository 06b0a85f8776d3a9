import EventFixture
import Foundation
import Management
@testable import Store
import Testing
import Ticketing

/// A step is a call by which the program changes something outside of its own memory, or learns something from outside:
/// it connects, sends and receives bytes, and writes and synchronizes the store's file. The program is killed just
/// before a step, so it is in the state between two steps.
@Suite("Messages if the program is killed between two steps", .lowPriority, .everyEngine, .slow, .needs("aiosmtpd"))
struct MessageStepTests {
    @Test(
        """
        If `notice send` is killed before any of its steps, all messages arrive, and a message arrives twice only if \
        the mail server took it but the program did not store that result
        """)
    func sending() throws {
        let stage = try makeStage()
        let listener = try MailListener(in: stage.folder)
        let steps = try StepLog(on: stage, mailPort: listener.port)
        try setUp(stage, port: listener.port)
        try issue(3, named: "first", on: stage)
        let all = try steps.all("eventpass notice send --limit 3")
        // Without these steps, the test would prove nothing.
        for name in ["mail connect", "mail send", "mail receive"] { try #require(all.contains(name), "\(all)") }
        try #require(all.count { $0 == "store sync" || $0 == "store commit" } > 3, "\(all)")
        let chosen = StepLog.boundaries(in: all)
        try issue(3 * chosen.count, named: "guest", on: stage)
        var killed = 0
        /// For each recipient: how often the program was killed after the server had taken the message to this
        /// recipient, and before the program had stored that result.
        var unstored: [String: Int] = [:]
        for step in chosen {
            let before = try listener.allEvents().count
            guard try steps.kills("eventpass notice send --limit 3", before: step) else { continue }
            killed += 1
            let taken = try listener.eventsOfClosedConnections()[before...].filter { $0.event == "message" }
                .map { try #require($0.recipients?.first) }
            let stored = Set(try recipients(in: "sent", on: stage))
            let open = taken.filter { !stored.contains($0) }
            #expect(open.count <= 1, "step \(step), \(all[step - 1]): \(open)")
            for recipient in open { unstored[recipient, default: 0] += 1 }
            steps.clock.pass(seconds: NoticeDispatcher.leaseSeconds + 1)
        }
        try #require(killed > chosen.count / 2 && !unstored.isEmpty)
        let last = try stage.sh("eventpass notice send", environment: steps.clock.environment)
        #expect(last.status == 0, "\(last)")
        let messages = try listener.allEvents().filter { $0.event == "message" }.map(ReceivedMail.init)
        let copies = Dictionary(grouping: messages, by: \.recipient)
        #expect(copies.count == 3 + 3 * chosen.count)
        for (recipient, mails) in copies {
            #expect(mails.count == 1 + unstored[recipient, default: 0], "\(recipient)")
            #expect(Set(mails.map(\.id)).count == 1, "\(recipient)")
        }
        #expect(try recipients(in: "sent", on: stage).count == copies.count)
    }

    @Test("If a program is killed before or after a commit that queues reminders, each of 1001 holders gets one")
    func queueing() throws {
        let stage = try makeStage()
        // Nothing listens at this port. So the program queues the messages, but sends none.
        let steps = try StepLog(on: stage, mailPort: 1)
        try setUp(stage, port: 1)
        let start = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)).advanced(bySeconds: 10 * 86_400)
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        func time(_ instant: Instant) -> String { String(instant.iso8601(in: zone).prefix(16)) }
        let edited = try stage.sh(
            "eventpass event edit fair --start \(time(start)) --end \(time(start.advanced(bySeconds: 7200)))")
        try #require(edited.status == 0, "\(edited)")
        try issue(1001, named: "guest", on: stage)
        steps.clock.pass(seconds: 1800)
        let first = try steps.all(try addReminder(minutes: 25, on: stage))
        try expectQueued(on: stage)
        // One commit claims the reminder and stores its audience. Each further commit queues a batch of messages. The
        // program is killed before and after each commit.
        let queueing = first.prefix { $0 != "mail connect" }
        let commits = queueing.indices.filter { ["store sync", "store commit"].contains(queueing[$0]) }
        try #require(commits.count >= 3, "\(queueing)")
        let chosen = commits.flatMap { [$0 + 1, $0 + 2] }.prefix(20)
        var killed = 0
        for (number, step) in chosen.enumerated() {
            let command = try addReminder(minutes: 24 - number, on: stage)
            if try steps.kills(command, before: step) { killed += 1 }
            _ = try stage.sh(command, environment: steps.clock.environment)
            try expectQueued(on: stage)
        }
        #expect(killed > chosen.count / 2)
    }

    // MARK: -

    private func makeStage() throws -> Stage {
        try Stage(
            environment: EngineKind.current == .postgreSQL
                ? ["EVENTPASS_STORE": PostgreSQLServer.shared().newStore()] : [:])
    }

    private func setUp(_ stage: Stage, port: Int) throws {
        let set = try stage.sh(
            "eventpass mail set --server 127.0.0.1:\(port) --security none --from tickets@example.org")
        try #require(set.status == 0, "\(set)")
    }

    private func issue(_ count: Int, named name: String, on stage: Stage) throws {
        let rows = (1...count).map { "\(name) \($0),\(name)\($0)@example.org\n" }.joined()
        let issued = try stage.issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
    }

    private func recipients(in state: String, on stage: Stage) throws -> [String] {
        struct Line: Decodable { let recipient: String }
        let listed = try stage.sh("eventpass notice list --all --state \(state) --json")
        try #require(listed.status == 0, "\(listed)")
        return try listed.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).recipient }
    }

    /// Removes all earlier messages and reminders, and adds a reminder that is due in `minutes` minutes. It is already
    /// due for a program whose clock is half an hour ahead.
    ///
    /// - Returns: the command that queues the reminder.
    private func addReminder(minutes: Int, on stage: Stage) throws -> String {
        try withStore(of: stage) { connection in
            _ = try connection.execute("DELETE FROM notice", [])
            _ = try connection.execute("DELETE FROM event_reminder", [])
        }
        let before = 10 * 1440 - minutes
        let added = try stage.sh(
            "eventpass event reminder add fair --before \(before / 1440)d\(before / 60 % 24)h\(before % 60)m")
        try #require(added.status == 0, "\(added)")
        return "eventpass notice send"
    }

    private func expectQueued(on stage: Stage) throws {
        try withStore(of: stage) { connection in
            let counts = try connection.first(
                "SELECT count(*), count(DISTINCT recipient) FROM notice WHERE kind = 'reminder'", []
            ) { [$0.integer(0), $0.integer(1)] }
            #expect(counts == [1001, 1001])
        }
    }

    private func withStore(of stage: Stage, _ work: (any StoreConnection) throws -> Void) throws {
        let address: StoreAddress =
            if let url = stage.environment["EVENTPASS_STORE"] {
                .postgreSQL(try PostgreSQLAddress(url: url))
            } else {
                .sqlite(path: stage.folder("data/store.sqlite"))
            }
        try Store.open(address).write { try work($0) }
    }
}

/// Runs commands with a library that counts the steps of the program, and kills the program before a step.
private final class StepLog {
    let clock: ClockAhead
    private let stage: Stage
    private let environment: [String: String]

    init(on stage: Stage, mailPort: Int) throws {
        self.stage = stage
        clock = try ClockAhead(in: stage.folder)
        try stage.folder.write(StepLog.source, to: "steps.c")
        environment = [
            "STEP_LIBRARY": try stage.folder.library(from: stage.folder("steps.c")), "STEPS": stage.folder("steps"),
            "MAIL_PORT": "\(mailPort)",
        ]
    }

    /// Runs a command to its end, and returns the names of its steps.
    func all(_ command: String) throws -> [String] {
        try stage.folder.write("", to: "steps")
        _ = try run(command, lastStep: nil)
        return try String(decoding: stage.folder.read("steps"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs a command, and kills it just before the step with this number (from 1). Returns false if the command ended
    /// before that step.
    func kills(_ command: String, before step: Int) throws -> Bool {
        try run(command, lastStep: step).status == 128 + SIGKILL
    }

    private func run(_ command: String, lastStep: Int?) throws -> Outcome {
        var environment = self.environment.merging(stage.environment) { $1 }.merging(clock.environment) { $1 }
        let libraries = [environment["STEP_LIBRARY"], environment["LD_PRELOAD"]].compactMap(\.self)
        environment["LD_PRELOAD"] = libraries.joined(separator: ":")
        environment["LAST_STEP"] = lastStep.map { "\($0)" }
        return try stage.folder.start("exec \(command)", environment: environment).outcome()
    }

    /// The numbers of the steps before which the program is killed. If many equal steps write to the store or send to
    /// its server in a row, only the first and the last of them are listed. With the effort `soak`, every step is
    /// listed.
    static func boundaries(in steps: [String]) -> [Int] {
        let repeated = ["store write", "store send"]
        return steps.indices.filter { index in
            let isInside =
                index > 0 && index + 1 < steps.count && steps[index - 1] == steps[index]
                && steps[index + 1] == steps[index]
            return TestEffort.isSoak || !repeated.contains(steps[index]) || !isInside
        }.map { $0 + 1 }
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>

        static atomic_long count;
        static atomic_bool is_mail[1024];

        static void step(const char *name) {
            long number = atomic_fetch_add(&count, 1) + 1;
            int file = open(getenv("STEPS"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            dprintf(file, "%s\\n", name);
            close(file);
            const char *last = getenv("LAST_STEP");
            if (last && number == atol(last)) kill(getpid(), SIGKILL);
        }

        static int is_mail_socket(int socket) { return socket >= 0 && socket < 1024 && is_mail[socket]; }

        int connect(int socket, const struct sockaddr *address, socklen_t length) {
            static int (*next)(int, const struct sockaddr *, socklen_t);
            if (!next) next = dlsym(RTLD_NEXT, "connect");
            const struct sockaddr_in *internet = (const struct sockaddr_in *)address;
            int mail = address->sa_family == AF_INET && ntohs(internet->sin_port) == atoi(getenv("MAIL_PORT"));
            if (socket >= 0 && socket < 1024) is_mail[socket] = mail;
            step(mail ? "mail connect" : "store connect");
            return next(socket, address, length);
        }

        ssize_t send(int socket, const void *bytes, size_t length, int flags) {
            static ssize_t (*next)(int, const void *, size_t, int);
            if (!next) next = dlsym(RTLD_NEXT, "send");
            int commit = memmem(bytes, length, "COMMIT", 6) != NULL;
            step(is_mail_socket(socket) ? "mail send" : commit ? "store commit" : "store send");
            return next(socket, bytes, length, flags);
        }

        ssize_t recv(int socket, void *bytes, size_t length, int flags) {
            static ssize_t (*next)(int, void *, size_t, int);
            if (!next) next = dlsym(RTLD_NEXT, "recv");
            if (is_mail_socket(socket)) step("mail receive");
            return next(socket, bytes, length, flags);
        }

        int fdatasync(int file) {
            static int (*next)(int);
            if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
            step("store sync");
            return next(file);
        }

        ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
            static ssize_t (*next)(int, const void *, size_t, off64_t);
            if (!next) next = dlsym(RTLD_NEXT, "pwrite64");
            step("store write");
            return next(file, bytes, length, offset);
        }

        """
}
