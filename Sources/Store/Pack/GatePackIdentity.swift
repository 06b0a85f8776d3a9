public import Ticketing

/// The gate pack that a file claims to be, and the evidence for this claim. Anybody who has a file can write the id of
/// any device into the file. However, the device's private key is only in the pack that was made for the device, and in
/// copies of that pack (GATE, "Gate packs").
public struct GatePackIdentity: Sendable {
    /// The pack that the file claims to be.
    public let pack: GatePack
    /// The public key of the private key in the file; nil if the file has no private key for this device.
    private let publicKey: [UInt8]?

    /// Reads the pack's description and key from a file. Nil if the file is not a gate pack.
    public init?(_ file: any StoreConnection) throws {
        guard let pack = try file.gatePackRecord.current() else { return nil }
        self.pack = pack
        publicKey = try file.deviceKeys.publicKey(of: pack.device)
    }

    /// Whether the file contains the private key that the main store made for the device of the pack.
    public func isAuthentic(at mainStore: any StoreConnection) throws -> Bool {
        try isAuthentic(by: mainStore.deviceKeys.key(of: pack.device))
    }

    /// - Parameter key: the key that the main store certified for the device; nil if no such key is known.
    func isAuthentic(by key: DeviceKey?) -> Bool {
        guard let key, let publicKey else { return false }
        return key.device == pack.device && key.event == pack.event && key.publicKey == publicKey
    }
}
