import Cryptography
import Ticketing

/// Computes the search keys of phone numbers in a gate pack. Such a key contains no digits of the number. It is `#`,
/// followed by the hashes of the last four, five and six digits. The key of a number with only four or five digits has
/// fewer hashes. All hashes have the same length. A search for numbers that end with four given digits therefore looks
/// for keys that begin with `#` and the hash of these digits.
///
/// A hash is the beginning of an HMAC-SHA-256 with a random key, which is made for the pack and stored in it. The pack
/// contains nothing about the other digits of a number. But anyone who has the pack also has its key, and can compute
/// the hashes of all endings (Docs/Gate.md, "Phone numbers").
struct PhoneEndingHashes {
    /// The length of the HMAC key, in bytes.
    static let keyLength = 32
    /// The length of a hash, in bytes.
    private static let hashLength = 8
    /// The length of the longest search key, in characters.
    static let longestSearchKey = 1 + NameSearchKeys.phoneEndingLengths.count * 2 * hashLength

    private let hmac: HMAC

    init(key: SecretBytes) throws { hmac = try HMAC(key: key) }

    /// The beginning of the search keys of all phone numbers that end in `digits`. Nil if there are fewer than four or
    /// more than six digits.
    func searchKey(ofEnding digits: String) throws -> String? {
        let digits = Array(digits.utf8)
        guard NameSearchKeys.phoneEndingLengths.contains(digits.count) else { return nil }
        var key = NameSearchKeys.beginning(phoneEnding: "")
        for length in NameSearchKeys.phoneEndingLengths where length <= digits.count {
            let code = try hmac.code(of: Array(digits.suffix(length)).span)
            key += Hexadecimal.text((0..<PhoneEndingHashes.hashLength).map { code[$0] })
        }
        return key
    }
}
