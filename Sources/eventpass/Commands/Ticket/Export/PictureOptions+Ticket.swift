import PrintShop
import QRSymbol

extension SymbolImageOptions {
    /// The drawing settings for symbols in these formats.
    func drawing(for forms: [TicketFormat], on terminal: Terminal) throws -> SymbolOptions {
        var picture = SymbolOptions()
        picture.level = level
        picture.quietZone = quietZone
        if forms.contains(.png) { picture.size = try size() }
        picture.millimetres = mm
        picture.terminal = (terminal.symbolStyle, terminal.columns)
        return picture
    }
}
