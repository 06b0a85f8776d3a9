import EventFixture
import Foundation
import Testing

@Suite("Reading from stores and gate packs on full or read-only disks", .lowPriority, .slow)
struct UnwritableStoreTests {
    private static let reading = [
        "event list", "gate list fair", "gate stats fair", "ticket list fair --json", "report attendance fair",
        "report audit --json", "gate verify-log", "store check", "gate conflicts fair", "order list fair",
    ]

    /// The outputs of all commands in `reading`. Each command must succeed.
    private func outputs(_ stage: Stage, as user: String = "") throws -> [String] {
        try UnwritableStoreTests.reading.map { command in
            let outcome = try stage.sh("\(user)eventpass \(command)")
            #expect(outcome.status == 0, "\(command)\n\(outcome)")
            // The time at which a list was created is removed, because that time differs from run to run.
            return outcome.text.replacing(/, made .*/, with: "")
        }
    }

    private func backsUp(_ stage: Stage, as user: String = "") throws {
        let backup = try stage.sh("mkdir -m 777 away; \(user)eventpass store backup away/bk.sqlite")
        #expect(backup.status == 0, "\(backup)")
        #expect(try stage.sh("eventpass gate verify-log --store sqlite:away/bk.sqlite").text.hasPrefix("intact: "))
        #expect(try stage.sh("eventpass ticket list fair --store sqlite:away/bk.sqlite | wc -l").text == "4\n")
    }

    @Test(
        "On a full disk, read-only commands and backups succeed; sales and gates fail, and gates say what to do",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func full() throws {
        let stage = try Stage(SmallDisk.mounted(at: "data", size: "3m"))
        defer { SmallDisk.unmount("data", in: stage.folder) }
        let tokens = try stage.tokens(3)
        try #require(stage.sh("eventpass gate check fair --gate North \(tokens[0])").status == 0)
        let before = try outputs(stage)
        try SmallDisk.fill("data", in: stage.folder)
        let files = try stage.sh("ls data | sort").text
        #expect(try outputs(stage) == before)
        try backsUp(stage)
        #expect(try stage.sh("ls data | sort | grep -v -e -shm -e -wal").text == files)
        let refused = try stage.sh("eventpass ticket issue fair --type Regular --count 1")
        #expect(refused.status == 2 && refused.errorText.contains("is full; nothing was stored"), "\(refused)")
        let gate = try stage.sh("eventpass gate check fair --gate North \(tokens[1])")
        #expect(gate.status == 2 && gate.output.isEmpty, "\(gate)")
        for part in ["scans cannot be recorded there", "eventpass gate list EVENT", "eventpass store backup FILE"] {
            #expect(gate.errorText.contains(part), "\(gate)")
        }
        let doctor = try stage.sh("eventpass doctor")
        #expect(doctor.status == 2 && doctor.text.contains("failed   disk: the disk that holds "), "\(doctor)")
        #expect(doctor.text.contains("eventpass gate list EVENT"), "\(doctor)")
    }

    @Test(
        "In a read-only data folder, read-only commands and backups succeed; gates fail and say what to do",
        .enabled(if: Machine.hasUnprivileged, "needs setpriv, and a build folder that other users can read"))
    func readOnly() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(3)
        try #require(stage.sh("eventpass gate check fair --gate North \(tokens[0])").status == 0)
        let before = try outputs(stage)
        let owned = try stage.sh(
            "\(geteuid() == 0 ? "chown -R 65534:65534 data && " : "")chmod -R a-w data && find data | sort | xargs stat -c '%n %s'"
        )
        try #require(owned.status == 0, "\(owned)")
        #expect(try outputs(stage, as: Machine.unprivileged) == before)
        try backsUp(stage, as: Machine.unprivileged)
        let doctor = try stage.sh("\(Machine.unprivileged)eventpass doctor")
        #expect(doctor.status == 2 && doctor.text.contains("failed   disk: "), "\(doctor)")
        #expect(doctor.text.contains("can't be written: the file or its folder is read-only"), "\(doctor)")
        let gate = try stage.sh("\(Machine.unprivileged)eventpass gate check fair --gate North \(tokens[1])")
        #expect(gate.status == 2 && gate.errorText.contains("eventpass gate list EVENT"), "\(gate)")
        #expect(try stage.sh("find data | sort | xargs stat -c '%n %s'").text == owned.text)
        #expect(try stage.sh("chmod -R u+w data").status == 0)
    }

    @Test(
        "On a read-only disk, commands can read admissions that are only in the write-ahead log of a killed gate",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func readOnlyMount() throws {
        let stage = try Stage(SmallDisk.mounted(at: "data", size: "8m"))
        defer { SmallDisk.unmount("data", in: stage.folder) }
        let tokens = try stage.tokens(3)
        let killed = try stage.sh(
            """
            mkfifo questions
            eventpass gate check fair --gate North --json < questions > answers & gate=$!
            exec 3> questions
            echo \(tokens[0]) >&3
            until [ -s answers ]; do kill -0 $gate || exit 1; done
            grep -q admit answers || exit 1
            kill -9 $gate
            wait $gate 2> log
            rm -f data/store.sqlite-shm
            ls data/store.sqlite-wal && mount -o remount,ro "$PWD/data"
            """)
        try #require(killed.status == 0, "\(killed)")
        let stats = try stage.sh("eventpass gate stats fair --json")
        #expect(stats.text.contains(#""admitted":1,"inside":1"#), "\(stats)")
        try backsUp(stage)
        let left = try stage.sh("mkdir tmp && TMPDIR=$PWD/tmp eventpass event list && ls -A tmp | wc -l")
        #expect(left.status == 0 && left.lines.last == "0", "\(left)")
    }

    @Test(
        "A gate pack on a read-only disk can be read, but no gate can use that pack, and the error says why",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount"))
    func readOnlyPack() throws {
        let stage = try Stage(SmallDisk.mounted(at: "stick", size: "8m"))
        defer { SmallDisk.unmount("stick", in: stage.folder) }
        let tokens = try stage.tokens(2)
        let made = try stage.sh(
            """
            eventpass gate pack fair --device L --output stick/l.gate
            eventpass gate check stick/l.gate --gate North \(tokens[0])
            mount -o remount,ro "$PWD/stick"
            """)
        try #require(made.status == 0, "\(made)")
        let stats = try stage.sh("eventpass gate stats stick/l.gate --json")
        #expect(stats.text.contains(#""admitted":1,"inside":1"#), "\(stats)")
        #expect(try stage.sh("eventpass gate verify-log stick/l.gate").text == "intact: 1 record of 1 device\n")
        #expect(try stage.sh("eventpass gate log stick/l.gate --json | wc -l").text == "1\n")
        #expect(try stage.sh("eventpass gate conflicts stick/l.gate").status == 0)
        let gate = try stage.sh("eventpass gate check stick/l.gate --gate North \(tokens[1])")
        #expect(gate.status == 2 && gate.output.isEmpty, "\(gate)")
        #expect(gate.errorText.contains("scans cannot be recorded there"), "\(gate)")
        #expect(gate.errorText.contains("hint: copy the pack to a writable disk"), "\(gate)")
        let copied = try stage.sh(
            "cp stick/l.gate . && chmod 600 l.gate && eventpass gate check l.gate --gate North \(tokens[1])")
        #expect(copied.status == 0, "\(copied)")
        #expect(try stage.sh("ls -A stick").text == "l.gate\n")
    }
}
