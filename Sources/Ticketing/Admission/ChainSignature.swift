/// How far a chain's device has signed its chain, with its Ed25519 key (RFC 8032).
public struct ChainSignature: Hashable, Sendable {
    /// The last record that the signature covers.
    public let sequence: Int64
    /// 64 bytes, over `message`.
    public let signature: [UInt8]

    public init(sequence: Int64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }

    /// The bytes that a device signs: its event, its id, and how far its chain goes.
    ///
    /// - Parameter head: with the device's own id, also on a branch.
    public static func message(_ head: ChainHead, of event: EventNumber) -> [UInt8] {
        var message = Array("eventpass/chain-head/1".utf8)
        message += bigEndian(UInt64(event.rawValue))
        message += head.id.device.bytes
        message += bigEndian(UInt64(bitPattern: head.id.sequence))
        return message + head.hash
    }

    fileprivate static func bigEndian(_ value: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// A pack's Ed25519 key, certified by the office that made the pack.
public struct DeviceKey: Hashable, Sendable {
    public let device: DeviceID
    public let event: EventNumber
    /// The number that the pack had when it was made.
    public let pack: Int
    /// 32 bytes.
    public let publicKey: [UInt8]
    /// The office's signature over `message`, 64 bytes.
    public let certificate: [UInt8]

    public init(device: DeviceID, event: EventNumber, pack: Int, publicKey: [UInt8], certificate: [UInt8]) {
        self.device = device
        self.event = event
        self.pack = pack
        self.publicKey = publicKey
        self.certificate = certificate
    }

    /// The bytes that an office signs.
    public static func message(device: DeviceID, event: EventNumber, pack: Int, publicKey: [UInt8]) -> [UInt8] {
        var message = Array("eventpass/device-key/1".utf8)
        message += ChainSignature.bigEndian(UInt64(event.rawValue))
        message += device.bytes
        message += ChainSignature.bigEndian(UInt64(bitPattern: Int64(pack)))
        return message + publicKey
    }
}
