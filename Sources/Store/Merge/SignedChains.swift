import Ticketing

/// Determines up to which record each chain of another store can be merged: up to the last record that the chain's
/// device has signed.
struct SignedChains {
    let from: any StoreConnection
    let paths: ChainPaths
    let context: MergeContext
    /// The public keys that this store trusts, by device.
    private let keys: [DeviceID: DeviceKey]
    /// The device of the other store, if the other store is a gate pack without a key; otherwise nil. Only an earlier
    /// version of this program made packs without a key. The chain of such a pack's device has no signature, and is
    /// accepted only from that pack.
    private let deviceWithoutKey: DeviceID?

    /// Finds the trusted keys of the devices in the other store. If signatures are required, also checks the identity
    /// of the other store.
    ///
    /// - Parameter path: the path of the other store, for error messages.
    /// - Throws: `MergeError.unverifiedPack` if the other store claims to be the pack of a device, but does not prove
    ///   this; `MergeError.limitExceeded` if the pack's description exceeds a limit.
    init(
        _ from: any StoreConnection, path: String, _ paths: ChainPaths, _ context: MergeContext, to: any StoreEngine
    ) throws {
        self.from = from
        self.paths = paths
        self.context = context
        guard context.trust == .signed else {
            (keys, deviceWithoutKey) = ([:], nil)
            return
        }
        guard let identity = try GatePackIdentity(from), identity.pack.device == context.sender ?? identity.pack.device
        else { throw MergeError.unverifiedPack(path: path, context.sender ?? context.receiver, isKnown: true) }
        try MergeLimits.check(identity.pack, path: path)
        let origins = Set(paths.heads.map { paths.origin(of: $0.device) })
        (keys, deviceWithoutKey) = try to.read { to in
            let unkeyed = try SignedChains.deviceWithoutKey(identity.pack.device, to)
            let key = try SignedChains.key(of: identity.pack.device, from, to, context)
            guard unkeyed != nil || identity.isAuthentic(by: key) else {
                throw MergeError.unverifiedPack(path: path, identity.pack.device, isKnown: key != nil)
            }
            let found = try origins.sorted().compactMap { try SignedChains.key(of: $0, from, to, context) }
            let keys = Dictionary(found.map { ($0.device, $0) }) { first, _ in first }
            return (keys, unkeyed)
        }
    }

    /// Finds the public key of a device for the receiving store (`to`); nil if the receiving store trusts no key of the
    /// device. A main store trusts the keys that it made. A gate pack trusts the keys that its main store has
    /// certified. The pack checks the certificates with the main store's public key, which every pack contains.
    private static func key(
        of device: DeviceID, _ from: any StoreConnection, _ to: any StoreConnection, _ context: MergeContext
    ) throws -> DeviceKey? {
        guard let own = try to.gatePackRecord.current() else { return try to.deviceKeys.key(of: device) }
        guard let authority = try to.deviceKeys.authorityKey(of: own.event) else { return nil }
        for store in [to, from] {
            let found = try store.deviceKeys.key(of: device)
            if let found, found.event == context.event, try found.isCertified(by: authority) { return found }
        }
        return nil
    }

    private static func deviceWithoutKey(_ device: DeviceID, _ to: any StoreConnection) throws -> DeviceID? {
        guard try to.gatePackRecord.current() == nil, let known = try to.gateDevices.with(id: device),
            known.rights == nil,
            try to.deviceKeys.key(of: device) == nil
        else { return nil }
        return device
    }

    /// For one chain, the sequence number of the last record that can be merged; 0 if no record can be merged.
    func signedEnd(of head: AdmissionLedger.Head) throws -> Int64 {
        let origin = paths.origin(of: head.device)
        guard context.trust == .signed, origin != deviceWithoutKey else { return head.sequence }
        guard let key = keys[origin], key.event == context.event,
            let signature = try from.ledger.signature(of: head.device), signature.sequence <= head.sequence,
            let hash = try paths.hash(at: signature.sequence, of: head.device),
            try key.hasSigned(
                ChainHead(id: RecordID(device: origin, sequence: signature.sequence), hash: hash), signature)
        else { return 0 }
        return signature.sequence
    }

    /// The stored signature of a chain, and the key that verifies this signature. Nil if the chain has no trusted key
    /// or no signature.
    func signatureWithKey(of head: AdmissionLedger.Head) throws -> SignatureWithKey? {
        guard let key = keys[paths.origin(of: head.device)],
            let signature = try from.ledger.signature(of: head.device)
        else { return nil }
        return SignatureWithKey(key: key, signature: signature)
    }
}

struct SignatureWithKey {
    let key: DeviceKey
    let signature: ChainSignature
}
