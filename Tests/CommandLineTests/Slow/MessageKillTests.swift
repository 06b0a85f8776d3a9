import EventFixture
import Foundation
import Management
import Testing

@Suite("Messages while the program that sends them is killed", .lowPriority, .everyEngine, .slow, .needs("aiosmtpd"))
struct MessageKillTests {
    private static let count = 30
    private static let kills = 6

    @Test(
        "If `notice send` is killed six times, each of 30 messages arrives, and each kill repeats at most one message")
    func killed() throws {
        var random = SeededGenerator(for: "kills of `notice send`, on \(EngineKind.current)")
        let stage = try Stage(
            environment: EngineKind.current == .postgreSQL
                ? ["EVENTPASS_STORE": PostgreSQLServer.shared().newStore()] : [:])
        let listener = try MailListener(in: stage.folder)
        let clock = try ClockAhead(in: stage.folder)
        try queue(on: stage, listener)
        var killed = 0
        var leased = 0
        for _ in 0..<MessageKillTests.kills {
            let target = try listener.allEvents().count + Int.random(in: 0...15, using: &random)
            let running = try stage.folder.start(
                "exec eventpass notice send", environment: stage.environment.merging(clock.environment) { $1 })
            try waitUntil("the program sends messages, or ends") {
                try listener.allEvents().count >= target || !running.process.isRunning
            }
            // Waits for a random time, so that the program is killed at different moments, and not always immediately
            // after the mail server has printed a line.
            usleep(UInt32.random(in: 0...20_000, using: &random))
            if running.process.isRunning { kill(running.process.processIdentifier, SIGKILL) }
            if try running.outcome().status == 128 + SIGKILL { killed += 1 }
            leased += try keys(in: "leased", on: stage).count
            clock.pass(seconds: NoticeDispatcher.leaseSeconds + 1)
        }
        // If no message was interrupted, the test would prove nothing.
        try #require(killed > 0 && leased > 0)
        let last = try stage.sh("eventpass notice send", environment: clock.environment)
        #expect(last.status == 0, "\(last)")
        #expect(try keys(in: "sent", on: stage).count == MessageKillTests.count)
        try check(listener.allEvents(), kills: killed)
    }

    private func queue(on stage: Stage, _ listener: MailListener) throws {
        let rows = (1...MessageKillTests.count).map { "Guest \($0),g\($0)@example.org\n" }.joined()
        let issued = try stage.issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
        let set = try stage.sh(
            "eventpass mail set --server 127.0.0.1:\(listener.port) --security none --from tickets@example.org")
        try #require(set.status == 0, "\(set)")
        try #require(keys(in: "queued", on: stage).count == MessageKillTests.count)
    }

    private func keys(in state: String, on stage: Stage) throws -> [String] {
        struct Line: Decodable { let key: String }
        let listed = try stage.sh("eventpass notice list --state \(state) --json")
        try #require(listed.status == 0, "\(listed)")
        return try listed.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).key }
    }

    /// Checks that each message arrived. A message may arrive twice only if a kill prevented the program from storing
    /// the message's result. A kill can affect only the last message on a connection.
    private func check(_ events: [MailListener.Event], kills: Int) throws {
        let messages = try events.filter { $0.event == "message" }.map(ReceivedMail.init)
        let copies = Dictionary(grouping: messages.indices) { messages[$0].id }
        #expect(copies.count == MessageKillTests.count)
        #expect(Set(messages.map(\.recipient)).count == MessageKillTests.count)
        #expect(messages.count <= MessageKillTests.count + kills)
        for (id, indices) in copies {
            #expect(Set(indices.map { messages[$0].recipient }).count == 1, "\(id)")
            for index in indices.dropLast() {
                let connection = messages[index].connection
                #expect(!messages[(index + 1)...].contains { $0.connection == connection }, "\(id)")
            }
        }
    }
}
