import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("The command `gate calibrate`, which tests a scanner at a terminal", .lowPriority)
struct CalibrateTests {
    private static let text = "0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ./:"

    @Test("`gate calibrate` recognizes a scanner that sends Tab or nothing after a text", arguments: ["\t", ""])
    func withoutEnter(_ end: String) throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal("eventpass gate calibrate", in: folder)
        try terminal.expect("Scan this symbol")
        try terminal.type("]Q1\(CalibrateTests.text)\(end)")
        #expect(try terminal.end() == 1)
        #expect(terminal.text.contains("suffix     \(end.isEmpty ? "none" : "Tab")"))
        #expect(terminal.text.contains("terminator) to Enter"))
    }

    @Test("`gate calibrate` does not echo the scanned text, and restores the terminal when it ends")
    func restored() throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(
            "eventpass gate calibrate --json; read line; echo =$line=", in: folder)
        try terminal.expect("Scan this symbol")
        try terminal.type("\(CalibrateTests.text)\r")
        try terminal.expect(#""ready":true"#)
        #expect(!terminal.text.contains(CalibrateTests.text))
        try terminal.expect(#""suffix":"enter""#)
        // Line mode and echo are restored.
        try terminal.type("typed\n")
        try terminal.expect("=typed=")
        #expect(try terminal.end() == 0)
        #expect(terminal.echoes)
    }

    @Test("Ctrl-C ends `gate calibrate` with status 130, and the terminal echoes again")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal("trap : INT; eventpass gate calibrate; echo =$?=", in: folder)
        try terminal.expect("Scan this symbol")
        try terminal.type("\u{3}")
        try terminal.expect("=130=")
        #expect(try terminal.end() == 0)
        #expect(terminal.echoes)
    }
}
