import FileAccess
import Foundation
import Languages
import Store

/// Checks that the disks of the data folder and its store are writable and have enough free space.
struct DiskCheck {
    /// The number of bytes that should be free before an event. This is enough for the database's log of a busy
    /// evening, and for a backup of a typical store.
    private static let minimumFreeBytes: UInt64 = 64 << 20
    private static let probeBytes = 64 << 10

    private let folder: DataFolder

    init(_ folder: DataFolder) { self.folder = folder }

    /// - Throws: `StoreError`; `CommandFailure`.
    func result() throws -> String {
        var folders = [folder.path]
        if case .sqlite(let path) = folder.store {
            do {
                _ = try folder.openStore(orCopy: false)
            } catch let error as StoreError where error.preventsWriting {
                throw DiskCheck.failure(error)
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
            throw failure(trouble)
        }
    }

    private static func free(at folder: String) throws -> UInt64 {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { throw SystemError(.lookAtDisk, folder) }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        guard free >= minimumFreeBytes else {
            throw CommandFailure(
                .trouble, Text.littleSpace, ["free": .text("\(free >> 20)"), "folder": .text(folder)],
                hint: Sentence(Text.littleSpaceHint, ["minimum": .text("\(minimumFreeBytes >> 20)")]))
        }
        return free
    }

    private static func failure(_ error: StoreError) -> CommandFailure {
        let hints = [error.hint, Sentence(Text.notWritableHint)].compactMap(\.self)
        return CommandFailure(.trouble, error.sentence, hint: .list(hints, separator: "; "))
    }

    enum Text: String, SentenceKey {
        static let subject = "diskCheck"

        case notWritableHint =
            "while the store is not writable, no gate admits anybody; print a list of the valid tickets with: eventpass gate list EVENT; or write the store to another disk with: eventpass store backup FILE"
        case littleSpace = "only {free} MiB are free on the disk that holds {folder}"
        case littleSpaceHint = "free some space before the event: {minimum} MiB or more"
    }
}
