import Cryptography
import Testing

@Suite("Published test vectors of cryptographic functions")
struct PublishedVectorTests {
    @Test(
        "HMAC-SHA-256 matches RFC 4231 §4",
        arguments: [
            (
                bytes(repeating: 0x0B, 20), bytes("Hi There"),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                bytes("Jefe"), bytes("what do ya want for nothing?"),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                bytes(repeating: 0xAA, 20), bytes(repeating: 0xDD, 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                bytes(repeating: 0xAA, 131), bytes("Test Using Larger Than Block-Size Key - Hash Key First"),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func hmac(key: [UInt8], message: [UInt8], code: String) throws {
        let hmac = try HMAC(key: secret(key))
        // The MAC is computed twice, because one `HMAC` object must be able to compute several MACs.
        for _ in 0..<2 { #expect(try Hexadecimal.text(hmac.code(message)) == code) }
    }

    @Test(
        "HKDF-SHA-256 matches RFC 5869 appendix A",
        arguments: [
            (
                bytes(repeating: 0x0B, 22), Array(0x00...0x0C), Array(0xF0...0xF9),
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                Array(0x00...0x4F), Array(0x60...0xAF), Array(0xB0...0xFF),
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
            (
                bytes(repeating: 0x0B, 22), [], [],
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ] as [([UInt8], [UInt8], [UInt8], String)])
    func hkdf(key: [UInt8], salt: [UInt8], info: [UInt8], derived: String) throws {
        let found = try HKDF.derive(from: secret(key), salt: salt, info: info, count: derived.utf8.count / 2)
        #expect(found.withBytes(text) == derived)
    }

    @Test(
        "Ed25519 matches RFC 8032 §7.1",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
            ),
        ])
    func ed25519(seed: String, publicKey: String, message: String, signature: String) throws {
        let key = try Ed25519.PrivateKey(seed: secret(hex(seed)))
        #expect(try Hexadecimal.text(key.publicKey()) == publicKey)
        let message = try hex(message)
        let made = try key.signature(message)
        #expect(Hexadecimal.text(made) == signature)

        let verifier = try Ed25519.PublicKey(hex(publicKey))
        #expect(try verifier.accepts(made, message))
        for bit in 0..<512 {
            var altered = try hex(signature)
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !verifier.accepts(altered, message), "bit \(bit)")
        }
        #expect(try !verifier.accepts(Array(made.prefix(63)), message))
        #expect(try !verifier.accepts(made, message + [0]))
    }

    @Test(
        "scrypt matches RFC 7914 §12",
        arguments: [
            (
                "password", "NaCl", Scrypt.Cost(n: 1024, r: 8, p: 16),
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", Scrypt.Cost(n: 16384, r: 8, p: 1),
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ])
    func scrypt(passphrase: String, salt: String, cost: Scrypt.Cost, derived: String) throws {
        let found = try Scrypt.derive(from: secret(bytes(passphrase)), salt: bytes(salt), cost: cost, count: 64)
        #expect(found.withBytes(text) == derived)
    }

    @Test("scrypt accepts the cost `interactive`, which needs much memory, and refuses an n that is not a power of two")
    func scryptMemory() throws {
        let words = secret(bytes("words"))
        #expect(try Scrypt.derive(from: words, salt: [1], cost: .interactive, count: 32).count == 32)
        #expect(throws: OpenSSLError.self) {
            try Scrypt.derive(from: words, salt: [1], cost: Scrypt.Cost(n: 1000, r: 8, p: 1), count: 32)
        }
    }

    @Test(
        "AES-256-GCM matches its authors' test cases 13, 14 and 16",
        arguments: [
            (bytes(repeating: 0, 32), bytes(repeating: 0, 12), "", "", "530f8afbc74536b9a963b4f1c4cb738b"),
            (
                bytes(repeating: 0, 32), bytes(repeating: 0, 12), "00000000000000000000000000000000", "",
                "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
            ),
            (
                Hexadecimal.bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308") ?? [],
                Hexadecimal.bytes("cafebabefacedbaddecaf888") ?? [],
                "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
                "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
            ),
        ])
    func aesGCM(key: [UInt8], nonce: [UInt8], plaintext: String, bound: String, box: String) throws {
        let plain = try hex(plaintext)
        let sealed = try AESGCM.seal(secret(plain), key: secret(key), nonce: nonce, binding: hex(bound))
        #expect(Hexadecimal.text(sealed) == box)
        let opened = try AESGCM.open(sealed, key: secret(key), nonce: nonce, binding: hex(bound))
        #expect(opened?.withBytes(text) == plaintext)
    }

    @Test("SHA-256 matches FIPS 180-4, even if one hasher computes several digests")
    func sha256() throws {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let hasher = try SHA256Hasher()
        for _ in 0..<3 {
            #expect(try Hexadecimal.text(hasher.digest(bytes("abc"))) == abc)
            #expect(try Hexadecimal.text(hasher.digest([])) == empty)
        }
        #expect(try Hexadecimal.text(SHA256.digest(bytes("abc"))) == abc)
    }
}

@Suite("Encryption and message authentication codes")
struct SealingTests {
    @Test(
        """
        A ciphertext is decrypted only if it is unaltered and complete, and if the key, the nonce and the additional \
        data are right
        """)
    func altered() throws {
        let key = try SecretBytes.random(count: 32)
        let nonce = bytes(repeating: 7, 12)
        let box = try AESGCM.seal(secret(bytes("a secret")), key: key, nonce: nonce, binding: [1, 2])
        #expect(try AESGCM.open(box, key: key, nonce: nonce, binding: [1, 2]) != nil)
        for bit in 0..<box.count * 8 {
            var altered = box
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try AESGCM.open(altered, key: key, nonce: nonce, binding: [1, 2]) == nil, "bit \(bit)")
        }
        #expect(try AESGCM.open(box, key: .random(count: 32), nonce: nonce, binding: [1, 2]) == nil)
        #expect(try AESGCM.open(box, key: key, nonce: bytes(repeating: 8, 12), binding: [1, 2]) == nil)
        #expect(try AESGCM.open(box, key: key, nonce: nonce, binding: [1, 3]) == nil)
        #expect(try AESGCM.open(box, key: key, nonce: nonce, binding: []) == nil)
        #expect(try AESGCM.open(Array(box.dropLast()), key: key, nonce: nonce, binding: [1, 2]) == nil)
        #expect(try AESGCM.open([], key: key, nonce: nonce, binding: [1, 2]) == nil)
    }

    @Test("A MAC truncated to at least 128 bits is accepted; a shorter MAC, or a MAC with a wrong bit, is refused")
    func proofs() throws {
        let hmac = try HMAC(key: secret(bytes("Jefe")))
        let message = bytes("what do ya want for nothing?")
        let code = try hmac.code(message)
        for length in 0...32 {
            #expect(try hmac.accepts(Array(code.prefix(length)), message) == (length >= 16))
        }
        for bit in 0..<128 {
            var altered = code
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !hmac.accepts(Array(altered.prefix(16)), message), "bit \(bit)")
        }
    }

    @Test("A key of the wrong length causes an error")
    func lengths() throws {
        #expect(throws: OpenSSLError.self) { try Ed25519.PrivateKey(seed: secret([1, 2, 3])) }
        #expect(throws: OpenSSLError.self) { try Ed25519.PublicKey([1, 2, 3]) }
        #expect(throws: OpenSSLError.self) {
            try AESGCM.seal(secret([]), key: secret([1]), nonce: bytes(repeating: 0, 12), binding: [])
        }
    }
}

@Suite("Secrets in memory")
struct SecretBytesTests {
    @Test("Descriptions, dumps and interpolations of a secret show “redacted” instead of the secret’s bytes")
    func redacted() {
        let holder = (name: "key", value: secret(bytes("s3cr3t-words")))
        var dumped = ""
        dump(holder, to: &dumped)
        for shown in [dumped, "\(holder)", String(reflecting: holder), String(describing: holder.value)] {
            #expect(!shown.contains("s3cr3t") && !shown.contains("115"))
            #expect(shown.contains("redacted"))
        }
    }

