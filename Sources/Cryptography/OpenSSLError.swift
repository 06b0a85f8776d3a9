import COpenSSL

/// OpenSSL refused to do its work: trouble, never a verdict on a proof or a key.
public struct OpenSSLError: Error, Equatable, CustomStringConvertible {
    /// What was being done, as a verb phrase: "make an HMAC".
    public let operation: String
    /// What OpenSSL says about it; empty when it says nothing.
    public let reason: String

    /// Takes the newest reason from the calling thread's error queue and empties the queue.
    init(_ operation: String) {
        self.operation = operation
        let code = ERR_peek_last_error()
        ERR_clear_error()
        self.reason = unsafe code == 0 ? "" : ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? ""
    }

    /// The number of a reason, without that of its library.
    static func reasonCode(of code: UInt) -> Int32 { Int32(truncatingIfNeeded: code & 0x7F_FFFF) }

    /// That of the newest reason in the calling thread's error queue, which stays there.
    static var lastCode: Int32 { reasonCode(of: ERR_peek_last_error()) }

    public var description: String {
        "could not \(operation): \(reason.isEmpty ? "OpenSSL gives no reason" : reason)"
    }
}
