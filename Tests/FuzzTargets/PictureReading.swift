import SymbolReader

/// Reads any bytes as a PNG. The result must be the QR symbols in the picture, or an error with the reason.
enum PictureReading {
    /// The maximum number of pixels of a picture that is read. A larger picture could take long to decode, and smaller
    /// pictures reveal the same faults.
    private static let mostPixels = 20_000

    static func run(_ bytes: [UInt8]) throws {
        // In a PNG, width and height follow the signature and the first chunk's header.
        if bytes.count >= 24 {
            let sides = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            guard sides[0].multipliedReportingOverflow(by: sides[1]).partialValue <= mostPixels else { return }
        }
        do {
            _ = try SymbolReader.read(png: bytes)
        } catch {
            // The reader throws only `SymbolReaderError`, which it declares.
        }
    }
}
