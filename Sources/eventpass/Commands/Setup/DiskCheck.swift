import FileAccess
import Foundation
import Store

/// Checks that the disks of the data folder and its store are writable and have enough free space.
struct DiskCheck {
    /// The number of bytes that should be free before an event. This is enough for the database's log of a busy
    /// evening, and for a backup of a typical store.
    private static let minimumFreeBytes: UInt64 = 64 << 20
    /// The number of bytes that the check writes as a test.
    private static let probeBytes = 64 << 10

    private let folder: DataFolder

    init(_ folder: DataFolder) { self.folder = folder }

    /// Checks the disks and returns the result as text.
    ///
    /// - Throws: `StoreError`; `CommandFailure`.
    func result() throws -> String {
        var folders = [folder.path]
        if case .sqlite(let path) = folder.store {
            do {
                _ = try folder.openStore(orCopy: false)
            } catch let error as StoreError where error.preventsWriting {
                throw DiskCheck.failure("\(error)", error.hint)
            }
            let own = URL(fileURLWithPath: path).deletingLastPathComponent().path
            if own != folder.path { folders.append(own) }
        }
        let free = try folders.map { folder in
            try DiskCheck.write(into: folder)
            return try DiskCheck.free(at: folder)
        }.min()
        return "can be written, \((free ?? 0) >> 20) MiB free"
    }

    private static func write(into folder: String) throws {
        let path = "\(folder)/.doctor-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        do {
            try AtomicFile.write([UInt8](repeating: 0, count: probeBytes), to: path, existing: .refuse)
            unlink(path)
        } catch let error as SystemError {
            let trouble: StoreError? =
                switch error.errno {
                case ENOSPC, EDQUOT: .diskFull(path: folder)
                case EACCES, EPERM, EROFS: .readOnly(path: folder)
                default: nil
                }
            guard let trouble else { throw error }
            throw failure("\(trouble)", trouble.hint)
        }
    }

    private static func free(at folder: String) throws -> UInt64 {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { throw SystemError("look at the disk of", folder) }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        guard free >= minimumFreeBytes else {
            throw CommandFailure(
                .trouble, "only \(free >> 20) MiB are free on the disk that holds \(folder)",
                hint: "free some space before the event: \(minimumFreeBytes >> 20) MiB or more")
        }
        return free
    }

    private static func failure(_ message: String, _ hint: String?) -> CommandFailure {
        CommandFailure(
            .trouble, message,
            hint: """
                \(hint ?? ""); until then, no gate admits anybody; print a list of the valid tickets with: eventpass \
                gate list EVENT; write the store to another disk with: eventpass store backup FILE
                """)
    }
}
