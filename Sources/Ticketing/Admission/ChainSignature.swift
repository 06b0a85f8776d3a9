/// A device's signature over its chain up to one record, made with the device's Ed25519 key (RFC 8032).
public struct ChainSignature: Hashable, Sendable {
    /// The sequence number of the last record that the signature covers.
    public let sequence: Int64
    /// The 64-byte signature over `message`.
    public let signature: [UInt8]

    public init(sequence: Int64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }

    /// The bytes that a device signs: the event, the id of the device and the head of its chain.
    ///
    /// - Parameter head: the head of the chain. Its id contains the device's own id, even if the chain is a branch.
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

/// The Ed25519 public key of a gate pack's device, certified by the main store that made the gate pack.
public struct DeviceKey: Hashable, Sendable {
    public let device: DeviceID
    public let event: EventNumber
    /// The number that the gate pack had when it was made. A later refresh gives the pack a higher number.
    public let pack: Int
    /// The public key, 32 bytes.
    public let publicKey: [UInt8]
    /// The main store's 64-byte signature over `message`.
    public let certificate: [UInt8]

    public init(device: DeviceID, event: EventNumber, pack: Int, publicKey: [UInt8], certificate: [UInt8]) {
        self.device = device
        self.event = event
        self.pack = pack
        self.publicKey = publicKey
        self.certificate = certificate
    }

    /// The bytes that the main store signs for the certificate.
    public static func message(device: DeviceID, event: EventNumber, pack: Int, publicKey: [UInt8]) -> [UInt8] {
        var message = Array("eventpass/device-key/1".utf8)
        message += ChainSignature.bigEndian(UInt64(event.rawValue))
        message += device.bytes
        message += ChainSignature.bigEndian(UInt64(bitPattern: Int64(pack)))
        return message + publicKey
    }
}
