public import Cryptography
import Ticketing

/// A password that is about to be somebody's. Any text does that is long enough: rules about digits and signs make
/// passwords that are forgotten, not such that are safe.
public struct NewPassword: Sendable {
    public static let leastCharacters = 10
    public static let mostBytes = 1000

    let bytes: SecretBytes

    /// - Throws: `ManagementError.invalid` for one that is too short or too long.
    public init(_ bytes: SecretBytes) throws {
        // Characters as Unicode counts them: all bytes but those that go on with one.
        let characters = bytes.withBytes { bytes in bytes.indices.count { bytes[$0] & 0xC0 != 0x80 } }
        var faults = FieldFaults()
        faults.demand(
            characters >= NewPassword.leastCharacters && bytes.count <= NewPassword.mostBytes, "password",
            "at least \(NewPassword.leastCharacters) characters, at most \(NewPassword.mostBytes) bytes")
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        self.bytes = bytes
    }
}
