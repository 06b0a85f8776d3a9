import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("The sign-in link of a server", .lowPriority, .slow)
struct SignInLinkTests {
    @Test("In a terminal, `serve` prints a sign-in link; with --json, the JSON object contains the link")
    func printed() throws {
        let stage = try Stage()
        let link = #/http://127\.0\.0\.1:[0-9]+/enter#[0-9A-Za-z]{20,}/#
        for (option, start) in [("", "ten minutes):"), ("--json", #""sign_in_link":"http"#)] {
            let terminal = try PseudoTerminal("exec eventpass serve --listen 127.0.0.1:0 \(option)", in: stage.folder)
            try terminal.expect(start)
            try terminal.wait(for: "the link") { terminal.text.contains(link) }
            try terminal.type([3])
            #expect(try terminal.end() == 0, "\(terminal.text)")
        }
    }
}
