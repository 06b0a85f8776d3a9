public import Ticketing

/// The 19 bytes of a token that its MAC or signature covers (TOKEN §2).
enum TokenBody {
    static let length = 19
    static let version: UInt8 = 1

    /// The first byte of a token: the version of the format and the suite.
    static func mark(_ suite: Suite) -> UInt8 { version << 4 | suite.rawValue }

    /// Parses the claims in the first 19 bytes of `bytes`. Returns nil if a field is malformed.
    ///
    /// The caller must have checked the version and the suite.
    @inline(__always)
    static func claims(in bytes: Span<UInt8>, suite: Suite) -> TicketClaims? {
        precondition(bytes.count >= length)
        let window = EncodedWindow(
            from: UInt32(bytes[14]) << 16 | UInt32(bytes[15]) << 8 | UInt32(bytes[16]),
            length: UInt16(bytes[17]) << 8 | UInt16(bytes[18]))
        guard
            let event = EventNumber(
                rawValue: UInt32(bytes[2]) << 24 | UInt32(bytes[3]) << 16 | UInt32(bytes[4]) << 8 | UInt32(bytes[5])),
            let serial = Serial(
                rawValue: UInt64(bytes[6]) << 32 | UInt64(bytes[7]) << 24 | UInt64(bytes[8]) << 16
                    | UInt64(bytes[9]) << 8 | UInt64(bytes[10])),
            let type = TicketTypeNumber(rawValue: UInt16(bytes[11]) << 4 | UInt16(bytes[12]) >> 4),
            let admits = Admits(rawValue: (bytes[12] & 15) + 1),
            window.isWellFormed
        else { return nil }
        return TicketClaims(
            suite: suite, key: bytes[1], event: event, serial: serial, type: type, admits: admits, issue: bytes[13],
            encodedWindow: window)
    }

    /// Writes the MAC or the signature after the body in `bytes`.
    static func append(_ proof: Span<UInt8>, to bytes: inout MutableSpan<UInt8>) {
        for index in proof.indices { bytes[length + index] = proof[index] }
    }

    static func write(_ claims: TicketClaims, to bytes: inout MutableSpan<UInt8>) {
        precondition(bytes.count >= length)
        let window = claims.encodedWindow
        bytes[0] = mark(claims.suite)
        bytes[1] = claims.key
        let event = claims.event.rawValue
        bytes[2] = UInt8(truncatingIfNeeded: event >> 24)
        bytes[3] = UInt8(truncatingIfNeeded: event >> 16)
        bytes[4] = UInt8(truncatingIfNeeded: event >> 8)
        bytes[5] = UInt8(truncatingIfNeeded: event)
        let serial = claims.serial.rawValue
        bytes[6] = UInt8(truncatingIfNeeded: serial >> 32)
        bytes[7] = UInt8(truncatingIfNeeded: serial >> 24)
        bytes[8] = UInt8(truncatingIfNeeded: serial >> 16)
        bytes[9] = UInt8(truncatingIfNeeded: serial >> 8)
        bytes[10] = UInt8(truncatingIfNeeded: serial)
        let type = claims.type.rawValue
        bytes[11] = UInt8(truncatingIfNeeded: type >> 4)
        bytes[12] = UInt8(truncatingIfNeeded: type << 4) | (claims.admits.rawValue - 1)
        bytes[13] = claims.issue
        bytes[14] = UInt8(truncatingIfNeeded: window.from >> 16)
        bytes[15] = UInt8(truncatingIfNeeded: window.from >> 8)
        bytes[16] = UInt8(truncatingIfNeeded: window.from)
        bytes[17] = UInt8(truncatingIfNeeded: window.length >> 8)
        bytes[18] = UInt8(truncatingIfNeeded: window.length)
    }
}

extension Suite {
    /// The length of the MAC or the signature, in bytes.
    var macLength: Int { self == .hmac ? 16 : 64 }
    /// The length of the token, in bytes.
    var tokenLength: Int { TokenBody.length + macLength }
    /// The length of the encoded token without a live code, in letters.
    var encodedLength: Int { self == .hmac ? 56 : 133 }
    /// The lengths of an encoded token, in letters: without a live code, and with a live code (TOKEN §4, §6).
    public var encodedLengths: [Int] { [encodedLength, encodedLength + EncodedToken.liveCodeLength] }
}
