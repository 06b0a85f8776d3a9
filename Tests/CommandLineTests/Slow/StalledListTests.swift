import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("Guest lists that arrive slowly or through a pipe", .lowPriority, .slow)
struct StalledListTests {
    let stage: Stage

    init() throws { stage = try Stage() }

    /// Rows with more bytes than a pipe can buffer. The test can finish writing only after the program has begun to
    /// read.
    private static let rows = (1...1000).map { "Guest \($0),\(String(repeating: "x", count: 200))\n" }.joined()

    @Test(
        "While a list arrives slowly, gates are not blocked; once the list has ended, all its rows are imported",
        arguments: [
            "ticket issue fair --type Regular --csv list", "ticket issue fair --type Regular --csv - < list",
            "ticket issue fair --type Regular --csv /dev/stdin < list", "guest import fair list",
            "cat list | eventpass guest import fair -",
        ])
    func stalled(command: String) throws {
        let token = try #require(try stage.tokens(1).first)
        let made = try stage.sh("mkfifo list && mkdir temporary")
        try #require(made.status == 0, "\(made)")
        let line = command.hasPrefix("cat") ? command : "eventpass \(command)"
        let importing = try stage.folder.start(line, environment: ["TMPDIR": stage.folder("temporary")])
        let list = try FileHandle(forWritingTo: URL(filePath: stage.folder("list")))
        try list.write(contentsOf: Data("name,remark\n\(StalledListTests.rows)".utf8))
        let gate = try stage.sh("eventpass gate check fair --gate North \(token)")
        #expect(gate.status == 0, "\(gate)")
        #expect(try stage.folder.names(in: "temporary").isEmpty)
        try list.write(contentsOf: Data("Grace\n".utf8))
        try list.close()
        let outcome = try importing.outcome()
        #expect(outcome.status == 0 && outcome.text.contains(/\b1,?001\b/), "\(outcome)")
        #expect(try stage.folder.names(in: "temporary").isEmpty)
    }

    @Test("`event create --guided` reads a slow list only once, even if the user then changes another answer")
    func guided() throws {
        let token = try #require(try stage.tokens(1).first)
        try #require(try stage.sh("mkfifo list").status == 0)
        let terminal = try PseudoTerminal("exec eventpass event create --guided", in: stage.folder)
        try terminal.type("Vows\ncelebration\nSt Paul\n\nUTC\n2099-06-06T14:00\n2099-06-07T02:00\n\n\n\n\n\n\nlist\n")
        let list = try FileHandle(forWritingTo: URL(filePath: stage.folder("list")))
        try list.write(contentsOf: Data("name,remark\n\(StalledListTests.rows)".utf8))
        let gate = try stage.sh("eventpass gate check fair --gate North \(token)")
        #expect(gate.status == 0, "\(gate)")
        try list.close()
        try terminal.expect("1,000 guests")
        try terminal.expect("Create it?")
        try terminal.type("2\nThe Barn\n\n\n\n\n\n")
        try terminal.expect("Create it?", times: 2)
        try terminal.type("yes\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("imported 1,000 guests"), "\(terminal.text)")
    }

    @Test("If a list from a pipe would delete a guest’s reply, the list is imported only after a confirmation")
    func answersLost() throws {
        let invited = try stage.sh(
            """
            set -e
            eventpass event sub-event add fair --type ceremony
            printf 'name,ceremony\\nGrace,yes\\n' | eventpass guest import fair -
            eventpass guest answer fair Grace yes
            mkfifo list
            """)
        try #require(invited.status == 0, "\(invited)")
        let terminal = try PseudoTerminal("exec eventpass guest import fair list", in: stage.folder)
        let list = try FileHandle(forWritingTo: URL(filePath: stage.folder("list")))
        try list.write(contentsOf: Data("name,ceremony\nGrace,no\n".utf8))
        try list.close()
        try terminal.expect("deletes 1 answer")
        try terminal.type("y\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("1 answer lost"), "\(terminal.text)")
    }

    @Test("A workbook can be imported through a pipe")
    func workbook() throws {
        let samples = Project.file("Samples/Wedding/guests.xlsx")
        let imported = try stage.sh("cat '\(samples.path)' | eventpass guest import fair -")
        #expect(imported.status == 0 && imported.text.hasPrefix("120 guests added"), "\(imported)")
    }

    @Test("An empty list, an endless pipe and an unwritable temporary folder cause different errors")
    func pipes() throws {
        let empty = try stage.sh("eventpass ticket issue fair --type Regular --csv - < /dev/null")
        #expect(empty.status == 65, "\(empty)")
        let endless = try stage.sh(
            "mkdir temporary; yes 'A,B' | TMPDIR=$PWD/temporary eventpass ticket issue fair --type Regular --csv -")
        #expect(endless.status == 65 && endless.errorText.contains("the file is larger than 256 MiB"), "\(endless)")
        #expect(try stage.folder.names(in: "temporary").isEmpty)
        let noSpace = try stage.sh("echo holder | TMPDIR=/sys eventpass ticket issue fair --type Regular --csv -")
        #expect(noSpace.status == 2 && noSpace.errorText.contains("could not create a file in /sys"), "\(noSpace)")
    }

    @Test("A command whose terminal is stopped with Ctrl-S does not block the gates")
    func stoppedTerminal() throws {
        let token = try #require(try stage.tokens(1).first)
        let terminal = try PseudoTerminal(
            "read line; eventpass ticket issue fair --type Regular --count 20000", in: stage.folder)
        try terminal.type([0x13])
        try terminal.type("\n")
        try waitUntil("20,001 tickets") {
            try stage.sh("eventpass gate stats fair --json").text.contains("\"expected\":20001,")
        }
        let gate = try stage.sh("eventpass gate check fair --gate North \(token)")
        #expect(gate.status == 0, "\(gate)")
        try terminal.type([0x11])
        #expect(try terminal.end() == 0)
    }
}
