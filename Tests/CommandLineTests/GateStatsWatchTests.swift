import EventFixture
import TerminalFixture
import Testing

@Suite("The numbers of `gate stats --watch` on a terminal", .lowPriority)
struct GateStatsWatchTests {
    @Test("The numbers follow the scans of another process, the key q ends the command, and the terminal is restored")
    func follows() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(2).first)
        let terminal = try PseudoTerminal("eventpass gate stats fair --watch", in: stage.folder)
        try terminal.expect("admitted  0")
        #expect(terminal.isRaw && terminal.text.contains("q or Ctrl-C ends"))
        #expect(try stage.sh("eventpass gate check fair --gate North \(token)").status == 0)
        try terminal.expect("admitted  1")
        try terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.text.hasSuffix("\u{1B}[?1049l") && !terminal.isRaw)
        // `gate check` added its record while `gate stats` had the store open. The end of `gate stats` did not remove
        // the record.
        #expect(try stage.sh("eventpass gate stats fair --json").text.contains(#""admitted":1,"inside":1"#))
    }

    @Test("A window of two rows shows only the time of the update, a larger window shows numbers, and Ctrl-C quits")
    func smallWindow() throws {
        let stage = try Stage()
        let terminal = try PseudoTerminal(
            "eventpass gate stats fair --watch --no-color", in: stage.folder, columns: 20, rows: 2)
        try terminal.expect("updated")
        #expect(!terminal.text.contains("expected"))
        try terminal.resize(columns: 20, rows: 12)
        try terminal.expect("expected  0")
        #expect(!terminal.text.contains("Ctrl-C ends"))
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 0)
    }
}
