public import Cryptography
import Languages
import Ticketing

/// A new password that is long enough. There are no rules about digits and symbols. Such rules make passwords easier to
/// forget, but not safer.
public struct NewPassword: Sendable {
    public static let leastCharacters = 10
    public static let mostBytes = 1000

    let bytes: SecretBytes

    /// Checks the length of a password.
    ///
    /// - Throws: `ManagementError.invalid` if the password is too short or too long.
    public init(_ bytes: SecretBytes) throws {
        // Counts Unicode scalars: all UTF-8 bytes except continuation bytes.
        let characters = bytes.withBytes { bytes in bytes.indices.count { bytes[$0] & 0xC0 != 0x80 } }
        var faults = FieldFaults()
        faults.require(
            characters >= NewPassword.leastCharacters && bytes.count <= NewPassword.mostBytes, "password",
            FaultSentence.password,
            ["least": .number(NewPassword.leastCharacters), "most": .number(NewPassword.mostBytes)])
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        self.bytes = bytes
    }
}
