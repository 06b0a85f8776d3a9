import FileAccess
import Glibc

/// Reads an image from a file, pipe or device. Refuses an image that is larger than the size limit.
enum PictureFile {
    static func bytes(of path: String) throws(SymbolReaderError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(operation: .open, errno: errno) }
        defer { DatabaseFile.close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw errno == EISDIR ? .isDirectory : .system(operation: .read, errno: errno)
            }
            if count == 0 { break }
            bytes += part[..<count]
            guard bytes.count <= SymbolReader.byteLimit else { throw .tooManyBytes(limit: SymbolReader.byteLimit) }
        }
        guard !bytes.isEmpty else { throw .empty }
        return bytes
    }
}

/// The format of a file, detected from its first bytes.
enum PictureFormat: Equatable {
    case png
    case pgm
    /// An unsupported format. The text is the format's name; nil if the format is unknown.
    case other(String?)

    init(of bytes: [UInt8]) {
        if bytes.starts(with: LibPNG.signature) {
            self = .png
        } else if bytes.starts(with: "P5".utf8) || bytes.starts(with: "P2".utf8) {
            self = .pgm
        } else {
            self = .other(PictureFormat.name(of: bytes))
        }
    }

    private static func name(of bytes: [UInt8]) -> String? {
        let starts: [(String, [UInt8])] = [
            ("JPEG", [0xFF, 0xD8, 0xFF]), ("GIF", Array("GIF8".utf8)), ("BMP", Array("BM".utf8)),
            ("TIFF", [0x49, 0x49, 0x2A, 0]), ("TIFF", [0x4D, 0x4D, 0, 0x2A]), ("PDF", Array("%PDF".utf8)),
            ("PBM", Array("P1".utf8)), ("PBM", Array("P4".utf8)), ("PPM", Array("P3".utf8)), ("PPM", Array("P6".utf8)),
            ("PAM", Array("P7".utf8)), ("SVG or XML", Array("<".utf8)), ("JPEG XL", [0xFF, 0x0A]),
        ]
        for (name, start) in starts where bytes.starts(with: start) { return name }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "WebP" }
        if bytes.dropFirst(4).starts(with: "ftypavif".utf8) { return "AVIF" }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return "HEIC or video" }
        return nil
    }
}
