import EventFixture
import Foundation
import Store
import Testing

@Suite("Stores that are damaged, replaced by another file, empty or missing", .lowPriority, .slow)
struct LostStoreTests {
    private let stage: Stage
    private let tickets: [String]

    init() throws {
        stage = try Stage()
        tickets = try stage.tokens(3)
        try #require(stage.sh("eventpass store backup bk.sqlite").status == 0)
        try stage.folder.write(EmptyDatabase.bytes, to: "empty.db")
    }

    private static let damageCommands = [
        "printf '\\377' | dd of=data/store.sqlite bs=1 seek=5000 conv=notrunc",
        "printf '\\377' | dd of=data/store.sqlite bs=1 seek=10 conv=notrunc",
        "printf '\\001\\002\\003\\004' | dd of=data/store.sqlite bs=1 seek=68 conv=notrunc",
        "truncate -s 8192 data/store.sqlite", "echo 'Dear diary,' > data/store.sqlite", ": > data/store.sqlite",
        "rm data/store.sqlite", "rm data/store.sqlite; echo frames > data/store.sqlite-wal",
        "eventpass gate pack fair --device L --output l.gate && cp l.gate data/store.sqlite",
        // This command damages an index page that a restore does not read.
        "printf '\\377' | dd of=data/store.sqlite bs=1 seek=132535 conv=notrunc", "cp empty.db data/store.sqlite",
        "rm data/store.sqlite && mkdir data/store.sqlite", "rm data/store.sqlite && ln -s nowhere data/store.sqlite",
    ]

    @Test(
        "`store restore` replaces a damaged or missing store, and keeps the old file and its log",
        arguments: damageCommands)
    func restored(_ damage: String) throws {
        let damaged = try stage.sh(
            "{ \(damage); } > log 2>&1; ls data | grep -c '^store.sqlite$'; cat data/store.sqlite* | sha256sum")
        try #require(damaged.status == 0, "\(damaged)")
        let restored = try stage.sh("eventpass store restore bk.sqlite --yes")
        #expect(restored.status == 0, "\(restored)")
        #expect(try stage.sh("eventpass store check && eventpass doctor").status == 0)
        #expect(try stage.tickets().compactMap(\.token) == tickets)
        #expect(try stage.sh("eventpass gate check fair --gate North \(tickets[0])").status == 0)
        let kept = try stage.folder.names(in: "data").filter { $0.hasPrefix("store.sqlite.damaged-") }
        let wasGone = damage.hasSuffix("rm data/store.sqlite")
        #expect(kept.isEmpty == wasGone, "\(kept)")
        #expect(restored.text.contains("kept the old file: ") != wasGone, "\(restored)")
        let bytes = try stage.sh("cat data/store.sqlite.damaged-* | sha256sum").text
        #expect(wasGone || damaged.lines.last == bytes.split(separator: "\n").first.map(String.init))
    }

