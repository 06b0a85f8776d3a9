public import Cryptography
import Languages
public import Ticketing

extension StoreConnection {
    public var deviceKeys: DeviceKeys { DeviceKeys(connection: self) }
}

/// The keys with which gate packs sign their chains, and the main store's keys that certify the packs' keys
/// (Docs/Gate.md, "Merging").
public struct DeviceKeys {
    let connection: any StoreConnection

    /// A new pack's key pair, which the main store gives to the pack.
    public struct PackKeyPair: Sendable {
        public let key: DeviceKey
        /// The private half of the key: 32 bytes.
        public let seed: SecretBytes
        /// The main store's public key, with which a pack verifies other packs: 32 bytes.
        public let authority: [UInt8]
    }

    /// Creates and certifies the key of a new pack, and stores the public key.
    ///
    /// - Throws: `OpenSSLError`.
    public func issue(to pack: GatePack, seed: SecretBytes) throws -> PackKeyPair {
        let authority = try authority(of: pack.event)
        let publicKey = try Ed25519.PrivateKey(seed: seed).publicKey()
        let message = DeviceKey.message(
            device: pack.device, event: pack.event, pack: pack.number, publicKey: publicKey)
        let key = DeviceKey(
            device: pack.device, event: pack.event, pack: pack.number, publicKey: publicKey,
            certificate: try Ed25519.PrivateKey(seed: authority.seed).bytes(signing: message))
        try add(key)
        return PackKeyPair(key: key, seed: seed, authority: authority.publicKey)
    }

    /// The main store's key pair for an event. The key pair is created if it is missing.
    private func authority(of event: EventNumber) throws -> (publicKey: [UInt8], seed: SecretBytes) {
        let fresh = try SecretBytes.random(count: Ed25519.keyLength)
        try connection.execute(
            "INSERT INTO device_authority (event, public_key, seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [
                .int(event.rawValue), .blob(try Ed25519.PrivateKey(seed: fresh).publicKey()),
                .blob(fresh.withBytes { bytes in bytes.indices.map { bytes[$0] } }),
            ])
        let found = try connection.first(
            "SELECT public_key, seed FROM device_authority WHERE event = $1", [.int(event.rawValue)]
        ) { (publicKey: $0.blob(0), seed: SecretBytes(copying: $0.blob(1).span)) }
        guard let found else { throw StoreError.concurrentChange(Sentence(StoreError.Text.packKeyMissing)) }
        return found
    }

    /// The main store's public key for an event, with which a pack verifies the keys of other packs; nil if this store
    /// has no such key.
    func authorityKey(of event: EventNumber) throws -> [UInt8]? {
        try connection.first(
            "SELECT public_key FROM device_authority WHERE event = $1", [.int(event.rawValue)]
        ) { $0.blob(0) }
    }

    /// Stores a new pack's key pair in this store, which is the pack itself.
    func insert(_ identity: PackKeyPair) throws {
        try connection.execute(
            "INSERT INTO device_authority (event, public_key) VALUES ($1, $2)",
            [.int(identity.key.event.rawValue), .blob(identity.authority)])
        try add(identity.key, seed: identity.seed)
    }

    /// Stores a key. If the device already has a key, nothing is changed.
    func add(_ key: DeviceKey, seed: SecretBytes? = nil) throws {
        try connection.execute(
            """
            INSERT INTO device_key (device, event, pack, public_key, certificate, seed)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """,
            [
                .blob(key.device.bytes), .int(key.event.rawValue), .int(key.pack), .blob(key.publicKey),
                .blob(key.certificate),
                seed.map { .blob($0.withBytes { bytes in bytes.indices.map { bytes[$0] } }) } ?? .null,
            ])
    }

    /// The stored public key of a device, with its certificate; nil if no key of the device is stored.
    func key(of device: DeviceID) throws -> DeviceKey? {
        try connection.first(
            "SELECT device, event, pack, public_key, certificate FROM device_key WHERE device = $1",
            [.blob(device.bytes)]
        ) { row in
            DeviceKey(
                device: try AdmissionLedger.device(row), event: try row.value(1), pack: try row.number(2),
                publicKey: row.blob(3), certificate: row.blob(4))
        }
    }

    /// A signer for the chain of a device, with the device's private key from this store. Nil if this store does not
    /// have the private key: a main store never has it, and a pack that an earlier version made may have no key.
    public func signer(of device: DeviceID) throws -> ChainSigner? {
        try connection.first(
            "SELECT event, seed FROM device_key WHERE device = $1 AND seed IS NOT NULL", [.blob(device.bytes)]
        ) { row in try ChainSigner(device: device, event: try row.value(0), seed: DeviceKeys.seed(row, column: 1)) }
    }

    /// The public key that belongs to a device's private key; nil if the private key is not in this store.
    func publicKey(of device: DeviceID) throws -> [UInt8]? {
        try connection.first(
            "SELECT seed FROM device_key WHERE device = $1 AND seed IS NOT NULL", [.blob(device.bytes)]
        ) { try Ed25519.PrivateKey(seed: DeviceKeys.seed($0, column: 0)).publicKey() }
    }

    private static func seed(_ row: any SQLRow, column: Int) throws -> SecretBytes {
        let seed = SecretBytes(copying: row.blob(column).span)
        guard seed.count == Ed25519.keyLength else {
            throw InvalidColumnValue(column: column, value: "\(seed.count) bytes", kind: "private key")
        }
        return seed
    }
}

/// Signs the head of a pack's own chain. A signer is not `Sendable`, so each thread needs its own.
public final class ChainSigner {
    let device: DeviceID
    private let event: EventNumber
    private let key: Ed25519.PrivateKey

    init(device: DeviceID, event: EventNumber, seed: SecretBytes) throws {
        self.device = device
        self.event = event
        key = try Ed25519.PrivateKey(seed: seed)
    }

    func signature(of head: AdmissionLedger.Head) throws -> ChainSignature {
        let end = ChainHead(id: RecordID(device: device, sequence: head.sequence), hash: head.hash)
        return ChainSignature(
            sequence: head.sequence, signature: try key.bytes(signing: ChainSignature.message(end, of: event)))
    }
}

extension Ed25519.PrivateKey {
    fileprivate func bytes(signing message: [UInt8]) throws -> [UInt8] {
        let signature = try signature(of: message.span)
        return signature.indices.map { signature[$0] }
    }
}

extension DeviceKey {
    /// Whether the signature of a chain's head was made with this key.
    func hasSigned(_ head: ChainHead, _ signature: ChainSignature) throws -> Bool {
        guard publicKey.count == Ed25519.keyLength else { return false }
        return try Ed25519.PublicKey(publicKey).isSignature(
            signature.signature.span, of: ChainSignature.message(head, of: event).span)
    }

    /// Whether the main store with the public key `authority` certified this key.
    func isCertified(by authority: [UInt8]) throws -> Bool {
        guard authority.count == Ed25519.keyLength else { return false }
        let message = DeviceKey.message(device: device, event: event, pack: pack, publicKey: publicKey)
        return try Ed25519.PublicKey(authority).isSignature(certificate.span, of: message.span)
    }
}
