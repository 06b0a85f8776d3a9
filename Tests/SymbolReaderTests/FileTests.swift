import Foundation
import QRSymbol
import SymbolReader
import Testing

@Suite("Types of picture files")
final class FileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("could not remove \(folder.path)")
        }
    }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let place = folder.appendingPathComponent(name)
        try Data(bytes).write(to: place)
        return place.path
    }

    @Test("PNG and PGM files are recognized by their first bytes, not by their file names")
    func names() throws {
        let path = try file("picture.jpg", QRSymbol("A").png())
        #expect(try SymbolReader.read(file: path).map(\.text) == ["A"])
        let blank = try file("picture.png", Array("P5 30 30 255\n".utf8) + [UInt8](repeating: 0, count: 900))
        #expect(try SymbolReader.read(file: blank).isEmpty)
    }

    @Test("A picture in another format is refused with the format's name and the advice to convert it to PNG")
    func formats() throws {
        let starts: [(String?, [UInt8])] = [
            ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0]), ("GIF", Array("GIF89a".utf8)), ("WebP", Array("RIFF....WEBPVP8 ".utf8)),
            ("PDF", Array("%PDF-1.7".utf8)), ("PBM", Array("P4 8 8\n".utf8)), ("PPM", Array("P6 8 8\n".utf8)),
            ("BMP", Array("BM....".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0, 8]), (nil, [0]), (nil, Array("hello".utf8)),
        ]
        for (name, bytes) in starts {
            let path = try file("picture.png", bytes)
            let error = SymbolReaderError.file(path: path, .unsupportedFormat(format: name))
            #expect(throws: error) { try SymbolReader.read(file: path) }
            #expect(error.description.hasPrefix(path) && error.description.hasSuffix("convert it to PNG"))
        }
    }

    @Test("A missing file, an empty file, an endless file and a folder are errors, and the error has the path")
    func trouble() throws {
        let missing = folder.appendingPathComponent("none.png").path
        #expect(throws: SymbolReaderError.file(path: missing, .system(operation: .open, errno: ENOENT))) {
            try SymbolReader.read(file: missing)
        }
        #expect(throws: SymbolReaderError.file(path: folder.path, .isDirectory)) {
            try SymbolReader.read(file: self.folder.path)
        }
        let empty = try file("empty.png", [])
        #expect(throws: SymbolReaderError.file(path: empty, .empty)) { try SymbolReader.read(file: empty) }
        #expect(throws: SymbolReaderError.file(path: "/dev/zero", .tooManyBytes(limit: 64 << 20))) {
            try SymbolReader.read(file: "/dev/zero")
        }
    }
}
