import Drawing
import QRSymbol

/// A ZPL II printer that interprets the commands in the files that this project writes, according to Zebra’s ZPL II
/// Programming Guide. It refuses unknown commands, and values outside the guide’s ranges. At first, its origin,
/// direction, mirror, inversion, bar height and character set differ from the defaults, because an earlier job could
/// have changed the settings of a real printer.
struct ZPLInterpreter {
    struct Label: Equatable {
        var bitmap: Bitmap
        var copies = 1
        /// The texts of the symbols that the printer draws itself.
        var texts: [String] = []
        var bytesOfGraphics: [Int] = []
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    // The state that persists between labels.
    private var home = (x: 50, y: 70)
    private var barHeight = 100
    private var orientation = "R"
    private var isInverted = true
    private var isMirrored = true
    private var isReversed = true
    private var characterSet = 13
    private var printWidth = 200
    private var labelLength = 100

    // The values of the current field. The command ^FS ends a field.
    private var origin: (x: Int, y: Int)?
    private var symbol: (magnification: Int, model: Int)?
    private var escape: UInt8?
    private var data: [UInt8]?

    private var label: Label?
    private var dots: [(x: Int, y: Int)] = []
    private var printed: [Label] = []

    static func labels(_ bytes: [UInt8]) throws -> [Label] {
        var interpreter = ZPLInterpreter()
        var position = 0
        while position < bytes.count {
            let prefix = bytes[position]
            if prefix == 0x0D || prefix == 0x0A {
                position += 1
                continue
            }
            guard prefix == UInt8(ascii: "^") || prefix == UInt8(ascii: "~") else {
                throw Refusal(description: "byte \(prefix) at \(position) belongs to no command")
            }
            let end = bytes[(position + 1)...].firstIndex { $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "~") }
            let command = bytes[position..<(end ?? bytes.count)]
            guard command.count >= 3 else { throw Refusal(description: "a command ends at \(position)") }
            let name = String(decoding: command.prefix(3), as: UTF8.self)
            try interpreter.obey(name, Array(command.dropFirst(3)))
            position = command.endIndex
        }
        guard interpreter.label == nil else { throw Refusal(description: "a label was begun and not ended") }
        return interpreter.printed
    }

    private mutating func obey(_ name: String, _ bytes: [UInt8]) throws {
        if name == "^XA" {
            guard label == nil else { throw Refusal(description: "a label in a label") }
            label = Label(bitmap: Bitmap(width: 1, height: 1))
            dots = []
        }
        guard label != nil else { throw Refusal(description: "\(name) outside of a label") }
        // CR and LF are ignored everywhere.
        let bytes = bytes.filter { $0 != 0x0D && $0 != 0x0A }
        let text = String(decoding: bytes, as: UTF8.self)
        let parameters = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        func number(_ index: Int, _ range: ClosedRange<Int>) throws -> Int {
            guard index < parameters.count, let number = Int(parameters[index]), range.contains(number) else {
                throw Refusal(description: "\(name)\(text.prefix(40)): parameter \(index) is not in \(range)")
            }
            return number
        }
        switch name {
        case "^XA": break
        case "^XZ": try end()
        case "^CI": characterSet = try number(0, 0...36)
        case "^PW": printWidth = try number(0, 2...32_000)
        case "^LL": labelLength = try number(0, 1...32_000)
        case "^LH": home = (try number(0, 0...32_000), try number(1, 0...32_000))
        case "^FW": orientation = text
        case "^PO": isInverted = try flag(text, "I", "N")
        case "^PM": isMirrored = try flag(text, "Y", "N")
        case "^LR": isReversed = try flag(text, "Y", "N")
        case "^BY":
            _ = try number(0, 1...10)
            barHeight = try number(2, 1...32_000)
        case "^PQ": label?.copies = try number(0, 1...99_999_999)
        case "^FO": origin = (try number(0, 0...32_000), try number(1, 0...32_000))
        case "^BQ":
            guard parameters[0] == "N" else { throw Refusal(description: "^BQ\(text)") }
            symbol = (try number(2, 1...10), try number(1, 2...2))
        case "^FH": escape = bytes.first ?? UInt8(ascii: "_")
        case "^FD": data = bytes
        case "^GF": try drawGraphic(bytes, try (1...3).map { try number($0, 1...99_999) })
        case "^FS":
            try drawField()
            (origin, symbol, escape, data) = (nil, nil, nil, nil)
        default: throw Refusal(description: "unknown command \(name)\(text.prefix(40))")
        }
    }

    private func flag(_ text: String, _ yes: String, _ no: String) throws -> Bool {
        guard text == yes || text == no else { throw Refusal(description: "“\(text)” is neither \(yes) nor \(no)") }
        return text == yes
    }

    private mutating func ink(_ x: Int, _ y: Int) { dots.append((x + home.x, y + home.y)) }

