/// A QR Code symbol (ISO/IEC 18004): text encoded as a square of dark and light modules. The symbol has the smallest
/// version (size) that can contain the text.
///
/// ```swift
/// let symbol = try QRSymbol("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX")
/// let picture = try symbol.png(size: .millimetres(25, dpi: 300))
/// let lines = try symbol.terminalBlocks(.colouredBlocks, columns: 80)
/// ```
///
/// A text is encoded as one segment if possible. A text that contains only digits becomes a numeric segment. A text
/// that contains only the characters `0–9 A–Z $%*+-./:` and space becomes an alphanumeric segment. Any other text
/// becomes a segment of its UTF-8 bytes. libqrencode can also split a text into several segments. The split text is
/// used if it makes the symbol smaller, or if the text is too long for one segment. An empty text is rejected. A text
/// is also rejected if it is too long for the largest version.
public struct QRSymbol: Sendable, Equatable {
    /// The error correction level.
    public let level: ErrorCorrectionLevel
    /// The number of modules per side, without the quiet zone: 21 to 177.
    public let modulesPerSide: Int
    /// The modules row by row from the top left: 1 for dark, 0 for light.
    let modules: [UInt8]

    public init(_ text: String, level: ErrorCorrectionLevel = .medium) throws(QRSymbolError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        let survey = TextAnalysis(bytes)
        let capacity = survey.mode.capacity(level)
        // Digits have the densest encoding. A text with more bytes than the largest possible number of digits therefore
        // never fits.
        guard bytes.count <= SegmentMode.numeric.capacity(level) else {
            throw .tooLong(bytes: bytes.count, capacity: capacity)
        }
        var best: ModuleGrid?
        if bytes.count <= capacity {
            best = try QRencodeLibrary.encode(bytes, as: survey.mode, level: level)
        }
        let mayGain = best.map { survey.mayShrinkBySplitting(goBelow: $0.version, level) } ?? survey.mayGainBySplitting
        if mayGain, let split = try QRencodeLibrary.encodeSplitting(text, level: level) {
            if best.map({ split.side < $0.side }) ?? true { best = split }
        }
        guard let best else { throw .tooLong(bytes: bytes.count, capacity: capacity) }
        self.level = level
        modulesPerSide = best.side
        modules = best.modules
    }

    /// The version, 1 to 40. Each version adds four modules per side.
    public var version: Int { (modulesPerSide - 17) / 4 }

    /// Whether a module is dark. Rows and columns are counted from 0 at the top left. Positions outside of the symbol
    /// are in the quiet zone, which is light.
    public func isDark(row: Int, column: Int) -> Bool {
        let inside = 0..<modulesPerSide
        guard inside.contains(row), inside.contains(column) else { return false }
        return modules[row * modulesPerSide + column] == 1
    }

    /// The supported widths of the quiet zone, in modules. The standard requires 4.
    public static let quietZones = 0...100

    /// The number of modules per side of an image that includes the quiet zone.
    func side(quietZone: Int) throws(QRSymbolError) -> Int {
        guard QRSymbol.quietZones.contains(quietZone) else { throw .quietZone(quietZone, allowed: QRSymbol.quietZones) }
        return modulesPerSide + 2 * quietZone
    }
}

/// The error correction levels of ISO/IEC 18004. A scanner can restore unreadable codewords: about 7 % of all codewords
/// at the level low, 15 % at medium, 25 % at quartile, and 30 % at high.
public enum ErrorCorrectionLevel: String, CaseIterable, Sendable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"
}

/// The modules of a symbol as libqrencode returns them: 1 for dark, 0 for light.
struct ModuleGrid {
    let side: Int
    let modules: [UInt8]

    var version: Int { (side - 17) / 4 }
}
