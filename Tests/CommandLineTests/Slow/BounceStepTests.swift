import EventFixture
import Foundation
@testable import Store
import Testing
import Ticketing

/// The tests kill the program just before one of its steps (`StepLog`), so the program ends between two steps.
@Suite("Returned mails if the program is killed between two steps", .lowPriority, .everyEngine, .slow)
struct BounceStepTests {
    private struct Stored: Equatable {
        let state: String
        let changed: Int64
        let stopped: Int64?
    }

    @Test(
        """
        If `notice send` is killed at any step while it reads a returned mail, the next run stores the bounce; \
        reading the same mail a second time changes nothing
        """)
    func returned() throws {
        let stage = try Stage(on: .current)
        let steps = try StepLog(on: stage, folder: "returned")
        try send(26, on: stage)
        var tokens = try tokens(on: stage)
        var all: [String] = []
        // The first run also does work that is due once a day, so the test uses the steps of the second run.
        for _ in 1...2 {
            let next = tokens.popFirst()
            let (recipient, token) = try #require(next)
            try deliver(token, on: stage)
            all = try steps.all("eventpass notice send")
            try #require(all.contains("folder rename"), "\(all)")
            #expect(try stored(recipient, on: stage).state == "bounced")
        }
        // The program reads the mail at the end of the run, so the last steps are chosen.
        let chosen = StepLog.boundaries(in: all).suffix(tokens.count)
        var killed = 0
        var repeated = 0
        for (step, (recipient, token)) in zip(chosen, tokens) {
            try deliver(token, on: stage)
            if try steps.kills("eventpass notice send", before: step) { killed += 1 }
            let before = try stored(recipient, on: stage)
            let isNew = try !stage.folder.names(in: "returned/new").isEmpty
            if isNew, before.state == "bounced" { repeated += 1 }
            // A bounce must be stored before its mail leaves the folder of new mails.
            #expect(isNew || before.state == "bounced", "step \(step), \(all[step - 1])")
            // The next run has a later time, so the stored times show whether reading a mail again changes anything.
            steps.clock.pass(seconds: 60)
            let next = try stage.sh("eventpass notice send", environment: steps.clock.environment)
            #expect(next.status == 0, "\(next)")
            let after = try stored(recipient, on: stage)
            #expect(after.state == "bounced" && after.stopped == after.changed, "step \(step): \(after)")
            if before.state == "bounced" { #expect(after == before, "step \(step), \(all[step - 1])") }
            #expect(try stage.folder.names(in: "returned/new").isEmpty)
            #expect(try stage.folder.names(in: "returned/cur").contains("\(token):2,S"))
        }
        try #require(killed > chosen.count / 2 && repeated > 0)
        #expect(try stage.recipients(in: "bounced").count == 2 + chosen.count)
        #expect(try stage.recipients(in: "sent").count == tokens.count - chosen.count)
    }

    // MARK: -

    /// Sends messages into a folder, so that no message is left to send. Then sets up a folder for returned mails. The
    /// folder for returned mails needs the setting of a mail server, but the program never connects to the server.
    private func send(_ count: Int, on stage: Stage) throws {
        try stage.issue(count, named: "guest")
        let sent = try stage.sh(
            """
            set -e
            mkdir -p mails returned/new returned/cur returned/tmp
            eventpass mail set --folder mails --from tickets@example.org
            eventpass notice send
            eventpass mail set --server 127.0.0.1:1 --security none --from tickets@example.org \
                --bounces bounces@example.org --bounce-folder returned
            """)
        try #require(sent.status == 0, "\(sent)")
    }

    /// The token of each recipient's message. A returned mail has the token in its address.
    private func tokens(on stage: Stage) throws -> [String: String] {
        let rows = try stage.withStore { connection in
            try connection.all("SELECT recipient, token FROM notice WHERE state = 'sent'", []) { row in
                (row.text(0), row.text(1))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Delivers the returned mail of a message. The name of its file is the token.
    private func deliver(_ token: String, on stage: Stage) throws {
        try stage.folder.write(
            NoticeCommandTests.returned(to: "bounces+\(token)@example.org"), to: "returned/tmp/\(token)")
        try FileManager.default.moveItem(
            atPath: stage.folder("returned/tmp/\(token)"), toPath: stage.folder("returned/new/\(token)"))
    }

    private func stored(_ recipient: String, on stage: Stage) throws -> Stored {
        let found = try stage.withStore { connection in
            try connection.first(
                """
                SELECT n.state, n.changed, r.suppressed
                FROM notice n JOIN message_recipient r ON r.address = n.recipient WHERE n.recipient = $1
                """, [.text(recipient)]
            ) { row in
                Stored(state: row.text(0), changed: row.integer(1), stopped: row.isNull(2) ? nil : row.integer(2))
            }
        }
        return try #require(found)
    }
}
