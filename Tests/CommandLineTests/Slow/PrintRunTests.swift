import EventFixture
import Foundation
import Store
import Testing

@Suite("Interrupted print runs, and the files and messages of print runs", .lowPriority, .slow)
struct PrintRunTests {
    private static let line = "eventpass print sheets fair --layout a4-10"
    private static let small = "eventpass print sheets fair --layout small.json"

    /// A stage with tickets and a layout of small sheets, which the program can verify quickly.
    private func smallSheets(_ count: Int) throws -> Stage {
        let stage = try Stage()
        _ = try stage.tokens(count)
        let symbol = #"{"symbol": "token", "x": 5, "y": 5, "width": 15, "height": 15}"#
        try stage.folder.write(
            #"{"title": "Small", "page": {"width": 60, "height": 30}, "dpi": 203, "front": [\#(symbol)]}"#,
            to: "small.json")
        return stage
    }

    /// The status of the first batch, as `print status` shows it.
    private func status(_ stage: Stage) throws -> String {
        let status = try stage.sh("eventpass print status fair 1 --json").text
        let match = try #require(status.firstMatch(of: /"status":"([a-z]+)"/))
        return String(match.1)
    }

    /// Resumes the first batch, and checks that the batch’s file equals the file of an uninterrupted run.
    private func resume(_ stage: Stage, sheets: Int, into path: String) throws {
        let resumed = try stage.sh("eventpass print sheets fair --resume 1 --no-check")
        #expect(resumed.status == 0, "\(resumed)")
        #expect(try status(stage) == "printed")
        let complete = try stage.sh("eventpass print reprint fair 1 --sheet 1-\(sheets) --output again.pdf")
        #expect(complete.status == 0, "\(complete)")
        #expect(try stage.sh("cmp \(path) again.pdf").status == 0)
    }

