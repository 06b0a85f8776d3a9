import EventFixture
import Foundation
import Testing

/// A text file with commands and their expected output.
///
/// A line such as `$ command` is a command for `/bin/sh`. All commands of the file run in one folder. The lines below a
/// command are its standard output. Lines that begin with `! ` are its standard error. A line such as `? 65` is the
/// command’s exit status; without such a line, the status is 0. `…` matches any text. The first `{name}` matches any
/// word, and each later `{name}` matches only the same word. A line that begins with `#` is a remark.
struct Transcript {
    struct Step {
        let line: Int
        let command: String
        var output: [String] = []
        var errors: [String] = []
        var status: Int32 = 0
    }

    let steps: [Step]

    init(_ text: String) {
        var steps: [Step] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            if line.hasPrefix("$ ") {
                steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
            } else if line.hasPrefix("#") || line.isEmpty || steps.isEmpty {
                continue
            } else if line.hasPrefix("! ") {
                steps[steps.count - 1].errors.append(String(line.dropFirst(2)))
            } else if line.hasPrefix("? ") {
                steps[steps.count - 1].status = Int32(line.dropFirst(2)) ?? -1
            } else {
                steps[steps.count - 1].output.append(line)
            }
        }
        self.steps = steps
    }

    func run(in folder: TemporaryFolder) throws {
        var captures: [String: String] = [:]
        for step in steps {
            let command = captures.reduce(step.command) { $0.replacing("{\($1.key)}", with: $1.value) }
            let outcome = try folder.sh(command)
            let isAsWritten =
                outcome.status == step.status
                && Transcript.match(step.output, outcome.text, &captures)
                && Transcript.match(step.errors, outcome.errorText, &captures)
            // The first mismatch ends the run, because later commands can depend on the command that failed.
            try #require(isAsWritten, "line \(step.line): $ \(command)\n\(outcome)")
        }
    }

    private static func match(_ expected: [String], _ found: String, _ captures: inout [String: String]) -> Bool {
        let lines = found.split(separator: "\n").map(String.init)
        guard expected.count == lines.count else { return false }
        return zip(expected, lines).allSatisfy { match($0, $1, &captures) }
    }

    private static func match(_ expected: String, _ line: String, _ captures: inout [String: String]) -> Bool {
        var pattern = "^"
        var names: [String] = []
        var rest = expected[...]
        while !rest.isEmpty {
            if rest.hasPrefix("…") {
                pattern += ".*"
                rest = rest.dropFirst()
            } else if let placeholder = rest.prefixMatch(of: /\{([a-z]+)\}/) {
                let name = String(placeholder.1)
                if let known = captures[name] {
                    pattern += NSRegularExpression.escapedPattern(for: known)
                } else {
                    pattern += "([^\\s\",)]+)"
                    names.append(name)
                }
                rest = rest[placeholder.range.upperBound...]
            } else {
                pattern += NSRegularExpression.escapedPattern(for: String(rest.removeFirst()))
            }
        }
        guard
            let found = try? NSRegularExpression(pattern: pattern + "$").firstMatch(
                in: line, range: NSRange(line.startIndex..., in: line))
        else { return false }
        for (index, name) in names.enumerated() {
            guard let range = Range(found.range(at: index + 1), in: line) else { return false }
            captures[name] = String(line[range])
        }
        return true
    }
}

@Suite("Transcripts of commands and their output", .lowPriority, .slow)
struct TranscriptTests {
    static let files: [URL] = {
        let folder = Project.file("Tests/CommandLineTests/Transcripts")
        let all =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return all.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    }()

    @Test("Each command of a transcript prints the expected output", arguments: files.map(\.lastPathComponent))
    func transcript(_ name: String) throws {
        let file = try #require(TranscriptTests.files.first { $0.lastPathComponent == name })
        let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
        #expect(!transcript.steps.isEmpty)
        try transcript.run(in: TemporaryFolder())
    }

    @Test("Every command of the program occurs in a transcript")
    func complete() throws {
        let all = try TranscriptTests.files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let help = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        let root = try JSONDecoder().decode(Help.self, from: Data(help.output)).command
        let verbs = root.leaves.map { $0.joined(separator: " ") }
        #expect(verbs.count > 60)
        for verb in verbs { #expect(all.contains(verb), "\(verb)") }
    }

    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?

        /// The full names of the commands without subcommands.
        var leaves: [[String]] {
            guard let subcommands, !subcommands.isEmpty else { return [[commandName]] }
            return subcommands.filter { $0.commandName != "help" }.flatMap(\.leaves).map { [commandName] + $0 }
        }
    }
}
