import Glibc

/// Creates a folder with its missing parents, and can remove the created folders again.
public struct CreatedFolders: Sendable {
    /// The created folders, the outermost first; empty if the folder already existed.
    private let created: [String]

    /// Creates the missing folders.
    ///
    /// - Parameter mode: the permission bits of new folders, before the umask is applied.
    /// - Throws: `SystemError` naming the folder that cannot be created. The parents that were created before the error
    ///   are removed again.
    public init(at path: String, mode: UInt32 = 0o777) throws {
        var made: [String] = []
        var folder = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            folder += folder.isEmpty || folder == "/" ? name : "/\(name)"
            if unsafe mkdir(folder, mode) == 0 {
                made.append(folder)
            } else if errno != EEXIST {
                let error = SystemError(.createFolder, folder)
                CreatedFolders.remove(made)
                throw error
            }
        }
        self.created = made
        // If something already existed at the path, it could be a file and not a folder.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.createFolder, path) }
        close(descriptor)
    }

    /// Removes the created folders that are empty.
    public func remove() { CreatedFolders.remove(created) }

    private static func remove(_ created: [String]) {
        for folder in created.reversed() { _ = unsafe rmdir(folder) }
    }
}
