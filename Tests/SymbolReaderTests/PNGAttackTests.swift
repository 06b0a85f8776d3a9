import Foundation
import QRSymbol
import SymbolReader
import Testing

@Suite("A damaged or malicious PNG never causes a crash, and never gives a wrong text")
struct PNGAttackTests {
    private let text = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"

    /// Whether the reader returns the right text, finds no symbol, or refuses the picture.
    private func isRightOrRefused(_ png: [UInt8]) -> Bool {
        do {
            return try SymbolReader.read(png: png).allSatisfy { $0.text == text }
        } catch {
            return true
        }
    }

    @Test("A PNG truncated at any length never gives a wrong text")
    func truncated() throws {
        let png = try QRSymbol(text).png(size: .scale(3))
        let start = try #require(png.indices.first { png[$0...].starts(with: "IDAT".utf8) })
        for length in 0..<png.count {
            #expect(isRightOrRefused(Array(png[..<length])), "\(length) bytes")
            if length < start + 4 {
                #expect(throws: SymbolReaderError.self) { try SymbolReader.read(png: Array(png[..<length])) }
            }
        }
    }

    @Test("A PNG in which one byte was changed never gives a wrong text")
    func spoilt() throws {
        let png = try QRSymbol(text).png(size: .scale(3))
        for offset in png.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var spoilt = png
                spoilt[offset] ^= change
                #expect(isRightOrRefused(spoilt), "byte \(offset), change \(change)")
            }
        }
    }

    @Test("A PNG with a changed byte in its pixels and a matching checksum never gives a wrong text")
    func forged() throws {
        let png = try QRSymbol(text).png(size: .scale(2))
        let start = try #require(png.indices.first { png[$0...].starts(with: "IDAT".utf8) })
        for offset in start + 4..<png.count - 16 {
            var forged = png
            forged[offset] ^= 0x10
            mend(&forged, chunk: start, end: png.count - 16)
            #expect(isRightOrRefused(forged), "byte \(offset)")
        }
    }

    @Test("A PNG with a giant size or with a size of zero is refused")
    func giant() throws {
        let png = try QRSymbol(text).png()
        for (width, height) in [
            (UInt32.max, UInt32.max), (0x7FFF_FFFF, 1), (1, 0x7FFF_FFFF), (65_535, 65_535), (1_000_000, 1_000_000),
            (0, 0),
            (0, 296), (70_000, 2),
        ] {
            var hostile = png
            for byte in 0..<4 {
                hostile[16 + byte] = UInt8(truncatingIfNeeded: width >> UInt32(24 - 8 * byte))
                hostile[20 + byte] = UInt8(truncatingIfNeeded: height >> UInt32(24 - 8 * byte))
            }
            mend(&hostile, chunk: 12, end: 29)
            #expect(throws: SymbolReaderError.self, "\(width)×\(height)") { try SymbolReader.read(png: hostile) }
        }
    }

    @Test("A PNG with fewer rows of pixels than its header states never gives a wrong text")
    func missingRows() throws {
        var png = try QRSymbol(text).png()
        png[22] = 3
        mend(&png, chunk: 12, end: 29)
        #expect(isRightOrRefused(png))
    }

    @Test("Bytes that are not a PNG are refused")
    func others() {
        for bytes in [[], [0x89], Array("P5 1 1 255\n0".utf8), [UInt8](repeating: 0, count: 100)] {
            #expect(throws: SymbolReaderError.self) { try SymbolReader.read(png: bytes) }
        }
    }

    /// Computes the checksum of the chunk whose type begins at `chunk`, and writes the checksum at `end`, the end of
    /// the chunk's data.
    private func mend(_ png: inout [UInt8], chunk: Int, end: Int) {
        var crc: UInt32 = .max
        for byte in png[chunk..<end] {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        for byte in 0..<4 { png[end + byte] = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * byte)) }
    }
}