    @Test("Wiping an array overwrites it with zeros")
    func wiping() {
        var array = bytes("s3cr3t")
        SecretBytes.wipe(&array)
        #expect(array == [0, 0, 0, 0, 0, 0])
        var nothing: [UInt8] = []
        SecretBytes.wipe(&nothing)
        #expect(nothing.isEmpty)
    }

    @Test("A secret is read from hexadecimal digits and written as hexadecimal digits; other characters are refused")
    func hexadecimal() throws {
        let key = try #require(readHexadecimal("00fFa1"))
        #expect(key.withBytes(text) == "00ffa1")
        #expect(key.hexadecimal().withBytes(array) == bytes("00ffa1"))
        for wrong in ["0", "0g", "0 ", "é"] { #expect(readHexadecimal(wrong) == nil) }
    }

    @Test("A hundred random secrets are all different")
    func random() throws {
        let drawn = try (0..<100).map { _ in try SecretBytes.random(count: 32).withBytes(text) }
        #expect(Set(drawn).count == 100)
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func bytes(repeating byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }
func hex(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.bytes(text)) }
func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }
func text(_ bytes: Span<UInt8>) -> String { Hexadecimal.text(bytes.indices.map { bytes[$0] }) }
func array(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
func readHexadecimal(_ text: String) -> SecretBytes? { SecretBytes(hexadecimal: bytes(text).span) }

// These extensions use arrays, because the test macros cannot capture a span.
extension HMAC {
    func code(_ message: [UInt8]) throws -> [UInt8] { try array(code(of: message.span).span) }
    func accepts(_ proof: [UInt8], _ message: [UInt8]) throws -> Bool { try isAuthentic(proof.span, of: message.span) }
}

extension Ed25519.PrivateKey {
    func signature(_ message: [UInt8]) throws -> [UInt8] { try array(signature(of: message.span).span) }
}

extension Ed25519.PublicKey {
    func accepts(_ signature: [UInt8], _ message: [UInt8]) throws -> Bool {
        try isSignature(signature.span, of: message.span)
    }
}