    private mutating func drawField() throws {
        guard let data else { return }
        guard let origin, let symbol else { throw Refusal(description: "^FD outside of a symbol would be text") }
        guard characterSet == 0 else { throw Refusal(description: "character set \(characterSet) changes the text") }
        let field = try unescaped(data)
        // In normal mode, the field begins with the level, the input mode and a comma.
        guard field.count > 3, field[1] == UInt8(ascii: "A"), field[2] == UInt8(ascii: ","),
            let level = ErrorCorrectionLevel(rawValue: String(decoding: field[..<1], as: UTF8.self))
        else { throw Refusal(description: "the mode of the symbol is not supported: \(field.prefix(3))") }
        let text = String(decoding: field[3...], as: UTF8.self)
        let drawn = try QRSymbol(text, level: level)
        for row in 0..<drawn.modulesPerSide * symbol.magnification {
            for column in 0..<drawn.modulesPerSide * symbol.magnification
            where drawn.isDark(row: row / symbol.magnification, column: column / symbol.magnification) {
                ink(origin.x + column, origin.y + barHeight + row)
            }
        }
        label?.texts.append(text)
    }

    private func unescaped(_ data: [UInt8]) throws -> [UInt8] {
        guard let escape else { return data }
        var field: [UInt8] = []
        var position = 0
        while position < data.count {
            if data[position] == escape {
                let digits = String(decoding: data[(position + 1)...].prefix(2), as: UTF8.self)
                guard digits.count == 2, let byte = UInt8(digits, radix: 16) else {
                    throw Refusal(description: "^FH: “\(digits)” is not a byte")
                }
                field.append(byte)
                position += 3
            } else {
                field.append(data[position])
                position += 1
            }
        }
        return field
    }

    private mutating func drawGraphic(_ bytes: [UInt8], _ sizes: [Int]) throws {
        guard let origin, orientation == "N" else { throw Refusal(description: "an unplaced or rotated graphic") }
        guard bytes.first == UInt8(ascii: "A") else { throw Refusal(description: "^GF in a format other than A") }
        guard sizes[0] == sizes[1], sizes[1] % sizes[2] == 0 else { throw Refusal(description: "^GF of \(sizes)") }
        // The fourth comma ends the numbers.
        let commas = bytes.indices.filter { bytes[$0] == UInt8(ascii: ",") }
        let rows = try ZPLInterpreter.rows(Array(bytes[(commas[3] + 1)...]), digitsPerRow: sizes[2] * 2)
        guard rows.count == sizes[1] / sizes[2] else {
            throw Refusal(description: "\(rows.count) rows instead of \(sizes[1] / sizes[2])")
        }
        for (y, row) in rows.enumerated() {
            for (column, digit) in row.enumerated() {
                for bit in 0..<4 where digit >> (3 - bit) & 1 == 1 { ink(origin.x + column * 4 + bit, origin.y + y) }
            }
        }
        label?.bytesOfGraphics.append(sizes[1])
    }

    /// Decodes a graphic in the guide’s “Alternative Data Compression Scheme for ~DG and ~DB”.
    private static func rows(_ data: [UInt8], digitsPerRow: Int) throws -> [[UInt8]] {
        var rows: [[UInt8]] = []
        var row: [UInt8] = []
        var times = 0
        for character in data {
            if (character == UInt8(ascii: ",") || character == UInt8(ascii: "!")) && (row.count % 2 == 1 || times > 0) {
                throw Refusal(description: "the rest of a row begins within a byte: one more digit is required")
            }
            switch character {
            case UInt8(ascii: "G")...UInt8(ascii: "Y"): times += Int(character - UInt8(ascii: "G")) + 1
            case UInt8(ascii: "g")...UInt8(ascii: "z"): times += 20 * (Int(character - UInt8(ascii: "g")) + 1)
            case UInt8(ascii: ","): row += [UInt8](repeating: 0, count: digitsPerRow - row.count)
            case UInt8(ascii: "!"): row += [UInt8](repeating: 15, count: digitsPerRow - row.count)
            case UInt8(ascii: ":"):
                guard row.isEmpty, let last = rows.last else { throw Refusal(description: "“:” repeats nothing") }
                row = last
            default:
                guard let digit = Character(UnicodeScalar(character)).hexDigitValue else {
                    throw Refusal(description: "\(character) in a graphic")
                }
                row += [UInt8](repeating: UInt8(digit), count: max(times, 1))
                times = 0
            }
            guard row.count <= digitsPerRow else { throw Refusal(description: "a row of \(row.count) digits") }
            if row.count == digitsPerRow {
                guard times == 0 else { throw Refusal(description: "a number without a digit") }
                rows.append(row)
                row = []
            }
        }
        guard row.isEmpty, times == 0 else { throw Refusal(description: "a graphic ends within a row") }
        return rows
    }

    private mutating func end() throws {
        guard var label else { return }
        guard origin == nil, data == nil else { throw Refusal(description: "a label ends within a field") }
        let (width, height) = (printWidth, labelLength)
        guard dots.allSatisfy({ $0.x < width && $0.y < height }) else {
            throw Refusal(description: "ink beside the label of \(width) × \(height)")
        }
        label.bitmap = Bitmap(width: width, height: height)
        if isReversed { throw Refusal(description: "the label is reversed") }
        for dot in dots {
            let x = isMirrored != isInverted ? width - 1 - dot.x : dot.x
            label.bitmap[x, isInverted ? height - 1 - dot.y : dot.y] = true
        }
        printed.append(label)
        self.label = nil
    }
}