    @Test("Without confirmation, `store restore` fails and leaves a damaged store unchanged")
    func asks() throws {
        try stage.folder.write("Dear diary,\n", to: "data/store.sqlite")
        let before = try stage.sh("find data -type f | sort | xargs sha256sum").text
        let asked = try stage.sh("eventpass store restore bk.sqlite < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        #expect(asked.errorText.contains("is not a database"), "\(asked)")
        #expect(try stage.sh("find data -type f | sort | xargs sha256sum").text == before)
    }

    @Test("`store restore` does not replace a damaged store while a gate has that store open")
    func openElsewhere() throws {
        let gate = try Conversation("exec eventpass gate check fair --gate North --json", in: stage.folder)
        #expect(try gate.ask(tickets[0]).contains(#""verdict":"admit""#))
        let damaged = "printf '\\377' | dd of=data/store.sqlite bs=1 seek=10 conv=notrunc 2> log"
        try #require(stage.sh(damaged).status == 0)
        let refused = try stage.sh("eventpass store restore bk.sqlite --yes")
        #expect(refused.status == 2 && refused.errorText.contains("another program has "), "\(refused)")
        #expect(try stage.sh("ls data | grep -c damaged").text == "0\n")
        _ = try gate.end()
        #expect(try stage.sh("eventpass store restore bk.sqlite --yes").status == 0)
    }

    @Test("If a data folder was used before and its store is missing or empty, only a confirmed `init` creates a store")
    func initialize() throws {
        for damage in ["true", ": > data/store.sqlite", "cp empty.db data/store.sqlite"] {
            try #require(stage.sh("rm -f data/store.sqlite*; \(damage)").status == 0)
            let left = "cat data/store.sqlite 2> log | sha256sum"
            let before = try stage.sh(left).text
            for command in [
                "event list", "organizer create X", "gate check fair --gate North x", "store check", "serve",
            ] {
                let outcome = try stage.sh("eventpass \(command)")
                #expect(outcome.status == 2, "\(command)\n\(outcome)")
                #expect(
                    outcome.errorText.contains("but \(stage.folder("data")) was used before"), "\(command)\n\(outcome)")
                #expect(
                    outcome.errorText.contains("hint: restore a backup with: eventpass store restore BACKUP"),
                    "\(command)\n\(outcome)")
            }
            let asked = try stage.sh("eventpass doctor || eventpass init < /dev/null")
            #expect(asked.status == 64 && asked.text.contains("store restore BACKUP"), "\(asked)")
            #expect(try stage.sh(left).text == before)
        }
        // A data folder with keys counts as used even if it has no device id.
        try #require(stage.sh("rm data/device").status == 0)
        #expect(try stage.sh("eventpass init").status == 64)
        let made = try stage.sh("eventpass init --yes && eventpass event list --json | wc -l")
        #expect(made.status == 0 && made.lines.last == "0", "\(made)")
    }

    @Test("`init` treats a store without an owner (its first user) as empty, and keeps that store under another name")
    func noOwner() throws {
        let made = try stage.sh(
            "eventpass store copy --to sqlite:other.sqlite && rm -f data/store.sqlite* && mv other.sqlite data/store.sqlite"
        )
        try #require(made.status == 0, "\(made)")
        #expect(try stage.sh("eventpass init").text.hasPrefix("already there: "))
        // This store has only empty tables, like a new database after `store migrate`.
        _ = try Store.open(sqlite: stage.folder("tables.sqlite"), creating: true)
        try #require(stage.sh("cp tables.sqlite data/store.sqlite").status == 0)
        let asked = try stage.sh("eventpass init < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        #expect(
            asked.errorText.contains("store.sqlite is empty, but \(stage.folder("data")) was used before"), "\(asked)")
        #expect(asked.errorText.contains("store restore BACKUP"), "\(asked)")
        let yes = try stage.sh("eventpass init --yes && ls data | grep -c damaged")
        #expect(yes.status == 0 && yes.lines.last == "1", "\(yes)")
    }

    @Test("A data folder with keys and a store but no device id is refused, and `init` adds only the device id")
    func noDevice() throws {
        try #require(stage.sh("rm data/device").status == 0)
        for command in ["event list", "key list", "gate check fair --gate North x", "store check"] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 2, "\(command)\n\(outcome)")
            #expect(
                outcome.errorText.contains("has keys and a store, but its device id is missing"),
                "\(command)\n\(outcome)")
            #expect(outcome.errorText.contains("eventpass store restore BACKUP"), "\(command)\n\(outcome)")
        }
        #expect(try stage.sh("eventpass doctor").text.contains("its device id is missing"))
        #expect(try stage.sh("eventpass init && eventpass doctor").status == 0)
        #expect(try stage.tickets().compactMap(\.token) == tickets)
    }

    @Test(
        "If the store is damaged, errors of commands other than `store check` suggest the command `store check`")
    func checked() throws {
        let damaged = "printf '\\377' | dd of=data/store.sqlite bs=1 seek=5000 conv=notrunc 2> log"
        try #require(stage.sh(damaged).status == 0)
        let check = try stage.sh("eventpass store check")
        #expect(check.status != 0 && !check.errorText.contains("store check"), "\(check)")
        let list = try stage.sh("eventpass event list")
        #expect(list.errorText.isEmpty || list.errorText.contains("with: eventpass store check"), "\(list)")
    }

    @Test("On a new machine, a backup can be restored into a data folder that does not exist or has only keys")
    func newMachine() throws {
        for preparation in ["true", "mkdir new && cp -a data/keys new/keys"] {
            let restored = try stage.sh("rm -rf new; \(preparation); eventpass store restore bk.sqlite --data new")
            #expect(restored.status == 0, "\(restored)")
            #expect(try stage.sh("eventpass ticket search fair '' --data new --json | wc -l").text == "3\n")
        }
        #expect(try stage.sh("eventpass gate check fair --gate North --data new \(tickets[0])").status == 0)
        let nothing = try stage.sh("rm -rf new; eventpass store restore none.sqlite --data new; ls")
        #expect(nothing.errorText.contains("no backup exists at ") && !nothing.lines.contains("new"), "\(nothing)")
    }
}
