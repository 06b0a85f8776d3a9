import EventFixture
import QRSymbol
import SymbolReader
import Testing

@Suite("A text becomes the smallest symbol that can contain it")
struct QRSymbolTests {
    @Test(
        "Symbols equal the symbols of other programs, module by module",
        arguments: ["digits", "letters", "scripts", "token"])
    func references(name: String) throws {
        let lines = try reference("\(name).txt").split(separator: "\n")
        let head = try #require(lines.first).dropFirst(2)
        let level = try #require(ErrorCorrectionLevel(rawValue: String(head.prefix(1))))
        let symbol = try QRSymbol(String(head.dropFirst(2)), level: level)
        let drawn = (0..<symbol.modulesPerSide).map { row in
            (0..<symbol.modulesPerSide).map { symbol.isDark(row: row, column: $0) ? "1" : "0" }.joined()
        }
        #expect(drawn == lines.dropFirst().map(String.init))
    }

    @Test("Tokens of 56 and 61 characters need 29×29 modules, and tokens of 133 and 138 characters need 41×41")
    func tokens() throws {
        for (length, side) in [(56, 29), (61, 29), (133, 41), (138, 41)] {
            var random = SeededGenerator(seed: UInt64(length))
            for _ in 0..<50 {
                let text = String(
                    (0..<length).map { _ in Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")[Int(random.next() % 32)] })
                #expect(try QRSymbol(text).modulesPerSide == side, "\(text)")
            }
        }
    }

    @Test("Every version’s capacity equals the standard’s table, in every mode and level")
    func capacities() throws {
        let digit: Character = "7"
        let letter: Character = "Q"
        let byte: Character = "q"
        for line in try reference("capacities.txt").split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ").map(String.init)
            let version = try #require(Int(fields[0]))
            let level = try #require(ErrorCorrectionLevel(rawValue: fields[1]))
            for (character, field) in zip([digit, letter, byte], fields[2...]) {
                let most = try #require(Int(field))
                let full = String(repeating: character, count: most)
                #expect(try QRSymbol(full, level: level).version == version, "\(line)")
                if version < 40 {
                    #expect(try QRSymbol(full + String(character), level: level).version == version + 1, "\(line)")
                } else {
                    #expect(throws: QRSymbolError.tooLong(bytes: most + 1, capacity: most)) {
                        try QRSymbol(full + String(character), level: level)
                    }
                }
            }
        }
    }

    @Test("A long run of digits becomes a separate segment only if the symbol is then smaller")
    func splitting() throws {
        let letters = String(repeating: "A", count: 10)
        let digits = String(repeating: "5", count: 300)
        // One alphanumeric segment of 310 characters takes 215 codewords, which need version 10. Two segments take only
        // 136 codewords, which fit version 8.
        #expect(try QRSymbol(letters + digits).version == 8)
        // The digits fit only as a segment of digits, not as bytes or letters.
        let long = "a" + String(repeating: "5", count: 5500)
        #expect(try SymbolReader.read(pgm: pgm(of: QRSymbol(long))).map(\.text) == [long])
        let longer = "A" + String(repeating: "5", count: 5500)
        #expect(try SymbolReader.read(pgm: pgm(of: QRSymbol(longer))).map(\.text) == [longer])
        // A text never needs a larger symbol than a text of the same length in a single segment of bytes.
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let text = String((0..<60).map { _ in Array("ab12345678QRSTUV")[Int(random.next() % 16)] })
            let bytes = try QRSymbol(String(repeating: "q", count: 60))
            #expect(try QRSymbol(text).version <= bytes.version, "\(text)")
        }
    }

    @Test("An empty text is refused; the error for a text that is too long contains its length and the limit")
    func refusals() {
        #expect(throws: QRSymbolError.empty) { try QRSymbol("") }
        #expect(throws: QRSymbolError.tooLong(bytes: 3100, capacity: 2331)) {
            try QRSymbol(String(repeating: "q", count: 3100))
        }
        #expect(throws: QRSymbolError.tooLong(bytes: 3000, capacity: 1273)) {
            try QRSymbol(String(repeating: "語", count: 1000), level: .high)
        }
        #expect(throws: QRSymbolError.tooLong(bytes: 50_000_000, capacity: 7089)) {
            try QRSymbol(String(repeating: "1", count: 50_000_000), level: .low)
        }
        #expect(QRSymbolError.tooLong(bytes: 3100, capacity: 2331).description.contains("3,100"))
    }

    @Test("A NUL inside a text does not end the text")
    func nul() throws {
        for text in ["\0", "A\0B", "123456789\0", String(repeating: "\0", count: 100)] {
            let symbols = try SymbolReader.read(pgm: pgm(of: QRSymbol(text)))
            #expect(symbols.map(\.bytes) == [Array(text.utf8)])
        }
    }

    @Test("Every position outside a symbol is light")
    func outside() throws {
        let symbol = try QRSymbol("A")
        for (row, column) in [(-1, 0), (0, -1), (21, 0), (0, 21), (.min, .max), (.max, .min)] {
            #expect(!symbol.isDark(row: row, column: column))
        }
        #expect(symbol.isDark(row: 0, column: 0))
    }

    @Test("The same text gives the same symbol, even on ten threads at once")
    func threads() async throws {
        let alone = try (0..<40).map { try QRSymbol("ticket \($0) of many", level: .quartile).png() }
        try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let encoder = try PNGEncoder()
                    return try (0..<40).map {
                        try encoder.png(of: QRSymbol("ticket \($0) of many", level: .quartile), size: .scale(8))
                    }
                }
            }
            for try await pictures in group { #expect(pictures == alone) }
        }
    }
}
