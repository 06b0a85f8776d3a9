import COpenSSL

/// Secret bytes, such as a key or a passphrase. The bytes are wiped when the last reference is released. Printing an
/// instance does not show the bytes.
///
/// ```swift
/// let key = try SecretBytes.random(count: 32)
/// print(key)  // SecretBytes(redacted)
/// ```
@safe public final class SecretBytes: Sendable {
    public let count: Int

    /// Safe to share: the bytes are written only in `init`.
    private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

    /// Allocates `count` zero bytes and lets `fill` overwrite them.
    public init(count: Int, fill: (inout MutableSpan<UInt8>) throws -> Void) rethrows {
        self.count = count
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe self.storage = buffer
        var bytes = unsafe MutableSpan<UInt8>(_unsafeElements: buffer.assumingMemoryBound(to: UInt8.self))
        try fill(&bytes)
    }

    public convenience init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count) { buffer in
            for index in bytes.indices { buffer[index] = bytes[index] }
        }
    }

    /// Decodes hexadecimal digits in lower or upper case. Nil if the number of digits is odd, or if a character is not
    /// a hexadecimal digit.
    public convenience init?(hexadecimal digits: Span<UInt8>) {
        var isClean = digits.count.isMultiple(of: 2)
        self.init(count: digits.count / 2) { buffer in
            for index in buffer.indices {
                let high = Hexadecimal.value(digits[2 * index])
                let low = Hexadecimal.value(digits[2 * index + 1])
                isClean = isClean && (high | low) < 16
                buffer[index] = high << 4 | low & 15
            }
        }
        if !isClean { return nil }
    }

    /// Random bytes from OpenSSL's generator for private values.
    public static func random(count: Int) throws -> SecretBytes {
        try SecretBytes(count: count) { buffer in
            let isFilled = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe RAND_priv_bytes(buffer.baseAddress, Int32(buffer.count)) == 1
            }
            guard isFilled else { throw OpenSSLError(.generateRandomBytes) }
        }
    }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe storage.deallocate()
    }

    /// Calls `body` with the bytes. If `body` copies the bytes, the copies are not wiped.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe UnsafeBufferPointer(storage.assumingMemoryBound(to: UInt8.self))
        return try unsafe body(Span(_unsafeElements: bytes))
    }

    /// The bytes as lower-case hexadecimal digits, two for each byte.
    public func hexadecimal() -> SecretBytes {
        withBytes { bytes in
            SecretBytes(count: 2 * bytes.count) { buffer in
                for index in bytes.indices {
                    buffer[2 * index] = Hexadecimal.digit(bytes[index] >> 4)
                    buffer[2 * index + 1] = Hexadecimal.digit(bytes[index] & 15)
                }
            }
        }
    }

    /// Overwrites an array that contains a secret, in a way that the compiler's optimizer cannot remove.
    public static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SecretBytes(redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
