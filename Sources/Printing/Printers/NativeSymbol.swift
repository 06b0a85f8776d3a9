public import QRSymbol

/// A QR symbol that the printer draws from its text.
///
/// The printer chooses mask and version. It may split the text into segments or not, so `side` is that of the version
/// which holds it unsplit: the place to be left free. A printer that finds a smaller version draws less of it, from the
/// same upper left corner.
///
/// The text is ASCII that can be printed, as tokens are: of other bytes, printers make what their code page or Shift JIS
/// makes of them. Symbols of such texts are drawn into the picture instead.
public struct NativeSymbol: Sendable, Equatable {
    public let text: String
    public let level: ErrorCorrectionLevel
    /// Dots from the left and from the top to the first module: the quiet zone lies outside.
    public let x: Int
    public let y: Int
    public let dotsPerModule: Int
    /// Modules along one side of the largest version that a printer may choose, without the quiet zone.
    public let modulesPerSide: Int

    /// The light modules on each side that ISO/IEC 18004 asks for.
    public static let quietZone = 4
    /// More than any printer draws: each writer knows its own.
    public static let moduleSizes = 1...1000

    public init(
        _ text: String, level: ErrorCorrectionLevel, x: Int, y: Int, dotsPerModule: Int
    ) throws(PrinterRefusal) {
        for (position, scalar) in text.unicodeScalars.enumerated() where !(0x20...0x7E).contains(scalar.value) {
            throw .character(scalar, position: position)
        }
        guard NativeSymbol.moduleSizes.contains(dotsPerModule) else {
            throw .moduleSize(dots: dotsPerModule, allowed: NativeSymbol.moduleSizes)
        }
        self.text = text
        self.level = level
        self.x = x
        self.y = y
        self.dotsPerModule = dotsPerModule
        modulesPerSide = try NativeSymbol.modules(unsplit: text, level: level)
    }

    /// Dots along one side.
    public var side: Int { modulesPerSide * dotsPerModule }

    var columns: Range<Int> { x..<x + side }
    var rows: Range<Int> { y..<y + side }
    private var quiet: Int { NativeSymbol.quietZone * dotsPerModule }
    var quietColumns: Range<Int> { x - quiet..<x + side + quiet }
    var quietRows: Range<Int> { y - quiet..<y + side + quiet }

    /// Without a sum: a place may be any number.
    func isInside(width: Int, height: Int) -> Bool {
        x >= 0 && y >= 0 && x <= width - side && y <= height - side
    }

    /// The side of the smallest version with all of the text in one segment. Our own symbols may be split, so it is found
    /// with a text of the same length that no split makes shorter.
    private static func modules(unsplit text: String, level: ErrorCorrectionLevel) throws(PrinterRefusal) -> Int {
        let bytes = Array(text.utf8)
        let alphanumeric = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        let character: Character =
            if bytes.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) {
                "0"
            } else if bytes.allSatisfy(alphanumeric.contains) {
                "A"
            } else {
                "a"
            }
        do {
            return try QRSymbol(String(repeating: character, count: bytes.count), level: level).modulesPerSide
        } catch {
            throw .symbol(error)
        }
    }
}
