import EventFixture
import CPNG
import FileAccess
import Foundation
import QRSymbol
import SymbolReader
import Testing

@Suite("A PNG is complete, exact and of the requested size")
struct PNGTests {
    /// The picture as libpng decodes it, one byte per pixel.
    private func decoded(_ png: [UInt8]) throws -> (side: Int, pixels: [UInt8]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return try png.withUnsafeBytes { bytes in
            try #require(png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0)
            image.format = png_uint_32(PNG_FORMAT_GRAY)
            var pixels = [UInt8](repeating: 99, count: Int(image.width * image.height))
            try #require(png_image_finish_read(&image, nil, &pixels, 0, nil) != 0)
            #expect(image.warning_or_error == 0)
            #expect(image.width == image.height)
            return (Int(image.width), pixels)
        }
    }

    /// The chunks of a PNG. Each checksum is compared with a checksum that is computed here bit by bit.
    private func chunks(_ png: [UInt8]) throws -> [(type: String, data: [UInt8])] {
        func number(_ offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        var chunks: [(String, [UInt8])] = []
        var offset = 8
        while offset < png.count {
            let length = number(offset)
            let covered = png[offset + 4..<offset + 8 + length]
            var crc: UInt32 = .max
            for byte in covered {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
            }
            #expect(~crc == UInt32(number(offset + 8 + length)))
            chunks.append((String(decoding: covered.prefix(4), as: UTF8.self), Array(covered.dropFirst(4))))
            offset += 12 + length
        }
        return chunks
    }

    @Test("Every pixel has its module’s colour, at every scale and quiet zone")
    func pixels() throws {
        let encoder = try PNGEncoder()
        for text in ["A", token, String(repeating: "q", count: 500)] {
            let symbol = try QRSymbol(text)
            for (scale, quietZone) in [
                (1, 0), (1, 4), (2, 1), (3, 4), (7, 2), (8, 0), (8, 4), (8, 9), (16, 4), (33, 1),
            ] {
                let png = try encoder.png(of: symbol, size: .scale(scale), quietZone: quietZone)
                let (side, pixels) = try decoded(png)
                #expect(side == (symbol.modulesPerSide + 2 * quietZone) * scale)
                let wrong = pixels.indices.first { index in
                    let (row, column) = (index / side / scale - quietZone, index % side / scale - quietZone)
                    return pixels[index] != (symbol.isDark(row: row, column: column) ? 0 : 255)
                }
                #expect(wrong == nil, "scale \(scale), quiet zone \(quietZone)")
            }
        }
    }

    @Test("A token’s picture takes at most 500 bytes, with one bit per pixel and three chunks")
    func structure() throws {
        let png = try QRSymbol(token).png()
        #expect(png.count <= 500)
        var random = SeededGenerator(seed: 500)
        let encoder = try PNGEncoder()
        for round in 0..<300 {
            let length = round.isMultiple(of: 2) ? 56 : 61
            let text = String((0..<length).map { _ in alphanumerics[Int(random.next() % 36)] })
            #expect(try encoder.png(of: QRSymbol(text), size: .scale(8)).count <= 500, "\(text)")
        }
        let parts = try chunks(png)
        #expect(parts.map(\.type) == ["IHDR", "IDAT", "IEND"])
        #expect(parts[0].data == [0, 0, 1, 40, 0, 0, 1, 40, 1, 0, 0, 0, 0])
    }

    @Test("A size in millimetres gives a whole number of dots per module, and the file contains the resolution")
    func millimetres() throws {
        let symbol = try QRSymbol(token)
        // 25 mm at 300 dpi are 295 dots. Each of the 37 modules, quiet zone included, has 7 dots. The other 36 dots are
        // white, and are divided between the two edges.
        let png = try symbol.png(size: .millimetres(25, dpi: 300))
        #expect(try decoded(png).side == 295)
        let parts = try chunks(png)
        #expect(parts.map(\.type) == ["IHDR", "pHYs", "IDAT", "IEND"])
        // The file states a resolution of 11,811 dots per metre.
        #expect(parts[1].data == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
        // One dot per module is not too small: 37 mm at 25.4 dpi are 37 dots.
        #expect(try decoded(symbol.png(size: .millimetres(37, dpi: 25.4))).side == 37)
        #expect(try decoded(symbol.png(size: .millimetres(25.4, dpi: 296))).side == 296)
        #expect(throws: QRSymbolError.tooSmall(millimetres: 36.9, dpi: 25.4, needed: 37)) {
            try symbol.png(size: .millimetres(36.9, dpi: 25.4))
        }
    }

