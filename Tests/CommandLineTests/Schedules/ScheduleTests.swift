import EventFixture
import Foundation
import Synchronization
import Testing

/// A schedule is a random sequence of starts, scans and kills of gates and a server that use the same store. Short
/// commands run at the same time.
@Suite("Gates, servers and short commands at the same time", .serialized, .lowPriority)
struct ScheduleTests {
    private static let count = TestEffort.isSoak ? 3000 : 100
    private static let workers = 4
    /// The maximum processor time of 100 schedules, as a multiple of the processor time of one start of the program.
    /// The usual ratio is 1,900 to 4,400. The ratio depends on the machine and its load much less than the times do.
    private static let bound = 6000

    /// The time after which the schedules are stopped. It is shorter than the time after which `Tests/run` aborts all
    /// tests, so that the test below can still report the schedules that did not end.
    private static let limit = Duration.seconds(TestEffort.isSoak ? 23 * 3600 : 20 * 60)

    /// The name of the environment variable that contains the seed of the first schedule, in the process that runs only
    /// the schedules.
    private static let variable = "EVENTPASS_SCHEDULES"
    private static let given = ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    /// Whether this process runs only the schedules and no other tests.
    private static let isAlone = given != nil
    private static let named = ProcessInfo.processInfo.environment["EVENTPASS_SEED"].flatMap { UInt64($0) }

    @Test(
        "Every command of the program runs in the schedules, or is exempt for a stated reason",
        .enabled(if: !isAlone, "this process runs only the schedules"))
    func complete() throws {
        let outcome = try TemporaryFolder().sh("eventpass --experimental-dump-help")
        let leaves = try JSONDecoder().decode(ProgramHelp.self, from: Data(outcome.output)).leaves
        try #require(leaves.count > 100)
        let (covered, exempt) = (Set(ScheduleCommand.services.map(\.leaf)), Set(ScheduleCommand.exempt.keys))
        #expect(Set(leaves).subtracting(covered).subtracting(exempt) == [], "commands that are in neither list")
        #expect(covered.union(exempt).subtracting(leaves) == [], "names that are not commands of the program")
        #expect(covered.intersection(exempt) == [])
    }

    /// The schedules run in a separate process, so that the processor time of that process and its children can be
    /// measured. Other tests run at the same time, so the elapsed time would say little about the schedules. The seed
    /// is printed before the schedules start, so that it is known even if a schedule never ends.
    @Test(
        """
        While gates and commands run at once, each displayed admission is recorded, and no ticket is admitted twice
        """, .enabled(if: !isAlone, "this process runs only the schedules"))
    func schedules() throws {
        let first = ScheduleTests.named ?? .random(in: 0...UInt64(Int64.max))
        // Unlike `print`, this function writes at once, even if standard output is a pipe.
        FileHandle.standardOutput.write(Data("the first schedule has EVENTPASS_SEED=\(first)\n".utf8))
        let program = try Tool.run(
            CommandLine.arguments[0], ["--testing-library", "swift-testing", "--filter", "ScheduleTests"],
            environment: ProcessInfo.processInfo.environment.merging([ScheduleTests.variable: "\(first)"]) { $1 },
            limit: ScheduleTests.limit)
        let lines = program.text.split(separator: "\n").filter { $0.contains("EVENTPASS_SEED=") }
        for line in lines { print(line) }
        #expect(program.status == 0, "\(program.text)\n\(program.errorText)")
        #expect(lines.contains { $0.contains("EVENTPASS_SEED=\(first)") }, "the schedules have another seed")
    }

    @Test(
        "The schedules, which the test above starts in a separate process, run without a failure",
        .enabled(if: isAlone, "only in the process that the test above starts"))
    func alone() throws {
        let first = try #require(ScheduleTests.given)
        let storages: [ScheduleStorage] = [.file, .pack, .postgreSQL, .sealedPack]
        try run(storages.count) { Schedule(seed: first, at: storages[$0], part: $0, of: storages.count) }

        let count = ScheduleTests.named == nil ? ScheduleTests.count : 1
        let early = try ScheduleTests.timeOfStarts(25)
        let (start, before) = (ContinuousClock.now, ScheduleTests.processorTime)
        try run(count) { Schedule(seed: first &+ UInt64($0)) }
        let processors = min(ProcessInfo.processInfo.activeProcessorCount, ScheduleTests.workers)
        let (time, elapsed) = (ScheduleTests.processorTime - before, ContinuousClock.now - start)
        let starts = Int(time / (early + (try ScheduleTests.timeOfStarts(25))) * 50)
        print(
            """
            \(count) schedules (the first is EVENTPASS_SEED=\(first)) took \(elapsed). Each of \(processors) \
            processors worked for \(time / processors). Together, they could have started the program \(starts) times.
            """)
        #expect(TestEffort.isSoak || starts < ScheduleTests.bound)
    }

    private static func timeOfStarts(_ count: Int) throws -> Duration {
        let before = processorTime
        let outcome = try TemporaryFolder().sh("for number in $(seq \(count)); do eventpass --version || exit; done")
        try #require(outcome.status == 0, "\(outcome)")
        return processorTime - before
    }

    /// Runs the schedules with the numbers from 0 to `count` - 1. Stops after the first failure.
    private func run(_ count: Int, _ schedule: @escaping @Sendable (Int) -> Schedule) throws {
        let next = Atomic(0)
        let running = RunningSchedules()
        let failures = try atOnce(ScheduleTests.workers) { _ in
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count else { return nil as String? }
                let schedule = schedule(number)
                running.start(schedule)
                defer { running.end(schedule) }
                do {
                    try ScheduleWorld(schedule).run()
                } catch {
                    next.store(count, ordering: .relaxed)
                    return "\(schedule): \(error)"
                }
            }
        }
        for failure in failures.compactMap(\.self) { Issue.record("\(failure)") }
    }

    /// The processor time of this process and of all its finished children.
    private static var processorTime: Duration {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(.zero) { sum, who in
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(sum) {
                $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
            }
        }
    }
}

/// The schedules that run at this moment. After each change, `change` writes the list to standard error. If the
/// schedules are stopped, the test’s error contains the end of this output, which lists the schedules that did not end.
private final class RunningSchedules: Sendable {
    private let names = Mutex<[String]>([])

    func start(_ schedule: Schedule) { change { $0.append(schedule.name) } }

    func end(_ schedule: Schedule) {
        change { names in
            if let index = names.firstIndex(of: schedule.name) { names.remove(at: index) }
        }
    }

    private func change(_ body: (inout [String]) -> Void) {
        names.withLock { names in
            body(&names)
            FileHandle.standardError.write(Data("running: \(names.joined(separator: "; "))\n".utf8))
        }
    }
}

/// The output of `--experimental-dump-help`.
private struct ProgramHelp: Decodable {
    private let command: Command

    struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?

        /// The full names of the commands that have no subcommands.
        func leaves(behind path: [String]) -> [String] {
            let own = (subcommands ?? []).filter { $0.commandName != "help" }
            guard !own.isEmpty else { return [path.joined(separator: " ")] }
            return own.flatMap { $0.leaves(behind: path + [$0.commandName]) }
        }
    }

    var leaves: [String] { command.leaves(behind: []) }
}
