import Cryptography
import EventFixture
import Foundation
import Store
import Testing

@Suite("Findings of the command `doctor`", .lowPriority, .slow)
struct DoctorTests {
    private func finds(
        _ stage: Stage, _ line: String, hint: String, _ options: String = "",
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let doctor = try stage.sh("eventpass doctor \(options)")
        #expect(doctor.status == 2, "\(doctor)", sourceLocation: location)
        let found = doctor.lines.firstIndex { $0.hasPrefix("failed   \(line)") }
        let index = try #require(found, "\(doctor)", sourceLocation: location)
        #expect(doctor.lines[index + 1].contains("→ \(hint)"), "\(doctor)", sourceLocation: location)
    }

    @Test("`doctor` finds a changed byte of the store, reports the number of its page, and suggests restoring a backup")
    func damagedPage() throws {
        let stage = try Stage()
        _ = try stage.tokens(3)
        let damaged = try stage.sh(
            """
            eventpass store backup bk.sqlite 2> log
            printf '\\377' | dd of=data/store.sqlite bs=1 seek=132535 conv=notrunc 2> log
            """)
        try #require(damaged.status == 0, "\(damaged)")
        try finds(
            stage, "pages: 1 page of \(stage.folder("data/store.sqlite")) differs from its checksum: 33",
            hint: "restore a backup with: eventpass store restore BACKUP")
        let json = try stage.sh("eventpass doctor --json").lines.first { $0.contains(#""check":"pages""#) }
        #expect(json?.contains(#""ok":false"#) == true, "\(json ?? "")")
        #expect(try stage.sh("eventpass store restore bk.sqlite --yes && eventpass doctor").status == 0)
    }

    @Test("`doctor` reports a clock that is behind the ledger’s latest record, until `gate clock accept` is run")
    func clock() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        try stage.admit(token, byClockAhead: 400)
        try finds(stage, "clock: this machine's clock is ", hint: "correct the clock; if the clock is right, end ")
        let accepted = try stage.sh("eventpass gate clock accept --reason 'New battery' --yes && eventpass doctor")
        #expect(accepted.status == 0 && accepted.text.contains("ok       clock: "), "\(accepted)")
    }

    @Test("`doctor` warns a month before the server’s self-signed certificate expires, and names the remedy")
    func certificate() throws {
        let stage = try Stage()
        let now = Int64(Date().timeIntervalSince1970)
        func store(expiringInDays days: Int64) throws {
            let made = try SelfSignedCertificate.make(
                names: ["localhost"], addresses: [], validity: now - 400 * 86_400...now + days * 86_400)
            try stage.folder.write(made.pem.withBytes { span in span.indices.map { span[$0] } }, to: "data/tls.pem")
            try #require(chmod(stage.folder("data/tls.pem"), 0o600) == 0)
        }
        #expect(try !stage.sh("eventpass doctor").text.contains("certificate"))
        try store(expiringInDays: 31)
        let valid = try stage.sh("eventpass doctor")
        #expect(valid.status == 0 && valid.text.contains("ok       certificate: self-signed, valid until "), "\(valid)")
        for (days, text) in [(Int64(29), "expires on"), (-1, "expired on")] {
            try store(expiringInDays: days)
            let doctor = try stage.sh("eventpass doctor")
            let path = stage.folder("data/tls.pem")
            #expect(doctor.status == 0 && doctor.text.contains("warning  certificate: \(path) \(text) "), "\(doctor)")
            #expect(doctor.text.contains("\n         → restart the server"), "\(doctor)")
        }
    }

    @Test("`doctor --event` checks the date, the tickets and the gate packs of an event, and names the remedies")
    func event() throws {
        let stage = try Stage()
        let start = Date().addingTimeInterval(3 * 3600).ISO8601Format()
        func doctor(_ event: String = "fair") throws -> Outcome { try stage.sh("eventpass doctor --event \(event)") }
        func run(_ command: String) throws {
            let outcome = try stage.sh("eventpass \(command)")
            try #require(outcome.status == 0, "\(outcome)")
        }
        let early = try doctor()
        #expect(early.status == 0, "\(early)")
        #expect(early.text.contains(/warning  event: the doors open in [0-9,]+ days\n +→ check the date with:/))
        #expect(early.text.contains("--gate NAME --rehearse\n"))
        #expect(early.text.contains("warning  event tickets: the event has no active tickets\n         → issue "))
        #expect(early.text.contains("ok       gate packs: no gate packs; gates need the store\n"))
        try run("event edit fair --start \(start)")
        try run("ticket issue fair --type Regular --count 2")
        try run("gate pack fair --device Laptop --output new.gate")
        let ready = try doctor()
        #expect(ready.status == 0, "\(ready)")
        #expect(ready.text.contains("ok       event: fair, Fair: doors in 3 h\n"))
        #expect(ready.text.contains("ok       event tickets: for 2 people\n"))
        #expect(ready.text.contains("ok       gate packs: 1 pack, less than a day old\n"))
        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        _ = try store.write { try $0.execute("UPDATE gate_device SET made = made - 172800000", []) }
        let old = try doctor()
        #expect(old.status == 0)
        #expect(old.text.contains("at least a day old: Laptop, number 1, is 2 days old\n         → refresh "))
        try run("event create --title Draft --timezone UTC")
        let draft = try doctor("draft")
        #expect(draft.status == 2)
        #expect(draft.text.contains("failed   event: the event is a draft\n         → publish it with: eventpass "))
        let unknown = try doctor("nothing")
        #expect(unknown.status == 2 && unknown.text.contains("failed   event: "), "\(unknown)")
        #expect(!unknown.text.contains("gate packs"))
    }

    private func issue(_ count: Int, on stage: Stage) throws {
        let rows = (1...count).map { "Guest \($0),g\($0)@example.org\n" }.joined()
        let issued = try stage.issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
    }

    /// Checks that `doctor` prints a warning with a hint, and ends with status 0.
    private func warns(_ stage: Stage, _ line: String, hint: String) throws {
        let doctor = try stage.sh("eventpass doctor")
        #expect(doctor.status == 0 && doctor.text.contains("warning  \(line)\n         → \(hint)"), "\(doctor)")
    }

    @Test(
        """
        `doctor` warns if messages wait while no sender is set up, or if recipients could not open links because the \
        public address is missing or local; it fails if the settings cannot be used
        """)
    func messageSettings() throws {
        let stage = try Stage()
        #expect(try stage.sh("eventpass doctor").text.contains("ok       messages: no sender is set up\n"))
        try issue(2, on: stage)
        try warns(
            stage, "messages: 2 messages to e-mail addresses wait, because no mail server is set up",
            hint: "set one up with: eventpass mail set\n")
        let json = try stage.sh("eventpass doctor --json").lines.first { $0.contains(#""check":"messages""#) }
        #expect(json?.contains(#""ok":true"#) == true && json?.contains("eventpass mail set") == true, "\(json ?? "")")
        let set = "eventpass mail set --server 127.0.0.1:1 --security none --from tickets@example.org"
        #expect(try stage.sh(set).status == 0)
        try warns(
            stage, "messages: messages contain no links, because the public address of the server is not set",
            hint: "set it with the option --url")
        #expect(try stage.sh("\(set) --url http://localhost:8080").status == 0)
        try warns(
            stage,
            "messages: recipients cannot open the links in messages, because http://localhost:8080 can be opened only on this machine",
            hint: "set the public address with the option --url")
        #expect(try stage.sh("\(set) --url https://tickets.example.org").status == 0)
        let well = try stage.sh("eventpass doctor")
        #expect(well.text.contains("ok       messages: sent by e-mail, 2 messages wait\n"), "\(well)")

        #expect(try stage.sh("chmod 644 data/messages.json").status == 0)
        try finds(stage, "messages: other users can read ", hint: "change its mode with: chmod 600 ")
        #expect(try stage.sh("echo { > data/messages.json && chmod 600 data/messages.json").status == 0)
        try finds(stage, "messages: \(stage.folder("data/messages.json")) is not valid JSON", hint: "correct the line")
    }

    @Test("`doctor` reports a mail server that cannot be used, messages that no program sends, and many failures")
    func outbox() throws {
        let stage = try Stage()
        func tamper(_ statement: String) throws {
            let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
            _ = try store.write { try $0.execute(statement, []) }
        }
        try issue(10, on: stage)
        let send = try stage.sh(
            """
            eventpass mail set --server 127.0.0.1:1 --security none --from tickets@example.org \
                --url https://tickets.example.org && eventpass notice send
            """)
        #expect(send.status == 2, "\(send)")
        try finds(
            stage, "messages: e-mail can't be used: 127.0.0.1:1 refused the connection",
            hint: "test the mail server with: eventpass mail test ADDRESS")
        try tamper("UPDATE notice SET due = due - 2 * 3600000")
        try finds(
            stage, "messages: no program sends the waiting messages; the oldest has been due for ",
            hint: "keep eventpass serve running, or run eventpass notice send from cron")
        // Programs that send messages slowly, but do send them, cause no warning.
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        try tamper("UPDATE notice SET due = NULL, state = 'sent', changed = \(now) WHERE recipient = 'g1@example.org'")
        let busy = try stage.sh("eventpass doctor").text
        #expect(busy.contains("messages: ") && !busy.contains("no program sends"), "\(busy)")
        try tamper("UPDATE notice SET due = NULL, state = 'failed', changed = \(now)")
        try finds(
            stage, "messages: 10 of 10 messages in the last 7 days failed or came back",
            hint: "see the reasons with: eventpass notice list --state failed")
        try tamper("UPDATE notice SET changed = \(now - 8 * 86_400_000)")
        #expect(try stage.sh("eventpass doctor").text.contains("ok       messages: sent by e-mail, 0 messages wait\n"))
        try tamper(
            """
            INSERT INTO notice_audience (
                key_prefix, organizer, event, kind, payload, created, due, audience, recipients, ticket, guest)
            SELECT 'organizer-message//1/', organizer, number, 'organizer-message', '{}', 0, 0, 'household:7', 2000, 0, 0
            FROM event
            """)
        try warns(
            stage,
            "messages: 1 message to many people waits, because this version of the program cannot find the message’s recipients",
            hint: "on this machine, install the version of the program that created these messages")
    }

    @Test(
        "`doctor` reports low disk space for the data folder, and for a store on another disk",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func littleSpace() throws {
        let folder = try SmallDisk.mounted(at: "small", size: "8m")
        defer { SmallDisk.unmount("small", in: folder) }
        let stage = try Stage(folder)
        #expect(try stage.sh("eventpass doctor").status == 0)
        let copied = try stage.sh("eventpass store copy --to sqlite:small/store.sqlite && cp -a data small/data")
        try #require(copied.status == 0, "\(copied)")
        try finds(stage, "disk: only ", hint: "free some space", "--store sqlite:small/store.sqlite")
        try finds(stage, "disk: only ", hint: "free some space", "--data small/data")
        #expect(try stage.sh("ls -A data small small/data | grep -c doctor").text == "0\n")
    }
}
