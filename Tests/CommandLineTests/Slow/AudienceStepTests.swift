import EventFixture
import Foundation
@testable import Store
import Testing

/// The tests kill the program just before one of its steps (`StepLog`), so the program ends between two steps.
@Suite("Messages to many holders if the program is killed between two steps", .lowPriority, .everyEngine, .slow)
struct AudienceStepTests {
    private static let holders = 2001

    @Test(
        """
        If `event edit` is killed before or after a commit, either each of 2001 holders gets one message about the \
        change, or the event is unchanged and nobody gets a message
        """)
    func moved() throws {
        let stage = try Stage(on: .current)
        let steps = try StepLog(on: stage)
        // `notice send` needs some way to send messages. If only WhatsApp links are set up, it queues mails, but cannot
        // send them.
        let set = try stage.sh("eventpass sms set --whatsapp")
        try #require(set.status == 0, "\(set)")
        try stage.issue(AudienceStepTests.holders, named: "guest")
        try removeMessages(on: stage)
        let all = try steps.all(edit(minute: 1))
        try finish(on: stage)
        #expect(try queued(on: stage) == [AudienceStepTests.holders, AudienceStepTests.holders])
        // The first commit changes the event, and stores which holders get a message. Each further commit queues a
        // batch of messages. Each run kills the program at another step: before its first write, in the middle between
        // the second and third commits, and just before and just after each of the first three commits and the last
        // commit.
        let commits = all.indices.filter { ["store sync", "store commit"].contains(all[$0]) }
        try #require(commits.count >= 4, "\(all)")
        let start = try #require(all.firstIndex { ["store write", "store commit"].contains($0) })
        let between = (commits[1] + commits[2]) / 2
        let chosen = [start + 1, between + 1] + (commits.prefix(3) + commits.suffix(1)).flatMap { [$0 + 1, $0 + 2] }
        var killed = 0
        var unchanged = 0
        var incomplete = 0
        for (number, step) in chosen.enumerated() {
            try removeMessages(on: stage)
            let minute = 2 + number
            if try steps.kills(edit(minute: minute), before: step) { killed += 1 }
            let isChanged = try stage.sh("eventpass event show fair --json").text
                .contains(String(format: "2099-01-01T18:%02d", minute))
            if !isChanged { unchanged += 1 }
            if isChanged, try queued(on: stage) != [AudienceStepTests.holders, AudienceStepTests.holders] {
                incomplete += 1
            }
            try finish(on: stage)
            let expected = isChanged ? AudienceStepTests.holders : 0
            #expect(try queued(on: stage) == [expected, expected], "step \(step), \(all[step - 1])")
        }
        // Most runs must have been killed: some before the change, and some before all messages were queued.
        try #require(killed > chosen.count / 2 && unchanged > 0 && incomplete > 0)
    }

    // MARK: -

    private func edit(minute: Int) -> String {
        "eventpass event edit fair --start \(String(format: "2099-01-01T18:%02d", minute)) --yes"
    }

    /// Queues the messages that the killed program has not queued.
    private func finish(on stage: Stage) throws {
        let sent = try stage.sh("eventpass notice send")
        #expect(sent.status == 0, "\(sent)")
    }

    private func removeMessages(on stage: Stage) throws {
        _ = try stage.withStore { try $0.execute("DELETE FROM notice", []) }
    }

    /// The number of messages about the moved event, and the number of their recipients.
    private func queued(on stage: Stage) throws -> [Int] {
        let counts = try stage.withStore { connection in
            try connection.first(
                "SELECT count(*), count(DISTINCT recipient) FROM notice WHERE kind = 'event-moved'", []
            ) { [Int($0.integer(0)), Int($0.integer(1))] }
        }
        return try #require(counts)
    }
}
