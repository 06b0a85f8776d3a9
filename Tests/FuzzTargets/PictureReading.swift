import SymbolReader

/// Whatever is called a PNG: symbols, or an error that says why it is none.
enum PictureReading {
    /// The decoder's time grows with what a picture looks like; small ones show the same faults.
    private static let mostPixels = 20_000

    static func run(_ bytes: [UInt8]) throws {
        // Width and height stand behind the signature and the first chunk's head.
        if bytes.count >= 24 {
            let sides = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            guard sides[0].multipliedReportingOverflow(by: sides[1]).partialValue <= mostPixels else { return }
        }
        do {
            _ = try SymbolReader.read(png: bytes)
        } catch {
            // It throws nothing but `SymbolReaderError`, as it declares.
        }
    }
}
