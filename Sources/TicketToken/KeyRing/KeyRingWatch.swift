public import Cryptography
import Synchronization

/// A key ring as its folder has it now, for programs that go on while keys are made, imported and retired.
///
/// ```swift
/// let watch = KeyRingWatch(try KeyRing.open(at: "keys"))
/// let signing = try watch.current().signingKey
/// ```
public final class KeyRingWatch: Sendable {
    private struct Known {
        var ring: KeyRing
        /// What the folder looked like just before the ring was read; nil when nobody looked.
        var stamp: KeyFolder.Stamp?
    }

    private let known: Mutex<Known>
    private let passphrase: PassphraseSource

    /// - Parameters:
    ///   - ring: as it was opened. What is sealed in it is open already.
    ///   - passphrase: for sealed keys that come later. One whose passphrase is not to be had is left out.
    public init(_ ring: KeyRing, passphrase: @escaping PassphraseSource = { _ in nil }) {
        known = Mutex(Known(ring: ring))
        self.passphrase = passphrase
    }

    /// The ring; read anew when a file of its folder has changed.
    ///
    /// - Throws: as `KeyRing.open`, short of what a passphrase is needed for.
    public func current() throws -> KeyRing {
        try known.withLock { known in
            let folder = try KeyFolder(opening: known.ring.folder, lock: .none)
            let stamp = try folder.stamp()
            guard stamp != known.stamp else { return known.ring }
            known.ring = try known.ring.reread(folder, passphrase)
            known.stamp = stamp
            return known.ring
        }
    }
}
