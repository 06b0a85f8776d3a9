import Drawing

/// Writes tickets for receipt printers in ESC/POS, as described in Epson's “ESC/POS Command Reference”.
///
/// A receipt printer prints the received data line by line, from top to bottom. The image is sent as raster data (`GS v
/// 0`). Epson calls this command obsolete and recommends `GS ( L`, but many other printers accept only `GS v 0`. A
/// symbol that the printer renders itself (`GS ( k`) is sent between two parts of the image. Nothing else can therefore
/// be printed to the left or right of such a symbol.
///
/// ```swift
/// let writer = try ESCPOSWriter(headWidth: 576, dotsPerInch: 203, end: .cut)
/// for face in faces { try writer.write(face) { try file.append($0) } }
/// ```
///
/// An image that the printer cannot print is rejected before its first byte is written.
public struct ESCPOSWriter: Sendable {
    /// The action of the printer after each ticket.
    public enum TicketEnd: Sendable {
        /// Feeds the paper to the cutter, and cuts it, but leaves it joined at one point (`GS V 66`).
        case cut
        /// Feeds the paper by five lines, about 20 mm, so that the ticket's end is past the tear-off edge.
        case tear
    }

    /// The allowed numbers of dots per module for symbols that the printer renders (function 167 of `GS ( k`).
    public static let moduleSizes = 1...16
    /// The supported printer resolutions, in dots per inch. At these resolutions, the command `GS P` can set the unit
    /// of margins to one dot.
    public static let resolutions = 1...255
    public static let copyCounts = 1...10_000
    /// The maximum width of the print head, in dots: the largest number that the two bytes of a margin can contain.
    public static let widestHead = 65_535
    /// The maximum length of a ticket, in dots: 4 m at 203 dpi.
    public static let longestTicket = 32_000
    /// The number of rows that are sent with one `GS v 0` command. The number is small, because some printers have a
    /// buffer of only 4 KB, or read only one byte of this number. But it is large enough that the printer does not stop
    /// between commands.
    static let rowsPerBand = 48

    /// The width of the print head in dots: 576 for 80 mm paper at 203 dpi, 384 for 58 mm.
    public let headWidth: Int
    /// The resolution of the printer in dots per inch, used only for symbols that the printer renders. It is 203 for
    /// most printers. Many Epson printers have 180 dots per inch, and a head of 512 dots for 80 mm paper.
    public let dotsPerInch: Int
    public let end: TicketEnd
    /// The number of copies of each ticket.
    public let copies: Int

    public init(
        headWidth: Int = 576, dotsPerInch: Int = 203, end: TicketEnd = .cut, copies: Int = 1
    ) throws(PrinterError) {
        guard ESCPOSWriter.copyCounts.contains(copies) else { throw .copies(copies, allowed: ESCPOSWriter.copyCounts) }
        self.headWidth = min(headWidth, ESCPOSWriter.widestHead)
        self.dotsPerInch = dotsPerInch
        self.end = end
        self.copies = copies
    }

    /// Writes one ticket and its copies.
    ///
    /// - Throws: `PrinterError` if the printer cannot print the ticket (in this case, nothing is written); errors of
    ///   `sink`.
    public func write(_ face: PrinterImage, into sink: ([UInt8]) throws -> Void) throws {
        try check(face)
        for _ in 0..<copies {
            try sink(ESCPOSWriter.initialize)
            if ESCPOSWriter.hasRealTimeCommand(face.bitmap.bytes) { try sink(ESCPOSWriter.disableRealTime) }
            var row = 0
            for symbol in face.symbols {
                try write(face.bitmap, rows: row..<symbol.y, into: sink)
                try sink(commands(for: symbol))
                row = symbol.rows.upperBound
            }
            try write(face.bitmap, rows: row..<face.bitmap.height, into: sink)
            switch end {
            case .cut: try sink([0x1D, UInt8(ascii: "V"), 66, 0])
            case .tear: try sink([0x1B, UInt8(ascii: "d"), 5])
            }
        }
    }

