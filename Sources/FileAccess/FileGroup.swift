import Glibc

/// A group of files that are written all together or not at all. Each file is first written to a temporary file. Then
/// all temporary files are moved into place.
///
/// ```swift
/// var group = FileGroup()
/// group.add("sales.csv") { try $0.append(rows) }
/// group.add("sales.svg") { try $0.append(picture) }
/// try group.write(existing: .refuse)
/// ```
public struct FileGroup {
    public typealias Body = (AtomicFile.TemporaryFile) throws -> Void

    public private(set) var paths: [String] = []
    private var bodies: [Body] = []

    public init() {}

    public mutating func add(_ path: String, _ body: @escaping Body) {
        paths.append(path)
        bodies.append(body)
    }

    /// Writes all files, synced.
    ///
    /// - Throws: `SystemError` with the failed operation and the path; errors of the closures passed to `add`. If only
    ///   the final sync of the folders fails, all new files are in place. After any other error, all paths are
    ///   unchanged.
    public func write(existing: AtomicFile.Existing) throws {
        var staged: [String] = []
        var undo: [() -> Void] = []
        do {
            for (path, body) in zip(paths, bodies) {
                staged.append(try AtomicFile.stage(for: path, .synced, body))
            }
            var former: [String] = []
            for (path, partial) in zip(paths, staged) {
                let kept = AtomicFile.temporaryPath(of: path).partial
                // A path without a file needs no backup.
                let isKept = existing == .replace && FileGroup.keep(path, as: kept)
                if isKept {
                    former.append(kept)
                    undo.append {
                        // If `kept` and `path` are names of the same file, `rename` has no effect, and both names stay.
                        // So the backup name is then removed.
                        _ = unsafe rename(kept, path)
                        _ = unsafe unlink(kept)
                    }
                }
                try AtomicFile.moveIntoPlace(partial, at: path, existing: existing)
                if !isKept { undo.append { _ = unsafe unlink(path) } }
            }
            for kept in former { _ = unsafe unlink(kept) }
        } catch {
            for step in undo.reversed() { step() }
            for partial in staged { _ = unsafe unlink(partial) }
            throw error
        }
        for folder in Set(paths.map { AtomicFile.split($0).folder }) { try AtomicFile.syncFolder(folder) }
    }

    /// Keeps the existing file at `path` under a backup name. If the file system supports no hard links, the file is
    /// renamed, and nothing is at its path until the new file is moved there. Returns false if the path does not exist,
    /// or if it is a folder.
    private static func keep(_ path: String, as kept: String) -> Bool {
        if unsafe link(path, kept) == 0 { return true }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        return unsafe rename(path, kept) == 0
    }
}
