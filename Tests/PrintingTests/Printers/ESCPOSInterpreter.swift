import Drawing
import QRSymbol

/// A receipt printer that interprets the commands of this project’s files, according to Epson’s command reference. It
/// refuses unknown commands. It also refuses text, which can only come from a damaged command. At first, it has
/// settings that an earlier job can leave behind: a margin, centred output, and units other than dots. So each file
/// must reset these settings.
struct ESCPOSInterpreter {
    struct Piece: Equatable {
        enum End: Equatable {
            case cut
            case tear
        }

        /// The dots of the piece, as wide as the print head.
        var bitmap: Bitmap
        var end: End
        var texts: [String] = []
        var rowsOfBands: [Int] = []
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private let headWidth: Int
    private let dotsPerInch: Int
    private var bytes: ArraySlice<UInt8>
    /// The last two bytes that were read. A real-time command, which `next` describes, can begin at any position.
    private var lastTwo: [UInt8] = []
    private var realTime: Set<UInt8> = [1, 2]

    // The settings that ESC @ resets.
    private var margin = 17
    private var alignment: UInt8 = 1
    private var unitsPerInch = 60
    private var moduleSize = 3
    private var level = ErrorCorrectionLevel.low
    private var stored: [UInt8]?

    private var rows: [[Bool]] = []
    private var texts: [String] = []
    private var bands: [Int] = []
    private var pieces: [Piece] = []

    private init(_ bytes: [UInt8], headWidth: Int, dotsPerInch: Int) {
        self.bytes = bytes[...]
        self.headWidth = headWidth
        self.dotsPerInch = dotsPerInch
    }

    static func pieces(_ bytes: [UInt8], headWidth: Int = 576, dotsPerInch: Int = 203) throws -> [Piece] {
        var interpreter = ESCPOSInterpreter(bytes, headWidth: headWidth, dotsPerInch: dotsPerInch)
        while !interpreter.bytes.isEmpty { try interpreter.obey() }
        guard interpreter.rows.isEmpty else { throw Refusal(description: "a ticket without an end") }
        return interpreter.pieces
    }

    /// Reads the next byte. A printer obeys the commands DLE DC4 1 (open the cash drawer) and DLE DC4 2 (switch off)
    /// even within other data. Only the command GS ( D disables them.
    private mutating func next() throws -> UInt8 {
        guard let byte = bytes.popFirst() else { throw Refusal(description: "the bytes end within a command") }
        if lastTwo == [0x10, 0x14], realTime.contains(byte) {
            throw Refusal(description: "DLE DC4 \(byte): the drawer opens, or the printer goes off")
        }
        lastTwo = (lastTwo + [byte]).suffix(2)
        return byte
    }

    private mutating func word() throws -> Int { Int(try next()) + 256 * Int(try next()) }

    private mutating func obey() throws {
        let command = [try next(), try next()]
        switch (command[0], Character(UnicodeScalar(command[1]))) {
        case (0x1B, "@"):
            (margin, alignment, unitsPerInch, moduleSize, level) = (0, 0, 180, 3, .low)
            (stored, realTime) = (nil, [1, 2])
        case (0x1B, "d"): try end(.tear, byte: next(), least: 4)
        case (0x1D, "V"):
            guard try next() == 66 else { throw Refusal(description: "a cut without a feed halves the ticket") }
            try end(.cut, byte: next(), least: 0)
        case (0x1D, "P"):
            unitsPerInch = Int(try next())
            _ = try next()
        case (0x1D, "L"):
            let units = try word()
            guard units * dotsPerInch % unitsPerInch == 0 else {
                throw Refusal(description: "a margin of \(units)/\(unitsPerInch) inches falls between dots")
            }
            margin = units * dotsPerInch / unitsPerInch
        case (0x1D, "v"): try raster()
        case (0x1D, "("): try extended()
        default: throw Refusal(description: "unknown command \(command), then \(Array(bytes.prefix(8)))")
        }
    }

    private mutating func end(_ end: Piece.End, byte: UInt8, least: UInt8) throws {
        guard byte >= least else { throw Refusal(description: "a feed of \(byte) lines: the tear crosses the print") }
        guard !rows.isEmpty else { throw Refusal(description: "an empty piece") }
        let rows = rows
        let bitmap = Bitmap(width: headWidth, height: rows.count) { x, y in rows[y][x] }
        pieces.append(Piece(bitmap: bitmap, end: end, texts: texts, rowsOfBands: bands))
        (self.rows, texts, bands) = ([], [], [])
    }

    private mutating func feed(_ row: [Bool]) throws {
        guard alignment == 0 else { throw Refusal(description: "the row is centred") }
        let shifted = [Bool](repeating: false, count: margin) + row
        guard !shifted.dropFirst(headWidth).contains(true) else {
            throw Refusal(description: "ink beside the head, at margin \(margin)")
        }
        rows.append(Array((shifted + [Bool](repeating: false, count: headWidth)).prefix(headWidth)))
    }

    private mutating func raster() throws {
        guard try next() == UInt8(ascii: "0"), try next() == 0 else {
            throw Refusal(description: "GS v 0 has a mode other than 0, normal size")
        }
        let (width, height) = (try word(), try word())
        guard (1...(headWidth + 7) / 8).contains(width), (1...2303).contains(height) else {
            throw Refusal(description: "a raster of \(width) × \(height)")
        }
        bands.append(height)
        for _ in 0..<height {
            var row: [Bool] = []
            for _ in 0..<width {
                let byte = try next()
                for bit in 0..<8 { row.append(byte >> (7 - bit) & 1 == 1) }
            }
            try feed(row)
        }
    }

    private mutating func extended() throws {
        let name = Character(UnicodeScalar(try next()))
        var parameters: [UInt8] = []
        for _ in 0..<(try word()) { parameters.append(try next()) }
        switch (name, Array(parameters.prefix(2))) {
        case ("D", [20, 1]), ("D", [20, 2]):
            guard parameters.count == 3, parameters[2] == 0 else { throw Refusal(description: "GS ( D \(parameters)") }
            realTime.remove(parameters[1])
        case ("k", [49, 65]):
            guard parameters.dropFirst(2) == [50, 0] else { throw Refusal(description: "model \(parameters)") }
        case ("k", [49, 67]):
            guard parameters.count == 3, (1...16).contains(parameters[2]) else {
                throw Refusal(description: "module size \(parameters)")
            }
            moduleSize = Int(parameters[2])
        case ("k", [49, 69]):
            guard parameters.count == 3, (48...51).contains(parameters[2]) else {
                throw Refusal(description: "level \(parameters)")
            }
            level = [.low, .medium, .quartile, .high][Int(parameters[2]) - 48]
        case ("k", [49, 80]):
            guard parameters.count > 3, parameters[2] == 48 else { throw Refusal(description: "store \(parameters)") }
            stored = Array(parameters[3...])
        case ("k", [49, 81]):
            guard parameters.count == 3, parameters[2] == 48, let stored else {
                throw Refusal(description: "print \(parameters)")
            }
            try draw(String(decoding: stored, as: UTF8.self))
        default: throw Refusal(description: "unknown command GS ( \(name) \(parameters.prefix(8))")
        }
    }

    private mutating func draw(_ text: String) throws {
        let symbol = try QRSymbol(text, level: level)
        let side = symbol.modulesPerSide * moduleSize
        for row in 0..<side {
            try feed((0..<side).map { symbol.isDark(row: row / moduleSize, column: $0 / moduleSize) })
        }
        texts.append(text)
    }
}
