import COpenSSL

/// A technical failure of OpenSSL. The error says nothing about the validity of a signature or a key.
public struct OpenSSLError: Error, Equatable, CustomStringConvertible {
    /// The failed operation as a verb phrase: "make an HMAC".
    public let operation: String
    /// The reason that OpenSSL gives; empty if OpenSSL gives no reason.
    public let reason: String

    /// Makes an error. Its reason is taken from the newest error in the calling thread's OpenSSL error queue. The queue
    /// is then cleared.
    init(_ operation: String) {
        self.operation = operation
        let code = ERR_peek_last_error()
        ERR_clear_error()
        self.reason = unsafe code == 0 ? "" : ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? ""
    }

    /// The part of an OpenSSL error code that identifies the reason, without the part that identifies the library.
    static func reasonCode(of code: UInt) -> Int32 { Int32(truncatingIfNeeded: code & 0x7F_FFFF) }

    /// The reason code of the newest error in the calling thread's error queue. The queue stays unchanged.
    static var lastCode: Int32 { reasonCode(of: ERR_peek_last_error()) }

    public var description: String {
        "could not \(operation): \(reason.isEmpty ? "OpenSSL gives no reason" : reason)"
    }
}
