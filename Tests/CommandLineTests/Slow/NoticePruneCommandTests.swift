import EventFixture
import Foundation
import Store
import Testing

@Suite("The command `notice prune`", .lowPriority, .slow)
struct NoticePruneCommandTests {
    @Test("`notice prune` counts and removes old messages; `notice send` removes messages after 400 days")
    func removal() throws {
        let stage = try Stage()
        let issued = try stage.issue(csv: Array("holder,email\nAnn,a@example.org\nBob,b@example.org\n".utf8))
        try #require(issued.status == 0, "\(issued)")
        func tamper(_ days: Int64, _ email: String) throws {
            let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
            let changed = Int64(Date().timeIntervalSince1970 * 1000) - days * 86_400_000
            _ = try store.write { connection in
                try connection.execute(
                    """
                    UPDATE notice SET event = NULL, state = 'sent', due = NULL, changed = \(changed)
                    WHERE recipient = '\(email)'
                    """, [])
            }
        }
        func run(_ command: String) throws -> String {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 0, "\(command): \(outcome)")
            return outcome.text
        }
        // Both messages still wait to be sent.
        #expect(try run("notice prune --older-than 30") == "removed 0 messages\n")
        try tamper(100, "a@example.org")
        #expect(try run("notice prune") == "removed 0 messages\n")
        #expect(try run("notice prune --older-than 101 --dry-run") == "0 messages would be removed\n")
        #expect(try run("notice prune --older-than 99 --dry-run") == "1 message would be removed\n")
        #expect(try run("notice prune --older-than 99 --json") == "{\"removed\":1}\n")
        #expect(try run("notice list --json").split(separator: "\n").count == 1)

        try tamper(399, "b@example.org")
        _ = try run("mail set --folder . --from tickets@example.org && eventpass notice send")
        #expect(try run("notice list --json").split(separator: "\n").count == 1)
        try tamper(401, "b@example.org")
        _ = try run("notice send")
        #expect(try run("notice list") == "There are no messages.\n")
        for days in ["29", "0", "-1", "36501", "x", "99999999999999999999"] {
            #expect(try stage.sh("eventpass notice prune --older-than=\(days)").status == 64, "\(days)")
        }
        let other = try stage.sh("eventpass notice prune --as olive")
        #expect(other.status == 1 && other.errorText.contains("only the owner of the data folder"), "\(other)")
    }
}
