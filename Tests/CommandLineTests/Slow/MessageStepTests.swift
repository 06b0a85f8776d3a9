import EventFixture
import Foundation
import Management
@testable import Store
import Testing
import Ticketing

/// The tests kill the program just before a step: a call that reads or changes something outside of the program
/// (`StepLog`).
@Suite("Messages if the program is killed between two steps", .lowPriority, .everyEngine, .slow, .needs("aiosmtpd"))
struct MessageStepTests {
    @Test(
        """
        If `notice send` is killed between two steps, all messages arrive; a message arrives twice only if the program \
        had not yet stored that the mail server accepted it
        """)
    func sending() throws {
        let stage = try Stage(on: .current)
        let listener = try MailListener(in: stage.folder)
        let steps = try StepLog(on: stage, serverPort: listener.port)
        try setUp(stage, port: listener.port)
        try stage.issue(3, named: "first")
        let all = try steps.all("eventpass notice send --limit 3")
        // The run must have these steps, so that the program can be killed before each of them.
        for name in ["server connect", "server send", "server receive"] { try #require(all.contains(name), "\(all)") }
        try #require(all.count { $0 == "store sync" || $0 == "store commit" } > 3, "\(all)")
        let chosen = StepLog.boundaries(in: all)
        try stage.issue(3 * chosen.count, named: "guest")
        var killed = 0
        /// For each recipient: how often the program was killed after the server had accepted the message to this
        /// recipient, and before the program had stored the message as sent.
        var unstored: [String: Int] = [:]
        for step in chosen {
            let before = try listener.allEvents().count
            guard try steps.kills("eventpass notice send --limit 3", before: step) else { continue }
            killed += 1
            let taken = try listener.eventsOfClosedConnections()[before...].filter { $0.event == "message" }
                .map { try #require($0.recipients?.first) }
            let stored = Set(try stage.recipients(in: "sent"))
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
        #expect(try stage.recipients(in: "sent").count == copies.count)
    }

    @Test("If a program is killed before or after a commit that queues reminders, 1001 holders get one reminder each")
    func queueing() throws {
        let stage = try Stage(on: .current)
        // Nothing listens at this port. So the program queues the messages, but sends none.
        let steps = try StepLog(on: stage, serverPort: 1)
        try setUp(stage, port: 1)
        let start = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)).advanced(bySeconds: 10 * 86_400)
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        func time(_ instant: Instant) -> String { String(instant.iso8601(in: zone).prefix(16)) }
        let edited = try stage.sh(
            "eventpass event edit fair --start \(time(start)) --end \(time(start.advanced(bySeconds: 7200)))")
        try #require(edited.status == 0, "\(edited)")
        try stage.issue(1001, named: "guest")
        steps.clock.pass(seconds: 1800)
        let first = try steps.all(try addReminder(minutes: 25, on: stage))
        try expectQueued(on: stage)
        // One commit claims the reminder and stores its audience. Each further commit queues a batch of messages. The
        // program is killed before and after each commit.
        let queueing = first.prefix { $0 != "server connect" }
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

    private func setUp(_ stage: Stage, port: Int) throws {
        let set = try stage.sh(
            "eventpass mail set --server 127.0.0.1:\(port) --security none --from tickets@example.org")
        try #require(set.status == 0, "\(set)")
    }

    /// Removes all earlier messages and reminders, and adds a reminder that is due in `minutes` minutes. The killed
    /// programs have a clock that is half an hour ahead (`steps.clock`), so the reminder is already due for them.
    ///
    /// - Returns: the command that queues the reminder.
    private func addReminder(minutes: Int, on stage: Stage) throws -> String {
        try stage.withStore { connection in
            _ = try connection.execute("DELETE FROM notice", [])
            _ = try connection.execute("DELETE FROM event_reminder", [])
        }
        let before = 10 * 1440 - minutes
        let added = try stage.sh(
            "eventpass event reminder add fair --before \(before / 1440)d\(before / 60 % 24)h\(before % 60)m --yes")
        try #require(added.status == 0, "\(added)")
        return "eventpass notice send"
    }

    private func expectQueued(on stage: Stage) throws {
        try stage.withStore { connection in
            let counts = try connection.first(
                "SELECT count(*), count(DISTINCT recipient) FROM notice WHERE kind = 'reminder'", []
            ) { [$0.integer(0), $0.integer(1)] }
            #expect(counts == [1001, 1001])
        }
    }
}
