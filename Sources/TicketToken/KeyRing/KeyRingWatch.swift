public import Cryptography
import Synchronization

/// A key ring that follows changes in its folder. Use it in programs that run while keys are made, imported and
/// retired.
///
/// ```swift
/// let watch = KeyRingWatch(try KeyRing.open(at: "keys"))
/// let signing = try watch.current().signingKey
/// ```
public final class KeyRingWatch: Sendable {
    private struct Snapshot {
        var ring: KeyRing
        /// The state of the folder just before the key ring was read; nil if this state was not recorded.
        var stamp: KeyFolder.Stamp?
    }

    private let snapshot: Mutex<Snapshot>
    private let passphrase: PassphraseSource

    /// Creates a watch that begins with an opened key ring.
    ///
    /// - Parameters:
    ///   - passphrase: the source of passphrases for sealed keys that are added later. A sealed key for which the
    ///     source has no valid passphrase is left out.
    public init(_ ring: KeyRing, passphrase: @escaping PassphraseSource = { _ in nil }) {
        snapshot = Mutex(Snapshot(ring: ring))
        self.passphrase = passphrase
    }

    /// Returns the current key ring. Reads the folder again if the folder or one of its files has changed since the
    /// last call.
    ///
    /// - Throws: the errors of `KeyRing.open`, except those about passphrases.
    public func current() throws -> KeyRing {
        try snapshot.withLock { known in
            let folder = try KeyFolder(opening: known.ring.folder, lock: .none)
            let stamp = try folder.stamp()
            guard stamp != known.stamp else { return known.ring }
            known.ring = try known.ring.reloaded(folder, passphrase)
            known.stamp = stamp
            return known.ring
        }
    }
}
