import QRSymbol
import TicketToken
import Ticketing

/// The screen of a ticket with its live code.
struct LiveTicketPage {
    let token: String
    let facts: [String]
    let terminal: Terminal

    /// Renders the screen for a window size.
    ///
    /// - Parameters:
    ///   - code: the current live code.
    ///   - seconds: the seconds until the next code.
    /// - Throws: `QRSymbolError` if the text does not fit a symbol. If the window is too small, the screen says so.
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
            let beside = SideBySide.lines(symbol: drawn, width: width, facts: facts, columns: size.columns)
            lines = (beside ?? drawn).map { ScreenLine($0) }
        } catch QRSymbolError.tooNarrow {
            let rows = width / 2 + 2
            lines = [
                ScreenLine("The window has \(size.columns) × \(size.rows) characters.".cut(toColumns: size.columns)),
                ScreenLine("The symbol needs \(width) × \(rows).".cut(toColumns: size.columns)),
            ]
        }
        lines = Array(lines.prefix(size.rows - 1))
        lines += (lines.count..<size.rows - 1).map { _ in ScreenLine("") }
        let foot = "live code \(code), next in \(seconds) s · q or Ctrl-C ends"
        lines.append(ScreenLine(foot.cut(toColumns: size.columns), .dim))
        return ScreenPage(lines: lines, cursor: nil)
    }
}
