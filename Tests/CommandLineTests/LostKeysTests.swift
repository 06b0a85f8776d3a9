import EventFixture
import Foundation
import Testing

@Suite("Key rings that are missing, lost or another store's", .besideOthers)
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
        "eventpass ticket reissue EVENT --all",
    ]

    @Test("With an empty ring no gate opens, no pack is made, and no key that the store refuses")
    func empty() throws {
        try #require(stage.sh("rm -r data/keys && eventpass init").status == 0)
        try fails("eventpass gate check fair --gate North \(tokens[0])", with: 2, LostKeysTests.remedy)
        try fails("eventpass gate pack fair --device L --output l.gate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key generate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key rotate", with: 2, LostKeysTests.remedy)
        try fails("eventpass key generate --number 1", with: 65, ["a new key needs another number"])
        let other = try stage.sh("printf '%064d' 7 | eventpass key import --number 1")
        #expect(other.status == 65 && other.errorText.contains("not the secret of key 1"), "\(other)")
        let doctor = try stage.sh("eventpass doctor")
        #expect(doctor.status == 2)
        for part in LostKeysTests.remedy { #expect(doctor.text.contains(part), "\(doctor)") }
        #expect(try stage.folder.names(in: "data/keys") == ["register"])
        #expect(try !stage.folder.names(in: ".").contains("l.gate"))
        // A ring of the right key, under its number, is all that was missing.
        let brought = try stage.sh(
            "eventpass key export --keys saved --number 1 --yes | eventpass key import --number 1 && eventpass doctor")
        #expect(brought.status == 0, "\(brought)")
        #expect(try stage.sh("eventpass gate check fair --gate North \(tokens[0])").status == 0)
    }

    @Test("A folder of keys that is not there is named with what to do")
    func missing() throws {
        try #require(stage.sh("rm -r data/keys").status == 0)
        for command in ["key list", "key generate", "ticket issue fair --type Regular --count 1"] {
            try fails("eventpass \(command)", with: 65, ["there is no key ring at ", "hint: bring the folder back"])
        }
    }

    @Test("Another store's ring is refused, and gets no new key")
    func foreign() throws {
        let made = try stage.sh(
            "eventpass init --data other && eventpass key generate --data other && rm -r data/keys && cp -a other/keys data"
        )
        try #require(made.status == 0, "\(made)")
        for command in [
            "gate check fair --gate North x", "gate pack fair --device L --output l.gate", "key generate",
            "key generate --number 5", "key rotate", "ticket issue fair --type Regular --count 1",
        ] {
            try fails(
                "eventpass \(command)", with: 2, ["is not the key 1 this store was used with", "hint: point --keys"])
        }
        #expect(try stage.folder.names(in: "data/keys") == ["001.key", "register"])
    }

    @Test("After the keys are lost, a new number and one command give every ticket a new token")
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
        try fails("eventpass ticket reissue fair --all", with: 64, ["reissuing 3 tickets needs a yes"])
        let done = try stage.sh("eventpass ticket reissue fair --all --yes")
        #expect(done.status == 0 && done.text == "reissued 3 tickets, signed with key 2\n", "\(done)")
        #expect(done.errorText.contains("copies that were printed or sent before are refused now"))
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

    @Test("A backup says that it has no keys; with them, it brings back store and keys on a new machine")
    func backup() throws {
        let plain = try stage.sh("eventpass store backup plain.sqlite")
        #expect(plain.errorText.contains("the issuer keys are not in it"), "\(plain)")
        try #require(
            stage.sh("echo 'correct horse' > words.txt; chmod 600 words.txt; echo wrong > bad.txt; chmod 600 bad.txt")
                .status == 0)
        let sealed = try stage.sh("eventpass store backup bk.sqlite --with-keys --passphrase-file words.txt")
        #expect(sealed.status == 0 && sealed.errorText.contains("1 key, is in "), "\(sealed)")
        let secret = try stage.sh("eventpass key export --number 1 --yes").text.prefix(64)
        #expect(try stage.sh("stat -c %a bk.sqlite.keys; grep -c -a \(secret) bk.sqlite.keys").text == "600\n0\n")
        try fails("setsid eventpass store backup new.sqlite --with-keys", with: 64, ["there is no terminal to ask"])
        try fails(
            "eventpass store restore bk.sqlite --with-keys --passphrase-file bad.txt --data new", with: 65,
            ["that is not the passphrase of "])
        #expect(try stage.sh("ls -d new").status != 0)
        let restored = try stage.sh(
            """
            eventpass store restore bk.sqlite --with-keys --passphrase-file words.txt --data new &&
                eventpass gate check fair --gate North --data new \(tokens[0])
            """)
        #expect(restored.status == 0 && restored.errorText.contains("1 key brought back"), "\(restored)")
        // A second time nothing is missing, and another ring's keys are not written over.
        let again = "eventpass store restore bk.sqlite --yes --with-keys --passphrase-file words.txt"
        #expect(try stage.sh("\(again) --data new").errorText.contains("0 keys brought back"))
        try #require(stage.sh("eventpass init --data other && eventpass key generate --data other").status == 0)
        try fails("\(again) --data other", with: 65, ["key number 1 was used before"])
        // One changed byte is noticed.
        let changed = "printf '\\001' | dd of=bk.sqlite.keys bs=1 seek=100 conv=notrunc 2> log"
        try #require(stage.sh(changed).status == 0)
        try fails("\(again) --data third", with: 65, ["or the file was changed"])
    }
}
