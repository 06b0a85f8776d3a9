import Ticketing

/// How much of another store's chains is taken: up to a head that a chain's own device has signed.
struct SignedChains {
    let from: any StoreConnection
    let paths: ChainPaths
    let context: MergeContext
    /// The public keys that can be relied on, by device.
    private let keys: [DeviceID: DeviceKey]
    /// A device whose pack an earlier version made: it has no key, and only its own pack speaks for it.
    private let unkeyed: DeviceID?

    /// - Parameter path: of the other store, for errors.
    /// - Throws: `MergeError.unproven` for a file that is not the pack of the device that it names; `beyondLimit`.
    init(
        _ from: any StoreConnection, path: String, _ paths: ChainPaths, _ context: MergeContext, to: any StoreEngine
    ) throws {
        self.from = from
        self.paths = paths
        self.context = context
        guard context.trust == .signed else {
            (keys, unkeyed) = ([:], nil)
            return
        }
        guard let identity = try PackIdentity(from), identity.pack.device == context.counter ?? identity.pack.device
        else { throw MergeError.unproven(path: path, context.counter ?? context.receiver, isKnown: true) }
        try MergeLimits.check(identity.pack, path: path)
        let origins = Set(paths.heads.map { paths.origin(of: $0.device) })
        (keys, unkeyed) = try to.read { to in
            let unkeyed = try SignedChains.unkeyed(identity.pack.device, to)
            let key = try SignedChains.key(of: identity.pack.device, from, to, context)
            guard unkeyed != nil || identity.isProven(by: key) else {
                throw MergeError.unproven(path: path, identity.pack.device, isKnown: key != nil)
            }
            let found = try origins.sorted().compactMap { try SignedChains.key(of: $0, from, to, context) }
            let keys = Dictionary(found.map { ($0.device, $0) }) { first, _ in first }
            return (keys, unkeyed)
        }
    }

    /// An office knows the keys that it made. A pack knows its office's public key, and with it each key that another pack
    /// brings along.
    private static func key(
        of device: DeviceID, _ from: any StoreConnection, _ to: any StoreConnection, _ context: MergeContext
    ) throws -> DeviceKey? {
        guard let own = try to.packRows.current() else { return try to.deviceKeys.key(of: device) }
        guard let authority = try to.deviceKeys.authorityKey(of: own.event) else { return nil }
        for store in [to, from] {
            let found = try store.deviceKeys.key(of: device)
            if let found, found.event == context.event, try found.isCertified(by: authority) { return found }
        }
        return nil
    }

    /// The device of a pack, where an earlier version of this office made it and gave it no key.
    private static func unkeyed(_ device: DeviceID, _ to: any StoreConnection) throws -> DeviceID? {
        guard try to.packRows.current() == nil, let known = try to.gateDevices.with(id: device), known.rights == nil,
            try to.deviceKeys.key(of: device) == nil
        else { return nil }
        return device
    }

    /// The last record of a chain that is taken, if its records hold; 0 for none.
    func end(of head: AdmissionLedger.Head) throws -> Int64 {
        let origin = paths.origin(of: head.device)
        guard context.trust == .signed, origin != unkeyed else { return head.sequence }
        guard let key = keys[origin], key.event == context.event,
            let signature = try from.ledger.signature(of: head.device), signature.sequence <= head.sequence,
            let hash = try paths.hash(at: signature.sequence, of: head.device),
            try key.hasSigned(
                ChainHead(id: RecordID(device: origin, sequence: signature.sequence), hash: hash), signature)
        else { return 0 }
        return signature.sequence
    }

    /// What is to be kept with a chain that is taken up to its signed end.
    func proof(of head: AdmissionLedger.Head) throws -> ChainProof? {
        guard let key = keys[paths.origin(of: head.device)],
            let signature = try from.ledger.signature(of: head.device)
        else { return nil }
        return ChainProof(key: key, signature: signature)
    }
}

/// A device's signature of its chain, and the key that made it.
struct ChainProof {
    let key: DeviceKey
    let signature: ChainSignature
}
