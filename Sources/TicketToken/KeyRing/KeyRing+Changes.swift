public import Cryptography
import FileAccess
import Glibc
public import Ticketing

/// Changes to a key ring. Every change first locks the folder and reads its current files. The register, a file with
/// all numbers that were ever used, is written before the file of a new key. A crash between these two writes wastes a
/// number, but never loses a key.
extension KeyRing {
    /// Makes a new active key. The states of the other keys do not change.
    ///
    /// - Parameters:
    ///   - moment: the time of creation, stored in whole seconds.
    ///   - number: a number that was never used; nil for the next free number.
    ///   - passphrase: the passphrase with which the secret is encrypted in the key's file; nil to store the secret in
    ///     plain text.
    ///   - isPublic: whether to make a demonstration key, whose secret is public.
    /// - Throws: `KeyRingError.numbersExhausted` if the number 255 was used; `.numberTaken`; the errors of `open`.
    @discardableResult
    public mutating func generate(
        at moment: Instant, number: UInt8? = nil, passphrase: SecretBytes? = nil, isPublic: Bool = false
    ) throws -> IssuerKey {
        try change { folder, register, ring in
            try ring.add(at: moment, number: number, passphrase: passphrase, isPublic: isPublic, folder, &register)
        }
    }

    /// Makes a new active key and changes all older active keys to verify-only.
    ///
    /// - Throws: the errors of `generate`. A crash can leave older keys active; rotating again repairs this.
    @discardableResult
    public mutating func rotate(at moment: Instant, passphrase: SecretBytes? = nil) throws -> IssuerKey {
        try change { folder, register, ring in
            let key = try ring.add(
                at: moment, number: nil, passphrase: passphrase, isPublic: false, folder, &register)
            for index in ring.keys.indices where ring.keys[index].state == .active {
                guard ring.keys[index].number != key.number else { continue }
                var older = ring.keys[index]
                older.state = .verifyOnly
                try folder.write(older, existing: .replace)
                ring.keys[index] = older
            }
            return key
        }
    }

    /// Retires a key. Tickets that the key signed are then refused as `unknownKey`. Even the last active key can be
    /// retired.
    ///
    /// - Throws: `KeyRingError.noSuchKey`; `.retired` if the key is already retired; the errors of `open`.
    public mutating func retire(_ number: UInt8, at moment: Instant) throws {
        try change { folder, _, ring in
            guard let index = ring.keys.firstIndex(where: { $0.number == number }) else {
                throw KeyRingError.noSuchKey(number)
            }
            var key = ring.keys[index]
            guard key.state != .retired else { throw KeyRingError.retired(number) }
            key.state = .retired
            key.retired = Instant(seconds: moment.seconds)
            try folder.write(key, existing: .replace)
            key.secret = nil
            ring.keys[index] = key
        }
    }

    /// Imports a key from another key ring, or a key of this key ring whose file was lost. The imported key becomes
    /// verify-only if the key ring has an active key; otherwise, it becomes active.
    ///
    /// - Parameters:
    ///   - digits: 64 hexadecimal digits; trailing white space is ignored.
    ///   - known: the check values of the keys that were used with a store, by the numbers of the keys. If `known` has
    ///     a check value for `number`, the imported key must have this check value.
    /// - Throws: `KeyRingError.notASecret`; `.otherSecret` if `known` has a different check value for the number;
    ///   `.numberTaken` if a different key has or had the number, or if this key already exists; `.secretTaken` if the
    ///   secret was used under a different number; the errors of `open`.
    @discardableResult
    public mutating func importKey(
        number: UInt8, secret digits: SecretBytes, at moment: Instant, passphrase: SecretBytes? = nil,
        isPublic: Bool = false, known: [UInt8: [UInt8]] = [:]
    ) throws -> IssuerKey {
        let secret = digits.withBytes { bytes in
            var count = bytes.count
            while count > 0, [0x20, 0x0A, 0x0D].contains(bytes[count - 1]) { count -= 1 }
            return SecretBytes(hexadecimal: bytes.extracting(first: count))
        }
        guard let secret, secret.count == 32 else { throw KeyRingError.notASecret }
        return try change { folder, register, ring in
            let check = try IssuerKey.check(of: secret)
            let knownChecks = register.checks.merging(known) { ring, _ in ring }
            if let other = knownChecks.first(where: { $0.value == check && $0.key != number }) {
                throw KeyRingError.secretTaken(by: other.key)
            }
            guard known[number] ?? check == check else { throw KeyRingError.otherSecret(number) }
            let isLostKey = register.checks[number] == check && ring.key(number) == nil
            guard register.checks[number] == nil || isLostKey else { throw KeyRingError.numberTaken(number) }
            let state = ring.signingKey == nil ? IssuerKey.State.active : .verifyOnly
            let key = try IssuerKey.made(
                number, state, secret: secret, at: moment, passphrase: passphrase, isPublic: isPublic)
            try ring.store(key, folder, &register)
            return key
        }
    }

