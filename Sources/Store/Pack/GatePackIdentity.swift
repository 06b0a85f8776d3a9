public import Ticketing

/// The gate pack that a file claims to be, and the evidence for this claim. The main store makes each pack for one
/// device. Anybody who has a file can write the id of any device into the file. However, the device's private key is
/// only in the pack that was made for the device, and in copies of that pack (Docs/Gate.md, "Gate packs").
public struct GatePackIdentity: Sendable {
    /// The pack that the file claims to be.
    public let pack: GatePack
    /// The public key that belongs to the private key in the file; nil if the file contains no private key of the
    /// pack's device.
    private let publicKey: [UInt8]?

    /// Reads the pack's description and key from a file. The result is nil if the file is not a gate pack.
    public init?(_ file: any StoreConnection) throws {
        guard let pack = try file.gatePackRecord.current() else { return nil }
        self.pack = pack
        publicKey = try file.deviceKeys.publicKey(of: pack.device)
    }

    /// Whether the file contains the right private key: the one that belongs to the public key that the main store
    /// certified for the pack's device.
    public func isAuthentic(at mainStore: any StoreConnection) throws -> Bool {
        try isAuthentic(by: mainStore.deviceKeys.key(of: pack.device))
    }

    /// Whether the file contains the private key that belongs to the public key `key`.
    ///
    /// - Parameter key: the public key that the main store certified for the pack's device; nil if no such key is
    ///   known.
    func isAuthentic(by key: DeviceKey?) -> Bool {
        guard let key, let publicKey else { return false }
        return key.device == pack.device && key.event == pack.event && key.publicKey == publicKey
    }
}
