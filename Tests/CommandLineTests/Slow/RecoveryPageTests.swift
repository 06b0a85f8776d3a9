import EventFixture
import Foundation
import Testing

@Suite("The recoveries in Docs/Reliability.md", .lowPriority, .slow)
struct RecoveryPageTests {
    /// A heading of Docs/Reliability.md, and the commands below it.
    struct Recovery: Sendable, CustomTestStringConvertible {
        let heading: String
        let commands: String

        var testDescription: String { heading }
    }

    static let recoveries: [Recovery] = {
        do { return parse(try Project.text(of: "Docs/Reliability.md")) } catch { return [] }
    }()

    private static func parse(_ page: String) -> [Recovery] {
        let sections = page.components(separatedBy: "\n## ")
        guard let section = sections.first(where: { $0.hasPrefix("When things go wrong\n") }) else { return [] }
        return section.components(separatedBy: "\n### ").dropFirst().map { part in
            let blocks = part.components(separatedBy: "```console\n").dropFirst()
            return Recovery(
                heading: part.components(separatedBy: "\n")[0],
                commands: blocks.map { $0.components(separatedBy: "```")[0] }.joined())
        }
    }

    /// For each heading, the shell commands that cause the disaster in the heading.
    private static let damageCommands: [String: String] = [
        "The store's file is damaged, empty, gone, or another program's":
            "eventpass store backup tonight.sqlite; printf '\\377' | dd of=data/store.sqlite bs=1 seek=5000 conv=notrunc",
        "The computer is gone, and a new one takes over":
            """
        echo 'correct horse' > words.txt; chmod 600 words.txt
        eventpass store backup tonight.sqlite --with-keys --passphrase-file words.txt && rm -r data
        """,
        "A second computer at a shared database has no keys": "cp -a data office && rm -r data/keys && eventpass init",
        "The keys are lost": "rm -r data/keys",
        "An event was deleted": "eventpass event delete fair --yes",
    ]
    private static let full = "The disk is full or read-only"
    private static let clock = "A gate warns that the clock is behind, and the clock is right"

    @Test("Every recovery in Docs/Reliability.md has commands, and this suite can cause each disaster")
    func complete() {
        let known = Set(RecoveryPageTests.damageCommands.keys).union([RecoveryPageTests.full, RecoveryPageTests.clock])
        #expect(Set(RecoveryPageTests.recoveries.map(\.heading)) == known)
        for recovery in RecoveryPageTests.recoveries { #expect(!Transcript(recovery.commands).steps.isEmpty) }
    }

    @Test("The commands of each recovery work as documented", arguments: recoveries)
    func recover(_ recovery: Recovery) throws {
        let isFull = recovery.heading == RecoveryPageTests.full
        let needsDisk = isFull && SmallDisk.isPossible
        let stage = try needsDisk ? Stage(SmallDisk.mounted(at: "data", size: "3m")) : Stage()
        defer { if needsDisk { SmallDisk.unmount("data", in: stage.folder) } }
        // On the day of the event, a gate gives no warning that the doors are not open yet.
        let start = Date().addingTimeInterval(3600).ISO8601Format()
        try #require(stage.sh("eventpass event edit fair --start \(start)").status == 0)
        let tokens = try stage.tokens(3)
        if isFull {
            try #require(stage.sh("mkdir elsewhere").status == 0)
            if needsDisk {
                try SmallDisk.fill("data", in: stage.folder)
                let doctor = try stage.sh("eventpass doctor")
                #expect(doctor.status == 2 && doctor.text.contains("failed   disk: "), "\(doctor)")
            } else {
                try #require(stage.sh("chmod -R a-w data").status == 0)
            }
        } else if recovery.heading == RecoveryPageTests.clock {
            try stage.admit(tokens[1], byClockAhead: 400)
            let doctor = try stage.sh("eventpass doctor")
            #expect(doctor.status == 2 && doctor.text.contains("failed   clock: "), "\(doctor)")
        } else {
            let damage = try #require(RecoveryPageTests.damageCommands[recovery.heading])
            let outcome = try stage.sh("{ \(damage); } > log 2>&1")
            try #require(outcome.status == 0, "\(outcome)")
            #expect(try recovery.heading.contains("event") || stage.sh("eventpass doctor").status == 2)
        }
        try Transcript(recovery.commands.replacing("{token}", with: tokens[0])).run(in: stage.folder)
        guard !isFull else {
            _ = try stage.sh("chmod -R u+w data")
            return
        }
        let well = try stage.sh("eventpass doctor && eventpass store check && eventpass gate verify-log")
        #expect(well.status == 0, "\(well)")
    }
}
