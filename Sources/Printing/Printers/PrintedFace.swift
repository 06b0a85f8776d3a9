public import Drawing

/// What goes onto one label or receipt: a picture in the printer's own dots, and the symbols that the printer draws itself.
///
/// ```swift
/// let symbol = try NativeSymbol("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26S", level: .medium, x: 40, y: 40, dotsPerModule: 4)
/// let face = try PrintedFace(bitmap: picture, symbols: [symbol])
/// try ZPLWriter(widthLimit: 832).write(face) { try file.append($0) }
/// ```
///
/// Refused: a symbol that does not lie on the picture, or that may grow over another; ink where a symbol or its quiet zone
/// goes. Of a quiet zone, only what lies on the picture is looked at: that there is paper beyond is for the layout to know.
public struct PrintedFace: Sendable {
    /// Everything but `symbols`.
    public let bitmap: Bitmap
    /// From top to bottom.
    public let symbols: [NativeSymbol]

    public init(bitmap: Bitmap, symbols: [NativeSymbol] = []) throws(PrinterRefusal) {
        for (index, symbol) in symbols.enumerated() {
            guard symbol.isInside(width: bitmap.width, height: bitmap.height) else {
                throw .symbolOutside(
                    x: symbol.x, y: symbol.y, side: symbol.side, width: bitmap.width, height: bitmap.height)
            }
            if let dot = bitmap.firstInk(columns: symbol.quietColumns, rows: symbol.quietRows) {
                throw .inkUnderSymbol(x: dot.x, y: dot.y, symbolX: symbol.x, symbolY: symbol.y)
            }
            for other in symbols[..<index]
            where symbol.quietColumns.overlaps(other.columns) && symbol.quietRows.overlaps(other.rows)
                || other.quietColumns.overlaps(symbol.columns) && other.quietRows.overlaps(symbol.rows)
            {
                throw .symbolsOverlap(x: other.x, y: other.y, otherX: symbol.x, otherY: symbol.y)
            }
        }
        self.bitmap = bitmap
        self.symbols = symbols.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }
}

extension Bitmap {
    /// The first dot with ink in a part of the picture, row by row; what lies outside has none.
    func firstInk(columns: Range<Int>, rows: Range<Int>) -> (x: Int, y: Int)? {
        let columns = columns.clamped(to: 0..<width)
        for y in rows.clamped(to: 0..<height) {
            for x in columns where self[x, y] { return (x, y) }
        }
        return nil
    }
}
