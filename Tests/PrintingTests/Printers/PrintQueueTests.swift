import EventFixture
import Foundation
import Printing
import Testing

@Suite("The system’s print command lp gets files by their exact names")
struct PrintQueueTests {
    /// A folder with a replacement for `lp`. The replacement records its arguments and input, and then runs `script`.
    private struct FakeLP {
        let folder: TemporaryFolder
        var environment: [String: String] {
            ["PATH": "\(folder("none")):\(folder("bin")):/usr/bin:/bin", "RECORD": folder.path, "LC_ALL": "C"]
        }

        init(_ script: String = "echo 'request id is Zebra-42 (1 file(s))'") throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder("bin"), withIntermediateDirectories: false)
            let record = #"printf '%s\0' "$@" >"$RECORD/arguments"; cat >"$RECORD/input"; env >"$RECORD/environment""#
            try folder.writeProgram("#!/bin/sh\n\(record)\n\(script)\n", to: "bin/lp")
        }

        func arguments() throws -> [String] {
            try folder.read("arguments").split(separator: 0, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(
        "lp is told to send printer commands unchanged, and to print PDFs in actual size, on one or both sides"
    )
    func contents() throws {
        let lp = try FakeLP()
        let queue = try PrintQueue("Zebra", environment: lp.environment)
        #expect(try queue.print(file: "labels.zpl", as: .commands) == "request id is Zebra-42 (1 file(s))")
        #expect(try lp.arguments() == ["-d", "Zebra", "-o", "raw", "--", "labels.zpl"])
        #expect(try lp.folder.read("input") == [])
        try queue.print(file: "sheets.pdf", as: .document(.front))
        let size = ["-d", "Zebra", "-o", "print-scaling=none", "-o"]
        #expect(try lp.arguments() == size + ["sides=one-sided", "--", "sheets.pdf"])
        try queue.print(file: "sheets.pdf", as: .document(.both))
        #expect(try lp.arguments() == size + ["sides=two-sided-long-edge", "--", "sheets.pdf"])
    }

    @Test(
        "Names and paths with special meanings for a shell or lp are passed unchanged, each as one argument",
        arguments: [
            "-d", "--", "-o", "a b", "$(touch pwned)", "`id`", "a;b", "a'b\"c", "*", "a/b", "ž✓", "\\", "|cat",
            "-U root",
        ])
    func hostile(_ name: String) throws {
        let lp = try FakeLP()
        try PrintQueue(name, environment: lp.environment).print(file: name, as: .commands)
        #expect(try lp.arguments() == ["-d", name, "-o", "raw", "--", name])
        #expect(try lp.folder.names(in: ".") == ["arguments", "bin", "environment", "input"])
    }

    @Test(
        "A printer name that is empty or has control characters is refused",
        arguments: ["", "a\nb", "a\u{0}b", "\u{1B}[2J"])
    func names(_ name: String) throws {
        let lp = try FakeLP()
        let error = try #require(throws: PrintQueueError.self) { try PrintQueue(name, environment: lp.environment) }
        #expect(error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test("A path that is empty or has a NUL is refused before lp starts", arguments: ["", "labels.zpl\u{0}.txt"])
    func paths(_ path: String) throws {
        let lp = try FakeLP()
        let queue = try PrintQueue("Zebra", environment: lp.environment)
        #expect {
            try queue.print(file: path, as: .commands)
        } throws: { error in
            guard case PrintQueueError.path = error else { return false }
            return true
        }
        #expect(try lp.folder.names(in: ".") == ["bin"], "lp was started")
    }

    @Test("Error messages of lp are shown in one line, and can’t move a terminal’s cursor")
    func complaint() throws {
        let lp = try FakeLP(#"printf 'lp: no \033[2Jprinter\r\nlp: at all\n' >&2; exit 3"#)
        let queue = try PrintQueue("Zebra", environment: lp.environment)
        let error = try #require(throws: PrintQueueError.self) { try queue.print(file: "a", as: .commands) }
        #expect(
            error
                == .refused(queue: "Zebra", ending: .status(3), output: "lp: no ‹1B›[2Jprinter‹D›; lp: at all"))
        #expect("\(error)".contains("Zebra") && "\(error)".contains("status 3"))
    }

    @Test("If lp fails without output or with endless output, or is killed by a signal, an error is reported")
    func oddEnds() throws {
        func error(_ script: String) throws -> PrintQueueError? {
            let lp = try FakeLP(script)
            return try withExtendedLifetime(lp) {
                let queue = try PrintQueue("Zebra", environment: lp.environment)
                return try #require(throws: PrintQueueError.self) { try queue.print(file: "a", as: .commands) }
            }
        }
        #expect(try error("exit 1") == .refused(queue: "Zebra", ending: .status(1), output: ""))
        #expect(try error("kill -9 $$") == .refused(queue: "Zebra", ending: .signal(9), output: ""))
        guard case .refused(_, _, let output) = try error("head -c 1000000 /dev/zero | tr '\\0' x; exit 1") else {
            return
        }
        #expect(output == String(repeating: "x", count: 4096))
    }

    @Test(
        "An lp that never ends is stopped, even if it closes its outputs or ignores signals",
        arguments: ["", "exec >&- 2>&-; ", "trap '' TERM; "])
    func hung(_ before: String) throws {
        let lp = try FakeLP("mkfifo \"$RECORD/never\"; echo sending; \(before)exec 3<>\"$RECORD/never\"; read x <&3")
        let queue = try PrintQueue("Zebra", environment: lp.environment, limit: .milliseconds(500))
        let error = try #require(throws: PrintQueueError.self) { try queue.print(file: "a", as: .commands) }
        #expect(error == .timedOut(queue: "Zebra", limit: .milliseconds(500), output: "sending"))
        #expect("\(error)".contains("within 0.5 s") && "\(error)".contains("lpstat -o"))
    }

    @Test("When lp exits successfully, printing succeeds at once, even if a child of lp keeps the output open")
    func openOutput() throws {
        let lp = try FakeLP("mkfifo \"$RECORD/never\"; echo taken; (exec 3<>\"$RECORD/never\"; read x <&3) &")
        let limit = Duration.seconds(60)
        let queue = try PrintQueue("Zebra", environment: lp.environment, limit: limit)
        let start = ContinuousClock.now
        #expect(try queue.print(file: "a", as: .commands) == "taken")
        let time = ContinuousClock.now - start
        #expect(time < limit)
        // Ends the child of lp, which is still running.
        let fifo = try FileHandle(forWritingTo: URL(filePath: lp.folder("never")))
        try fifo.write(contentsOf: Array("x\n".utf8))
    }

    @Test("When lp exits successfully, printing succeeds at once, even if a child of lp writes without end")
    func endlessOutput() throws {
        let lp = try FakeLP("yes & exit 0")
        let limit = Duration.seconds(60)
        let queue = try PrintQueue("Zebra", environment: lp.environment, limit: limit)
        let time = try ContinuousClock().measure { try queue.print(file: "a", as: .commands) }
        #expect(time < limit)
    }

    @Test("Without lp, the error names the package to install and the searched folders")
    func missing() throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "lp")  // The file is not executable.
        for path in [folder.path, "", "relative:.", "\(folder.path)::/nowhere"] {
            let error = try #require(throws: PrintQueueError.self) {
                try PrintQueue("Zebra", environment: ["PATH": path])
            }
            #expect("\(error)".contains("cups-client"))
            guard case .notInstalled(let searched) = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(searched == path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") })
        }
    }

    @Test("lp gets the given environment variables, and no others")
    func environment() throws {
        let lp = try FakeLP()
        let environment = lp.environment.merging(["CUPS_SERVER": "print.example:631"]) { $1 }
        try PrintQueue("Zebra", environment: environment).print(file: "a", as: .commands)
        let lines = String(decoding: try lp.folder.read("environment"), as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("CUPS_SERVER=print.example:631"))
        #expect(!lines.contains { $0.hasPrefix("HOME=") })
    }
}
