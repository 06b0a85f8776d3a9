public import Ticketing

/// The pack that a file says it is, and what proves it. Whoever has a file can write any device's id into it, but only
/// that device's own pack and its copies have the device's private key (GATE, "Packs").
public struct PackIdentity: Sendable {
    /// As the file says.
    public let pack: Pack
    /// The public half of the private key in the file; nil where it has none for this device.
    private let publicKey: [UInt8]?

    /// Reads what a file says now. Nil for a store that is no pack.
    public init?(_ file: any StoreConnection) throws {
        guard let pack = try file.packRows.current() else { return nil }
        self.pack = pack
        publicKey = try file.deviceKeys.publicHalf(of: pack.device)
    }

    /// Whether the file has the private key of the device for which this office made the pack.
    public func isProven(at office: any StoreConnection) throws -> Bool {
        try isProven(by: office.deviceKeys.key(of: pack.device))
    }

    /// - Parameter key: the one that the office certified for the device; nil where none is known.
    func isProven(by key: DeviceKey?) -> Bool {
        guard let key, let publicKey else { return false }
        return key.device == pack.device && key.event == pack.event && key.publicKey == publicKey
    }
}
