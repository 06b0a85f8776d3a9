import Glibc

/// Files that come to be together or not at all: each is written beside its place first, and then all are put in place.
///
/// ```swift
/// var group = FileGroup()
/// group.add("sales.csv") { try $0.append(rows) }
/// group.add("sales.svg") { try $0.append(picture) }
/// try group.write(existing: .refuse)
/// ```
public struct FileGroup {
    public typealias Body = (AtomicFile.Partial) throws -> Void

    public private(set) var paths: [String] = []
    private var bodies: [Body] = []

    public init() {}

    public mutating func add(_ path: String, _ body: @escaping Body) {
        paths.append(path)
        bodies.append(body)
    }

    /// Writes all of them, synced, with mode 0644.
    ///
    /// - Throws: `SystemError` naming the step and the path, or what a body throws; then every place is as it was.
    public func write(existing: AtomicFile.Existing) throws {
        var staged: [String] = []
        var undo: [() -> Void] = []
        do {
            for (path, body) in zip(paths, bodies) {
                staged.append(try AtomicFile.stage(for: path, .synced, mode: 0o644, body))
            }
            var former: [String] = []
            for (path, partial) in zip(paths, staged) {
                let kept = AtomicFile.neighbour(of: path).partial
                // Where nothing is, nothing is to be put back.
                let isKept = existing == .replace && FileGroup.keep(path, as: kept)
                if isKept {
                    former.append(kept)
                    undo.append {
                        // Renaming one name of a file to another of the same does nothing.
                        _ = unsafe rename(kept, path)
                        _ = unsafe unlink(kept)
                    }
                }
                try AtomicFile.place(partial, at: path, existing: existing)
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

    /// Gives a file another name, beside its own where a file can have two; else it is moved aside, and its place is
    /// empty until the new one comes. Folders stay: no file takes their place.
    private static func keep(_ path: String, as kept: String) -> Bool {
        if unsafe link(path, kept) == 0 { return true }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        return unsafe rename(path, kept) == 0
    }
}
