import EventFixture
import Foundation
import Testing

@Suite("Findings of the command `doctor`", .lowPriority)
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
        try finds(stage, "clock: this machine's clock is ", hint: "correct the clock; if it is right, end ")
        let accepted = try stage.sh("eventpass gate clock accept --reason 'New battery' --yes && eventpass doctor")
        #expect(accepted.status == 0 && accepted.text.contains("ok       clock: "), "\(accepted)")
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
