import EventFixture
import Foundation
import Management
@testable import Store
import Testing

/// Runs commands with a library that counts the steps of the program, and kills the program before a step.
///
/// A step is a call that changes something outside of the program's own memory, or reads data from outside:
///
/// - `server connect`, `server send`, `server receive`: the connection to a mail server or SMS provider.
/// - `store write`, `store sync`, `store connect`, `store send`, `store commit`: the store's file or database server.
/// - `folder write`, `folder sync`, `folder link`, `folder rename`, `folder unlink`: files in a folder of the test.
///   Each file is written in several parts, so the program can be killed while a file is incomplete.
/// - `program start`: another program is started.
final class StepLog {
    let clock: ClockAhead
    /// The steps of the last run. The step before which the program was killed is not one of them.
    private(set) var performed: [String] = []
    private let stage: Stage
    private let environment: [String: String]

    /// - Parameters:
    ///   - serverPort: the port of the mail server or SMS provider on this machine; nil if the program uses no server.
    ///   - folder: the name of the folder in which changes of files count as steps; nil if no such changes count.
    init(on stage: Stage, serverPort: Int? = nil, folder: String? = nil) throws {
        self.stage = stage
        clock = try ClockAhead(in: stage.folder)
        try stage.folder.write(StepLog.source, to: "steps.c")
        environment = [
            "STEP_LIBRARY": try stage.folder.library(from: stage.folder("steps.c")), "STEPS": stage.folder("steps"),
            "SERVER_PORT": serverPort.map { "\($0)" } ?? "-1",
            "STEP_FOLDER": folder.map { stage.folder("\($0)/") } ?? "",
        ]
    }

    /// Runs a command to its end, and returns the names of its steps.
    func all(_ command: String) throws -> [String] {
        _ = try run(command, lastStep: nil)
        return performed
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
        try stage.folder.write("", to: "steps")
        let outcome = try stage.folder.start("exec \(command)", environment: environment).outcome()
        performed = try String(decoding: stage.folder.read("steps"), as: UTF8.self).split(separator: "\n")
            .map(String.init)
        if outcome.status == 128 + SIGKILL { performed.removeLast() }
        return outcome
    }

