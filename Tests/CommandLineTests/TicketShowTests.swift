import EventFixture
import Foundation
import TerminalFixture
import Testing

@testable import eventpass

/// With `--live`, the command shows the ticket’s QR symbol with its live code.
@Suite("The command `ticket show` on a terminal", .lowPriority)
struct TicketShowTests {
    @Test("A ticket’s details are next to its QR symbol, or above it in a narrow window; the token is never cut")
    func sideBySide() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        let ticket = try #require(try stage.tickets().first)
        for (columns, isSideBySide) in [(UInt16(100), true), (76, true), (75, false), (40, false)] {
            let terminal = try PseudoTerminal(
                "eventpass ticket show fair \(ticket.code) --no-color", in: stage.folder, columns: columns)
            #expect(try terminal.end() == 0)
            let lines = terminal.text.split(separator: "\r\n").map(String.init)
            let holder = try #require(lines.first { $0.contains("status   issued") })
            #expect(holder.contains("█") == isSideBySide, "\(columns)")
            #expect(lines.contains("token    \(try #require(ticket.token))"))
            if isSideBySide { #expect(lines.allSatisfy { $0.columns <= max(Int(columns), 65) }) }
        }
    }

    @Test("Details with more lines than the symbol continue below the symbol, and no line is wider than the window")
    func manyDetails() throws {
        let symbol = ["##", "##"]
        let details = ["holder   " + String(repeating: "Maximiliana ", count: 12), "status   issued", "issue    0"]
        let lines = try #require(SideBySide.lines(symbol: symbol, width: 2, details: details, columns: 45))
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { $0.columns <= 45 })
        #expect(lines[0].hasPrefix("##   holder   Maximiliana"))
        #expect(lines[3].hasPrefix("              "))
        #expect(SideBySide.lines(symbol: symbol, width: 2, details: details, columns: 40) == nil)
    }

    @Test(
        "If a ticket requires a live code, a gate admits it only with the code that --live shows; the key q ends --live"
    )
    func live() throws {
        let stage = try Stage()
        #expect(try stage.sh("eventpass type add fair --name Live --live-code").status == 0)
        #expect(try stage.sh("eventpass ticket issue fair --type Live --count 1").status == 0)
        let ticket = try #require(try stage.tickets().first { $0.type == "Live" })
        let token = try #require(ticket.token)
        let bare = try stage.sh("eventpass gate check fair --gate N --json \(token)")
        #expect(bare.status == 1)
        #expect(try VerdictLine.lines(bare).first?.reason == "staleCode")
        let terminal = try PseudoTerminal("eventpass ticket show fair \(ticket.code) --live", in: stage.folder)
        try terminal.expect("Ctrl-C ends")
        #expect(terminal.isRaw)
        let code = try #require(terminal.text.firstMatch(of: /live code ([0-9A-Z]{5}),/)?.1)
        try terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(terminal.text.hasSuffix("\u{1B}[?1049l"))
        #expect(!terminal.isRaw)
        let checked = try stage.sh("eventpass gate check fair --gate N --json \(token)\(code)")
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(
        """
        If the window is too small, `ticket show --live` says which size the symbol needs; the command ends on Ctrl-C, \
        and refuses to write to a pipe
        """)
    func liveEnds() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        let code = try #require(try stage.tickets().first).code
        let terminal = try PseudoTerminal(
            "eventpass ticket show fair \(code) --live", in: stage.folder, columns: 60, rows: 12)
        try terminal.expect("The symbol needs 37 × 20")
        try terminal.resize(columns: 60, rows: 24)
        try terminal.expect("▀▀▀▀▀▀▀")
        try terminal.type("\u{3}")
        #expect(try terminal.end() == 0)
        let piped = try stage.sh(
            "eventpass ticket show fair \(code) --live | cat; eventpass ticket show fair \(code) --live")
        #expect(piped.status == 64)
        #expect(piped.errorText.contains("with: eventpass ticket show fair"))
    }
}