    // MARK: Steps

    /// Runs one change on the key ring on disk, under an exclusive lock. This `KeyRing` changes only if all steps
    /// succeed.
    private mutating func change<Result>(
        _ body: (borrowing KeyFolder, inout KeyRegister, inout KeyRing) throws -> Result
    ) throws -> Result {
        let opened = try KeyFolder(opening: folder, lock: .exclusive)
        var contents = try KeyRingContents(opened)
        var ring = self
        ring.keys = try contents.keys.map { key in
            // A key whose secret is already in memory needs no passphrase.
            if let known = self.key(key.number), known.check == key.check, let secret = known.secret {
                var key = key
                key.secret = key.state == .retired ? nil : secret
                return key
            }
            return try key.opened(path: opened.path(of: KeyFile.name(key.number)), passphrase)
        }
        let result = try body(opened, &contents.register, &ring)
        self = ring
        return result
    }

    private mutating func add(
        at moment: Instant, number given: UInt8?, passphrase: SecretBytes?, isPublic: Bool,
        _ folder: borrowing KeyFolder, _ register: inout KeyRegister
    ) throws -> IssuerKey {
        guard let number = given ?? register.next else { throw KeyRingError.numbersExhausted }
        guard register.checks[number] == nil else { throw KeyRingError.numberTaken(number) }
        let key = try IssuerKey.made(
            number, .active, secret: .random(count: 32), at: moment, passphrase: passphrase, isPublic: isPublic)
        try store(key, folder, &register)
        return key
    }

    private mutating func store(
        _ key: IssuerKey, _ folder: borrowing KeyFolder, _ register: inout KeyRegister
    ) throws {
        register.register(key.number, check: key.check)
        try folder.write(register.bytes, to: KeyRegister.name, existing: .replace)
        do {
            try folder.write(key, existing: .refuse)
        } catch let error as SystemError where error.errno == EEXIST {
            throw KeyRingError.numberTaken(key.number)
        }
        keys.append(key)
        keys.sort { $0.number < $1.number }
    }
}

extension IssuerKey {
    fileprivate static func made(
        _ number: UInt8, _ state: State, secret: SecretBytes, at moment: Instant, passphrase: SecretBytes?,
        isPublic: Bool
    ) throws -> IssuerKey {
        let created = Instant(seconds: moment.seconds)
        let check = try check(of: secret)
        var sealed: SealedSecret?
        if let passphrase {
            guard !isPublic else { throw KeyRingError.publicAndSealed }
            guard passphrase.count > 0 else { throw KeyRingError.emptyPassphrase }
            let binding = binding(number: number, created: UTCDate.text(created), check: check)
            sealed = try SealedSecret.seal(secret, passphrase: passphrase, binding: binding)
        }
        return IssuerKey(
            number: number, state: state, created: created, retired: nil, check: check, isPublic: isPublic,
            secret: secret, sealed: sealed)
    }
}

extension KeyFolder {
    fileprivate func write(_ key: IssuerKey, existing: AtomicFile.Existing) throws {
        var bytes = try KeyFile.bytes(key)
        defer { SecretBytes.wipe(&bytes) }
        try write(bytes, to: KeyFile.name(key.number), existing: existing)
    }
}

extension SystemError {
    var isAbsence: Bool { errno == ENOENT }
}
