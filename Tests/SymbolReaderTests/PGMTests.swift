import QRSymbol
import SymbolReader
import Testing

@Suite("PGM files in all forms, and malformed PGM files")
struct PGMTests {
    private func shades() throws -> (side: Int, dark: [Bool]) {
        let symbol = try QRSymbol("PGM")
        let side = (symbol.modulesPerSide + 8) * 3
        return (
            side,
            (0..<side * side).map { symbol.isDark(row: $0 / side / 3 - 4, column: $0 % side / 3 - 4) }
        )
    }

    @Test("P5 and P2 pictures of 1, 8 and 16 bits with comments and any white space are read")
    func forms() throws {
        let (side, dark) = try shades()
        for maximum in [1, 7, 100, 255, 256, 1000, 65_535] {
            let samples = dark.map { $0 ? 0 : maximum }
            let bytes = samples.flatMap { maximum < 256 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            for header in [
                "P5 \(side) \(side) \(maximum)\n", "P5\n# by a scanner 12 13\n\(side)\t\(side)#x\n\r\n\(maximum) ",
                "P5\n\(side) \(side)\n#\n#\n\(maximum)\n",
            ] {
                #expect(try SymbolReader.read(pgm: Array(header.utf8) + bytes).map(\.text) == ["PGM"], "\(header)")
            }
            let plain = "P2 \(side) \(side) \(maximum)\n" + samples.map(String.init).joined(separator: "\n")
            #expect(try SymbolReader.read(pgm: Array(plain.utf8)).map(\.text) == ["PGM"])
        }
        // A second picture in the same file is ignored.
        let first = Array("P5 \(side) \(side) 255\n".utf8) + dark.map { $0 ? 0 : 255 }
        #expect(try SymbolReader.read(pgm: first + first).map(\.text) == ["PGM"])
    }

    @Test("A PGM with a number out of range or with missing parts is refused with the reason")
    func absurd() {
        func refusal(_ text: String) -> SymbolReaderError? {
            do {
                _ = try SymbolReader.read(pgm: Array(text.utf8))
                return nil
            } catch {
                return error
            }
        }
        func size(_ width: Int, _ height: Int) -> SymbolReaderError {
            .size(width: width, height: height, sideLimit: 65_535, pixelLimit: 64 << 20)
        }
        #expect(refusal("") == .empty)
        #expect(refusal("P4 8 8\n") == .damagedPGM(.notPGM))
        #expect(refusal("P5") == .damagedPGM(.noNumber(offset: 2)))
        #expect(refusal("P5 3 # no end") == .damagedPGM(.noNumber(offset: 13)))
        #expect(refusal("P5 -3 3 255\n") == .damagedPGM(.noNumber(offset: 3)))
        #expect(refusal("P5 0 3 255\n") == size(0, 3))
        #expect(refusal("P5 65535 65535 255\n") == size(65_535, 65_535))
        #expect(refusal("P5 99999999999999999999999999 1 255\n") == .damagedPGM(.numberTooLarge(offset: 3)))
        #expect(refusal("P5 2 2 0\n1234") == .damagedPGM(.maximum(0)))
        #expect(refusal("P5 2 2 65536\n12341234") == .damagedPGM(.maximum(65_536)))
        #expect(refusal("P5 2 2 255") == .damagedPGM(.truncated(bytes: 0, needed: 4)))
        #expect(refusal("P5 2 2 255\n123") == .damagedPGM(.truncated(bytes: 3, needed: 4)))
        #expect(refusal("P5 2 2 256\n1234567") == .damagedPGM(.truncated(bytes: 7, needed: 8)))
        #expect(refusal("P5 2 2 255x1234") == .damagedPGM(.noNumber(offset: 10)))
        #expect(refusal("P5 1 1 7\n8") == .damagedPGM(.sample(56, maximum: 7, offset: 9)))
        #expect(refusal("P2 8000 8000 255\n1 2 3") == .damagedPGM(.truncated(bytes: 6, needed: 128_000_000)))
        #expect(refusal("P2 1 1 7\n8") == .damagedPGM(.sample(8, maximum: 7, offset: 10)))
        #expect(refusal("P2 2 1 7\n1 x") == .damagedPGM(.noNumber(offset: 11)))
    }

    @Test("A PGM truncated at any length is refused")
    func truncated() throws {
        let (side, dark) = try shades()
        let pgm = Array("P5 # c\n\(side) \(side) 255\n".utf8) + dark.map { $0 ? 0 : 255 }
        for length in (0..<40).map({ $0 }) + [pgm.count / 2, pgm.count - 1] {
            #expect(throws: SymbolReaderError.self) { try SymbolReader.read(pgm: Array(pgm[..<length])) }
        }
    }
}
