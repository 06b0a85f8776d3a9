import EventFixture
import Cryptography
import Foundation
import Synchronization
import Testing
import TicketToken
import Ticketing

/// A key ring is a folder of issuer keys, with a register that lists them.
@Suite("Key rings")
struct KeyRingTests {
    let temporary: TemporaryFolder
    var folder: String { temporary("keys") }

    init() throws { temporary = try TemporaryFolder() }

    @Test("A new key ring's folder has mode 0700, its files have mode 0600, and its first key has the number 1")
    func fresh() throws {
        var ring = try made()
        #expect(ring.keys.isEmpty && ring.signingKey == nil)
        let key = try ring.generate(at: Instant(milliseconds: 1_800_000_000_999))
        #expect(key.number == 1 && key.state == .active && key.created == noon && key.check.count == 8)
        #expect(try mode(folder) == 0o700)
        #expect(try mode("\(folder)/001.key") == 0o600)
        #expect(try mode("\(folder)/register") == 0o600)
        let again = try KeyRing.open(at: folder)
        #expect(again.keys.map(\.check) == [key.check])
        #expect(again.signingKey?.number == 1)
    }

    @Test("A key ring can't be created in a folder that is not empty")
    func occupied() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try write("x", to: "\(folder)/other")
        #expect(throws: KeyRingError.folderNotEmpty(path: folder)) { try KeyRing.create(at: folder) }
        _ = try FileManager.default.removeItem(atPath: "\(folder)/other")
        try KeyRing.create(at: folder)
        #expect(throws: KeyRingError.folderNotEmpty(path: folder)) { try KeyRing.create(at: folder) }
    }

    @Test("A folder without a register is refused as a key ring")
    func noRing() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(throws: KeyRingError.notARing(path: folder)) { try KeyRing.open(at: folder) }
    }

    // MARK: States

    @Test("After a rotation, one key is active, and tokens of older keys stay valid")
    func rotation() throws {
        var ring = try made()
        try ring.generate(at: noon)
        let old = try TicketSigner(ring).sign(claims(key: 1))
        try ring.generate(at: noon)
        #expect(ring.keys.map(\.state) == [.active, .active])
        #expect(ring.signingKey?.number == 2)
        #expect(try ring.rotate(at: noon).number == 3)
        for ring in [ring, try KeyRing.open(at: folder)] {
            #expect(ring.keys.map(\.state) == [.verifyOnly, .verifyOnly, .active])
            #expect(try TokenVerifier(ring).verify(old).ticket != nil)
            let signer = TicketSigner(ring)
            #expect(throws: SigningError.notActive(1, .verifyOnly)) { try signer.sign(claims(key: 1)) }
            #expect(throws: SigningError.noSuchKey(9)) { try signer.sign(claims(key: 9)) }
            #expect(try signer.encodedToken(ofIssued: claims(key: 1)) == old)
        }
    }

    @Test("Tokens of a retired key are refused; the key can't sign, be exported or be retired again")
    func retirement() throws {
        var ring = try made()
        try ring.generate(at: noon)
        let text = try TicketSigner(ring).sign(claims(key: 1))
        try ring.retire(1, at: noon.advanced(bySeconds: 60))
        for ring in [ring, try KeyRing.open(at: folder)] {
            #expect(ring.key(1)?.state == .retired)
            #expect(ring.key(1)?.retired == noon.advanced(bySeconds: 60))
            #expect(ring.signingKey == nil)
            #expect(try TokenVerifier(ring).verify(text).refusal == .unknownKey(1))
            #expect(throws: SigningError.notActive(1, .retired)) {
                try TicketSigner(ring).encodedToken(ofIssued: claims(key: 1))
            }
            #expect(throws: KeyRingError.retired(1)) { try ring.withExportedSecret(of: 1) { _ in } }
        }
        #expect(throws: KeyRingError.retired(1)) { try ring.retire(1, at: noon) }
        #expect(throws: KeyRingError.noSuchKey(7)) { try ring.retire(7, at: noon) }
    }

    // MARK: Numbers

    @Test("The number of a deleted key file is not reused")
    func tombstone() throws {
        var ring = try made()
        try ring.generate(at: noon)
        try ring.generate(at: noon)
        let lost = try exported(ring, 2)
        try FileManager.default.removeItem(atPath: "\(folder)/002.key")
        var again = try KeyRing.open(at: folder)
        #expect(again.keys.map(\.number) == [1])
        #expect(try again.generate(at: noon).number == 3)
        #expect(throws: KeyRingError.numberTaken(2)) {
            try again.importKey(number: 2, secret: secret(String(repeating: "ab", count: 32)), at: noon)
        }
        // Importing the lost key's secret restores the same key.
        #expect(try again.importKey(number: 2, secret: secret(lost + "\n"), at: noon).state == .verifyOnly)
    }

    @Test("After key number 255 no key can be generated, and no number or secret is used twice")
    func exhausted() throws {
        var ring = try made()
        #expect(
            try ring.importKey(number: 255, secret: secret(String(repeating: "AB", count: 32)), at: noon).state
                == .active)
        #expect(throws: KeyRingError.numbersExhausted) { try ring.generate(at: noon) }
        #expect(throws: KeyRingError.numberTaken(255)) {
            try ring.importKey(number: 255, secret: secret(String(repeating: "cd", count: 32)), at: noon)
        }
        #expect(throws: KeyRingError.secretTaken(by: 255)) {
            try ring.importKey(number: 4, secret: secret(String(repeating: "ab", count: 32)), at: noon)
        }
    }

    @Test(
        "Only exactly 64 hexadecimal digits, with or without a line end, can be imported as a key",
        arguments: [
            "", "ab", String(repeating: "g", count: 64), String(repeating: "a", count: 63),
            String(repeating: "a", count: 66), " " + String(repeating: "a", count: 64),
        ])
    func notASecret(_ digits: String) throws {
        var ring = try made()
        #expect(throws: KeyRingError.notASecret) { try ring.importKey(number: 0, secret: secret(digits), at: noon) }
        #expect(try KeyRing.open(at: folder).keys.isEmpty)
    }

    @Test("A key that is exported and imported into another ring keeps its check value")
    func export() throws {
        var ring = try made()
        let key = try ring.generate(at: noon)
        let digits = try exported(ring, 1)
        #expect(digits.utf8.count == 64)
        let elsewhere = try TicketTokenTests.ring([(1, digits)], in: temporary("elsewhere"))
        #expect(elsewhere.key(1)?.check == key.check)
    }

    @Test("Key rings that generate keys concurrently never use the same number")
    func concurrent() async throws {
        let ring = try made()
        let numbers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var mine = ring
                    return try (0..<8).map { _ in try mine.generate(at: noon).number }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.sorted() == Array(1...32))
        #expect(try KeyRing.open(at: folder).keys.map(\.number) == Array(1...32))
    }

    // MARK: Permissions

    @Test(
        "A key file or register with more permissions than 0600 is refused; the error shows the chmod command",
        arguments: [0o640, 0o604, 0o660, 0o622, 0o700, 0o4600])
    func looseFile(_ loose: Int) throws {
        var ring = try made()
        try ring.generate(at: noon)
        for name in ["001.key", "register"] {
            try chmod("\(folder)/\(name)", loose)
            let refusal = #expect(throws: KeyRingError.self) { try KeyRing.open(at: folder) }
            #expect(refusal?.description.contains("chmod 0600 \(folder)/\(name)") == true)
            #expect(throws: KeyRingError.self) { try ring.generate(at: noon) }
            try chmod("\(folder)/\(name)", 0o600)
        }
        _ = try KeyRing.open(at: folder)
    }

    @Test(
        "A key folder that other users may enter is refused; the error shows the chmod command",
        arguments: [0o750, 0o701, 0o755, 0o770])
    func looseFolder(_ loose: Int) throws {
        var ring = try made()
        try chmod(folder, loose)
        #expect(throws: KeyRingError.looseMode(path: folder, mode: UInt32(loose), needed: 0o700)) {
            try KeyRing.open(at: folder)
        }
        #expect(throws: KeyRingError.self) { try ring.generate(at: noon) }
        let odd = temporary("it's a key ring")
        try FileManager.default.createDirectory(
            atPath: odd, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let refusal = #expect(throws: KeyRingError.self) { try KeyRing.create(at: odd) }
        #expect(refusal?.description.contains("chmod 0700 '\(temporary.path)/it'\\''s a key ring'") == true)
    }

    @Test(
        "A key folder, key or register that another user owns is refused; the error shows the chown command",
        .enabled(if: geteuid() == 0, "only root can change a file's owner"))
    func foreign() throws {
        var ring = try made()
        try ring.generate(at: noon)
        for path in ["\(folder)/001.key", "\(folder)/register", folder] {
            #expect(chown(path, 65534, 65534) == 0)
            let refusal = #expect(throws: KeyRingError.foreignOwner(path: path, owner: 65534, user: 0)) {
                try KeyRing.open(at: folder)
            }
            #expect(refusal?.description.contains("chown 0 \(path)") == true)
            #expect(chown(path, 0, 0) == 0)
        }
    }

    @Test("A symbolic link in place of the folder, a key or the register is refused, even if the key is public")
    func links() throws {
        var ring = try made()
        try ring.generate(at: noon, isPublic: true)
        let link = temporary("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        for path in [link, link + "/", link + "/.", link + "//"] {
            #expect(throws: KeyRingError.symbolicLink(path: link)) { try KeyRing.open(at: path) }
            #expect(throws: KeyRingError.symbolicLink(path: link)) { try KeyRing.create(at: path) }
        }
        for name in ["001.key", "register"] {
            let path = "\(folder)/\(name)"
            try FileManager.default.moveItem(atPath: path, toPath: temporary("moved"))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: temporary("moved"))
            #expect(throws: KeyRingError.symbolicLink(path: path)) { try KeyRing.open(at: folder) }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: temporary("moved"), toPath: path)
        }
        _ = try KeyRing.open(at: folder)
    }

    @Test("A file in place of a folder, or a folder in place of a file, is refused; the error says which is needed")
    func kinds() throws {
        try write("x", to: temporary("file"))
        #expect(throws: KeyRingError.wrongKind(path: temporary("file"), needed: .folder)) {
            try KeyRing.open(at: temporary("file"))
        }
        _ = try made()
        try FileManager.default.createDirectory(atPath: "\(folder)/001.key", withIntermediateDirectories: false)
        #expect(throws: KeyRingError.wrongKind(path: "\(folder)/001.key", needed: .file)) {
            try KeyRing.open(at: folder)
        }
    }

    @Test("A ring with only public keys can be opened even if other users own or may read its files, as in a Git clone")
    func publicKeys() throws {
        var ring = try made()
        #expect(try ring.generate(at: noon, isPublic: true).isPublic)
        try chmod(folder, 0o755)
        try chmod("\(folder)/001.key", 0o644)
        try chmod("\(folder)/register", 0o644)
        #expect(try KeyRing.open(at: folder).key(1)?.isPublic == true)
        if geteuid() == 0 {
            for path in [folder, "\(folder)/001.key", "\(folder)/register"] { #expect(chown(path, 65534, 65534) == 0) }
            _ = try KeyRing.open(at: folder)
            for path in [folder, "\(folder)/001.key", "\(folder)/register"] { #expect(chown(path, 0, 0) == 0) }
        }
        try ring.generate(at: noon)
        #expect(throws: KeyRingError.self) { try KeyRing.open(at: folder) }
        try chmod(folder, 0o700)
        _ = try KeyRing.open(at: folder)
        #expect(throws: KeyRingError.publicAndSealed) {
            try ring.generate(at: noon, passphrase: secret("words"), isPublic: true)
        }
    }

    // MARK: Passphrases

    @Test("An encrypted key opens with its passphrase and with no other; a tampered key file does not open")
    func sealed() throws {
        var ring = try made()
        let key = try ring.generate(at: noon, passphrase: secret("correct horse"))
        #expect(key.isEncrypted)
        let path = "\(folder)/001.key"
        let secretDigits = try exported(ring, 1)
        let file = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!file.contains(secretDigits) && file.contains("sealed: scrypt 131072 8 1 "))
        #expect(throws: KeyRingError.emptyPassphrase) { try ring.generate(at: noon, passphrase: secret("")) }

        #expect(try KeyRing.list(at: folder).map(\.isEncrypted) == [true])
        #expect(throws: KeyRingError.passphraseNeeded(number: 1, path: path)) { try KeyRing.open(at: folder) }
        #expect(throws: KeyRingError.wrongPassphrase(number: 1, path: path)) {
            try KeyRing.open(at: folder) { _ in secret("wrong") }
        }
        let opened = try KeyRing.open(at: folder) { _ in secret("correct horse") }
        #expect(try exported(opened, 1) == secretDigits)

        let tampered = [
            file.replacingOccurrences(of: "created: 2027", with: "created: 2028"),
            try altered(file),
        ]
        for text in tampered {
            #expect(text != file)
            try write(text, to: path)
            #expect(throws: KeyRingError.wrongPassphrase(number: 1, path: path)) {
                try KeyRing.open(at: folder) { _ in secret("correct horse") }
            }
        }
    }

    @Test("An encrypted key can be rotated and retired without a second prompt for its passphrase")
    func sealedChanges() throws {
        var ring = try made()
        try ring.generate(at: noon, passphrase: secret("words"))
        try ring.rotate(at: noon)
        try ring.retire(1, at: noon)
        // A retired key is never decrypted.
        #expect(try KeyRing.open(at: folder).keys.map(\.state) == [.retired, .active])
    }

    // MARK: Watched rings

    @Test("A key ring that watches its folder follows rotations and retirements of keys in that folder")
    func watched() throws {
        var ring = try made()
        try ring.generate(at: noon)
        let watch = KeyRingWatch(ring)
        #expect(try watch.current().hasSameKeys(as: ring))
        try ring.rotate(at: noon)
        #expect(try watch.current().signingKey?.number == 2)
        try ring.retire(1, at: noon)
        #expect(try watch.current().keys.map(\.state) == [.retired, .active])
        #expect(throws: KeyRingError.retired(1)) { try exported(watch.current(), 1) }
        // An unchanged key keeps the secret that is already in memory.
        #expect(try exported(watch.current(), 2) == exported(ring, 2))
    }

    @Test("A watched ring asks for each passphrase at most once, and omits a key until its passphrase is known")
    func watchedSealed() throws {
        var ring = try made()
        try ring.generate(at: noon, passphrase: secret("words"))
        let asked = Mutex(0)
        let watch = KeyRingWatch(ring) { number in
            asked.withLock { $0 += 1 }
            return number == 3 ? secret("others") : nil
        }
        try ring.generate(at: noon, passphrase: secret("unknown"))
        #expect(try watch.current().keys.map(\.number) == [1])
        try ring.generate(at: noon, passphrase: secret("others"))
        #expect(try watch.current().keys.map(\.number) == [1, 3])
        let count = asked.withLock(\.self)
        #expect(try watch.current().signingKey?.number == 3)
        #expect(asked.withLock(\.self) == count)
    }

    @Test("A watched ring fails while other users can read a key file, and works again when only its owner can read it")
    func watchedModes() throws {
        var ring = try made()
        try ring.generate(at: noon)
        let watch = KeyRingWatch(ring)
        _ = try watch.current()
        try chmod("\(folder)/001.key", 0o644)
        #expect(throws: KeyRingError.self) { try watch.current() }
        #expect(throws: KeyRingError.self) { try watch.current() }
        try chmod("\(folder)/001.key", 0o600)
        #expect(try watch.current().hasSameKeys(as: ring))
    }

    // MARK: Rings and files

    private func made() throws -> KeyRing {
        try KeyRing.create(at: folder)
        return try KeyRing.open(at: folder)
    }

    private func exported(_ ring: KeyRing, _ number: UInt8) throws -> String {
        try ring.withExportedSecret(of: number) { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
    }

    /// The text with its last hexadecimal digit changed.
    private func altered(_ text: String) throws -> String {
        let old = try #require(text.dropLast().last)
        return text.dropLast(2) + (old == "0" ? "1" : "0") + "\n"
    }

    private func claims(key: UInt8) throws -> TicketClaims {
        TicketClaims(
            suite: .hmac, key: key, event: try #require(EventNumber(rawValue: 5)),
            serial: try #require(Serial(rawValue: 6)),
            type: try #require(TicketTypeNumber(rawValue: 7)))
    }
}

func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
}

func chmod(_ path: String, _ mode: Int) throws {
    try #require(Foundation.chmod(path, mode_t(mode)) == 0)
}

func write(_ text: String, to path: String) throws {
    let isNew = !FileManager.default.fileExists(atPath: path)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    if isNew { try chmod(path, 0o600) }
}
