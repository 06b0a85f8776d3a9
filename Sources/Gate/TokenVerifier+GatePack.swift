import Cryptography
import Store
import TicketToken
import Ticketing

extension TokenVerifier {
    /// Creates the verifier for a gate that uses a gate pack. The pack contains either digests of the event's tokens,
    /// or the keys that verify the tokens (Docs/TokenFormat.md §7).
    convenience init(_ pack: GatePack, _ keys: [GatePackRecord.Key]) throws {
        func material(_ purpose: GatePackRecord.Key.Purpose) -> [UInt8: SecretBytes] {
            Dictionary(keys.filter { $0.purpose == purpose }.map { ($0.number, $0.material) }) { first, _ in first }
        }
        switch pack.verificationMethod {
        case .list:
            try self.init(
                TokenList(event: pack.event, keys: Set(material(.listed).keys), liveKeys: material(.live)))
        case .key, .ed25519:
            self.init(
                EventKeys(
                    event: pack.event, macKeys: material(.mac),
                    publicKeys: material(.ed25519).mapValues {
                        $0.withBytes { bytes in bytes.indices.map { bytes[$0] } }
                    },
                    liveKeys: material(.live)))
        }
    }
}
