import Glibc
import Synchronization

extension MessageSettingsFile {
    /// A function that returns the current settings, like `read`, and throws the same errors. It reads the file again
    /// only after the file was changed, so it is fast enough for transactions.
    public func cached() -> @Sendable () throws -> MessageSettings {
        let cache = MessageSettingsCache(self)
        return { try cache.settings() }
    }
}

/// The settings that were last read from a file.
private final class MessageSettingsCache: Sendable {
    /// Properties of the file. Each change of the contents or of the mode of the file changes at least one of them.
    private struct Stamp: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let changedSeconds: Int64
        let changedNanoseconds: Int64

        /// Nil if there is no such file, or if it cannot be inspected.
        init?(of path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            changedSeconds = Int64(status.st_ctim.tv_sec)
            changedNanoseconds = Int64(status.st_ctim.tv_nsec)
        }
    }

    private struct Entry {
        let stamp: Stamp
        let settings: MessageSettings
    }

    private let file: MessageSettingsFile
    private let entry = Mutex<Entry?>(nil)

    init(_ file: MessageSettingsFile) { self.file = file }

    func settings() throws -> MessageSettings {
        // Determine the stamp before the settings are read. If the file changes in between, the next call finds a
        // different stamp and reads the file again.
        guard let stamp = Stamp(of: file.path) else { return try file.read() }
        if let found = entry.withLock({ $0 }), found.stamp == stamp { return found.settings }
        let settings = try file.read()
        entry.withLock { $0 = Entry(stamp: stamp, settings: settings) }
        return settings
    }
}
