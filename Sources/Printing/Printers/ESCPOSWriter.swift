import Drawing

/// Tickets for receipt printers: ESC/POS, by Epson's “ESC/POS Command Reference”.
///
/// A receipt is a stream from top to bottom. The picture goes as raster (`GS v 0`): Epson calls it obsolete beside `GS ( L`,
/// but its own printers still take it, those of others often nothing else, and it needs no memory for a whole picture. A
/// symbol of the printer's own (`GS ( k`) stands between two parts of the picture, and so takes whole rows.
///
/// ```swift
/// let writer = try ESCPOSWriter(headWidth: 576, dotsPerInch: 203, end: .cut)
/// for face in faces { try writer.write(face) { try file.append($0) } }
/// ```
///
/// A face is refused before its first byte is written. One band of the picture at a time is in memory.
public struct ESCPOSWriter: Sendable {
    /// What comes behind each ticket.
    public enum TicketEnd: Sendable {
        /// Feed to the knife and cut, all but a corner (`GS V 66`).
        case cut
        /// Feed past the edge to tear at: five lines, about 20 mm.
        case tear
    }

    /// Dots a module of the printer's own symbols (function 167).
    public static let moduleSizes = 1...16
    /// Where `GS P` can make the unit of margins one dot.
    public static let resolutions = 1...255
    public static let copyCounts = 1...10_000
    /// What a margin's two bytes can say.
    public static let widestHead = 65_535
    /// The longest ticket, in dots: 4 m at 203 dpi.
    public static let longestTicket = 32_000
    /// The rows of one `GS v 0`: few enough for printers with 4 KB and a number of one byte, many enough for the head not
    /// to stop between them.
    static let rowsPerBand = 48

    /// Dots across the head: 576 for paper of 80 mm at 203 dpi, 384 for 58 mm.
    public let headWidth: Int
    /// 203 for most; 180 for many of Epson's own, whose heads of 80 mm then have 512 dots. Only symbols of the printer's own
    /// need it.
    public let dotsPerInch: Int
    public let end: TicketEnd
    /// Of each ticket.
    public let copies: Int

    public init(
        headWidth: Int = 576, dotsPerInch: Int = 203, end: TicketEnd = .cut, copies: Int = 1
    ) throws(PrinterRefusal) {
        guard ESCPOSWriter.copyCounts.contains(copies) else { throw .copies(copies, allowed: ESCPOSWriter.copyCounts) }
        self.headWidth = min(headWidth, ESCPOSWriter.widestHead)
        self.dotsPerInch = dotsPerInch
        self.end = end
        self.copies = copies
    }

    /// Writes one ticket, and its copies.
    ///
    /// - Throws: `PrinterRefusal` before anything is written; whatever `sink` throws.
    public func write(_ face: PrintedFace, into sink: ([UInt8]) throws -> Void) throws {
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

    private func check(_ face: PrintedFace) throws(PrinterRefusal) {
        let bitmap = face.bitmap
        guard bitmap.width <= headWidth else { throw .tooWide(dots: bitmap.width, limit: headWidth) }
        guard bitmap.height <= ESCPOSWriter.longestTicket else {
            throw .tooHigh(dots: bitmap.height, limit: ESCPOSWriter.longestTicket)
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
                throw .symbolBesideSymbol(y: symbol.y, symbolRows: previous.rows)
            }
            if let dot = bitmap.firstInk(columns: 0..<bitmap.width, rows: symbol.rows) {
                throw .inkBesideSymbol(x: dot.x, y: dot.y, symbolRows: symbol.rows)
            }
            previous = symbol
        }
    }

    /// Rows without ink are sent, too: the unit of feeding by number is another on every printer.
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
        // The unit of margins: a dot. Then the margin, which is taken back behind the symbol.
        var bytes: [UInt8] = [0x1D, UInt8(ascii: "P"), UInt8(dotsPerInch), UInt8(dotsPerInch)]
        bytes += ESCPOSWriter.leftMargin(symbol.x)
        bytes += ESCPOSWriter.symbolFunction(65, [50, 0])
        bytes += ESCPOSWriter.symbolFunction(67, [UInt8(symbol.dotsPerModule)])
        bytes += ESCPOSWriter.symbolFunction(69, [ESCPOSWriter.number(of: symbol)])
        bytes += ESCPOSWriter.symbolFunction(80, [48] + Array(symbol.text.utf8))
        bytes += ESCPOSWriter.symbolFunction(81, [48])
        return bytes + ESCPOSWriter.leftMargin(0)
    }

    /// ESC @: margins, units, alignment and what else an earlier job has set.
    private static let initialize: [UInt8] = [0x1B, UInt8(ascii: "@")]

    /// GS ( D: a printer obeys DLE DC4 even inside of a picture: it opens the drawer, or turns itself off. DLE EOT and
    /// DLE ENQ, which it obeys there too, only ask for its status, or go on after an error.
    private static let disableRealTime: [UInt8] = [1, 2].flatMap { kind in
        [0x1D, UInt8(ascii: "("), UInt8(ascii: "D"), 3, 0, 20, kind, 0]
    }

    /// Whether DLE DC4 occurs. Sent only then: printers that don't know GS ( D may print it.
    private static func hasRealTimeCommand(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == (0x10, 0x14) }
    }

    /// GS ( k with cn 49, QR Code. Functions 65, 67, 69, 80 and 81 are those that the reference calls 165, 167, 169, 180, 181.
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

    /// The lower byte first.
    private static func twoBytes(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
