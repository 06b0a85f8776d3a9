import Foundation
import Languages
import QRSymbol
import TicketToken
import Ticketing

/// The screen of a ticket with its live code.
struct LiveTicketPage {
    let token: String
    let details: [String]
    let terminal: Terminal

    /// The session that shows the ticket in the whole window, with a new live code every 30 seconds.
    func session(_ key: LiveKey, on screen: FullScreenTerminal) throws -> RefreshingScreen {
        try RefreshingScreen(on: screen, waiting: { Int32(1000 - Instant.now().milliseconds % 1000) }) { size in
            let now = Instant.now()
            let left = LiveKey.stepSeconds - now.seconds % LiveKey.stepSeconds
            return try self.screen(try key.code(at: now), secondsLeft: left, size)
        }
    }

    /// - Parameters:
    ///   - code: the current live code.
    ///   - seconds: the number of seconds until the next code.
    /// - Returns: the screen. If the window is too small for the symbol, the screen shows the window size that the
    ///   symbol needs.
    /// - Throws: `QRSymbolError` if the token and the code do not fit into a symbol.
    func screen(_ code: String, secondsLeft seconds: Int64, _ size: ScreenPage.Size) throws -> ScreenPage {
        let symbol = try QRSymbol(token + code)
        let width = try symbol.terminalColumns(terminal.symbolStyle)
        var lines: [ScreenLine]
        do {
            let drawn = try symbol.terminalBlocks(terminal.symbolStyle, columns: size.columns)
                .split(separator: "\n").map(String.init)
            guard drawn.count < size.rows else {
                throw QRSymbolError.tooNarrow(columns: size.columns, needed: width)
            }
            let sideBySide = SideBySide.lines(symbol: drawn, width: width, details: details, columns: size.columns)
            lines = (sideBySide ?? drawn).map { ScreenLine($0) }
        } catch QRSymbolError.tooNarrow {
            let rows = width / 2 + 2
            lines = [
                line(.windowSize, ["columns": "\(size.columns)", "rows": "\(size.rows)"], size),
                line(.neededSize, ["columns": "\(width)", "rows": "\(rows)"], size),
            ]
        }
        lines = Array(lines.prefix(size.rows - 1))
        lines += (lines.count..<size.rows - 1).map { _ in ScreenLine("") }
        lines.append(line(.foot, ["code": .text(code), "seconds": "\(seconds)"], size, .dim))
        return ScreenPage(lines: lines, cursor: nil)
    }

    private func line(
        _ text: Text, _ arguments: [String: SentenceArgument], _ size: ScreenPage.Size,
        _ colour: Terminal.Colour? = nil
    ) -> ScreenLine {
        ScreenLine(Language.ofCommandLine.text(text, arguments).cut(toColumns: size.columns), colour)
    }

    enum Text: String, SentenceKey {
        static let subject = "liveTicket"

        case windowSize = "The window has {columns} × {rows} characters."
        case neededSize = "The symbol needs {columns} × {rows}."
        case foot = "live code {code}, next in {seconds} s · q or Ctrl-C ends"
    }
}
