import Cryptography
import Store
import TicketToken
import Ticketing

extension TokenVerifier {
    /// What a pack's gate verifies with (TOKEN §7).
    convenience init(_ pack: Pack, _ keys: [PackRows.Key]) throws {
        func material(_ purpose: PackRows.Key.Purpose) -> [UInt8: SecretBytes] {
            Dictionary(keys.filter { $0.purpose == purpose }.map { ($0.number, $0.material) }) { first, _ in first }
        }
        switch pack.proof {
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
