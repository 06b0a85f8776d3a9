import QRSymbol
import TicketToken
import Ticketing

/// What the page of a live code shows.
struct LiveTicketPage {
    let token: String
    let facts: [String]
    let terminal: Terminal

    /// The page for a window of that size.
    ///
    /// - Parameters:
    ///   - code: the live code of this moment.
    ///   - seconds: until the next one.
    /// - Throws: `QRSymbolError` for what has no symbol; a window that is too small says so on the page.
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
            let beside = FactsBeside.lines(symbol: drawn, width: width, facts: facts, columns: size.columns)
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
        let foot = "live code \(code), the next in \(seconds) s · q or Ctrl-C ends"
        lines.append(ScreenLine(foot.cut(toColumns: size.columns), .dim))
        return ScreenPage(lines: lines, cursor: nil)
    }
}
