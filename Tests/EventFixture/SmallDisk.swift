import Foundation

/// A small disk (a tmpfs) that a test can fill to the last byte. The disk is mounted in a temporary folder.
public enum SmallDisk {
    /// Whether this machine allows the tests to mount a disk.
    public static let isPossible: Bool = {
        do {
            let folder = try mounted(at: "d", size: "1m")
            unmount("d", in: folder)
            return true
        } catch { return false }
    }()

    /// Mounts a disk in a new folder.
    ///
    /// - Parameter size: the size in the form that mount(8) takes, such as `3m`.
    /// - Returns: the folder, in which the disk has the name `name`.
    public static func mounted(at name: String, size: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try Tool.run("mount", ["-t", "tmpfs", "-o", "size=\(size),mode=700", "none", folder(name)])
            .requireSuccess()
        return folder
    }

    /// Fills the disk completely.
    public static func fill(_ name: String, in folder: TemporaryFolder) throws {
        let path = folder("\(name)/fill")
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        let page = Data(repeating: 0, count: 4096)
        while true {
            do { try file.write(contentsOf: page) } catch { return try file.close() }
        }
    }

    public static func free(_ name: String, in folder: TemporaryFolder) throws {
        try FileManager.default.removeItem(atPath: folder("\(name)/fill"))
    }

    /// Unmounts the disk. The disk and its files disappear when no process has opened any of the files.
    public static func unmount(_ name: String, in folder: TemporaryFolder) {
        do {
            try Tool.run("umount", ["--lazy", folder(name)]).requireSuccess()
        } catch {
            print("could not unmount \(name): \(error)")
        }
    }
}