    @Test(
        "A PNG’s side in millimetres is exact to the nearest dot, and the symbol is in the middle"
    )
    func exactMillimetres() throws {
        let symbol = try QRSymbol(token)
        for (length, dpi) in [(30.0, 300.0), (30, 203), (25.4, 600), (12.5, 300), (47.3, 1200)] {
            let picture = try decoded(symbol.png(size: .millimetres(length, dpi: dpi)))
            #expect(picture.side == Int((length / 25.4 * dpi).rounded()), "\(length) mm at \(dpi) dpi")
            let all = symbol.modulesPerSide + 8
            let dots = Int(length / 25.4 * dpi + 1e-6) / all
            let start = (picture.side - all * dots) / 2 + 4 * dots
            for row in 0..<symbol.modulesPerSide {
                for column in 0..<symbol.modulesPerSide {
                    let (x, y) = (start + column * dots + dots / 2, start + row * dots + dots / 2)
                    #expect((picture.pixels[y * picture.side + x] == 0) == symbol.isDark(row: row, column: column))
                }
            }
            #expect(picture.pixels.prefix(picture.side * start).allSatisfy { $0 == 255 })
        }
    }

    @Test("Invalid and far too large sizes are refused with an error, before any memory is allocated")
    func absurd() throws {
        let symbol = try QRSymbol(token)
        #expect(throws: QRSymbolError.scale(0)) { try symbol.png(size: .scale(0)) }
        #expect(throws: QRSymbolError.scale(.min)) { try symbol.png(size: .scale(.min)) }
        #expect(throws: QRSymbolError.tooLarge(pixelsPerSide: 37 * 271, limit: 10_000)) {
            try symbol.png(size: .scale(271))
        }
        #expect(throws: QRSymbolError.tooLarge(pixelsPerSide: .max, limit: 10_000)) {
            try symbol.png(size: .scale(.max))
        }
        #expect(try decoded(symbol.png(size: .scale(270))).side == 9990)
        for quietZone in [-1, 101, .min, .max] {
            #expect(throws: QRSymbolError.quietZone(quietZone, allowed: 0...100)) {
                try symbol.png(quietZone: quietZone)
            }
        }
        for (length, dpi) in [
            (Double.nan, 300), (.infinity, 300), (-1, 300), (0, 300), (1e300, 300), (25, .nan), (25, 0),
            (25, .infinity),
            (25, -300), (1e5, 1e5),
        ] {
            #expect(throws: QRSymbolError.self) { try symbol.png(size: .millimetres(length, dpi: dpi)) }
        }
    }

    @Test("An existing file is kept and causes an error; on request, it is replaced")
    func writing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("png-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
        }
        let path = folder.appendingPathComponent("ticket.png").path
        let symbol = try QRSymbol("first")
        try symbol.writePNG(to: path, existing: .refuse)
        #expect(throws: SystemError.self) { try QRSymbol("second").writePNG(to: path, existing: .refuse) }
        #expect(try SymbolReader.read(file: path).map(\.text) == ["first"])
        try QRSymbol("second").writePNG(to: path, existing: .replace, durability: .atomic)
        #expect(try SymbolReader.read(file: path).map(\.text) == ["second"])
        #expect(throws: QRSymbolError.scale(0)) {
            try symbol.writePNG(to: path, size: .scale(0), existing: .replace)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ticket.png"])
    }
}