    private func check(_ face: PrinterImage) throws(PrinterError) {
        let bitmap = face.bitmap
        guard bitmap.width <= headWidth else { throw .tooWide(dots: bitmap.width, limit: headWidth) }
        guard bitmap.height <= ESCPOSWriter.longestTicket else {
            throw .tooTall(dots: bitmap.height, limit: ESCPOSWriter.longestTicket)
        }
        var previous: NativeSymbol?
        for symbol in face.symbols {
            guard ESCPOSWriter.resolutions.contains(dotsPerInch) else {
                throw .resolution(dotsPerInch: dotsPerInch, allowed: ESCPOSWriter.resolutions)
            }
            guard ESCPOSWriter.moduleSizes.contains(symbol.dotsPerModule) else {
                throw .moduleSize(dots: symbol.dotsPerModule, allowed: ESCPOSWriter.moduleSizes)
            }
            if let previous, symbol.y < previous.rows.upperBound {
                throw .symbolsShareRows(y: symbol.y, symbolRows: previous.rows)
            }
            if let dot = bitmap.firstInk(columns: 0..<bitmap.width, rows: symbol.rows) {
                throw .inkInSymbolRows(x: dot.x, y: dot.y, symbolRows: symbol.rows)
            }
            previous = symbol
        }
    }

    /// Writes rows of the image, including rows without ink. Feed commands could skip rows without ink, but their unit
    /// differs between printers.
    private func write(_ bitmap: Bitmap, rows: Range<Int>, into sink: ([UInt8]) throws -> Void) rethrows {
        let width = bitmap.bytesPerRow
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: ESCPOSWriter.rowsPerBand) {
            let end = min(start + ESCPOSWriter.rowsPerBand, rows.upperBound)
            let header = [0x1D, UInt8(ascii: "v"), UInt8(ascii: "0"), 0]
            let size = ESCPOSWriter.twoBytes(width) + ESCPOSWriter.twoBytes(end - start)
            try sink(header + size + bitmap.bytes[start * width..<end * width])
        }
    }

    private func commands(for symbol: NativeSymbol) -> [UInt8] {
        // The first two commands set the unit of margins to one dot, and set the left margin to the symbol's position.
        // The last command resets the margin.
        var bytes: [UInt8] = [0x1D, UInt8(ascii: "P"), UInt8(dotsPerInch), UInt8(dotsPerInch)]
        bytes += ESCPOSWriter.leftMargin(symbol.x)
        bytes += ESCPOSWriter.symbolFunction(65, [50, 0])
        bytes += ESCPOSWriter.symbolFunction(67, [UInt8(symbol.dotsPerModule)])
        bytes += ESCPOSWriter.symbolFunction(69, [ESCPOSWriter.number(of: symbol)])
        bytes += ESCPOSWriter.symbolFunction(80, [48] + Array(symbol.text.utf8))
        bytes += ESCPOSWriter.symbolFunction(81, [48])
        return bytes + ESCPOSWriter.leftMargin(0)
    }

    /// ESC @: resets margins, units, alignment and other settings that an earlier job has changed.
    private static let initialize: [UInt8] = [0x1B, UInt8(ascii: "@")]

    /// GS ( D: disables the real-time command DLE DC4. If image data happen to contain its bytes, the printer would
    /// obey this command, which could open the cash drawer or switch the printer off. The real-time commands DLE EOT
    /// and DLE ENQ stay enabled, because they only query the status or recover from an error.
    private static let disableRealTime: [UInt8] = [1, 2].flatMap { kind in
        [0x1D, UInt8(ascii: "("), UInt8(ascii: "D"), 3, 0, 20, kind, 0]
    }

    /// Whether the image contains the bytes of the command DLE DC4. `GS ( D` is sent only for such an image, because a
    /// printer that does not support `GS ( D` could print it as text.
    private static func hasRealTimeCommand(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == (0x10, 0x14) }
    }

    /// The command GS ( k for a QR symbol (its parameter cn is 49). Epson's reference calls the functions 65, 67, 69,
    /// 80 and 81 “functions 165, 167, 169, 180 and 181”.
    private static func symbolFunction(_ function: UInt8, _ parameters: [UInt8]) -> [UInt8] {
        [0x1D, UInt8(ascii: "("), UInt8(ascii: "k")] + twoBytes(parameters.count + 2) + [49, function] + parameters
    }

    private static func leftMargin(_ dots: Int) -> [UInt8] { [0x1D, UInt8(ascii: "L")] + twoBytes(dots) }

    private static func number(of symbol: NativeSymbol) -> UInt8 {
        switch symbol.level {
        case .low: 48
        case .medium: 49
        case .quartile: 50
        case .high: 51
        }
    }

    /// The number as two bytes, least significant first.
    private static func twoBytes(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
