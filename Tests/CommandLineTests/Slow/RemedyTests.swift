import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("Error messages name a remedy", .lowPriority, .slow)
struct RemedyTests {
    @Test(
        "An error names the command or option that solves the problem",
        arguments: [
            ("organizer create Lake; eventpass event create --title X", "there are 2 organizers: "),
            ("event restore nosuch", "list them: eventpass event list --deleted"),
            (
                "type add fair --name Few --quantity 2; eventpass ticket issue fair --type Few --count 3",
                "eventpass type edit fair \"Few\" --quantity NUMBER"
            ),
            (
                "event edit fair --capacity 2; eventpass ticket issue fair --type Regular --count 3",
                "eventpass event edit fair --capacity NUMBER"
            ),
            (
                "gate check fair --gate North --rehearse 2JJE-YEYX",
                "eventpass gate admit fair CODE --gate North --rehearse"
            ),
            (
                "gate check fair --gate \"South Gate\" --exit 2JJE-YEYX",
                "eventpass gate admit fair CODE --gate 'South Gate' --exit"
            ),
            ("gate check laptop --data nowhere --gate North x", "if the file is a gate pack, write ./laptop"),
            ("gate check lapto --data nowhere --gate North x", "for a gate pack, write its path, such as ./north.gate"),
            ("gate check north.pack --data nowhere --gate North x", "there is no gate pack at "),
            ("ticket issue fair --csv list.csv --map typ=Art", "write --map holder=COLUMN"),
            ("report sales fair --csv nosuch/x.csv", "create the folder first, or choose another folder"),
            ("ticket export fair --format png --output list.csv", "--output needs a folder for several files"),
            ("gate merge fair list.csv", "eventpass gate enter EVENT FILE --gate NAME"),
            ("key rotate --passphrase --passphrase-file loose.txt", "chmod 600 loose.txt"),
            ("key rotate --passphrase", "use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"),
        ])
    func remedies(_ command: String, _ remedy: String) throws {
        let stage = try Stage()
        try stage.folder.write("0000-0000,18:05\n", to: "list.csv")
        try stage.folder.write("words\n", to: "laptop")
        try #require(stage.sh("echo words > loose.txt; chmod 644 loose.txt").status == 0)
        let outcome = try stage.sh("eventpass \(command) < /dev/null")
        #expect(outcome.status != 0 && outcome.errorText.contains(remedy), "\(command)\n\(outcome)")
    }

    @Test(
        """
        If a key is sealed with a passphrase, `ticket list --json` fails and says how to give the passphrase; without \
        --json, the command succeeds
        """)
    func passphrases() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        let sealed = try stage.sh("EVENTPASS_PASSPHRASE=horse eventpass key rotate --passphrase")
        try #require(sealed.status == 0, "\(sealed)")
        let asked = try stage.sh("setsid eventpass ticket list fair --json < /dev/null")
        #expect(asked.status == 2, "\(asked)")
        #expect(asked.errorText.contains("use --passphrase-file FILE, or set EVENTPASS_PASSPHRASE"), "\(asked)")
        #expect(try stage.sh("setsid eventpass ticket list fair < /dev/null").status == 0)
    }

    @Test(
        """
        If a gate pack does not fit on the disk, no audit record is added, and the next pack gets the number of the \
        failed pack
        """,
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"), arguments: [false, true])
    func failedPack(isSealed: Bool) throws {
        let stage = try Stage(SmallDisk.mounted(at: "small", size: "2m"))
        defer { SmallDisk.unmount("small", in: stage.folder) }
        _ = try stage.tokens(2000)
        try SmallDisk.fill("small", in: stage.folder)
        let seal = isSealed ? "EVENTPASS_PACK_PASSPHRASE=horse " : ""
        let flag = isSealed ? " --passphrase" : ""
        // At first, the disk has no free space. In each later run, the disk has space for a longer part of the file, so
        // that the program fails at different steps.
        for pages in stride(from: 0, through: 400, by: 40) {
            try #require(stage.sh("truncate -s -$((\(pages == 0 ? 0 : 40) * 4096)) small/fill").status == 0)
            let failed = try stage.sh("\(seal)eventpass gate pack fair --device Q\(flag) --output small/q.gate")
            if failed.status == 0 { break }
            #expect(failed.status == 2 && failed.errorText.contains("hint: "), "\(failed)")
            #expect(try stage.folder.names(in: "small") == ["fill"])
            #expect(try stage.sh("eventpass report audit --json | grep -c makePack").text == "0\n")
        }
        try #require(stage.sh("rm -f small/q.gate").status == 0)
        let count = try stage.sh("eventpass report audit --json | grep -c makePack").text
        let packed = try stage.sh("\(seal)eventpass gate pack fair --device Q\(flag) --output q.gate --json")
        #expect(packed.text.contains(count == "0\n" ? #""number":1"# : #""number":2"#), "\(packed)")
    }
}
