import Foundation

/// A disk of a few pages in a temporary folder, which a test fills to the last byte.
public enum SmallDisk {
    /// Whether a disk can be mounted here.
    public static let isPossible: Bool = {
        do {
            let folder = try mounted(at: "d", size: "1m")
            unmount("d", in: folder)
            return true
        } catch { return false }
    }()

    /// - Parameter size: in the format of mount(8): `3m`.
    /// - Returns: a folder that contains the disk under that name.
    public static func mounted(at name: String, size: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try run("mount", ["-t", "tmpfs", "-o", "size=\(size),mode=700", "none", folder(name)])
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

    /// The files disappear when nothing has them open.
    public static func unmount(_ name: String, in folder: TemporaryFolder) {
        do { try run("umount", ["--lazy", folder(name)]) } catch { print("left behind: \(error)") }
    }

    private static func run(_ command: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(command)")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Surprise("\(command) \(arguments.joined(separator: " "))") }
    }
}
