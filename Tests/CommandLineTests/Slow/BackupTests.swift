import EventFixture
import Foundation
import Testing

@Suite("Failures of backups and restores, and the report of records that a restore loses", .lowPriority, .slow)
struct BackupTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Checks that a command fails with the given exit status, error message and hint, and that it changes no file.
    private func fails(
        _ command: String, with status: Int32, _ message: String, hint: String, in stage: Stage,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let everything = "find . -type f | sort | grep -v -e fill -e sqlite-turn | xargs sha256sum"
        let before = try stage.sh(everything).text
        let outcome = try stage.sh(command)
        #expect(outcome.status == status, "\(outcome)", sourceLocation: location)
        #expect(outcome.output.isEmpty, "\(outcome)", sourceLocation: location)
        let lines = outcome.errorText.split(separator: "\n").map(String.init)
        #expect(
            lines.map { $0.replacing(stage.folder.path, with: "…") } == [
                "eventpass: error: \(message)", "eventpass: hint: \(hint)",
            ], sourceLocation: location)
        #expect(try stage.sh(everything).text == before, sourceLocation: location)
    }

    @Test("`store backup` fails with status 65 if the backup’s path already exists or the path’s folder does not exist")
    func targets() throws {
        let exists = "already exists; it was not changed"
        let another = "choose another name, or remove the existing file first"
        try fails(
            "eventpass store backup none/tonight.sqlite", with: 65,
            "the folder of …/none/tonight.sqlite does not exist",
            hint: "create the folder first, or choose another folder", in: stage)
        try fails(
            "eventpass store backup data/device/tonight.sqlite", with: 65,
            "the folder of …/data/device/tonight.sqlite does not exist",
            hint: "create the folder first, or choose another folder", in: stage)
        try fails("eventpass store backup data", with: 65, "…/data \(exists)", hint: another, in: stage)
        try fails("eventpass store backup data/device", with: 65, "…/data/device \(exists)", hint: another, in: stage)
        try fails(
            "eventpass store backup data/store.sqlite", with: 65, "…/data/store.sqlite \(exists)", hint: another,
            in: stage)
    }

    @Test("`store restore` refuses a file that is not a backup, and changes nothing")
    func sources() throws {
        let hint = "name a file that “eventpass store backup” wrote"
        func restore(_ name: String) -> String { "eventpass store restore \(name) --yes" }
        try fails(restore("none.sqlite"), with: 65, "no backup exists at …/none.sqlite", hint: hint, in: stage)
        try fails(restore("data/device/x"), with: 65, "no backup exists at …/data/device/x", hint: hint, in: stage)
        try fails(restore("data"), with: 65, "…/data is a folder", hint: hint, in: stage)
        try stage.folder.write("Dear diary,\n", to: "diary.txt")
        try stage.folder.write("", to: "empty.txt")
        for name in ["diary.txt", "empty.txt"] {
            try fails(
                restore(name), with: 65, "…/\(name) is not a backup of a store; it was not changed", hint: hint,
                in: stage)
        }
        #expect(try stage.sh("eventpass event list | grep -c fair").text == "1\n")
    }

    @Test(
        "If a backup’s folder is read-only, or a backup to restore is unreadable, the error names the backup’s file",
        .enabled(if: Machine.hasUnprivileged, "needs setpriv, and a build folder that other users can read"))
    func rights() throws {
        let made = try stage.sh(
            """
            set -e
            eventpass store backup tonight.sqlite
            mkdir -m 555 closed
            chmod 600 tonight.sqlite
            [ $(id -u) != 0 ] || chown -R 65534:65534 data
            [ $(id -u) = 0 ] || chmod 000 tonight.sqlite
            """)
        try #require(made.status == 0, "\(made)")
        try fails(
            "\(Machine.unprivileged)eventpass store backup closed/tonight.sqlite", with: 2,
            "…/closed/tonight.sqlite cannot be written: its folder is read-only", hint: "choose another folder",
            in: stage)
        try fails(
            "\(Machine.unprivileged)eventpass store restore tonight.sqlite --yes", with: 2,
            "…/tonight.sqlite cannot be read by this user", hint: "check its owner and mode", in: stage)
    }

    @Test(
        "On a full disk, the error of a backup or restore names the disk, and no partial file is left",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func fullDisk() throws {
        let hint = "free some space, then run the same command again"
        let elsewhere = try Stage(SmallDisk.mounted(at: "small", size: "1m"))
        defer { SmallDisk.unmount("small", in: elsewhere.folder) }
        try SmallDisk.fill("small", in: elsewhere.folder)
        // At first, the disk has no free space. Then it has space for the backup’s first pages, and then for about half
        // of the backup’s pages.
        for pages in [0, 8, 40] {
            try #require(elsewhere.sh("truncate -s -$((\(pages) * 4096)) small/fill").status == 0)
            try fails(
                "eventpass store backup small/tonight.sqlite", with: 2,
                "the disk that holds …/small/tonight.sqlite is full; nothing was stored", hint: hint, in: elsewhere)
            #expect(try elsewhere.folder.names(in: "small") == ["fill"])
        }

        let small = try Stage(SmallDisk.mounted(at: "data", size: "3m"))
        defer { SmallDisk.unmount("data", in: small.folder) }
        try #require(small.sh("eventpass store backup outside.sqlite").status == 0)
        try SmallDisk.fill("data", in: small.folder)
        try #require(small.sh("truncate -s -$((40 * 4096)) data/fill").status == 0)
        try fails(
            "eventpass store restore outside.sqlite --yes", with: 2,
            "the disk that holds …/data is full; nothing was stored", hint: hint, in: small)
        #expect(try small.sh("find data -name '.*' -type f").text.isEmpty)
        try SmallDisk.free("data", in: small.folder)
        #expect(try small.sh("eventpass store restore outside.sqlite --yes && eventpass store check").status == 0)
    }

    @Test("A restore from the store file of a killed gate includes admissions that are only in the write-ahead log")
    func writeAheadLog() throws {
        let gate = try Conversation("exec eventpass gate check fair --gate North", in: stage.folder)
        for token in try stage.tokens(3) { #expect(try gate.ask(token).hasPrefix("ADMIT")) }
        gate.endByKill()
        // When the program replaces a damaged store, it keeps the old file under a name like this one.
        let kept = "kept/store.sqlite.damaged-20990101T000000Z"
        let copied = try stage.sh(
            "mkdir kept && cp data/store.sqlite \(kept) && cp data/store.sqlite-wal \(kept)-wal && test -s \(kept)-wal")
        try #require(copied.status == 0, "\(copied)")
        let files = "find kept data -type f | sort | xargs sha256sum"
        let before = try stage.sh(files).text
        for file in ["data/store.sqlite", kept] {
            let restored = try stage.sh("rm -rf new; eventpass store restore \(file) --yes --data new")
            #expect(restored.status == 0, "\(file)\n\(restored)")
            let admissions = try stage.sh("eventpass gate log fair --json --data new | grep -c '\"verdict\":\"admit\"'")
            #expect(admissions.text == "3\n", "\(file)\n\(admissions)")
            #expect(try stage.sh("eventpass store check --data new").status == 0)
        }
        #expect(try stage.sh(files).text == before, "a restore changed the file, its log or their folder")
    }

    @Test(
        "Before and after a restore, `store restore` reports how many records are lost; it fails without confirmation")
    func lost() throws {
        let tokens = try stage.tokens(3)
        try #require(stage.sh("eventpass store backup tonight.sqlite").status == 0)
        let same = try stage.sh("eventpass store restore tonight.sqlite < /dev/null")
        #expect(same.status == 64)
        #expect(same.errorText.hasPrefix("eventpass: the backup has every record of the store\n"), "\(same)")

        _ = try stage.tokens(2)
        for token in tokens { try #require(stage.sh("eventpass gate check fair --gate North \(token)").status == 0) }
        let losses = "3 records of the ledger and 1 change of the audit trails"
        let asked = try stage.sh("eventpass store restore tonight.sqlite < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty)
        #expect(
            asked.errorText.hasPrefix(
                "eventpass: the restore would delete records that are not in the backup: \(losses)\n"),
            "\(asked)")
        #expect(try stage.tickets().count == 5)

        try #require(stage.sh("eventpass store backup later.sqlite").status == 0)
        let report = try stage.sh("eventpass store restore tonight.sqlite --yes --json")
        #expect(report.text.hasSuffix(#","lost":{"ledger_records":3,"audit_records":1}}"# + "\n"), "\(report)")
        #expect(try stage.tickets().count == 3)
        let back = try stage.sh("eventpass store restore later.sqlite --yes --json")
        #expect(back.text.contains(#""lost":{"ledger_records":0,"audit_records":0}"#), "\(back)")
        let text = try stage.sh("eventpass store restore tonight.sqlite --yes")
        #expect(text.lines.last == "records that are not in the backup are lost: \(losses)", "\(text)")
        #expect(try stage.sh("eventpass store check").status == 0)
    }
}
