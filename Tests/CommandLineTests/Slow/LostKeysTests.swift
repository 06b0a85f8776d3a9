import EventFixture
import Foundation
import Testing

@Suite("Key rings that are missing or incomplete, or belong to another store", .lowPriority, .slow)
struct LostKeysTests {
    private let stage: Stage
    private let tokens: [String]

    init() throws {
        stage = try Stage()
        tokens = try stage.tokens(3)
        try #require(stage.sh("cp -a data/keys saved").status == 0)
    }

    private func fails(
        _ command: String, with status: Int32, _ parts: [String], at location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try stage.sh("\(command) < /dev/null")
        #expect(outcome.status == status && outcome.output.isEmpty, "\(command)\n\(outcome)", sourceLocation: location)
        for part in parts {
            #expect(outcome.errorText.contains(part), "\(command)\n\(outcome)", sourceLocation: location)
        }
    }

    private static let remedy = [
        "key 1 (check ", "eventpass key import --number 1", "eventpass key generate --number 2",
        "eventpass ticket reissue ",
    ]

    @Test("With an empty key ring, no gate opens, and no pack is created; only the lost key can be imported as key 1")
    func empty() throws {
        try #require(stage.sh("rm -r data/keys && eventpass init").status == 0)
        try fails("eventpass gate check fair --gate North \(tokens[0])", with: 2, LostKeysTests.remedy)
        try fails("eventpass gate pack fair --device L --output l.gate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key generate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key rotate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key generate --number 1", with: 65, ["a new key needs another number"])
        let other = try stage.sh("printf '%064d' 7 | eventpass key import --number 1")
        #expect(other.status == 65 && other.errorText.contains("another secret for key 1"), "\(other)")
        let doctor = try stage.sh("eventpass doctor")
        #expect(doctor.status == 2)
        for part in LostKeysTests.remedy { #expect(doctor.text.contains(part), "\(doctor)") }
        #expect(doctor.text.contains("if you have a copy of the key folder, copy its files into"), "\(doctor)")
        #expect(try stage.sh("eventpass gate check fair --gate North --keys saved \(tokens[1])").status == 0)
        #expect(try stage.folder.names(in: "data/keys") == ["register"])
        #expect(try !stage.folder.names(in: ".").contains("l.gate"))
        let withKeys = try stage.sh(
            "eventpass key export --keys saved --number 1 --yes | eventpass key import --number 1 && eventpass doctor")
        #expect(withKeys.status == 0, "\(withKeys)")
        #expect(try stage.sh("eventpass gate check fair --gate North \(tokens[0])").status == 0)
    }

    @Test("If the key folder is missing, commands fail, and the error suggests restoring the folder")
    func missing() throws {
        try #require(stage.sh("rm -r data/keys").status == 0)
        for command in ["key list", "key generate", "ticket issue fair --type Regular --count 1"] {
            try fails("eventpass \(command)", with: 65, ["there is no key ring at ", "hint: restore the folder"])
        }
    }

    /// Replaces the stage’s key ring with the key ring of another store. Both key rings have a key 1.
    private func useForeignRing() throws {
        let made = try stage.sh(
            "eventpass init --data other && eventpass key generate --data other && rm -r data/keys && cp -a other/keys data"
        )
        try #require(made.status == 0, "\(made)")
    }

    @Test("Commands refuse the key ring of another store, and add no key to that key ring")
    func foreign() throws {
        try useForeignRing()
        for command in [
            "gate check fair --gate North x", "gate pack fair --device L --output l.gate", "key generate",
            "key generate --number 5", "key rotate", "ticket issue fair --type Regular --count 1",
        ] {
            try fails(
                "eventpass \(command)", with: 2, ["differs from key 1 of this store", "point --keys"])
        }
        #expect(try stage.folder.names(in: "data/keys") == ["001.key", "register"])
    }

    @Test("With another store’s key ring, every command that would output tokens fails, and other commands work")
    func foreignTokens() throws {
        let code = try #require(try stage.tickets().first?.code)
        let planned = try stage.sh(
            """
            eventpass print sheets fair --no-check --output before.pdf && echo 'correct horse' > words.txt &&
                chmod 600 words.txt
            """)
        try #require(planned.status == 0, "\(planned)")
        try useForeignRing()
        for command in [
            "ticket export fair --format png --output out", "ticket export fair \(code) --format png --output out",
            "ticket link fair --base https://e.example", "ticket list fair --json", "ticket show fair \(code)",
            "ticket show fair \(code) --json",
            "ticket search fair '' --json", "print sheets fair --output after.pdf",
            "print reprint fair 1 --sheet 1 --output again.pdf", "guest link fair --base https://e.example",
            "key retire 1 --yes",
            "store backup bk.sqlite --with-keys --passphrase-file words.txt", "serve --listen 127.0.0.1:0",
        ] {
            try fails(
                "eventpass \(command)", with: 2, ["differs from key 1 of this store", "point --keys"])
        }
        let names = try stage.folder.names(in: ".")
        #expect(names.contains("before.pdf"))
        for name in ["out", "after.pdf", "again.pdf", "bk.sqlite", "bk.sqlite.keys"] { #expect(!names.contains(name)) }
        #expect(try stage.sh("eventpass ticket list fair").status == 0)
        #expect(try stage.sh("eventpass key list").text.contains("active"))
        let backup = try stage.sh("eventpass store backup plain.sqlite")
        #expect(
            backup.status == 0 && backup.errorText.contains("differs from key 1 of this store"), "\(backup)")
        let again = try stage.sh("eventpass init")
        #expect(again.status == 0 && again.errorText.contains("differs from key 1 of this store"), "\(again)")
    }

    /// Creates a second key, issues a ticket that is signed with the second key, and removes the first key’s file. The
    /// register, a file that lists the ring’s keys, still contains the first key.
    private func loseFirstKey() throws {
        let lost = try stage.sh(
            """
            set -e
            eventpass key rotate
            eventpass ticket issue fair --type Regular --count 1
            rm data/keys/001.key
            """)
        try #require(lost.status == 0, "\(lost)")
    }

    @Test("If one of two keys is missing, a gate reports how many tickets it refuses, and no gate pack is created")
    func oneOfTwo() throws {
        try loseFirstKey()
        let new = try #require(try stage.tickets().compactMap(\.token).last { !tokens.contains($0) })
        let warning =
            "warning: 3 tickets are signed with key 1, which is not in this key ring; these tickets are refused here\n"
        let remedy =
            "then, on this machine, run eventpass key import --number 1; if the key is lost, run eventpass ticket reissue "
        for (token, status) in [(new, Int32(0)), (tokens[0], 1)] {
            let checked = try stage.sh("eventpass gate check fair --gate North \(token)")
            #expect(checked.status == status, "\(checked)")
            #expect(checked.errorText.contains(warning) && checked.errorText.contains(remedy), "\(checked)")
        }
        try fails(
            "eventpass gate pack fair --device L --output l.gate", with: 2,
            ["the key ring lacks key 1 (check ", "the pack would refuse 3 active tickets of this event", remedy])
        #expect(try !stage.folder.names(in: ".").contains("l.gate"))
        let old = try #require(try stage.tickets().first { $0.token == nil }).code
        try fails(
            "eventpass ticket export fair \(old) --format png --output out", with: 2,
            [
                "was signed with key 1, which is not in this key ring",
                "if the key is lost, run eventpass ticket reissue fair ",
            ])
        let back = "eventpass key export --keys saved --number 1 --yes | eventpass key import --number 1"
        try #require(stage.sh(back).status == 0)
        let checked = try stage.sh("eventpass gate check fair --gate North \(tokens[0])")
        #expect(checked.status == 0 && !checked.errorText.contains("key ring"), "\(checked)")
        let packed = try stage.sh("eventpass gate pack fair --device L --output l.gate --json")
        #expect(packed.status == 0 && packed.text.contains(#""tickets":4"#), "\(packed)")
    }

    @Test("If the only key file is lost, `key generate` needs an unused key number, and suggests `ticket reissue`")
    func registerLeft() throws {
        try #require(stage.sh("rm data/keys/001.key").status == 0)
        try fails("eventpass key generate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key rotate", with: 2, LostKeysTests.remedy)
        try fails(
            "eventpass ticket export fair --format png --output out", with: 2,
            [
                "which is not in this key ring", "eventpass key import --number 1",
                "eventpass key generate --number 2, then eventpass ticket reissue fair --all",
            ])
        #expect(try stage.folder.names(in: "data/keys") == ["register"])
        let made = try stage.sh("eventpass key generate --number 2")
        #expect(made.status == 0 && made.errorText.contains("next: eventpass ticket reissue EVENT --all;"), "\(made)")
        // Hints suggest a new key with an unused number only if the key ring has no active key.
        let signs = try stage.sh("eventpass gate check fair --gate North \(tokens[0])")
        #expect(signs.status == 2 && !signs.errorText.contains("key generate"), "\(signs)")
        try #require(stage.sh("eventpass key retire 2 --yes").status == 0)
        let retired = try stage.sh("eventpass gate check fair --gate North \(tokens[0])")
        #expect(retired.status == 2 && retired.errorText.contains("key generate --number 3, then"), "\(retired)")
        #expect(try stage.sh("eventpass doctor").text.contains("key generate --number 3, then"))
    }

    @Test("If the only key is retired, the hints say to create a key and then to reissue the tickets")
    func noSigningKey() throws {
        try #require(stage.sh("eventpass key retire 1 --yes").status == 0)
        let make = "hint: create a key with: eventpass key generate; sign the tickets with: "
        try fails(
            "eventpass gate pack fair --device L --output l.gate", with: 2,
            ["no key of the key ring verifies a ticket", "\(make)eventpass ticket reissue fair --all"])
        try fails(
            "eventpass ticket export fair --format png --output out", with: 2,
            [
                "which is retired",
                "hint: create a key with: eventpass key generate; then reissue the ticket with: eventpass ticket ",
            ])
        let done = try stage.sh("eventpass key generate && eventpass ticket reissue fair --all --yes")
        #expect(done.status == 0, "\(done)")
        #expect(try stage.sh("eventpass gate pack fair --device L --output l.gate").status == 0)
    }

    @Test("`init`, `store backup` and `store restore` report missing keys, and say how to restore the keys")
    func missingKeyReports() throws {
        try #require(stage.sh("echo 'correct horse' > words.txt; chmod 600 words.txt").status == 0)
        let sealed = "--with-keys --passphrase-file words.txt"
        try #require(stage.sh("eventpass store backup bk.sqlite \(sealed)").status == 0)
        let restored = try stage.sh("eventpass store restore bk.sqlite --data new")
        #expect(restored.status == 0, "\(restored)")
        #expect(restored.errorText.contains("warning: this store was used with key 1 (check "), "\(restored)")
        #expect(restored.errorText.contains("the same command with --with-keys --yes restores the keys"), "\(restored)")
        let withKeys = try stage.sh("eventpass store restore bk.sqlite --data new --yes \(sealed)")
        #expect(withKeys.status == 0 && withKeys.errorText.contains("1 key restored into the key ring"), "\(withKeys)")
        let quiet = try stage.sh("eventpass store restore bk.sqlite --data new --yes")
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet)")

        try #require(stage.sh("rm -r data/keys").status == 0)
        let gone = try stage.sh("eventpass store backup gone.sqlite")
        #expect(gone.status == 0 && !gone.errorText.contains("keep a copy of"), "\(gone)")
        #expect(gone.errorText.contains("there is no key ring at ") && gone.errorText.contains("restore the folder"))
        let again = try stage.sh("eventpass init")
        #expect(again.status == 0 && again.text.hasPrefix("already there: "), "\(again)")
        for part in LostKeysTests.remedy { #expect(again.errorText.contains(part), "\(again)") }
        try fails("eventpass store backup empty.sqlite \(sealed)", with: 2, LostKeysTests.remedy)
        let fresh = try stage.sh("eventpass init --data fresh 2> log")
        try #require(fresh.status == 0, "\(fresh)")
        try fails(
            "eventpass store backup empty.sqlite --data fresh \(sealed)", with: 2,
            ["has no keys", "hint: leave out --with-keys"])
        #expect(try !stage.folder.names(in: ".").contains { $0.hasPrefix("empty.sqlite") })
    }

    @Test("If the keys are lost and a new key is created, `ticket reissue --all` gives every active ticket a new token")
    func reissued() throws {
        let lost = try stage.sh(
            """
            set -e
            rm -r data/keys
            eventpass init
            eventpass ticket block fair \(stage.tickets()[0].code) --note stolen --yes
            eventpass key generate --number 2
            """)
        try #require(lost.status == 0, "\(lost)")
        try fails("eventpass ticket reissue fair --all", with: 64, ["reissuing 3 tickets needs confirmation"])
        let done = try stage.sh("eventpass ticket reissue fair --all --yes")
        #expect(done.status == 0 && done.text == "reissued 3 tickets, signed with key 2\n", "\(done)")
        #expect(done.errorText.contains("gates now refuse earlier printed or sent copies"))
        let again = try stage.sh("eventpass ticket reissue fair --all --yes --json")
        #expect(again.text == #"{"reissued":0,"key":2,"not_reissued":[]}"# + "\n", "\(again)")
        #expect(try stage.sh("eventpass doctor && eventpass key generate").status == 0)
        let new = try stage.tickets().compactMap(\.token)
        let gate = try stage.sh(
            "eventpass gate check fair --gate North --json",
            input: Array((tokens + new).map { "\($0)\n" }.joined().utf8))
        #expect(
            try VerdictLine.lines(gate).map(\.verdict) == ["refuse", "refuse", "refuse", "refuse", "admit", "admit"])
        #expect(try stage.sh("eventpass report audit --json | grep -c reissueTicket").text == "3\n")
    }

