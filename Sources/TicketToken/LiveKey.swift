public import Cryptography
public import Ticketing

/// The key that makes the live codes of one ticket. This key is the only secret on the holder's device. A re-issue of
/// the ticket invalidates the key (TOKEN §6).
///
/// This class is not `Sendable`: use one instance for each thread.
public final class LiveKey {
    /// The time after which a new code replaces the current code, in seconds.
    public static let stepSeconds: Int64 = 30

    /// The 32-byte key for the holder's device.
    public let secret: SecretBytes
    private let hmac: HMAC
    private let body: InlineArray<19, UInt8>

    init(eventLiveKey: HMAC, body: Span<UInt8>) throws {
        // The serial and the issue are bytes 6…10 and 13 of the body.
        let ticket = InlineArray<6, UInt8> { body[$0 < 5 ? 6 + $0 : 13] }
        self.secret = try eventLiveKey.key(from: ticket.span)
        self.hmac = try HMAC(key: secret)
        self.body = InlineArray<19, UInt8> { body[$0] }
    }

    /// The live code at a moment, as 5 letters to append to the token.
    ///
    /// - Throws: `SigningError.beforeLiveCodes` if the moment is before 1970.
    public func code(at moment: Instant) throws -> String {
        let step = LiveKey.step(at: moment)
        guard step >= 0 else { throw SigningError.beforeLiveCodes }
        let bits = try bits(step: step)
        return unsafe String(unsafeUninitializedCapacity: EncodedToken.liveCodeLength) { buffer in
            guard let text = buffer.baseAddress else { return 0 }
            unsafe TokenLetters.write(UInt64(bits), letters: EncodedToken.liveCodeLength, to: text)
            return EncodedToken.liveCodeLength
        }
    }

    /// Checks a live code. Returns nil if the code is for the current step of 30 seconds, or for the step before or
    /// after it. Otherwise returns the refusal.
    func refusal(of code: UInt32, at moment: Instant) throws -> TokenRefusal? {
        let now = LiveKey.step(at: moment)
        // The search begins at the current step, so that it finds the closest step if several steps have the same code.
        for distance in Int64(0)...10 {
            for offset in distance == 0 ? [0] : [-distance, distance] where now + offset >= 0 {
                guard try isCode(code, step: now + offset) else { continue }
                return distance <= 1 ? nil : .staleCode(stepsOff: Int(offset))
            }
        }
        return .staleCode(stepsOff: nil)
    }

    static func step(at moment: Instant) -> Int64 {
        let seconds = moment.seconds
        return seconds >= 0 ? seconds / stepSeconds : -1 - (-1 - seconds) / stepSeconds
    }

    private func isCode(_ code: UInt32, step: Int64) throws -> Bool {
        let right = try bits(step: step)
        let ours = InlineArray<4, UInt8> { UInt8(truncatingIfNeeded: right >> UInt32(8 * $0)) }
        let theirs = InlineArray<4, UInt8> { UInt8(truncatingIfNeeded: code >> UInt32(8 * $0)) }
        return ConstantTime.equal(ours.span, theirs.span)
    }

    private func bits(step: Int64) throws -> UInt32 {
        let message = InlineArray<27, UInt8> {
            $0 < TokenBody.length ? body[$0] : UInt8(truncatingIfNeeded: step >> Int64(8 * (26 - $0)))
        }
        let code = try hmac.code(of: message.span)
        return (UInt32(code[0]) << 24 | UInt32(code[1]) << 16 | UInt32(code[2]) << 8 | UInt32(code[3])) >> 7
    }
}
