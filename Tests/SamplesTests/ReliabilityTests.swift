import EventFixture
import Foundation
import Testing

@Suite("The numbers and commands in the reliability page")
struct ReliabilityTests {
    private let page: String

    init() throws { page = try Project.text(of: "Docs/Reliability.md") }

    /// The texts in the cells of a table’s row, without the first cell and without the commas in numbers.
    ///
    /// - Parameter start: the beginning of the row’s first cell.
    private func row(_ start: String) throws -> [String] {
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(start)") }, "no row “\(start)”")
        return row.split(separator: "|").dropFirst().map {
            $0.trimmingCharacters(in: .whitespaces).replacing(",", with: "")
        }
    }

    /// The groups of digits in each match of a pattern in a file of the folder Tests.
    private func numbers(_ pattern: String, in file: String) throws -> [[Int]] {
        let found = try Project.text(of: "Tests/\(file)").matches(of: try Regex(pattern)).map { match in
            match.output.dropFirst().compactMap { $0.substring.flatMap { Int($0) } }
        }
        try #require(!found.isEmpty, "\(file) does not contain \(pattern)")
        return found
    }

    /// Whether a file of the folder Tests contains a suite that `make test` skips.
    private func isSlow(_ file: String) throws -> Bool {
        try Project.text(of: "Tests/\(file)").split(separator: "\n").contains {
            $0.hasPrefix("@Suite") && $0.contains(".slow")
        }
    }

    @Test("The page states how often each make target repeats the tests that kill programs or change bytes")
    func faults() throws {
        #expect(page.contains("| | in `make test-slow` | in `make soak` | so far |"))
        let (killing, damage) = ("GateTests/Slow/KilledProgramTests.swift", "GateTests/Slow/DamagedByteTests.swift")
        #expect(try isSlow(killing) && isSlow(damage))
        let kills = try numbers(#"kills = TestEffort\.isSoak \? (\d+) : (\d+)"#, in: killing)[0]
        #expect(try row("kills of the program").prefix(2).compactMap { Int($0) } == [kills[1], kills[0]])
        let bytes = try numbers(#"Array\(0\.\.<(\d+)\) \+ \(0\.\.<(\d+)\)\.map"#, in: damage)
        try #require(bytes.count == 2)
        let (store, log) = try (row("bytes of a closed store"), row("bytes of a write-ahead log"))
        #expect(store.prefix(1).compactMap { Int($0) } == [bytes[0].reduce(0, +)])
        #expect(log.prefix(1).compactMap { Int($0) } == [bytes[1].reduce(0, +)])
    }

    @Test("The page states how many simulated evenings, simulated festivals and schedules each make target runs")
    func simulations() throws {
        let counts = #"live\(atMost: UInt64\(TestEffort\.count\(quick: (\d+), all: (\d+)\)\)\)"#
        let (evenings, festivals) = ("SimulationTests/SimulationTests.swift", "SimulationTests/Slow/SitesTests.swift")
        #expect(try !isSlow(evenings) && isSlow(festivals))
        let simulated = try numbers(counts, in: evenings)[0]
        #expect(try row("evenings in `make test` |").compactMap { Int($0) } == [simulated[0]])
        #expect(try row("evenings in `make test-slow` |").compactMap { Int($0) } == [simulated[1]])
        let all = try numbers(counts, in: festivals)[0][1]
        #expect(try row("festivals in `make test-slow` |").compactMap { Int($0) } == [all])
        #expect(!page.contains("festivals in `make test` |"))

        let schedules = "CommandLineTests/Schedules/ScheduleTests.swift"
        #expect(try !isSlow(schedules))
        let run = try numbers(#"count = TestEffort\.isSoak \? (\d+) : (\d+)"#, in: schedules)[0]
        let text = page.replacing("\n", with: " ")
        let stated = try #require(
            text.firstMatch(of: /runs every command once, and then ([0-9,]+) schedules; `make soak` runs ([0-9,]+)\./))
        #expect([stated.2, stated.1].compactMap { Int($0.replacing(",", with: "")) } == run)
    }

    @Test("The page names the target that runs the fuzzer’s corpus")
    func corpus() throws {
        #expect(try isSlow("FuzzTests/Slow/CorpusTests.swift"))
        #expect(page.replacing("\n", with: " ").contains("Every `make test-slow` runs all these inputs"))
    }

    @Test("A documented command that repeats a test sets EVENTPASS_TESTS if, and only if, the test’s suite is slow")
    func seeds() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Project.file("Tests").path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        var (slow, quick) = (0, 0)
        for document in ["Docs/Reliability.md", "CONTRIBUTING.md"] {
            let text = try Project.text(of: document)
            for command in text.matches(of: /((?:EVENTPASS_[A-Z]+=[^ ]+ )+)swift test --filter ([A-Za-z]+Tests)/) {
                let file = try #require(files.first { $0.hasSuffix("/\(command.2).swift") }, "\(command.2)")
                let isSlowSuite = try isSlow(file)
                #expect(command.1.contains("EVENTPASS_TESTS=all ") == isSlowSuite, "\(document): \(command.0)")
                if isSlowSuite { slow += 1 } else { quick += 1 }
            }
        }
        #expect(slow > 0 && quick > 0)
    }
}