    @Test("`store backup` warns if a backup has no keys; a backup with keys restores the store and the keys")
    func backup() throws {
        let plain = try stage.sh("eventpass store backup plain.sqlite")
        #expect(plain.errorText.contains("the backup has no issuer keys"), "\(plain)")
        try #require(
            stage.sh("echo 'correct horse' > words.txt; chmod 600 words.txt; echo wrong > bad.txt; chmod 600 bad.txt")
                .status == 0)
        let sealed = try stage.sh("eventpass store backup bk.sqlite --with-keys --passphrase-file words.txt")
        #expect(sealed.status == 0 && sealed.errorText.contains("with 1 key is in "), "\(sealed)")
        let secret = try stage.sh("eventpass key export --number 1 --yes").text.prefix(64)
        #expect(try stage.sh("stat -c %a bk.sqlite.keys; grep -c -a \(secret) bk.sqlite.keys").text == "600\n0\n")
        try fails("setsid eventpass store backup new.sqlite --with-keys", with: 64, ["there is no terminal to ask"])
        try fails(
            "eventpass store restore bk.sqlite --with-keys --passphrase-file bad.txt --data new", with: 65,
            ["wrong passphrase for "])
        #expect(try stage.sh("ls -d new").status != 0)
        let restored = try stage.sh(
            """
            eventpass store restore bk.sqlite --with-keys --passphrase-file words.txt --data new &&
                eventpass gate check fair --gate North --data new \(tokens[0])
            """)
        #expect(restored.status == 0 && restored.errorText.contains("1 key restored into the key ring"), "\(restored)")
        // A second restore adds no keys, and the keys of another store’s key ring are not overwritten.
        let again = "eventpass store restore bk.sqlite --yes --with-keys --passphrase-file words.txt"
        #expect(try stage.sh("\(again) --data new").errorText.contains("0 keys restored into the key ring"))
        try #require(stage.sh("eventpass init --data other && eventpass key generate --data other").status == 0)
        try fails(
            "\(again) --data other", with: 65,
            [
                "differs from key 1 in the backup",
                "hint: that key ring belongs to another store: move it away (mv ",
            ])
        let moved = try stage.sh(
            "mv other/keys other/keys.other && eventpass init --data other && \(again) --data other")
        #expect(moved.status == 0 && moved.errorText.contains("1 key restored into the key ring"), "\(moved)")
        var keys = try stage.folder.read("bk.sqlite.keys")
        keys[100] ^= 1
        try stage.folder.write(keys, to: "bk.sqlite.keys")
        try fails("\(again) --data third", with: 65, ["or the file was changed"])
    }
}
