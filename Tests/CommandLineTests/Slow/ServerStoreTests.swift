import EventFixture
import Foundation
import Testing

@Suite("Commands with a store on a PostgreSQL server", .lowPriority, .slow)
struct ServerStoreTests {
    private let folder: TemporaryFolder
    private let store: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        store = ["EVENTPASS_STORE": try PostgreSQLServer.shared().newStore()]
    }

    private func sh(_ command: String) throws -> Outcome { try folder.sh(command, environment: store) }

    private static let session = """
        set -e
        eventpass init --name Olive
        eventpass key generate
        eventpass organizer create Nile
        eventpass event create --title Fair --venue Lido --timezone Africa/Kampala \
            --start 2099-01-01T18:00 --end 2099-01-02T04:00
        eventpass type add fair --name Regular --quantity 5
        eventpass event publish fair
        eventpass ticket issue fair --type Regular --count 3
        eventpass ticket list fair --json | sed 's/.*"token":"\\([0-9A-Z]*\\)".*/\\1/' > tokens
        """

    @Test("All commands from `init` to `gate check` work with a store on a server, as with a store in a file")
    func session() throws {
        let made = try sh(ServerStoreTests.session)
        try #require(made.status == 0, "\(made)")
        #expect(try sh("eventpass gate check fair --gate North --json < tokens | wc -l").text == "3\n")
        #expect(try sh("eventpass gate check fair --gate South < tokens").status == 1)
        #expect(try sh("eventpass gate verify-log").text == "intact: 6 records of 1 device\n")
        #expect(try sh("eventpass gate stats fair --json").status == 0)
        #expect(try sh("eventpass gate log fair --json | wc -l").text == "6\n")
        #expect(try sh("eventpass store check").status == 0)
        let doctor = try sh("eventpass doctor")
        #expect(doctor.status == 0 && doctor.text.contains("postgres://events@127.0.0.1"), "\(doctor)")
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder("data")).contains("store.sqlite"))
        let again = try sh("eventpass ticket issue fair --type Regular --count 3")
        #expect(again.status == 1 && again.errorText.contains("2 left"), "\(again)")
    }

    @Test("If the data folder was used before and the database is empty, only a confirmed `init` creates a new store")
    func emptied() throws {
        let made = try sh("eventpass init --name Olive && eventpass key generate")
        try #require(made.status == 0, "\(made)")
        #expect(try sh("eventpass init").text.hasPrefix("already there: "))
        let empty = ["EVENTPASS_STORE": try PostgreSQLServer.shared().newStore()]
        let asked = try folder.sh("eventpass init < /dev/null", environment: empty)
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        #expect(asked.errorText.contains(" is empty, but \(folder("data")) was used before"), "\(asked)")
        #expect(asked.errorText.contains("store restore BACKUP"), "\(asked)")
        // The hints suggest restoring a backup. They do not suggest creating tables, because new tables would hide the
        // loss.
        for command in ["event list", "store migrate", "store check", "gate check fair --gate North x"] {
            let outcome = try folder.sh("eventpass \(command)", environment: empty)
            #expect(outcome.status == 2 && outcome.output.isEmpty, "\(command)\n\(outcome)")
            #expect(
                outcome.errorText.contains(" is empty, but \(folder("data")) was used before"), "\(command)\n\(outcome)"
            )
            #expect(
                outcome.errorText.contains("hint: restore a backup with: eventpass store restore BACKUP"),
                "\(command)\n\(outcome)")
        }
        #expect(try folder.sh("eventpass doctor", environment: empty).text.contains("eventpass store restore BACKUP"))
        let yes = try folder.sh("eventpass init --yes && eventpass event list --json | wc -l", environment: empty)
        #expect(yes.status == 0 && yes.text.hasPrefix("made a new, empty store in") && yes.lines.last == "0", "\(yes)")
    }

    @Test("A store keeps its records when it is copied from a file to a server and restored from a backup into a file")
    func moving() throws {
        let file = try folder.sh(ServerStoreTests.session)
        try #require(file.status == 0, "\(file)")
        let copied = try sh("eventpass store copy --from sqlite:data/store.sqlite --to \"$EVENTPASS_STORE\"")
        #expect(copied.status == 0, "\(copied)")
        #expect(try sh("eventpass gate check fair --gate North < tokens").status == 0)
        #expect(try sh("eventpass store backup back.sqlite").status == 0)
        let restored = try folder.sh("eventpass store restore back.sqlite --yes && eventpass gate verify-log")
        #expect(restored.text.contains("intact: 3 records of 1 device"), "\(restored)")
    }

    @Test("The commands in Docs/Scaling.md move a laptop’s tickets to an empty PostgreSQL server")
    func scalingPage() throws {
        let text = try Project.text(of: "Docs/Scaling.md")
        let section = try #require(text.components(separatedBy: "## One PostgreSQL server\n").last)
        let block = try #require(section.components(separatedBy: "```\n").dropFirst().first)
        // The tests’ server already has a user, so the command that creates a user is removed.
        let commands = block.split(separator: "\n").filter { !$0.hasPrefix("createuser ") }.joined(separator: "\n")
        let url = try #require(commands.firstMatch(of: /postgres:\/\/[^"\s]+/)).output
        let here = try #require(store["EVENTPASS_STORE"])
        try #require(try folder.sh(ServerStoreTests.session).status == 0)
        let moved = try folder.sh(
            """
            set -e
            \(commands.replacing(String(url), with: here))
            rm data/store.sqlite*
            eventpass ticket list fair --json | wc -l
            """)
        #expect(moved.status == 0 && moved.lines.last == "3", "\(moved)")
    }

    @Test("If the data folder was used before and the database contains no owner, `init` needs confirmation")
    func ownerless() throws {
        // A command with another data folder creates the tables, but no owner.
        try #require(sh("eventpass store migrate --data elsewhere").status == 0)
        try #require(folder.sh("eventpass init --name Olive && eventpass key generate").status == 0)
        let asked = try sh("eventpass init < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        #expect(asked.errorText.contains(" is empty, but \(folder("data")) was used before"), "\(asked)")
        #expect(asked.errorText.contains("store restore BACKUP"), "\(asked)")
        let yes = try sh("eventpass init --yes && eventpass event list --json | wc -l")
        #expect(yes.status == 0 && yes.text.hasPrefix("made a new, empty store in") && yes.lines.last == "0", "\(yes)")
        #expect(try sh("eventpass init").text.hasPrefix("already there: "))
    }

    @Test("After a restore into an empty or a used database, the tickets and records are those of the backup")
    func restoring() throws {
        let file = try folder.sh(ServerStoreTests.session)
        try #require(file.status == 0, "\(file)")
        try #require(folder.sh("eventpass gate check fair --gate North < tokens").status == 0)
        try #require(folder.sh("eventpass store backup bk.sqlite").status == 0)
        let tickets = try folder.sh("eventpass ticket list fair --json | sort").text
        let restored = try sh("eventpass store restore bk.sqlite")
        #expect(restored.status == 0 && restored.text.hasPrefix("restored postgres://events@127.0.0.1"), "\(restored)")
        #expect(try sh("eventpass ticket list fair --json | sort").text == tickets)
        #expect(try sh("eventpass gate verify-log").text == "intact: 3 records of 1 device\n")
        #expect(try sh("eventpass store check && eventpass doctor").status == 0)
        // A restore deletes the records that are newer than the backup, and says how many records it deletes.
        try #require(sh("eventpass gate check fair --gate South < tokens").status == 1)
        let asked = try sh("eventpass store restore bk.sqlite < /dev/null")
        #expect(
            asked.status == 64 && asked.errorText.contains("not in the backup: 3 records of the ledger"), "\(asked)")
        #expect(try sh("eventpass gate verify-log").text == "intact: 6 records of 1 device\n")
        let replaced = try sh("eventpass store restore bk.sqlite --yes")
        #expect(replaced.status == 0 && replaced.text.contains("3 records of the ledger"), "\(replaced)")
        #expect(try sh("eventpass gate verify-log").text == "intact: 3 records of 1 device\n")
        // On a new machine, the backup is restored into an empty database.
        let empty = ["EVENTPASS_STORE": try PostgreSQLServer.shared().newStore()]
        let new = try folder.sh(
            "mkdir new && cp -a data/keys new/keys && eventpass store restore bk.sqlite --data new", environment: empty)
        #expect(new.status == 0 && new.errors.isEmpty, "\(new)")
        let gate = try folder.sh("eventpass gate check fair --gate South --data new < tokens", environment: empty)
        #expect(gate.status == 1, "\(gate)")
    }

    @Test("If eight processes run `store migrate` on an empty database at once, exactly one of them creates the tables")
    func migrating() throws {
        let all = try (1...8).map { _ in
            try folder.start("exec eventpass store migrate --json", environment: store)
        }
        let outcomes = try all.map { try $0.outcome() }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        #expect(outcomes.filter { $0.text.contains("\"from\":0") }.count == 1, "\(outcomes)")
        #expect(try sh("eventpass init --name Olive && eventpass store check").status == 0)
    }

    @Test("If eight processes each try to issue one of the last five tickets at once, five of them succeed")
    func lastTickets() throws {
        try #require(try sh(ServerStoreTests.session).status == 0)
        try #require(try sh("eventpass type add fair --name Last --quantity 5").status == 0)
        let all = try (1...8).map { _ in
            try folder.start("exec eventpass ticket issue fair --type Last --count 1", environment: store)
        }
        let outcomes = try all.map { try $0.outcome() }
        #expect(outcomes.map(\.status).sorted() == [0, 0, 0, 0, 0, 1, 1, 1], "\(outcomes)")
    }

    @Test("If the database server never answers, a command fails within seconds and prints a hint")
    func unreachable() throws {
        try #require(try folder.sh("eventpass init --name Olive && eventpass key generate").status == 0)
        let hole = try Loopback.listener(backlog: 0)
        defer { close(hole.socket) }
        let address = "postgres://events@127.0.0.1:\(hole.port)/events"
        let url = ["EVENTPASS_STORE": address.replacing("events@", with: "events:hush@")]
        for command in ["event list", "gate check fair --gate North x", "store check", "store backup b.sqlite"] {
            let start = ContinuousClock.now
            let outcome = try folder.sh("eventpass \(command)", environment: url)
            // The command waits for at most five seconds. The test allows more time, because the machine may be busy.
            #expect(ContinuousClock.now - start < .seconds(20), "\(command)")
            #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.errorText.hasPrefix(
                    "eventpass: error: no connection to the database server at 127.0.0.1:\(hole.port): no answer within 4 s\n"
                ), "\(outcome)")
            #expect(outcome.errorText.contains("eventpass: hint: check that the server is running"), "\(outcome)")
            #expect(!"\(outcome)".contains("hush"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder("b.sqlite")))
    }

    @Test("`store check` fails, and reports the rows that were changed outside the program")
    func damage() throws {
        try #require(try sh(ServerStoreTests.session).status == 0)
        try #require(try sh("eventpass gate check fair --gate North < tokens").status == 0)
        let schema = try #require(store.values.first?.split(separator: "%3D").last)
        func plant(_ sql: String) throws {
            try PostgreSQLServer.shared().run(
                "SET session_replication_role = replica; SET search_path TO \(schema); \(sql)")
        }
        try plant(
            """
            DELETE FROM membership; INSERT INTO membership SELECT number, 4711, 'owner' FROM organizer;
            UPDATE ticket_type SET issued = 5; UPDATE event SET people = 1;
            UPDATE audit SET after = '{}' WHERE sequence = 2 AND organizer <> 0;
            UPDATE admission_slot SET inside = 0 WHERE serial = (SELECT min(serial) FROM admission_slot)
            """)
        let damaged = try sh("eventpass store check")
        #expect(damaged.status == 1 && damaged.text.hasPrefix("damaged: "), "\(damaged)")
        for message in [
            "1 row of membership refers to a missing row of person", "ticket type 0 of event",
            "the stored count of tickets issued is 5, but the correct count is 3",
            "the stored count of people with tickets is 1, but the correct count is 3",
            "the audit trail of organizer", "at change 2, the record does not match its hash",
            "the people inside do not match the records of 1 ticket: ",
        ] {
            #expect(damaged.text.contains(message), "\(message) is not in \(damaged)")
        }
        try plant("UPDATE record SET gate = 'South' WHERE sequence = 3")
        let chain = try sh("eventpass store check --json")
        #expect(chain.status == 1 && chain.text.contains("record 3 of device "), "\(chain)")
        #expect(try sh("eventpass gate verify-log").status == 1)
    }

    @Test("A password from PGPASSWORD, a password file or the URL opens the store, and is never shown")
    func passwords() throws {
        let port = try PostgreSQLServer.shared().port
        let address = "postgres://guarded@127.0.0.1:\(port)/events"
        try folder.write("127.0.0.1:\(port):events:guarded:se/cr@t\n", to: ".pgpass")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder(".pgpass"))
        for environment in [
            ["PGPASSWORD": "se/cr@t", "PGPASSFILE": "/dev/null"], [:],
            ["EVENTPASS_STORE": address.replacing("guarded@", with: "guarded:se%2Fcr%40t@")],
        ] {
            let argument = environment["EVENTPASS_STORE"] == nil ? " --store \(address)" : ""
            let outcome = try folder.sh("eventpass store migrate\(argument)", environment: environment)
            #expect(outcome.status == 0 && !"\(outcome)".contains("cr@t"), "\(outcome)")
        }
        let wrong = try folder.sh(
            "eventpass store migrate --store \(address)",
            environment: ["PGPASSWORD": "hush", "PGPASSFILE": "/dev/null"])
        #expect(wrong.status == 2 && wrong.errorText.contains("rejected this user name or password"), "\(wrong)")
        #expect(!"\(wrong)".contains("hush"))
    }
}
