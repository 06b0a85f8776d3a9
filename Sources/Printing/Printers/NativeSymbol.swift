public import QRSymbol

/// A QR symbol that the printer renders itself, from the symbol's text. A symbol consists of modules, which are small
/// dark or light squares.
///
/// The printer chooses the symbol's mask and its version (its size). Some printers split the text into segments with
/// different encodings, which can make the symbol smaller. `side` is the side of the largest symbol that a printer can
/// choose: a symbol with the whole text in one segment. A square with this side must stay free.
///
/// The text must consist of printable ASCII characters, because the interpretation of other bytes depends on the
/// printer's settings. Every token consists of such characters.
public struct NativeSymbol: Sendable, Equatable {
    public let text: String
    public let level: ErrorCorrectionLevel
    /// The distances, in dots, of the first module from the left and the top of the image. The quiet zone (a light
    /// border) lies outside of the modules.
    public let x: Int
    public let y: Int
    public let dotsPerModule: Int
    /// The number of modules per side of the largest version that a printer can choose, without the quiet zone.
    public let modulesPerSide: Int

    /// The width of the quiet zone that ISO/IEC 18004 requires, in modules.
    public static let quietZone = 4
    /// The valid numbers of dots per module. The maximum of each printer language is lower; `ESCPOSWriter` and
    /// `ZPLWriter` define it.
    public static let moduleSizes = 1...1000

    public init(
        _ text: String, level: ErrorCorrectionLevel, x: Int, y: Int, dotsPerModule: Int
    ) throws(PrinterError) {
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

    /// The length of the symbol's side in dots, without the quiet zone.
    public var side: Int { modulesPerSide * dotsPerModule }

    var columns: Range<Int> { x..<x + side }
    var rows: Range<Int> { y..<y + side }
    private var quiet: Int { NativeSymbol.quietZone * dotsPerModule }
    var quietColumns: Range<Int> { x - quiet..<x + side + quiet }
    var quietRows: Range<Int> { y - quiet..<y + side + quiet }

    /// Whether the symbol lies within an image of this size. The comparison does not add `side` to `x` and `y`, because
    /// the sum could overflow.
    func isInside(width: Int, height: Int) -> Bool {
        x >= 0 && y >= 0 && x <= width - side && y <= height - side
    }

    /// The side, in modules, of the smallest symbol that holds the whole text in one segment. `QRSymbol` can split a
    /// text into segments, which can make the symbol smaller. So this method encodes another text of the same length,
    /// for which splitting has no advantage.
    private static func modules(unsplit text: String, level: ErrorCorrectionLevel) throws(PrinterError) -> Int {
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