    /// The numbers of the steps before which the program is killed. Of several equal steps in a row that write to the
    /// store, its server or the folder, only the first and the last are listed. With the effort `soak`, every step is
    /// listed.
    static func boundaries(in steps: [String]) -> [Int] {
        let repeated = ["store write", "store send", "folder write"]
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
        #include <spawn.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>

        enum { OTHER, SERVER, STORE };
        static atomic_long count;
        static atomic_int peers[1024];

        static void step(const char *name) {
            long number = atomic_fetch_add(&count, 1) + 1;
            int file = open(getenv("STEPS"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
            dprintf(file, "%s\\n", name);
            close(file);
            const char *last = getenv("LAST_STEP");
            if (last && number == atol(last)) kill(getpid(), SIGKILL);
        }

        static int peer(int socket) { return socket >= 0 && socket < 1024 ? peers[socket] : OTHER; }

        static void set_peer(int socket, int value) {
            if (socket >= 0 && socket < 1024) peers[socket] = value;
        }

        /* Whether a path, or an open file, is in the folder. */
        static int is_path_inside(const char *path) {
            const char *folder = getenv("STEP_FOLDER");
            return folder && *folder && strncmp(path, folder, strlen(folder)) == 0;
        }

        static int is_file_inside(int file) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return 0;
            path[length] = 0;
            return is_path_inside(path);
        }

        int connect(int socket, const struct sockaddr *address, socklen_t length) {
            static int (*next)(int, const struct sockaddr *, socklen_t);
            if (!next) next = dlsym(RTLD_NEXT, "connect");
            const struct sockaddr_in *internet = (const struct sockaddr_in *)address;
            int is_server = address->sa_family == AF_INET && ntohs(internet->sin_port) == atoi(getenv("SERVER_PORT"));
            set_peer(socket, is_server ? SERVER : STORE);
            step(is_server ? "server connect" : "store connect");
            return next(socket, address, length);
        }

        int socketpair(int domain, int type, int protocol, int ends[2]) {
            static int (*next)(int, int, int, int *);
            if (!next) next = dlsym(RTLD_NEXT, "socketpair");
            int result = next(domain, type, protocol, ends);
            if (result == 0) {
                set_peer(ends[0], OTHER);
                set_peer(ends[1], OTHER);
            }
            return result;
        }

        ssize_t send(int socket, const void *bytes, size_t length, int flags) {
            static ssize_t (*next)(int, const void *, size_t, int);
            if (!next) next = dlsym(RTLD_NEXT, "send");
            int commit = memmem(bytes, length, "COMMIT", 6) != NULL;
            if (peer(socket) == SERVER) step("server send");
            if (peer(socket) == STORE) step(commit ? "store commit" : "store send");
            return next(socket, bytes, length, flags);
        }

        ssize_t recv(int socket, void *bytes, size_t length, int flags) {
            static ssize_t (*next)(int, void *, size_t, int);
            if (!next) next = dlsym(RTLD_NEXT, "recv");
            if (peer(socket) == SERVER) step("server receive");
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

        ssize_t write(int file, const void *bytes, size_t length) {
            static ssize_t (*next)(int, const void *, size_t);
            if (!next) next = dlsym(RTLD_NEXT, "write");
            if (!is_file_inside(file)) return next(file, bytes, length);
            step("folder write");
            /* Only half of a long text is written, so that a file is incomplete between two steps. */
            return next(file, bytes, length > 1024 ? length / 2 : length);
        }

        int fsync(int file) {
            static int (*next)(int);
            if (!next) next = dlsym(RTLD_NEXT, "fsync");
            if (is_file_inside(file)) step("folder sync");
            return next(file);
        }

        int link(const char *from, const char *to) {
            static int (*next)(const char *, const char *);
            if (!next) next = dlsym(RTLD_NEXT, "link");
            if (is_path_inside(to)) step("folder link");
            return next(from, to);
        }

        int rename(const char *from, const char *to) {
            static int (*next)(const char *, const char *);
            if (!next) next = dlsym(RTLD_NEXT, "rename");
            if (is_path_inside(to)) step("folder rename");
            return next(from, to);
        }

        int unlink(const char *path) {
            static int (*next)(const char *);
            if (!next) next = dlsym(RTLD_NEXT, "unlink");
            if (is_path_inside(path)) step("folder unlink");
            return next(path);
        }

        int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
            static int (*next)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                               char *const[], char *const[]);
            if (!next) next = dlsym(RTLD_NEXT, "posix_spawn");
            step("program start");
            return next(process, path, actions, attributes, arguments, environment);
        }

        """
}

/// Runs `notice send` several times, and kills each run before one of its steps. Counts how often each message reached
/// its destination (a provider, a phone or a folder). Compares these counts with the results in the store.
struct InterruptedSending {
    let stage: Stage
    let steps: StepLog
    private var killed = 0
    /// For each recipient: how often the message reached its destination.
    private var copies: [String: Int] = [:]
    /// For each recipient: how often the program was killed after the message had reached its destination, and before
    /// the program had stored the message as sent.
    private var unstored: [String: Int] = [:]

    init(on stage: Stage, _ steps: StepLog) {
        self.stage = stage
        self.steps = steps
    }

    /// Kills a command before a step. Then moves the clock forward, so that the command's leases expire.
    ///
    /// - Parameter taken: returns the recipients of the messages that have reached their destination since the last
    ///   call of `taken`. `taken` must wait until the killed command can cause no more messages.
    mutating func kill(_ command: String, before step: Int, _ taken: () throws -> [String]) throws {
        let isKilled = try steps.kills(command, before: step)
        let taken = try taken()
        count(taken)
        guard isKilled else { return }
        killed += 1
        let stored = Set(try stage.recipients(in: "sent"))
        let open = taken.filter { !stored.contains($0) }
        #expect(open.count <= 1, "step \(step): \(open)")
        for recipient in open { unstored[recipient, default: 0] += 1 }
        steps.clock.pass(seconds: NoticeDispatcher.leaseSeconds + 1)
    }

    mutating func count(_ taken: [String]) {
        for recipient in taken { copies[recipient, default: 0] += 1 }
    }

    /// Checks that each message was sent, and that no message was sent again after its first result had been stored.
    ///
    /// - Parameters:
    ///   - messages: the number of messages, each to another recipient.
    ///   - attempts: the number of calls of `kill`.
    func check(messages: Int, attempts: Int) throws {
        // Most runs must have been killed, and some of them before the program had stored a result.
        try #require(killed > attempts / 2 && !unstored.isEmpty)
        #expect(copies.count == messages)
        for (recipient, number) in copies { #expect(number == 1 + unstored[recipient, default: 0], "\(recipient)") }
        #expect(Set(try stage.recipients(in: "sent")) == Set(copies.keys))
    }
}

extension Stage {
    convenience init(on engine: EngineKind) throws {
        try self.init(
            environment: engine == .postgreSQL ? ["EVENTPASS_STORE": PostgreSQLServer.shared().newStore()] : [:])
    }

    /// Issues tickets to people with the addresses `NAME1@example.org`, `NAME2@example.org` and so on.
    func issue(_ count: Int, named name: String) throws {
        let rows = (1...count).map { "\(name) \($0),\(name)\($0)@example.org\n" }.joined()
        let issued = try issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
    }

    func recipients(in state: String) throws -> [String] {
        struct Line: Decodable { let recipient: String }
        let listed = try sh("eventpass notice list --all --state \(state) --json")
        try #require(listed.status == 0, "\(listed)")
        return try listed.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).recipient }
    }

    func withStore<Value>(_ work: (any StoreConnection) throws -> Value) throws -> Value {
        let address: StoreAddress =
            if let url = environment["EVENTPASS_STORE"] {
                .postgreSQL(try PostgreSQLAddress(url: url))
            } else {
                .sqlite(path: folder("data/store.sqlite"))
            }
        return try Store.open(address).write { try work($0) }
    }
}