    @Test(
        "If the disk becomes full, no partial PDF is left, and the batch can be resumed later with the same tickets",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func fullDisk() throws {
        let stage = try Stage(SmallDisk.mounted(at: "out", size: "3m"))
        defer { SmallDisk.unmount("out", in: stage.folder) }
        _ = try stage.tokens(6000)
        let full = try stage.sh("\(PrintRunTests.line) --no-check --output out/tickets.pdf")
        #expect(full.status == 2, "\(full)")
        #expect(full.errorText.contains("No space left on device") && full.errorText.contains("tickets.pdf"))
        #expect(full.errorText.contains("to continue: eventpass print sheets fair --resume 1"))
        #expect(try stage.folder.names(in: "out").isEmpty)
        #expect(try status(stage) == "interrupted")
        _ = try stage.tokens(10)
        #expect(try stage.sh("mount -o remount,size=20m out").status == 0)
        let resumed = try stage.sh("eventpass print sheets fair --resume 1 --no-check")
        #expect(resumed.text.hasPrefix("batch 1: printed 6000 tickets on 600 sheets"), "\(resumed)")
        #expect(try stage.folder.names(in: "out") == ["tickets.pdf"])
        #expect(try status(stage) == "printed")
    }

    @Test("If Ctrl-C stops a print run, each written file is complete, and the resumed batch adds the missing files")
    func interrupted() throws {
        let stage = try Stage()
        _ = try stage.tokens(400)
        let run = try stage.folder.start("exec \(PrintRunTests.line) --sheets-per-file 2 --output out-.pdf")
        try waitUntil("two files exist") { try stage.folder.names(in: ".").count { $0.hasPrefix("out-") } >= 2 }
        kill(run.process.processIdentifier, SIGINT)
        let outcome = try run.outcome()
        #expect(outcome.status == 128 + SIGINT, "\(outcome)")
        #expect(outcome.errorText.contains("stopped; every existing file is complete"))
        #expect(try status(stage) == "interrupted")
        let first = try stage.sh("cat out--001.pdf | sha256sum").text
        let resumed = try stage.sh("eventpass print sheets fair --resume 1 --no-check")
        #expect(resumed.status == 0, "\(resumed)")
        // The summary counts the tickets and sheets of the resumed run, and also of the whole batch.
        let counts = try #require(
            resumed.text.firstMatch(of: /batch 1: printed (\d+) tickets on (\d+) sheets in (\d+) file/))
        let (tickets, sheets, files) = (Int(counts.1) ?? 0, Int(counts.2) ?? 0, Int(counts.3) ?? 0)
        #expect(tickets == 10 * sheets && sheets == 2 * files && (1...18).contains(files), "\(resumed)")
        #expect(
            resumed.text.contains("; together with existing files, the batch has 400 tickets on 40 sheets"),
            "\(resumed)")
        #expect(try stage.sh("cat out--001.pdf | sha256sum").text == first)
        #expect(try stage.folder.names(in: ".").count { $0.hasPrefix("out-") && $0.hasSuffix(".pdf") } == 20)
        #expect(try status(stage) == "printed")
        let again = try stage.sh("eventpass print sheets fair --resume 1")
        #expect(again.status == 65 && again.errorText.contains("batch 1 is finished"))
    }

    @Test(
        "A killed print run leaves no partial PDF, and the resumed run writes the same file as an uninterrupted run"
    )
    func killed() throws {
        let stage = try Stage()
        _ = try stage.tokens(300)
        var random = SeededGenerator(for: "a print run that is killed")
        let run = try stage.folder.start("exec \(PrintRunTests.line) --output tickets.pdf")
        try waitUntil("the batch is planned") {
            try stage.sh("eventpass print status fair --json").text.contains(#""batch":1"#)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) { _ = try stage.sh("true") }
        kill(run.process.processIdentifier, SIGKILL)
        _ = try run.outcome()
        if try stage.folder.names(in: ".").contains("tickets.pdf") {
            #expect(try stage.sh("tail -c 6 tickets.pdf").text == "%%EOF\n")
        }
        if try status(stage) == "interrupted" {
            try resume(stage, sheets: 30, into: "tickets.pdf")
        }
    }

    /// The number of verified sheets in the current file of the first batch, as `print status` shows it.
    private func readBack(_ stage: Stage) throws -> Int {
        let status = try stage.sh("eventpass print status fair 1 --json").text
        return status.firstMatch(of: /"read_back_sheets":(\d+)/).flatMap { Int($0.1) } ?? 0
    }

    /// Runs or resumes the first batch, and sends a signal when the number of verified sheets exceeds `sheets`.
    private func breakOff(_ command: String, by signal: Int32, beyond sheets: Int, _ stage: Stage) throws -> Outcome {
        let run = try stage.folder.start("exec \(command)")
        try waitUntil("sheets are verified") { try readBack(stage) > sheets }
        kill(run.process.processIdentifier, signal)
        let outcome = try run.outcome()
        #expect(outcome.status == 128 + signal, "\(outcome)")
        #expect(try status(stage) == "interrupted")
        return outcome
    }

    @Test(
        "If Ctrl-C or kill -9 interrupts the verification of a file, the resumed batch goes on at the file’s next sheet"
    )
    func goesOnAtTheSheet() throws {
        let stage = try smallSheets(1000)
        let resume = "eventpass print sheets fair --resume 1"
        let stopped = try breakOff(
            "\(PrintRunTests.small) --sheets-per-file 999 --output out.pdf", by: SIGINT, beyond: 0, stage)
        #expect(stopped.errorText.contains("stopped; every existing file is complete"))
        let first = try readBack(stage)
        #expect((50..<999).contains(first))
        #expect(
            try stage.sh("eventpass print status fair").text.contains(
                "interrupted, 0 of 2 files finished, file 1: 999 sheets drawn, \(first) read back"))
        let killed = try breakOff(resume, by: SIGKILL, beyond: first, stage)
        #expect(killed.errorText.contains("batch 1 continues at sheet \(first + 1) of 1000"), "\(killed)")
        let second = try readBack(stage)
        #expect(second >= first + 50 && second < 999)
        #expect(try stage.folder.names(in: ".").contains { $0.hasSuffix(".held.partial") })
        let ended = try stage.sh(resume)
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.errorText.contains("batch 1 continues at sheet \(second + 1) of 1000"), "\(ended)")
        #expect(try status(stage) == "printed" && readBack(stage) == 0)
        #expect(try !stage.folder.names(in: ".").contains { $0.hasSuffix(".partial") })
        let complete = try stage.sh("\(PrintRunTests.small) --sheets-per-file 999 --no-check --output whole.pdf")
        #expect(complete.status == 0, "\(complete)")
        #expect(try stage.sh("cmp out-001.pdf whole-001.pdf && cmp out-002.pdf whole-002.pdf").status == 0)
        #expect(try stage.sh("stat -c %a out-001.pdf whole-002.pdf").lines == ["600", "600"])
    }

    @Test(
        """
        If a ticket is reissued after an interruption, the ticket’s file is drawn again, and verified from the first \
        sheet
        """)
    func reissuedMeanwhile() throws {
        let stage = try smallSheets(600)
        _ = try breakOff("\(PrintRunTests.small) --output out.pdf", by: SIGINT, beyond: 0, stage)
        let code = try #require(try stage.tickets().last).code
        #expect(try stage.sh("eventpass ticket reissue fair \(code) --yes").status == 0)
        let resumed = try stage.sh("eventpass print sheets fair --resume 1")
        #expect(resumed.status == 0, "\(resumed)")
        #expect(
            resumed.errorText.contains("batch 1: file 1 has changed and is read back from its first sheet"),
            "\(resumed)")
        #expect(!resumed.errorText.contains("continues at sheet"))
    }

    @Test("Only the user who runs the program can read the sheets, labels, lists, reports and symbols that it writes")
    func modes() throws {
        let stage = try Stage()
        _ = try stage.tokens(2)
        let made = try stage.sh(
            """
            set -e
            \(PrintRunTests.line) --output sheets.pdf
            eventpass print labels fair --template avery-l7160 --output labels.pdf
            eventpass print badges fair --output badges.pdf
            eventpass print sheets fair --format zpl --output labels.zpl
            eventpass print reprint fair 1 --sheet 1 --output again.pdf
            eventpass print list fair --output list.pdf
            eventpass print calibration --output calibration.pdf
            eventpass gate list fair --csv list.csv
            eventpass report sales fair --csv sales.csv
            eventpass qr render hello --format svg --output text.svg
            """)
        #expect(made.status == 0, "\(made)")
        let modes = try stage.sh("stat -c '%a %n' *.pdf *.zpl list.csv sales.csv text.svg").lines
        #expect(
            modes == [
                "600 again.pdf", "600 badges.pdf", "600 calibration.pdf", "600 labels.pdf", "600 list.pdf",
                "600 sheets.pdf", "600 labels.zpl", "600 list.csv", "600 sales.csv", "600 text.svg",
            ])
    }

    /// The beginning of a shell command: the command that follows is run with SIGCHLD ignored. The kernel then discards
    /// the exit statuses of that command’s child processes, such as `lp`.
    private static let ignoringChildren =
        "python3 -c 'import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execvp(sys.argv[1], sys.argv[1:])'"

    @Test(
        "A run with --printer reports the file and the printer, and writes no empty line if `lp` prints nothing",
        arguments: ["", PrintRunTests.ignoringChildren])
    func silentPrinter(start: String) throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        try stage.folder.write("#!/bin/sh\nexit 0\n", to: "script")
        let run = try stage.sh(
            "mkdir bin && install -m 755 script bin/lp && "
                + "PATH=$PWD/bin:$PATH \(start) \(PrintRunTests.line) --printer Zebra --output tickets.pdf")
        #expect(run.status == 0, "\(run)")
        let lines = run.errorText.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(
            lines.count { $0.hasPrefix("eventpass: sent ") && $0.hasSuffix("/tickets.pdf to Zebra") } == 1, "\(run)")
        #expect(!lines.contains { $0.trimmingCharacters(in: .whitespaces) == "eventpass:" || $0.isEmpty }, "\(run)")
    }

    @Test("Without any font, `print sheets` fails and says which package to install; `print calibration` only warns")
    func noFonts() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        try stage.folder.write("<fontconfig></fontconfig>", to: "fonts.conf")
        let bare = "FONTCONFIG_FILE=$PWD/fonts.conf"
        let sheets = try stage.sh("\(bare) \(PrintRunTests.line) --output tickets.pdf")
        #expect(sheets.status == 2, "\(sheets)")
        #expect(sheets.errorText.contains("error: no font is installed, so no text can be drawn"), "\(sheets)")
        #expect(sheets.errorText.contains("hint: apt install fonts-noto-core"), "\(sheets)")
        let page = try stage.sh("\(bare) eventpass print calibration --output calibration.pdf")
        #expect(page.status == 0, "\(page)")
        #expect(page.errorText.contains("warning: No installed font contains "), "\(page)")
        #expect(page.errorText.contains(", so boxes are printed instead. Text: on every page. "), "\(page)")
        #expect(try !stage.sh("eventpass print calibration --output all.pdf").errorText.contains("warning"))
    }

    @Test("A complete file that a killed run did not record is accepted; a changed file is not overwritten")
    func unrecordedFile() throws {
        let stage = try Stage()
        _ = try stage.tokens(12)
        #expect(try stage.sh("\(PrintRunTests.line) --output tickets.pdf").status == 0)
        let store = try Store.open(.sqlite(path: stage.folder("data/store.sqlite")))
        _ = try store.write { try $0.execute("DELETE FROM printed_file", []) }
        #expect(try status(stage) == "interrupted")
        #expect(try stage.sh("cp tickets.pdf kept.pdf && echo x >> tickets.pdf").status == 0)
        let other = try stage.sh("eventpass print sheets fair --resume 1")
        #expect(other.status == 65 && other.errorText.contains("tickets.pdf already exists"), "\(other)")
        #expect(try status(stage) == "interrupted")
        let same = try stage.sh("mv kept.pdf tickets.pdf && eventpass print sheets fair --resume 1")
        #expect(same.status == 0, "\(same)")
        #expect(try status(stage) == "printed")
    }

    @Test(
        """
        If a ticket is cancelled before its sheet is drawn, its cell on the sheet stays empty, and the run reports the \
        ticket
        """)
    func cancelledMeanwhile() throws {
        let stage = try Stage()
        _ = try stage.tokens(400)
        let codes = try stage.sh("eventpass ticket list fair --json").lines.compactMap {
            $0.firstMatch(of: /"code":"([^"]+)"/).map { String($0.1) }
        }
        let run = try stage.folder.start("exec \(PrintRunTests.line) --sheets-per-file 1 --output out.pdf")
        try waitUntil("the first sheet exists") { try stage.folder.names(in: ".").contains("out-001.pdf") }
        // Sheets follow the order of `ticket list`, so the last ticket in that command's output is on the last sheet.
        let cancelled = try stage.sh("eventpass ticket cancel fair \(codes[399]) --yes")
        #expect(cancelled.status == 0, "\(cancelled)")
        let outcome = try run.outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.hasPrefix("batch 1: printed 399 tickets on 40 sheets"), "\(outcome)")
        #expect(
            outcome.errorText.contains(
                "1 ticket is no longer valid, so its cell is left empty: \(codes[399])"))
    }
}
