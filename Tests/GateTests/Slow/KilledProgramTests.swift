import EventFixture
import Gate
import Store
import Testing
import Ticketing

/// The number in the test's name is from the list “What always holds” in Docs/Gate.md.
@Suite("A gate program that is killed while it scans", .serialized, .everyEngine, .slow)
struct KilledProgramTests {
    private static let kills = TestEffort.isSoak ? 1000 : 24
    private static let batch = 64

    @Test(
        """
        5: if a gate is killed at random moments, no printed admission is lost; if all its scans are sent again, \
        each ticket is admitted once
        """)
    func killed() throws {
        var random = SeededGenerator(for: "killed at random moments, on \(EngineKind.current)")
        let festival = try Festival()
        let tokens = try festival.issue((KilledProgramTests.kills + 1) * KilledProgramTests.batch)
            .shuffled(using: &random)
        var batches = stride(from: 0, to: tokens.count, by: KilledProgramTests.batch).map {
            Array(tokens[$0..<$0 + KilledProgramTests.batch])
        }
        // In this run, the program is killed only after its last verdict. In each later run, it is killed after a
        // random time that is shorter than the duration of this run.
        let undisturbed = try feed(
            batches.removeFirst(), name: "undisturbed", on: festival, killedAfter: .seconds(60), using: &random)
        #expect(undisturbed.verdicts.count == KilledProgramTests.batch)
        var kills = 0
        var printed = 0
        for (number, batch) in batches.enumerated() where kills < KilledProgramTests.kills {
            // Some batches are sent again to a second run of the program, which is also killed.
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let isStarting = Int.random(in: 0..<6, using: &random) == 0
                let moment =
                    (isStarting ? undisturbed.start : undisturbed.scanning) * Double.random(in: 0...1, using: &random)
                let verdicts = try feed(
                    batch, name: "batch-\(number)", on: festival, killedAfter: moment, isStarting: isStarting,
                    using: &random
                ).verdicts
                kills += 1
                printed += verdicts.count
                #expect(verdicts.allSatisfy { $0.verdict == "admit" })
                try expectInside(verdicts.compactMap(\.serial), of: festival)
            }
            try finish(batch, name: "batch-\(number)", on: festival)
        }
        print("\(kills) kills, \(printed) admissions printed before the kills")
        let records = try festival.store.read { try $0.ledger.verify() }
        let totals = try festival.store.read { try $0.slots.totals(of: festival.event.number) }
        #expect(printed > 0)
        #expect(records == .intact(devices: 1, records: totals.admitted))
        #expect(totals.admitted == totals.inside && totals.admitted % KilledProgramTests.batch == 0)
    }

    private func command(_ name: String) -> [String] {
        ["gate", "check", "new-year", "--gate", "North", "--json", "--request-id", name]
    }

    private struct Evening {
        var verdicts: [PrintedVerdict] = []
        /// The time from the program's start to its first verdict.
        var start = Duration.zero
        /// The time from the first verdict to the end of the run.
        var scanning = Duration.zero
    }

    /// Sends a batch of tokens in chunks to a gate program. Kills the program after `time`, or earlier if every token
    /// has a verdict.
    ///
    /// - Parameter time: the time after which the program is killed. It starts at the first verdict or, if `isStarting`
    ///   is true, at the program's start.
    private func feed(
        _ batch: [String], name: String, on festival: Festival, killedAfter time: Duration, isStarting: Bool = false,
        using random: inout SeededGenerator
    ) throws -> Evening {
        var evening = Evening()
        let start = ContinuousClock.now
        let program = try Program(command(name), on: festival)
        var deadline = start + (isStarting ? time : .seconds(60))
        var rest = batch[...]
        var lines: [String] = []
        feeding: while !rest.isEmpty {
            let piece = Array(rest.prefix(Int.random(in: 1...20, using: &random)))
            rest = rest.dropFirst(piece.count)
            try program.send(piece)
            for _ in piece {
                guard let line = try program.line(before: deadline) else { break feeding }
                lines.append(line)
                guard lines.count == 1 else { continue }
                evening.start = ContinuousClock.now - start
                if !isStarting { deadline = .now + time }
            }
        }
        evening.scanning = ContinuousClock.now - start - evening.start
        program.kill()
        // Output that is still in the pipe counts as printed.
        evening.verdicts = try (lines + program.rest()).map(PrintedVerdict.init)
        return evening
    }

    /// Sends the complete batch to a program that is not killed, and checks that each ticket is admitted once.
    private func finish(_ batch: [String], name: String, on festival: Festival) throws {
        let verdicts = try Program(command(name), on: festival, input: batch).rest().map(PrintedVerdict.init)
        #expect(verdicts.count == batch.count)
        #expect(verdicts.allSatisfy { $0.verdict == "admit" && $0.used == 1 })
        #expect(Set(verdicts.compactMap(\.serial)).count == batch.count)
        try expectInside(verdicts.compactMap(\.serial), of: festival)
    }

    private func expectInside(_ serials: [UInt64], of festival: Festival) throws {
        try festival.store.read { connection in
            for serial in serials {
                let slots = try connection.slots.of(
                    #require(Serial(rawValue: serial)), event: festival.event.number, subEvent: 0)
                #expect(slots.map(\.isInside) == [true] && slots.map(\.entries) == [1])
            }
        }
    }
}
