/// A QR Code symbol (ISO/IEC 18004): any text as a square of dark and light modules, of the smallest version that
/// holds it.
///
/// ```swift
/// let symbol = try QRSymbol("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX")
/// let picture = try symbol.png(size: .millimetres(25, dpi: 300))
/// let lines = try symbol.terminalBlocks(.colouredBlocks, columns: 80)
/// ```
///
/// A text of digits becomes one numeric segment, one of `0–9 A–Z $%*+-./:` and space one alphanumeric segment,
/// anything else its UTF-8 bytes. Where libqrencode's own splitting into several segments gives a smaller symbol, that
/// is taken. The empty text is refused, and one that no version holds.
public struct QRSymbol: Sendable, Equatable {
    /// How much of the symbol may be lost.
    public let level: ErrorCorrectionLevel
    /// Modules along one side, without the quiet zone: 21 to 177.
    public let modulesPerSide: Int
    /// 1 for dark, 0 for light, row by row from the top left.
    let modules: [UInt8]

    public init(_ text: String, level: ErrorCorrectionLevel = .medium) throws(QRSymbolError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        let survey = TextSurvey(bytes)
        let capacity = survey.mode.capacity(level)
        // Digits are the tightest packing there is: nothing longer can fit, however it is split.
        guard bytes.count <= SegmentMode.numeric.capacity(level) else {
            throw .tooLong(bytes: bytes.count, capacity: capacity)
        }
        var best: Grid?
        if bytes.count <= capacity {
            best = try QRencodeLibrary.encode(bytes, as: survey.mode, level: level)
        }
        let mayGain = best.map { survey.maySplitting(goBelow: $0.version, level) } ?? survey.mayGainBySplitting
        if mayGain, let split = try QRencodeLibrary.encodeSplitting(text, level: level) {
            if best.map({ split.side < $0.side }) ?? true { best = split }
        }
        guard let best else { throw .tooLong(bytes: bytes.count, capacity: capacity) }
        self.level = level
        modulesPerSide = best.side
        modules = best.modules
    }

    /// The version of the standard, 1 to 40: four modules a side more each.
    public var version: Int { (modulesPerSide - 17) / 4 }

    /// Whether a module is dark. Rows and columns count from 0 at the top left; anything outside is quiet zone: light.
    public func isDark(row: Int, column: Int) -> Bool {
        let inside = 0..<modulesPerSide
        guard inside.contains(row), inside.contains(column) else { return false }
        return modules[row * modulesPerSide + column] == 1
    }

    /// Quiet zones that the renderers accept, in modules. The standard asks for 4.
    public static let quietZones = 0...100

    /// Modules along one side of a picture with its quiet zone.
    func side(quietZone: Int) throws(QRSymbolError) -> Int {
        guard QRSymbol.quietZones.contains(quietZone) else { throw .quietZone(quietZone, allowed: QRSymbol.quietZones) }
        return modulesPerSide + 2 * quietZone
    }
}

/// The four levels of ISO/IEC 18004: about 7, 15, 25 and 30 % of the codewords can be restored.
public enum ErrorCorrectionLevel: String, CaseIterable, Sendable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"
}

/// The modules of a symbol as they come from the library: 1 for dark, 0 for light.
struct Grid {
    let side: Int
    let modules: [UInt8]

    var version: Int { (side - 17) / 4 }
}
