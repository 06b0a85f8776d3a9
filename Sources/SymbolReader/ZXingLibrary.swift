import CZXing

/// The only Swift code that calls ZXing-C++, through the C interface CZXing.
enum ZXingLibrary {
    static func read(
        _ luminance: Span<UInt8>, width: Int, height: Int
    ) throws(SymbolReaderError) -> [DecodedSymbol] {
        var symbols: OpaquePointer?
        let outcome = unsafe luminance.withUnsafeBufferPointer { pixels in
            unsafe CZXing_read(pixels.baseAddress, Int32(width), Int32(height), &symbols)
        }
        switch outcome {
        case CZXingDone: break
        case CZXingOutOfMemory: throw .outOfMemory
        default: throw .readerFailed
        }
        defer { unsafe CZXing_free(symbols) }
        return unsafe (0..<CZXing_count(symbols)).compactMap { index in
            var symbol = unsafe CZXingSymbol()
            guard unsafe CZXing_symbol(symbols, index, &symbol) else { return nil }
            return unsafe DecodedSymbol(symbol)
        }
    }
}

extension DecodedSymbol {
    /// Copies all data of a symbol out of the library's memory.
    fileprivate init(_ symbol: CZXingSymbol) {
        let bytes = unsafe Array(UnsafeBufferPointer(start: symbol.bytes, count: symbol.byteCount))
        let guess = unsafe UnsafeBufferPointer(start: symbol.text, count: symbol.textLength)
        let declared = unsafe symbol.declaresCharacterSet
        let own = declared ? nil : String(validating: bytes, as: UTF8.self)
        text = unsafe own ?? String(decoding: guess, as: UTF8.self)
        self.bytes = bytes
        let points = unsafe symbol.corners
        corners = Corners(
            topLeft: Point(x: Int(points.0), y: Int(points.1)),
            topRight: Point(x: Int(points.2), y: Int(points.3)),
            bottomRight: Point(x: Int(points.4), y: Int(points.5)),
            bottomLeft: Point(x: Int(points.6), y: Int(points.7)))
        let level = unsafe UInt8(bitPattern: symbol.errorCorrectionLevel)
        errorCorrectionLevel = level == 0 ? nil : String(UnicodeScalar(level))
    }
}
