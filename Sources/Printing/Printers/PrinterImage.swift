public import Drawing

/// The content of one label or receipt: a bitmap in printer dots, and symbols that the printer renders itself.
///
/// ```swift
/// let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26S"
/// let symbol = try NativeSymbol(token, level: .medium, x: 40, y: 40, dotsPerModule: 4)
/// let face = try PrinterImage(bitmap: picture, symbols: [symbol])
/// try ZPLWriter(widthLimit: 832).write(face) { try file.append($0) }
/// ```
///
/// The initializer rejects a symbol that lies partly outside of the bitmap or could overlap another symbol. It also
/// rejects ink in the area of a symbol or in its quiet zone (the light border that scanners need). A quiet zone can
/// extend beyond the bitmap. The part beyond the bitmap is not checked, so the layout must keep that part free.
public struct PrinterImage: Sendable {
    /// The image without `symbols`.
    public let bitmap: Bitmap
    /// The symbols from top to bottom.
    public let symbols: [NativeSymbol]

    public init(bitmap: Bitmap, symbols: [NativeSymbol] = []) throws(PrinterError) {
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
    /// The first dot with ink in an area of the bitmap, searched row by row from the top; nil if the area has no ink.
    /// The area can extend beyond the bitmap.
    func firstInk(columns: Range<Int>, rows: Range<Int>) -> (x: Int, y: Int)? {
        let columns = columns.clamped(to: 0..<width)
        for y in rows.clamped(to: 0..<height) {
            for x in columns where self[x, y] { return (x, y) }
        }
        return nil
    }
}
