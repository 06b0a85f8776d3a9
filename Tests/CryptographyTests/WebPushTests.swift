@testable import Cryptography
import Testing

@Suite("Keys on the curve P-256, and the encryption of push messages")
struct WebPushTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    private static func key(_ text: String) throws -> P256.Key {
        let secret = SecretBytes(try bytes(text))
        return try #require(try P256.Key(secret))
    }

    @Test("With the keys and the salt of RFC 8291 appendix A, the example of §5 is encrypted to the same bytes")
    func published() throws {
        let receiver = try Self.key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
        let sender = try Self.key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        #expect(
            Base64URL.text(receiver.publicKey)
                == "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        #expect(
            Base64URL.text(sender.publicKey)
                == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        let message = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8),
            to: #require(P256.PublicKey(receiver.publicKey)), secret: Self.bytes("BTBZMqHH6r4Tts7J_aSIgg"), key: sender,
            salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(message)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test("Two key owners compute the same shared secret, and each message has a new key and a new salt")
    func agreement() throws {
        let (first, second) = (try P256.Key.random().key, try P256.Key.random().key)
        let one = try first.sharedSecret(with: #require(P256.PublicKey(second.publicKey))).withBytes(text)
        let other = try second.sharedSecret(with: #require(P256.PublicKey(first.publicKey))).withBytes(text)
        #expect(one == other && one.count == 64)
        let receiver = try #require(P256.PublicKey(first.publicKey))
        let secret = [UInt8](repeating: 7, count: WebPushEncryption.authenticationSecretLength)
        let messages = try (0..<3).map { _ in try WebPushEncryption.encrypt([1, 2], to: receiver, secret: secret) }
        #expect(Set(messages.map { Array($0.prefix(16)) }).count == 3)
        #expect(Set(messages.map { Array($0[21..<86]) }).count == 3)
    }

    @Test("The longest text gives a message of 4,096 bytes; a longer text or a secret of another length is refused")
    func limits() throws {
        let receiver = try #require(try P256.PublicKey(P256.Key.random().key.publicKey))
        let secret = [UInt8](repeating: 7, count: 16)
        let longest = [UInt8](repeating: 1, count: WebPushEncryption.longestPlaintext)
        #expect(try WebPushEncryption.encrypt(longest, to: receiver, secret: secret).count == 4096)
        #expect(throws: OpenSSLError.self) {
            try WebPushEncryption.encrypt(longest + [1], to: receiver, secret: secret)
        }
        #expect(throws: OpenSSLError.self) {
            try WebPushEncryption.encrypt([1], to: receiver, secret: Array(secret.dropLast()))
        }
    }

    @Test("A public key is accepted only if it is an uncompressed point of the curve")
    func points() throws {
        let point = try P256.Key.random().key.publicKey
        #expect(P256.PublicKey(point)?.bytes == point)
        var off = point
        off[64] ^= 1
        let wrong: [[UInt8]] = [
            off, Array(point.dropLast()), point + [0], [], [0], [2] + point[1..<33], [6] + point.dropFirst(),
            [4] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 0xFF, count: 64),
        ]
        for bytes in wrong { #expect(P256.PublicKey(bytes) == nil, "\(bytes)") }
    }

    @Test("A private key must have 32 bytes, and must be at least 1 and less than the order of the curve")
    func privateKeys() throws {
        let order = try #require(
            Hexadecimal.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
        let one = [UInt8](repeating: 0, count: 31) + [1]
        for right in [one, order.dropLast() + [0x50]] {
            let key = try P256.Key(SecretBytes(right))
            #expect(key != nil, "\(right)")
        }
        let zero = [UInt8](repeating: 0, count: 32)
        for wrong in [zero, order, [UInt8](repeating: 0xFF, count: 32), Array(one.dropFirst()), one + [0], []] {
            let key = try P256.Key(SecretBytes(wrong))
            #expect(key == nil, "\(wrong)")
        }
    }

    @Test("A signature has 64 bytes, even if one of its two numbers begins with a zero byte")
    func signatures() throws {
        let key = try P256.Key.random().key
        // About one signature in 128 has a number that begins with a zero byte.
        for message in 0..<400 {
            #expect(try key.signature(of: Array("message \(message)".utf8)).count == 64)
        }
    }

    @Test("Base64url without padding has one text for each byte string; every other text is refused")
    func base64url() throws {
        let examples: [(String, String)] = [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, text) in examples {
            #expect(Base64URL.text(Array(plain.utf8)) == text && Base64URL.bytes(text) == Array(plain.utf8))
        }
        #expect(Base64URL.text([0xFB, 0xFF, 0xFE]) == "-__-")
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm8=", "+//+", "Zm 8", "Zm8\n", "Zmé", "AAAAA"] {
            #expect(Base64URL.bytes(wrong) == nil, "\(wrong)")
        }
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
        }
    }
}

extension SecretBytes {
    fileprivate convenience init(_ bytes: [UInt8]) { self.init(copying: bytes.span) }
}
