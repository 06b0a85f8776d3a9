import PrintShop
import QRSymbol

extension PictureOptions {
    /// How the symbols of these forms are drawn.
    func drawing(for forms: [TicketForm], on terminal: Terminal) throws -> SymbolPicture {
        var picture = SymbolPicture()
        picture.level = level
        picture.quietZone = quietZone
        if forms.contains(.png) { picture.size = try size() }
        picture.millimetres = mm
        picture.terminal = (terminal.symbolStyle, terminal.columns)
        return picture
    }
}
