import EventFixture
import FileAccess
import Glibc
import Testing

@Suite("Programs that run to their end")
struct ChildProcessTests {
    @Test("A program inherits no open file of the process that starts it")
    func files() throws {
        // A child process inherits both ends of this pipe, because they are not marked close-on-exec.
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let ls = try ChildProcess.run("/bin/ls", arguments: ["/proc/self/fd"], environment: [:], limit: .seconds(60))
        // Descriptor 3 is the folder that ls lists.
        #expect(ls.ending == .exit(0) && String(decoding: ls.output, as: UTF8.self) == "0\n1\n2\n3\n")
    }

    @Test("Only the beginning of a long output is kept, and the program ends normally", arguments: [10, 4096, 100_000])
    func beginning(longestOutput: Int) throws {
        let seq = try ChildProcess.run(
            "/usr/bin/seq", arguments: ["100000"], environment: [:], longestOutput: longestOutput, limit: .seconds(60))
        let all = (1...100_000).map { "\($0)\n" }.joined()
        #expect(seq.ending == .exit(0) && seq.output == Array(all.utf8.prefix(longestOutput)))
    }

    @Test("The long output of a tool is complete and separate from its standard error, and its input can be long")
    func tool() throws {
        let input = [UInt8](repeating: 0x61, count: 3_000_000)
        let tool = try Tool.run(
            "sh", ["-c", "cat; pwd >&2; exit \"$STATUS\""], in: "/usr",
            environment: ["PATH": "/usr/bin:/bin", "STATUS": "3"],
            input: input)
        #expect(tool.status == 3 && tool.output == input && tool.errorText == "/usr\n")
        #expect(throws: Surprise.self) { try tool.requireSuccess() }
        #expect(try Tool.run("sh", ["-c", "kill -KILL $$"]).status == 128 + SIGKILL)
    }

    @Test("A tool that does not end in time is stopped, and the error contains the tool’s output")
    func late() throws {
        let error = try #require(throws: Surprise.self) {
            try Tool.run("sh", ["-c", "echo begun; echo warned >&2; exec sleep 600"], limit: .seconds(3))
        }
        #expect(error.description.hasSuffix(" did not end within 3.0 seconds\nbegun\n! warned\n"), "\(error)")
    }
}
