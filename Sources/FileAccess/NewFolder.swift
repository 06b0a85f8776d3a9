import Glibc

/// A folder that is made with those above it, and can be taken away again: of them, what was made here.
public struct NewFolder: Sendable {
    /// The outermost first; empty when the folder was there.
    private let made: [String]

    /// Makes what is missing.
    ///
    /// - Parameter mode: permission bits of what is made, less the umask's.
    /// - Throws: `SystemError` naming the folder that can't be made; then nothing was.
    public init(at path: String, mode: UInt32 = 0o777) throws {
        var made: [String] = []
        var folder = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            folder += folder.isEmpty || folder == "/" ? name : "/\(name)"
            if unsafe mkdir(folder, mode) == 0 {
                made.append(folder)
            } else if errno != EEXIST {
                let error = SystemError("make the folder", folder)
                NewFolder.remove(made)
                throw error
            }
        }
        self.made = made
        // What was there may be no folder.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("make the folder", path) }
        close(descriptor)
    }

    /// Takes away what was made here, as far as nothing is in it.
    public func remove() { NewFolder.remove(made) }

    private static func remove(_ made: [String]) {
        for folder in made.reversed() { _ = unsafe rmdir(folder) }
    }
}
