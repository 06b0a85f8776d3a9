import CDeflate

/// Compresses data and computes the checksum of PNG chunks. Uses the C library libdeflate.
@safe struct Deflate: ~Copyable {
    private let compressor: OpaquePointer

    /// - Parameter level: the compression level, from 1 (fastest) to 12 (smallest result).
    init(level: Int32) throws(QRSymbolError) {
        guard let compressor = unsafe libdeflate_alloc_compressor(level) else { throw .outOfMemory }
        unsafe self.compressor = unsafe compressor
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// Compresses the bytes as one zlib stream (RFC 1950).
    borrowing func zlib(_ bytes: [UInt8]) throws(QRSymbolError) -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
        let stream = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = unsafe libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
        guard !stream.isEmpty else { throw .library("libdeflate_zlib_compress", errno: 0) }
        return stream
    }

    /// The CRC-32 checksum that PNG and zlib use.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
