import CDeflate

/// In the drawing operators of a PDF page, replaces RGB black with greyscale black, which printers print with black ink
/// alone.
@safe final class BlackToGreyConverter {
    private let compressor: OpaquePointer
    private let decompressor: OpaquePointer

    /// The operators that set RGB black, and their greyscale equivalents (ISO 32000-2 §8.6.8).
    private static let operators = [
        (Array("0 0 0 rg".utf8), Array("0 g".utf8)), (Array("0 0 0 RG".utf8), Array("0 G".utf8)),
    ]
    /// The maximum uncompressed size of a drawing to convert, in bytes.
    private static let limit = 64 << 20

    init() throws(DrawingError) {
        guard let compressor = unsafe libdeflate_alloc_compressor(6) else { throw .noMemory }
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
            unsafe libdeflate_free_compressor(compressor)
            throw .noMemory
        }
        unsafe self.compressor = compressor
        unsafe self.decompressor = decompressor
    }

    deinit {
        unsafe libdeflate_free_compressor(compressor)
        unsafe libdeflate_free_decompressor(decompressor)
    }

    /// Converts a compressed (zlib) stream of operators, and returns the compressed result. Nil if the stream sets no
    /// RGB black, cannot be decompressed or is too large.
    func converted(_ stream: ArraySlice<UInt8>) throws -> [UInt8]? {
        guard var content = inflated(stream) else { return nil }
        var isChanged = false
        for (colour, grey) in BlackToGreyConverter.operators {
            isChanged = BlackToGreyConverter.replace(colour, grey, in: &content) || isChanged
        }
        return isChanged ? try deflated(content) : nil
    }

    /// Replaces an operator at the start of a line. A line that starts inside a string is skipped. Such a line follows
    /// a backslash, which cairo writes before each line break in a string.
    private static func replace(_ operatorName: [UInt8], _ other: [UInt8], in content: inout [UInt8]) -> Bool {
        var result: [UInt8] = []
        var (copied, from) = (0, 0)
        while let found = PDFText.first(operatorName, in: content[from...]) {
            from = found.upperBound
            let before = content[..<found.lowerBound].suffix(2)
            let isLine = before.isEmpty || before.last == UInt8(ascii: "\n") && before.first != UInt8(ascii: "\\")
            let next = content[from...].first
            guard isLine, next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") else { continue }
            result += content[copied..<found.lowerBound] + other
            copied = found.upperBound
        }
        guard copied > 0 else { return false }
        content = result + content[copied...]
        return true
    }

    private func inflated(_ stream: ArraySlice<UInt8>) -> [UInt8]? {
        var capacity = max(4096, stream.count * 8)
        while capacity <= BlackToGreyConverter.limit {
            var status = LIBDEFLATE_BAD_DATA
            let content = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                unsafe stream.withUnsafeBytes { bytes in
                    status = unsafe libdeflate_zlib_decompress(
                        decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, capacity, &count)
                }
                if status != LIBDEFLATE_SUCCESS { count = 0 }
            }
            if status == LIBDEFLATE_SUCCESS { return content }
            guard status == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
            capacity *= 4
        }
        return nil
    }

    private func deflated(_ content: [UInt8]) throws -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, content.count)
        let stream = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = unsafe libdeflate_zlib_compress(compressor, content, content.count, buffer.baseAddress, bound)
        }
        guard !stream.isEmpty else { throw DrawingError.noMemory }
        return stream
    }
}
